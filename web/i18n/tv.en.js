// Words for looking on.

export default {
  'tv.title': 'Watch',
  'tv.of': 'Watch {game}',
  'tv.card': 'Watch {game}: {names}',
  'tv.channels': 'Choose a game',
  'tv.open': 'Go to the table',
  'tv.other': 'Now showing another game: {names}',
  'tv.dark': 'There is no game to watch right now. As soon as one begins, it will be shown here.',
};
