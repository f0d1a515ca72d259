#!/usr/bin/env python3
"""Tests of bot.py against a real server.

    python3 tools/bot/test_bot.py --binary target/release/daeguk
    python3 tools/bot/test_bot.py --binary target/release/daeguk --games 10 Strength
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import types
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bot  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PASSWORD = "포를 넘는 포는 없다"
PATIENCE_S = 240
BINARY, GAMES = None, 2
FISCHER = {"main_ms": 60_000, "increment_ms": 1000, "byoyomi_ms": 0, "periods": 0, "turn_ms": 0, "total_ms": 0}


class House:
    """The real server on a free port, with a folder of its own."""

    def __init__(self):
        self.folder, self.port = tempfile.mkdtemp(prefix="daeguk-bot-"), 0
        self.open()

    def open(self):
        listen = f"127.0.0.1:{self.port}"
        self.process = subprocess.Popen([BINARY, "serve", "--listen", listen, "--data", self.folder], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://[\w.]+:(\d+)", line):
                self.port = int(found[1])
                break
        self.listener = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.listener.start()
        self.url = f"http://127.0.0.1:{self.port}"

    def ended(self, how):
        self.process.send_signal(how)
        self.process.wait()
        self.listener.join()
        self.process.stdout.close()

    def close(self):
        self.ended(signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)

    def account(self, name, is_bot):
        """A new account; a token that is good for everything."""
        cookies, connection = {}, bot.Api(self.url, "").connect(20)

        def ask(path, body):
            headers = {"Content-Type": "application/json", "Cookie": "; ".join(f"{key}={value}" for key, value in cookies.items())}
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status < 300, (path, answer.status, text)
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                key, value = cookie.split(";")[0].split("=", 1)
                cookies[key] = value
            return json.loads(text) if text else {}

        ask("/api/account", {"name": name, "password": PASSWORD})
        if is_bot:
            ask("/api/me/bot", {})
        token = ask("/api/me/tokens", {"label": "test", "scopes": ["read", "play", "challenge", "chat"]})["token"]
        connection.close()
        return token


class Program:
    """bot.py as people start it."""

    def __init__(self, url, token, *options, engine=None):
        command = [sys.executable, str(HERE / "bot.py"), "--url", url, "--engine", engine or f"{BINARY} uci", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "DAEGUK_TOKEN": token})
        self.said, self.news = [], threading.Condition()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stdout:
            with self.news:
                self.said.append(line.rstrip())
                self.news.notify_all()

    def until(self, words, count=1):
        """Waits until something has been said so often."""
        with self.news:
            heard = self.news.wait_for(lambda: sum(words in line for line in self.said) >= count, PATIENCE_S)
        assert heard, f"`{words}` was not said:\n" + "\n".join(self.said)

    def ended(self):
        code = self.process.wait(PATIENCE_S)
        return code, "\n".join(self.said)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.listener.join()
        self.process.stdout.close()


class Opponent:
    """Somebody who challenges and plays any legal move, told of every turn by the stream."""

    def __init__(self, url, token, seed=1):
        self.api, self.chance = bot.Api(url, token), random.Random(seed)

    def challenge(self, name, **wish):
        seats = [{"type": "me"}, {"type": "person", "name": name}]
        return self.api.json("POST", "/api/games", {"kind": "janggi", "seats": seats, "choose": False, "clock": FISCHER, **wish})["id"]

    def state(self, game):
        return self.api.json("GET", f"/api/games/{game}")

    def act(self, game, state):
        message = {"t": "act", "n": len(state["deeds"]), "d": self.chance.choice(state["legal"]), "a": f"o{len(state['deeds'])}"}
        self.api.json("POST", f"/api/games/{game}/messages", message)

    def play(self, game, moves=10_000):
        """Until the game is over, or for so many own moves; the last state."""
        while True:
            try:
                for told in self.api.lines("/api/stream?topics=me"):
                    state = self.state(game)
                    if state["phase"] == "over" or state.get("stopped"):
                        return state
                    if state["turn"] in state["you"]:
                        if moves == 0:
                            return state
                        moves -= 1
                        self.act(game, state)
            except bot.Gone:
                pass


class Lossy:
    """A way to the server on which every second answer to a message gets lost, after the message was done."""

    def __init__(self, port):
        self.to, self.posts, self.lost = port, 0, 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.door.accept()
            threading.Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def pass_on(self, client):
        with client, socket.create_connection(("127.0.0.1", self.to)) as server:
            threading.Thread(target=pump, args=(client, server, lambda data: True), daemon=True).start()
            pump(server, client, self.is_kept)
            # The other direction waits for more, and would keep both open.
            for end in (client, server):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def is_kept(self, data):
        if not re.search(rb'^HTTP/1.1 200.*\r\n\r\n{"v":\d+}$', data, re.DOTALL):
            return True
        self.posts += 1
        self.lost += self.posts % 2 == 0
        return self.posts % 2 != 0


def pump(source, sink, is_kept):
    """Bytes from one to the other, until one of them ends or something is not kept."""
    try:
        while data := source.recv(65536):
            if not is_kept(data):
                return
            sink.sendall(data)
    except OSError:
        pass


def control(**wish):
    numbers = {"main_ms": 0, "increment_ms": 0, "byoyomi_ms": 0, "periods": 0, "turn_ms": 0, "total_ms": 0, **wish}
    seats = [{"main_ms": numbers["main_ms"], "period_ms": numbers["byoyomi_ms"], "periods": numbers["periods"]}] * 2
    return {"control": numbers, "seats": seats, "running": 0, "turn_ms": numbers["turn_ms"] or None, "total_ms": None}


class Parts(unittest.TestCase):
    """What needs no server."""

    def limit(self, clock, **wish):
        return bot.limit_of(types.SimpleNamespace(**{"nodes": None, "depth": None, "movetime": None, **wish}), clock, 0)[0]

    def test_the_clock_decides_unless_told_otherwise(self):
        self.assertEqual(self.limit(None), "movetime 2000")
        self.assertEqual(self.limit(control(main_ms=60_000), nodes=500), "nodes 500")
        self.assertEqual(self.limit(control(main_ms=60_000, increment_ms=1000)), "wtime 59700 btime 59700 winc 1000 binc 1000")
        self.assertEqual(self.limit(control(byoyomi_ms=10_000, periods=3)), "movetime 6000")
        self.assertEqual(self.limit(control(turn_ms=10_000)), "movetime 6000")
        self.assertEqual(self.limit(control(main_ms=600_000, byoyomi_ms=30_000, periods=3)), "movetime 38000")
        self.assertEqual(self.limit(control(turn_ms=1000), movetime=5000), "movetime 700")
        self.assertEqual(self.limit(control(total_ms=60_000)), "movetime 2000")

    def test_whatever_an_engine_says_becomes_a_legal_action_or_nothing(self):
        legal = ["a4a5", "e2e2", "b10c8"]
        self.assertEqual(bot.fitting("a4a5", legal), "a4a5")
        self.assertEqual(bot.fitting("0000", legal), "e2e2")
        for word in ("", "(none)", "a4a6", "resign", "\0", "e2e2 ponder"):
            self.assertIsNone(bot.fitting(word, legal))

    def test_rules_are_named_even_if_they_are_the_usual_ones(self):
        for told, meant in [("", "kja"), ("kja", "kja"), ("modern;pass=never", "modern;pass=never"), ("pass=never", "kja;pass=never"), (";pass=never", "kja;pass=never")]:
            self.assertEqual(bot.whole(told, "kja"), meant)

    def test_garbage_in_the_stream_is_left_alone(self):
        for line in (b"", b"\n", b"{", b"[]", b"null", b"3", b"\xff\xfe", b'"me"', b"[" * 5000):
            self.assertIsNone(bot.read_line(line), line)
        self.assertEqual(bot.read_line(b'{"t":"me"}\n'), {"t": "me"})

    def test_a_refusal_is_understood_whoever_writes_it(self):
        for text in (b"", b"<html>Bad Gateway</html>", b"[]", b"{}", b"\xff", b'{"code":3}', b'{"code":"E_RATE","retry_ms":"x"}'):
            self.assertIsInstance(bot.refusal(502, text), bot.Refused)
        self.assertEqual(bot.refusal(429, b'{"code":"E_RATE","retry_ms":1500}').retry_s, 1.5)
        self.assertIsInstance(bot.refusal(401, b'{"code":"E_SESSION"}'), bot.Hopeless)
        self.assertIsInstance(bot.refusal(403, b'{"code":"E_SCOPE"}'), bot.Hopeless)

    def test_rules_say_which_challenge_is_accepted(self):
        known = types.SimpleNamespace(variants=["janggi", "kja", "janggimodern"])
        known.variant = lambda rules: bot.Engine.variant(known, rules)
        others = types.SimpleNamespace(variants=["xiangqi", "janggi", "janggimodern"])
        others.variant = lambda rules: bot.Engine.variant(others, rules)

        def objection(engine=known, running=0, person="member", rules="kja", clock=None, **wish):
            usual = bot.parser().parse_args(["--url", "x", "--engine", "x"])
            usual.__dict__.update(wish)
            seats = [{"you": False, "name": "영희", "person": person}, {"you": True, "name": "", "type": "invited"}]
            return bot.Rules(usual, engine).objection({"kind": "janggi", "rules": rules, "seats": seats, "clock": clock}, running)

        fast, slow = control(main_ms=180_000, increment_ms=2000), control(turn_ms=86_400_000)
        for accepted in ({}, {"clock": fast}, {"clock": slow}, {"rules": "kja;pass=never"}, {"engine": others, "rules": "modern"}, {"only": ["영희"]}, {"person": "guest"}):
            self.assertIsNone(objection(**accepted), accepted)
        refused = [{"running": 1}, {"kinds": ["yonin"]}, {"presets": ["modern"]}, {"engine": others}, {"rules": "xyz"}, {"only": ["철수"]}]
        refused += [{"person": "guest", "guests": False}, {"person": "bot", "bots": False}, {"clock": fast, "min_seconds": 600}, {"clock": slow, "max_seconds": 600}]
        for wish in refused:
            self.assertIsNotNone(objection(**wish), wish)
        usual = bot.parser().parse_args(["--url", "x", "--engine", "x", "--clock", "needed"])
        self.assertIsNotNone(bot.Rules(usual, known).clock_objection(None))
        usual.clock = "none"
        self.assertIsNotNone(bot.Rules(usual, known).clock_objection(fast))


class Complaints(unittest.TestCase):
    """What is wrong is said in one line, and the program ends."""

    def ended(self, token, *options, engine="daeguk uci"):
        command = [sys.executable, str(HERE / "bot.py"), "--url", "http://127.0.0.1:9", "--engine", engine, *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, env={**os.environ, "DAEGUK_TOKEN": token})
        return done.returncode, done.stderr

    def test_what_is_missing_is_named(self):
        good = "dgk_" + "a" * 43
        self.assertEqual(self.ended("")[0], 2)
        self.assertIn("DAEGUK_TOKEN", self.ended("dgk_short")[1])
        self.assertIn("cannot be read", self.ended("", "--token-file", "/nowhere")[1])
        self.assertIn("cannot be started", self.ended(good, engine="/nowhere/engine")[1])
        self.assertIn("is no address", self.ended(good, "--url", "play.example.org")[1])
        self.assertIn("NAME=VALUE", self.ended(good, "--option", "Hash")[1])


class Games(unittest.TestCase):
    """Whole games against the real server."""

    @classmethod
    def setUpClass(cls):
        cls.house = House()
        cls.token = cls.house.account("로봇", is_bot=True)
        cls.opponent = Opponent(cls.house.url, cls.house.account("영희", is_bot=False))

    @classmethod
    def tearDownClass(cls):
        cls.house.close()

    def started(self, *options, **wish):
        program = Program(wish.pop("url", self.house.url), self.token, "--nodes", "2000", *options, **wish)
        self.addCleanup(program.stop)
        program.until("listening")
        return program

    def test_a_challenge_is_accepted_and_played_to_its_end(self):
        program = self.started("--games", "1")
        game = self.opponent.challenge("로봇", choose=True)
        while self.opponent.state(game)["phase"] in ("waiting", "opening"):
            state = self.opponent.state(game)
            if 0 in (state["opening"] or {}).get("pending", []):
                self.opponent.api.json("POST", f"/api/games/{game}/messages", {"t": "choose", "d": "inner", "a": "c"})
        state = self.opponent.play(game)
        self.assertEqual((state["result"]["winner"], state["seats"][1]["person"]), (1, "bot"), state["result"])
        self.assertEqual(program.ended()[0], 0)

    def test_a_challenge_that_came_while_nobody_listened_is_found(self):
        game = self.opponent.challenge("로봇")
        program = self.started("--games", "1")
        self.assertEqual(self.opponent.play(game, moves=1)["phase"], "playing")
        self.opponent.api.json("POST", f"/api/games/{game}/messages", {"t": "resign", "a": "r"})
        self.assertEqual(program.ended()[0], 0)

    def test_others_are_turned_down(self):
        program = self.started("--presets", "modern")
        game = self.opponent.challenge("로봇")
        program.until("turned down: I do not play the rules kja")
        for _ in self.opponent.api.lines("/api/stream?topics=me"):
            if self.opponent.state(game).get("stopped") == "closed":
                break

    def test_answers_that_get_lost_change_nothing(self):
        lossy = Lossy(self.house.port)
        program = self.started("--games", "1", url=lossy.url)
        game = self.opponent.challenge("로봇", clock=None)
        state = self.opponent.play(game)
        self.assertEqual(state["result"]["winner"], 1, state["result"])
        self.assertEqual(program.ended()[0], 0)
        self.assertGreater(lossy.lost, 3)
        self.assertEqual(sum(deed["seat"] == 1 for deed in state["deeds"]), lossy.posts - lossy.lost - 1, "each was done once")

    def test_a_server_that_is_killed_finds_its_bot_again(self):
        program = self.started("--games", "1")
        game = self.opponent.challenge("로봇")
        before = len(self.opponent.play(game, moves=3)["deeds"])
        self.house.ended(signal.SIGKILL)
        program.until("no stream")
        self.house.open()
        state = self.opponent.play(game)
        self.assertGreater(len(state["deeds"]), before)
        self.assertEqual(state["result"]["winner"], 1, state["result"])
        self.assertEqual(program.ended()[0], 0)

    def test_an_engine_that_breaks_down_gives_nothing_up(self):
        script = pathlib.Path(self.house.folder, "broken.py")
        script.write_text(BROKEN.format(binary=BINARY))
        program = self.started("--games", "1", engine=f"{sys.executable} {script}")
        game = self.opponent.challenge("로봇")
        state = self.opponent.play(game, moves=12)
        self.assertEqual(len(state["deeds"]), 24, "nobody has given up")
        program.until("the engine")
        self.opponent.api.json("POST", f"/api/games/{game}/messages", {"t": "resign", "a": "r"})
        self.assertEqual(program.ended()[0], 0)

    def test_a_person_wants_a_draw_and_another_game(self):
        program = self.started("--games", "2")
        game = self.opponent.challenge("로봇")
        self.opponent.play(game, moves=1)
        self.opponent.api.json("POST", f"/api/games/{game}/messages", {"t": "offer", "d": "draw", "a": "d"})
        for _ in self.opponent.api.lines("/api/stream?topics=me"):
            if not self.opponent.state(game)["offers"]:
                break
        self.opponent.api.json("POST", f"/api/games/{game}/messages", {"t": "resign", "a": "r"})
        program.until("over")
        self.opponent.api.json("POST", f"/api/games/{game}/messages", {"t": "offer", "d": "rematch", "a": "m"})
        for _ in self.opponent.api.lines("/api/stream?topics=me"):
            if following := self.opponent.state(game)["rematch"]:
                break
        state = self.opponent.play(following, moves=1)
        self.assertEqual(state["phase"], "playing")
        self.opponent.api.json("POST", f"/api/games/{following}/messages", {"t": "resign", "a": "r2"})
        self.assertEqual(program.ended()[0], 0)

    def test_a_revoked_token_ends_it_with_a_word(self):
        token = self.house.account("로봇이", is_bot=True)
        program = Program(self.house.url, token)
        self.addCleanup(program.stop)
        program.until("listening")
        subprocess.run([BINARY, "people", "ban", "로봇이", "--data", self.house.folder], check=True, capture_output=True)
        code, said = program.ended()
        self.assertEqual(code, 2)
        self.assertIn("revoked", said)


class Strength(unittest.TestCase):
    """The engine of the house, through bot.py, against the lowest rank of the house."""

    def test_it_beats_18k(self):
        house = House()
        self.addCleanup(house.close)
        token = house.account("로봇", is_bot=True)
        api = bot.Api(house.url, token)
        games = []
        for number in range(GAMES):
            seats = [{"type": "me"}, {"type": "computer", "level": "18k"}]
            wish = {"kind": "janggi", "seats": seats if number % 2 == 0 else seats[::-1], "choose": False}
            games.append((api.json("POST", "/api/games", wish)["id"], number % 2))
        program = Program(house.url, token, "--nodes", "20000", "--games", str(GAMES), "--max-games", "2")
        self.addCleanup(program.stop)
        self.assertEqual(program.process.wait(PATIENCE_S * GAMES), 0, "\n".join(program.said))
        results = [(api.json("GET", f"/api/games/{game}")["result"], seat) for game, seat in games]
        won = sum(result["winner"] == seat for result, seat in results)
        print(f"{won} of {GAMES} won: {', '.join(result['text'] for result, _ in results)}")
        self.assertEqual(won, GAMES)


BROKEN = """import subprocess, sys, threading
engine = subprocess.Popen([{binary!r}, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def listen():
    asked = 0
    for line in engine.stdout:
        if line.startswith("bestmove"):
            asked += 1
            line = ("bestmove a1i10", "bestmove (none)", line)[asked % 3] + "\\n"
        print(line.strip(), flush=True)
threading.Thread(target=listen, daemon=True).start()
for number, line in enumerate(sys.stdin):
    if number > 25:
        sys.exit(1)
    engine.stdin.write(line)
    engine.stdin.flush()
"""


def main():
    global BINARY, GAMES
    options = argparse.ArgumentParser()
    options.add_argument("--binary", default=os.environ.get("DAEGUK_BINARY"), help="the program to test with")
    options.add_argument("--games", type=int, default=2, help="how many games against 18k")
    known, rest = options.parse_known_args()
    BINARY, GAMES = known.binary and str(pathlib.Path(known.binary).resolve()), known.games
    if BINARY is None:
        options.error("name the program with --binary")
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()
