#!/usr/bin/env python3
"""Lets a UCI engine play on a Daeguk server. Nothing but Python's standard library is needed.

    DAEGUK_TOKEN=dgk_… python3 bot.py --url https://play.example.org --engine 'daeguk uci'

It follows the stream of its account, accepts challenges by rules, and plays. README.md beside this file tells the rest.
"""

import argparse
import collections
import http.client
import json
import os
import queue
import random
import shlex
import subprocess
import sys
import threading
import time
import urllib.parse

# Blank lines come every seven seconds: a stream that has been silent for so long is dead.
STREAM_SILENCE_S = 20
REQUEST_S = 20
BACKOFF_FIRST_S = 1.0
BACKOFF_MOST_S = 60.0
# A computer of the house thinks while its opponent has asked for something in the last thirty seconds.
LOOK_EVERY_S = 15
# How long a finished game is followed, in case the other side wants another one.
REMATCH_S = 60
# All own games are looked through so often, whatever the stream has told.
SWEEP_EVERY_S = 60
# What of a clock is left for the way there and back.
MARGIN_MS = 300
# For a move that no clock limits.
MOVE_MS = 2000
ENGINE_START_S = 30
ENGINE_GRACE_S = 10
LINE_MAX = 1 << 20
# What engines of others call the rules of the house.
VARIANTS = {"fsf-janggi": "janggi", "fsf-traditional": "janggitraditional", "casual": "janggicasual", "modern": "janggimodern"}

out = threading.Lock()


def say(text):
    """One line of the log."""
    with out:
        print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


class Hopeless(Exception):
    """Trying again would be of no use: what to change is in the text."""


class Refused(Exception):
    """The server has said no, and why."""

    def __init__(self, status, code, detail, retry_s=None):
        super().__init__(f"{code} ({status}): {detail}")
        self.status, self.code, self.retry_s = status, code, retry_s


class Gone(Exception):
    """No answer: the server or the way there is down."""


def backoffs():
    """How long to wait before each further try; never in step with other bots."""
    wait = BACKOFF_FIRST_S
    while True:
        yield wait * random.uniform(0.5, 1.0)
        wait = min(wait * 2, BACKOFF_MOST_S)


