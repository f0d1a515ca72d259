// The least that a server can do with the same traffic: a bare `ws` server in Node that checks whose turn it is and tells
// the move to both sockets. It knows no rules, stores nothing and sends no view. See README.md.
import { WebSocketServer } from 'ws';

const games = new Map();
const port = Number(process.env.PORT || 18003);
const server = new WebSocketServer({ host: '127.0.0.1', port, maxPayload: 8192 }, () => console.log(`${server.address().port} ${process.pid}`));

server.on('connection', (socket, request) => {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const id = query.get('game');
  const seat = Number(query.get('seat'));
  const game = games.get(id) ?? { ply: 0, sockets: [] };
  games.set(id, game);
  game.sockets[seat] = socket;
  socket.on('error', () => {});
  socket.send(JSON.stringify({ t: 'state', ply: game.ply }));
  socket.on('message', (bytes) => {
    const message = JSON.parse(bytes);
    if ((game.ply & 1) !== seat) return socket.send('{"t":"refused"}');
    game.ply += 1;
    const text = JSON.stringify({ t: 'move', ply: game.ply, d: message.d });
    for (const other of game.sockets) other?.send(text);
  });
  socket.on('close', () => {
    if (game.sockets.every((other) => !other || other.readyState > 1)) games.delete(id);
  });
});