class Api:
    """Requests to the server. Each has a connection of its own, so that threads share nothing."""

    def __init__(self, url, token):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Hopeless(f"`{url}` is no address; it looks like https://play.example.org")
        self.is_secure, self.host, self.port = parts.scheme == "https", parts.hostname, parts.port
        self.headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity", "User-Agent": "daeguk-bot"}

    def connect(self, timeout):
        kind = http.client.HTTPSConnection if self.is_secure else http.client.HTTPConnection
        return kind(self.host, self.port, timeout=timeout)

    def once(self, method, path, body=None):
        """One try."""
        connection = self.connect(REQUEST_S)
        try:
            headers = dict(self.headers)
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Gone(str(error) or type(error).__name__) from error
        finally:
            connection.close()
        if answer.status < 300:
            return text
        raise refusal(answer.status, text)

    def text(self, method, path, body=None):
        """Tries until there is an answer. Messages carry a receipt (`a`), so that one that was done already is not done twice."""
        for wait in backoffs():
            try:
                return self.once(method, path, body)
            except Gone as gone:
                say(f"no answer ({gone}), again in {wait:.1f} s")
            except Refused as refused:
                if refused.status < 500 and refused.status != 429:
                    raise
                wait = max(wait, refused.retry_s or 0)
                say(f"{refused}, again in {wait:.1f} s")
            time.sleep(wait)
        raise AssertionError("there is always another try")

    def json(self, method, path, body=None):
        text = self.text(method, path, body)
        try:
            return json.loads(text) if text else {}
        except ValueError as error:
            raise Hopeless(f"{path} does not answer in JSON; is that a Daeguk server?") from error

    def lines(self, path):
        """The lines of a stream, blank ones as None. It ends by `Gone`."""
        connection = self.connect(STREAM_SILENCE_S)
        try:
            connection.request("GET", path, headers=self.headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise refusal(answer.status, answer.read(LINE_MAX))
            while line := answer.readline(LINE_MAX):
                yield read_line(line)
        except (OSError, http.client.HTTPException) as error:
            raise Gone(str(error) or type(error).__name__) from error
        finally:
            connection.close()
        raise Gone("the stream has ended")


def refusal(status, text):
    """What a refusal says, also if it comes from a proxy that speaks no JSON."""
    try:
        said = json.loads(text)
        code, detail = str(said["code"]), str(said.get("detail", ""))
    except (ValueError, KeyError, TypeError):
        code, detail, said = "E_HTTP", text[:200].decode("utf-8", "replace"), {}
    if code == "E_SESSION":
        return Hopeless("the server does not know this token: it was revoked, its time is over, or it is another server's")
    if code == "E_SCOPE":
        return Hopeless("the token is not good for that: a bot needs the scopes `read` and `play`, and `challenge` to make games")
    retry_ms = said.get("retry_ms")
    return Refused(status, code, detail, retry_ms / 1000 if isinstance(retry_ms, (int, float)) else None)


def read_line(line):
    """A line of the stream; None if there is nothing in it that we know."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


class Engine:
    """A UCI engine in a process of its own."""

    def __init__(self, command, options):
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        except OSError as error:
            raise Hopeless(f"the engine `{shlex.join(command)}` cannot be started: {error}") from error
        self.heard = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.variants = []
        self.tell("uci")
        self.until("uciok", ENGINE_START_S, self.note_option)
        for name, value in options:
            self.tell(f"setoption name {name} value {value}")
        self.ready()

    def listen(self):
        for line in self.process.stdout:
            self.heard.put(line.strip())
        self.heard.put(None)

    def tell(self, text):
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineBroken("the engine has ended") from error

    def until(self, word, seconds, note=lambda line: None):
        """Listens for a line that begins with a word."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.heard.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise EngineBroken(f"the engine did not say `{word}` in time") from None
            if line is None:
                raise EngineBroken("the engine has ended")
            note(line)
            if line.split(" ", 1)[0] == word:
                return line

    def note_option(self, line):
        if line.startswith("option name UCI_Variant "):
            words = line.split()
            self.variants = [value for word, value in zip(words, words[1:]) if word == "var"]

    def ready(self):
        self.tell("isready")
        self.until("readyok", ENGINE_START_S)

    def variant(self, rules):
        """What the engine calls the rules of a game; None if it does not know them. Our own knows every option, too."""
        preset = rules.split(";")[0]
        for name in (rules, VARIANTS.get(rules)):
            if name in self.variants:
                return name
        return rules if preset in self.variants and "kja" in self.variants else None

    def begin(self, variant):
        self.tell("ucinewgame")
        if variant:
            self.tell(f"setoption name UCI_Variant value {variant}")
        self.ready()

    def best(self, position, limit, seconds):
        """The best move; the first word of what the engine says."""
        self.tell(position)
        self.tell(f"go {limit}")
        try:
            line = self.until("bestmove", seconds)
        except EngineBroken:
            self.tell("stop")
            line = self.until("bestmove", ENGINE_GRACE_S)
        words = line.split()
        return words[1] if len(words) > 1 else ""

    def end(self):
        try:
            self.tell("quit")
            self.process.wait(ENGINE_GRACE_S)
        except (EngineBroken, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class EngineBroken(Exception):
    """The engine does not answer."""


def limit_of(wish, clock, seat):
    """What stands behind `go`, and how many seconds to wait for an answer."""
    room_ms = None if clock is None else time_left(clock, seat)
    if wish.nodes or wish.depth:
        words = f"nodes {wish.nodes}" if wish.nodes else f"depth {wish.depth}"
        return words, max(1.0, (room_ms or 600_000) / 1000)
    move_ms = wish.movetime
    if room_ms is not None:
        control, own = clock["control"], clock["seats"][seat]
        is_plain = control["main_ms"] and not (control["byoyomi_ms"] or control["turn_ms"]) and len(clock["seats"]) == 2
        if is_plain and not wish.movetime:
            mains = [max(1, each["main_ms"] - MARGIN_MS) for each in clock["seats"]]
            increment = control["increment_ms"]
            return f"wtime {mains[0]} btime {mains[1]} winc {increment} binc {increment}", max(1.0, room_ms / 1000)
        share = own["main_ms"] / 30 + control["increment_ms"] * 0.8 + control["byoyomi_ms"] * 0.6
        share = min(share, control["turn_ms"] * 0.6) if control["turn_ms"] and share else share or control["turn_ms"] * 0.6
        move_ms = int(max(10, min(move_ms or share or MOVE_MS, room_ms - MARGIN_MS)))
    return f"movetime {move_ms or MOVE_MS}", max(5.0, (move_ms or MOVE_MS) / 1000 * 3)


def time_left(clock, seat):
    """How long this turn may take at most."""
    own, control = clock["seats"][seat], clock["control"]
    left = own["main_ms"] + (own["period_ms"] if control["byoyomi_ms"] else 0)
    limits = [left] if control["main_ms"] or control["byoyomi_ms"] else []
    limits += [clock["turn_ms"] or control["turn_ms"]] if control["turn_ms"] else []
    return max(10, min(limits)) if limits else 600_000


def fitting(word, legal):
    """A legal action for what an engine says; None if there is none. Some write a pass as a null move."""
    if word in legal:
        return word
    if word in ("0000", "pass"):
        return next((action for action in legal if len(action) % 2 == 0 and action[: len(action) // 2] == action[len(action) // 2 :]), None)
    return None


class Rules:
    """Which challenges are accepted."""

    def __init__(self, wish, engine):
        self.wish, self.engine = wish, engine

    def objection(self, state, running):
        """Why a game is not accepted; None if it is."""
        wish, preset = self.wish, state["rules"].split(";")[0]
        others = [seat for seat in state["seats"] if not seat["you"]]
        checks = [
            (state["kind"] not in wish.kinds, f"I do not play {state['kind']}"),
            (wish.presets and preset not in wish.presets, f"I do not play the rules {preset}"),
            (self.engine.variants and self.engine.variant(state["rules"]) is None, f"my engine does not know the rules {state['rules']}"),
            (running >= wish.max_games, "I play enough games already"),
            (wish.only and not any(seat["name"] in wish.only for seat in others), "I play with others"),
            (not wish.guests and any(seat.get("person") == "guest" for seat in others), "I play with members"),
            (not wish.bots and any(seat.get("person") == "bot" for seat in others), "I do not play with bots"),
        ]
        return next((why for is_so, why in checks if is_so), None) or self.clock_objection(state.get("clock"))

    def clock_objection(self, clock):
        wish = self.wish
        if clock is None:
            return "I play with a clock" if wish.clock == "needed" else None
        if wish.clock == "none":
            return "I play without a clock"
        turn_s = estimated_s(clock["control"])
        if turn_s < wish.min_seconds:
            return "that is too fast for me"
        return "that is too slow for me" if turn_s > wish.max_seconds else None


def whole(rules, usual):
    """The text of rules with the name of their preset, which may be left out if it is the usual one."""
    first = rules.split(";")[0]
    if first and "=" not in first:
        return rules
    return usual + ";" + rules.lstrip(";") if rules.strip(";") else usual


def estimated_s(control):
    """How long one side may think in a whole game, as the house tells fast games from slow ones."""
    longer = control["main_ms"] + 60 * control["increment_ms"] + 25 * control["periods"] * control["byoyomi_ms"]
    return (longer or 25 * control["turn_ms"]) / 1000


class Game(threading.Thread):
    """One game, from its first turn to its end."""

    def __init__(self, bot, name):
        super().__init__(daemon=True, name=name)
        self.bot, self.api, self.id = bot, bot.api, name
        self.bell = threading.Event()
        self.engine, self.start_words, self.phase, self.over_since = None, None, None, None
        self.prefix, self.count = f"{random.getrandbits(48):x}", 0

    def run(self):
        try:
            while self.step(self.bot.state(self.id)):
                self.bell.wait(LOOK_EVERY_S)
                self.bell.clear()
        except (Hopeless, Refused) as error:
            say(f"{self.id}: {error}")
            if isinstance(error, Hopeless):
                self.bot.fail(error)
        finally:
            self.stop_engine()
            self.bot.finished(self)

    def step(self, state):
        """Does what is to be done now; whether there may be more."""
        self.phase = state["phase"]
        if state["phase"] == "over" or state.get("stopped"):
            return self.after(state)
        if not state["you"]:
            return False
        self.answer_offers(state)
        for seat in (state.get("opening") or {}).get("pending", []):
            if seat in state["you"]:
                self.choose(state, seat)
        if state["turn"] in state["you"] and state["legal"]:
            self.play(state)
        return True

    def after(self, state):
        """A finished game is followed for a while: whoever wants another one gets it, if the rules allow."""
        if self.over_since is None:
            self.over_since = time.monotonic()
            self.stop_engine()
            if self.bot.counts(state):
                result = state.get("result") or {}
                say(f"{self.id}: over, {result.get('text') or state.get('stopped')}{self.verdict(state)}")
        if state.get("rematch"):
            self.bot.look_at(state["rematch"])
            return False
        offered = any(offer["what"] == "rematch" for offer in state["offers"])
        if offered and self.bot.rules.objection(state, self.bot.running()) is None:
            self.message({"t": "accept", "d": "rematch"})
        return time.monotonic() - self.over_since < (REMATCH_S if state.get("result") else 0) and not self.bot.is_ending

    def verdict(self, state):
        places = (state.get("result") or {}).get("places")
        if not places or len(state["you"]) != 1:
            return ""
        own = places[state["you"][0]]
        return ": lost" if own > 1 else ": drawn" if places.count(1) > 1 else ": won"

    def answer_offers(self, state):
        for offer in state["offers"]:
            waiting = [seat for seat in state["you"] if seat not in offer["accepted"] and offer["by"] not in state["you"]]
            if waiting and offer["what"] in ("draw", "takeback"):
                self.message({"t": "decline", "d": offer["what"]})

    def choose(self, state, seat):
        offered = state["opening"].get("offered", {}).get(str(seat)) or []
        wished = [value for value in self.bot.wish.opening if value in offered]
        if offered:
            self.message({"t": "choose", "seat": seat, "d": (wished or offered)[0]})

    def play(self, state):
        n = len(state["deeds"])
        action = self.thought(state)
        if action is not None and self.message({"t": "act", "n": n, "d": action}):
            say(f"{self.id}: {n + 1}. {action}")

    def thought(self, state):
        """A legal action. An engine that breaks down is started once more; then any legal action will do: nothing is given up by accident."""
        for _ in range(2):
            try:
                engine = self.engine or self.start_engine(state)
                limit, seconds = limit_of(self.bot.wish, state.get("clock"), state["turn"])
                moves = " ".join(deed["text"] for deed in state["deeds"])
                word = engine.best(f"{self.start_words} moves {moves}" if moves else self.start_words, limit, seconds)
                action = fitting(word, state["legal"])
                if action is not None:
                    return action
                say(f"{self.id}: the engine says `{word}`, which is not legal")
            except EngineBroken as error:
                say(f"{self.id}: {error}")
            self.stop_engine(kill=True)
        return random.choice(state["legal"])

    def start_engine(self, state):
        if self.start_words is None:
            record = self.api.text("GET", f"/api/games/{self.id}/record.uci").decode()
            self.start_words = record.splitlines()[0].split("#")[0].split(" moves")[0].strip()
            if self.start_words == "position startpos":
                # Not every engine begins a game as the house does.
                sight = self.api.json("POST", "/api/positions", {"kind": state["kind"], "rules": state["rules"]})
                self.start_words = f"position fen {sight['state']}"
        self.engine = Engine(self.bot.command, self.bot.wish.option)
        self.engine.begin(self.engine.variant(state["rules"]))
        return self.engine

    def stop_engine(self, kill=False):
        engine, self.engine = self.engine, None
        if engine is not None:
            if kill:
                engine.process.kill()
            engine.end()

    def message(self, message):
        """Says something at the table; whether it was heeded. The same receipt goes with every try."""
        self.count += 1
        try:
            self.api.json("POST", f"/api/games/{self.id}/messages", {**message, "a": f"{self.prefix}-{self.count}"})
            return True
        except Refused as refused:
            # The position is another one than we thought: the next look tells.
            say(f"{self.id}: {message['t']} {refused}")
            self.bell.set()
            time.sleep(0.2)
            return False


class Bot:
    """Follows the stream, and has a thread for each game."""

    def __init__(self, wish, api):
        self.wish, self.api, self.command = wish, api, shlex.split(wish.engine)
        self.games, self.over, self.lock = {}, collections.deque(maxlen=1000), threading.Lock()
        self.failure, self.is_ending, self.count, self.defaults = None, False, 0, {}
        self.done = threading.Event()
        probe = Engine(self.command, wish.option)
        probe.end()
        self.rules = Rules(wish, probe)

    def run(self):
        self.defaults = {game["kind"]: game["presets"][0]["name"] for game in self.api.json("GET", "/api/catalog")["games"]}
        me = self.api.json("GET", "/api/me")
        if me["kind"] != "bot" and not self.wish.person:
            raise Hopeless(f"`{me['name']}` is a person's account; engines play as bots (see README.md), or say --person if only people decide on the moves")
        say(f"I am {me['name']}")
        threading.Thread(target=self.follow, daemon=True).start()
        threading.Thread(target=self.sweep_for_ever, daemon=True).start()
        self.done.wait()
        if self.failure:
            raise self.failure

    def state(self, game):
        """A game as it is. Before it begins, the usual rules are left out of their text."""
        state = self.api.json("GET", f"/api/games/{game}")
        state["rules"] = whole(state["rules"], self.defaults.get(state["kind"], ""))
        return state

    def follow(self):
        """The stream, for ever. After every beginning all games are looked at, because something may have been missed."""
        waits = backoffs()
        while not self.done.is_set():
            try:
                for number, told in enumerate(self.api.lines("/api/stream?topics=me")):
                    if number == 0:
                        say("listening")
                        waits = backoffs()
                        threading.Thread(target=self.sweep, daemon=True).start()
                    if told is not None:
                        self.hear(told)
            except (Gone, Refused) as error:
                wait = max(next(waits), getattr(error, "retry_s", None) or 0)
                say(f"no stream ({error}), again in {wait:.1f} s")
                time.sleep(wait)
            except Hopeless as error:
                return self.fail(error)

    def hear(self, told):
        if told.get("t") == "bye" and told.get("code") == "E_SESSION":
            raise Hopeless("the token was revoked")
        game = (told.get("d") or {}).get("game") if told.get("t") == "me" else None
        if not isinstance(game, str):
            return
        if told.get("e") == "challenge":
            threading.Thread(target=self.consider, args=(game,), daemon=True).start()
        else:
            self.look_at(game)

    def consider(self, game):
        """Accepts a challenge, or turns it down."""
        try:
            state = self.state(game)
            seat = next((n for n, seat in enumerate(state["seats"]) if seat["type"] == "invited" and seat["you"]), None)
            if seat is None or state.get("stopped"):
                return
            why = "I am about to end" if self.is_ending else self.rules.objection(state, self.running())
            answer = {"t": "sit", "seat": seat} if why is None else {"t": "turn_down"}
            say(f"{game}: a challenge, {'accepted' if why is None else f'turned down: {why}'}")
            self.api.json("POST", f"/api/games/{game}/messages", {**answer, "a": f"{random.getrandbits(48):x}"})
            if why is None:
                self.look_at(game)
        except Refused as refused:
            say(f"{game}: {refused}")
        except Hopeless as error:
            self.fail(error)

    def look_at(self, game):
        with self.lock:
            player = self.games.get(game)
            if player is None:
                player = self.games[game] = Game(self, game)
                player.start()
        player.bell.set()

    def sweep(self):
        """Looks at all own games that go on, and at challenges that came while nobody listened."""
        try:
            for game in self.api.json("GET", "/api/games")["games"]:
                if game["phase"] != "over" and game["you"] and game["kind"] in self.wish.kinds:
                    self.look_at(game["id"])
            for game in self.inbox():
                if game["phase"] == "waiting" and not game["you"]:
                    self.consider(game["id"])
        except Refused as refused:
            say(f"own games: {refused}")
        except Hopeless as error:
            self.fail(error)

    def inbox(self):
        """What waits for the bot; an older server does not tell."""
        try:
            return self.api.json("GET", "/api/inbox")["games"]
        except Refused as refused:
            if refused.status == 404:
                return []
            raise

    def sweep_for_ever(self):
        while not self.done.wait(SWEEP_EVERY_S):
            self.sweep()

    def running(self):
        with self.lock:
            return sum(1 for game in self.games.values() if game.phase in (None, "opening", "playing"))

    def counts(self, state):
        """Whether it is news that a game is over; it is counted then."""
        with self.lock:
            if state["id"] in self.over:
                return False
            self.over.append(state["id"])
        self.count += bool(state.get("result"))
        if self.wish.games and self.count >= self.wish.games:
            self.is_ending = True
        return True

    def finished(self, game):
        with self.lock:
            self.games.pop(game.id, None)
            is_last = not self.games
        if self.is_ending and is_last:
            self.done.set()

    def fail(self, error):
        self.failure = self.failure or error
        self.done.set()


def parser():
    """Everything that can be typed."""
    options = argparse.ArgumentParser(description="Lets a UCI engine play on a Daeguk server.", epilog="The token is read from the variable DAEGUK_TOKEN or from --token-file; it never stands in a command line, which everybody on the machine can read.")
    words = lambda text: [word for word in text.split(",") if word]
    options.add_argument("--url", required=True, help="the server, such as https://play.example.org")
    options.add_argument("--engine", required=True, help="how the engine is started, such as 'daeguk uci'")
    options.add_argument("--token-file", help="a file that holds the token and nothing else")
    options.add_argument("--option", action="append", default=[], type=option, metavar="NAME=VALUE", help="an option of the engine; may be repeated")
    limits = options.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=positive, help="positions that the engine looks at for each move")
    limits.add_argument("--depth", type=positive, help="how deep the engine looks")
    limits.add_argument("--movetime", type=positive, metavar="MS", help="milliseconds for each move, if the clock has them; without any of the three the clock decides")
    options.add_argument("--kinds", type=words, default=["janggi"], help="games to play, with commas (default: janggi)")
    options.add_argument("--presets", type=words, default=[], help="rules to play, such as kja,modern (default: all that the engine knows)")
    options.add_argument("--opening", type=words, default=[], help="set-ups in the order in which they are liked, such as inner,left")
    options.add_argument("--clock", choices=["any", "needed", "none"], default="any", help="whether challenges must have a clock (default: any)")
    options.add_argument("--min-seconds", type=positive, default=1, metavar="S", help="the least time of one side in a whole game")
    options.add_argument("--max-seconds", type=positive, default=10**9, metavar="S", help="the most")
    options.add_argument("--max-games", type=positive, default=1, help="games at once (default: 1)")
    options.add_argument("--only", type=words, default=[], metavar="NAMES", help="whose challenges are accepted, with commas (default: everybody's)")
    options.add_argument("--no-guests", dest="guests", action="store_false", help="turn down guests")
    options.add_argument("--no-bots", dest="bots", action="store_false", help="turn down other bots")
    options.add_argument("--games", type=positive, help="end after so many games")
    options.add_argument("--person", action="store_true", help="play with a person's account; only where a person decides on the moves")
    return options


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def option(text):
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"`{text}` is not NAME=VALUE")
    return name, value


def token_of(wish):
    token = os.environ.get("DAEGUK_TOKEN", "")
    if wish.token_file:
        try:
            with open(wish.token_file, encoding="utf-8") as file:
                token = file.read(1000)
        except (OSError, UnicodeDecodeError) as error:
            raise Hopeless(f"the token cannot be read: {error}") from error
    token = token.strip()
    if not (token.startswith("dgk_") and len(token) == 47 and token[4:].isascii() and token[4:].isalnum()):
        raise Hopeless("there is no token: put it into DAEGUK_TOKEN or name a file with --token-file. It begins with dgk_ and has 47 letters")
    return token


def main():
    wish = parser().parse_args()
    try:
        Bot(wish, Api(wish.url, token_of(wish))).run()
    except (Hopeless, EngineBroken, Refused) as error:
        print(f"bot.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
