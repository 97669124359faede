"""Every text that the command line may print exists in French and German, and is printed in the language of the run."""
from __future__ import annotations

import ast
import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from inspect import cleandoc
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from facts import ROOT, SOURCE
from message_texts import PROTOCOLS, calls, constants, trees, uses
from waiting import PATIENCE

from feerie.apps import cli
from feerie.apps.shell.catalogue import catalogue, read_po
from feerie.apps.shell.click_messages import click_message
from feerie.apps.shell.run_language import chosen, of_environment
from feerie.apps.web.serving.texts import ENGLISH_TEXTS, page_texts
from feerie.base.errors import Error, FenError, IllegalMoveError, Message, message_of
from feerie.game.position import Position
from feerie.game.typed_moves import typed_move
from feerie.notation.languages import LANGUAGES, Named, language
from feerie.rules.combination import PARTS
from feerie.rules.genre import Genre, Man
from feerie.why.typed_moves import explained

CODES = tuple(code for code in LANGUAGES if code != "en")
NO_BREAK = "\u00a0"
PLURAL_FORMS = re.compile(r"\{\d+:[^{}|]+\|[^{}|]+\}")
OF_CLICK = {"Arguments", "ARGS", "COMMAND", "Commands", "FLOAT RANGE", "INTEGER RANGE"}
"""Words in help that click chooses."""
OF_THE_SYSTEM = {
    "Address already in use", "Bad file descriptor", "Cannot assign requested address", "File exists",
    "File name too long", "Input/output error", "Is a directory", "Name or service not known",
    "No such file or directory", "No space left on device", "Not a directory", "Permission denied",
    "Read-only file system", "Too many open files", "embedded null byte"}
OF_JSON = {
    "Expecting ',' delimiter", "Expecting ':' delimiter", "Expecting property name enclosed in double quotes",
    "Expecting value", "Extra data", "Illegal trailing comma before end of array",
    "Illegal trailing comma before end of object", "Invalid \\escape", "Invalid \\uXXXX escape",
    "Invalid control character at", "Unexpected UTF-8 BOM (decode using utf-8-sig)", "Unterminated string starting at"}
"""What the system and the standard library say."""
AT_START = {"apps/web/learn/site_builder.py"}
"""Modules for those who build the site; their messages are in English."""


def commands() -> dict[str, click.Command]:
    """The commands by name, and the program itself as ""."""
    context = click.Context(cli.main)
    return {"": cli.main, **{name: command for name in cli.main.list_commands(context)
                             if (command := cli.main.get_command(context, name))}}


def help_texts(command: click.Command) -> Iterator[str]:
    """What the help of a command may say."""
    context = click.Context(command, **cli.main.context_settings)
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        yield paragraph.split("\n")[1] if paragraph.startswith("\b") else " ".join(paragraph.split())
    if command.short_help:
        yield command.short_help
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            yield parameter.help or ""
        if not getattr(parameter, "is_flag", False):
            yield from re.findall(r"\b[A-Z]{4,}\b", parameter.make_metavar(context))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", commands())
def test_help_is_translated(name: str, code: str) -> None:
    known = catalogue(code).texts
    assert not {text for text in help_texts(commands()[name]) if text not in known}


@pytest.mark.parametrize("code", CODES)
def test_messages_are_translated(code: str) -> None:
    known = catalogue(code).texts
    missing = {text: places for text, places in uses().items()
               if re.search("[A-Za-z]{2}", text.replace("{}", "")) and not (text in known or text in page_texts("en"))
               and any(place.module not in PROTOCOLS | AT_START for place in places)}
    assert not missing


def test_no_translation_is_left_over() -> None:
    said = {text for command in commands().values() for text in help_texts(command)}
    assert not {*catalogue("fr").texts} - said - constants() - OF_CLICK - OF_THE_SYSTEM - OF_JSON


def test_texts_get_their_values() -> None:
    assert not {text: place for text, places in uses().items() for place in places
                if place.values and place.values != text.count("{}")}


def test_messages_are_texts_and_values() -> None:
    """No sentence is made before it is given to an error: the catalogue has texts."""
    given = {(module, ast.unparse(call)): call.args[at] for module, tree in trees().items()
             if module != "base/errors.py" for call, at in calls(tree)}
    assert given
    assert not [call for call, text in given.items() if isinstance(text, (ast.JoinedStr, ast.BinOp))
                or isinstance(text, ast.Call) and ast.unparse(text.func).endswith((".format", ".join"))]


def test_the_catalogues_have_the_same_texts_and_places() -> None:
    french, german = catalogue("fr").texts, catalogue("de").texts
    assert [*french] == [*german]
    for code in CODES:
        for text, translation in catalogue(code).texts.items():
            numbered = {int(place) for place in re.findall(r"\{(\d+):[^{}|]+\|[^{}|]+\}", translation)}
            translation = PLURAL_FORMS.sub("", translation)
            places = re.findall(r"\{(\d*)(?::(?:reason|word|option))?\}", translation)
            assert len(places) == text.count("{}") == translation.count("{"), text
            assert numbered <= {int(place) for place in places if place}, text
            assert not any(places) or sorted(map(int, places)) == [*range(len(places))], text


@pytest.mark.parametrize("code", CODES)
def test_no_text_stands_twice(code: str) -> None:
    lines = (SOURCE / "apps" / "texts" / f"{code}.po").read_text(encoding="utf-8").splitlines()
    counts = Counter((key, text if not key else "") for key, text, _ in read_po(lines))
    assert not [text for text, count in counts.items() if count > 1]


@pytest.mark.parametrize("code", CODES)
def test_the_page_is_translated_from_its_texts(code: str) -> None:
    lines = (SOURCE / "apps" / "texts" / f"{code}.po").read_text(encoding="utf-8").splitlines()
    assert {key: text for key, text, _ in read_po(lines) if key} == ENGLISH_TEXTS


def message(parts: list[Any]) -> Message:
    """A message written as a list: its text and its values, of which a list is a message."""
    text, *values = parts
    return Message(text, *(message(value) if isinstance(value, list) else value for value in values))


def test_words_of_popeye_and_of_magazines() -> None:
    of_popeye, fields, verdicts, numbers, messages_with_numbers = json.loads(
        (ROOT / "tests/data/popeye_words.json").read_text(encoding="utf-8"))
    for code in CODES:
        for term, word in {**of_popeye[code], **verdicts[code]}.items():
            assert language(code).word(term) == word
    for field, words in fields["fields"].items():
        assert [language(code).sentence(f"field: {field}") for code in CODES] == words
    for key, name, number, *said in numbers["numbers"]:
        found = [language(code).sentence(key, **{name: number}) for code in ("en", *CODES)]
        assert [text.replace(NO_BREAK, " ") for text in found] == said
    for parts, *said in messages_with_numbers["messages"]:
        assert [catalogue(code).message(message(parts)).replace(NO_BREAK, " ") for code in CODES] == said


def test_french_has_no_break_spaces_before_its_signs() -> None:
    for translation in catalogue("fr").texts.values():
        assert not re.search(r"« | [;!?»]| :(?= |$|\{)|\u202f", translation), translation
    french_page = {key: text for key, text in page_texts("fr").items() if key != "read help"}    # it has typed "?e4"
    for text in [*language("fr").words.values(), *language("fr").sentences.values(), *french_page.values()]:
        assert not re.search(r"« | [;?»]| :(?= |$|\{)|\u202f", text), text


def _wrong_moves() -> Iterator[str]:
    """Texts of moves with more or less of everything that the text of a move may have."""
    for man, origin, sign, end in product(("", "K", "R", "D", "T", "S"), ("", "e", "5", "e5"), ("", "-", "x"),
                                          ("", "=Q", "=D", " ep", "(Re3)", "/wRh3-e3")):
        yield f"{man}{origin}{sign}e6{end}"
    yield from ("e1e3", "a2a3q", "0-0", "0-0-0", "Ke1<->Rh1", "e1<->h8", "K<->R", "e7e8x", "Zz9", "zz", "")


def _words(message: str) -> set[str]:
    """The words of a message, except for what it quotes and the term that all languages share."""
    return {*re.findall(r"\b[A-Za-z]{2,}\b", re.sub(r"'.*?'| ep\b|en passant", "", message))}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("genre", ["orthodox", "platzwechselrochade", "rollerball"])
def test_wrong_moves_are_told_without_english_words(genre: str, code: str) -> None:
    position, found = Position(genre), set()
    for text in _wrong_moves():
        try:
            typed_move(position, text, code)
        except Error as error:
            said = catalogue(code).message(str(error))
            assert not (_words(str(error)) & _words(said)) - {"genre"}, said
            found.add(said)
    assert len(found) > 300


@pytest.mark.parametrize("code", CODES)
def test_what_two_genres_change_is_translated(code: str) -> None:
    united = {"men", "royalty", "traits", "rules", "loses"}
    assert {*PARTS} == {field.name for field in fields(Genre)} - {"name", "names", "start"} - united
    for part in (*PARTS.values(), Message("the royalty"), Message("the man {}", "K")):
        whole = Message("{} and {} cannot be combined: both change {}", "roque", "rokagogo", part)
        said = catalogue(code).message(whole)
        assert " the " not in said, said


# Runs

def run(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Exit status and output of a command in an environment with no language except what is given."""
    result = CliRunner(env=environment).invoke(cli.main, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_a_process_in_french() -> None:
    command = [sys.executable, "-m", "feerie", "play-line", "rollerball", "-", "Tz1"]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "LANG": "fr_FR.UTF-8", "PYTHONUTF8": "1"})
    said = ("erreur\u00a0: coup 1 (Tz1)\u00a0: pas un coup\u00a0: 'Tz1'\u00a0: 'z1' n’est pas une case de cet "
            "échiquier (a1 à g7, sans son trou)\n")
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said)


@pytest.mark.parametrize(("environment", "said"), [
    ({}, "error: no genre is called"), ({"LANG": "fr_FR.UTF-8"}, "erreur\u00a0: aucun genre ne s’appelle"),
    ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "error: no genre is called"),
    ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "de_CH"}, "Fehler: kein Genre heißt"),
    ({"LC_ALL": "fr_FR", "FEERIE_LANGUAGE": "de"}, "Fehler: kein Genre heißt"),
    ({"LANG": "es_ES.UTF-8", "FEERIE_LANGUAGE": "xx"}, "error: no genre is called")])
def test_the_environment_says_the_language(environment: dict[str, str], said: str) -> None:
    status, output, errors = run("moves", "rok", **environment)
    assert status == 2 and not output and errors.startswith(said), errors


def test_help_in_french() -> None:
    _, page, _ = run("solve", "--help", LANG="fr_FR.UTF-8")
    assert "Syntaxe\u00a0: feerie solve [OPTIONS] FICHIER..." in page and "Exemples\u00a0:" in page
    assert "Résout les problèmes de fichiers" in page and "[défaut\u00a0: plain]" in page
    assert not re.search(r"\b(the|of|Usage|Show)\b", page), page


def test_help_in_german() -> None:
    _, page, _ = run("--language", "de", "--help")
    assert page.startswith("Aufruf: feerie [OPTIONEN] [BEFEHL]") and "\nBefehle:\n" in page
    assert not re.search(r"\b(the|of|file|Usage|Show)\b", page), page


@pytest.mark.parametrize(("arguments", "french", "german"), [
    (["perft", "orthodox"], "il manque l’argument 'PROFONDEUR' (voir feerie perft --help)",
     "es fehlt das Argument 'TIEFE' (siehe feerie perft --help)"),
    (["perft", "orthodox", "x"], "valeur incorrecte de 'PROFONDEUR'\u00a0: 'x' n’est pas un nombre entier (voir ...)",
     "falscher Wert für 'TIEFE': 'x' ist keine ganze Zahl (siehe ...)"),
    (["solve", "nothing.pop"], "nothing.pop\u00a0: fichier ou dossier introuvable",
     "nothing.pop: Datei oder Ordner nicht gefunden"),
    (["moves", "orthodox", "8/8/8 w"], "échiquier\u00a0: il manque la rangée 5\u00a0; 3 rangées trouvées sur 8",
     "Brett: Reihe 5 fehlt; 3 von 8 Reihen gefunden"),
    (["moves", "orthodox", "8/8/8/8/8/8/8/KX6 w"],
     "échiquier\u00a0: rangée 1 ('KX6') a 'X' en b1\u00a0; il faut une des pièces PNBRQK, pnbrqk, un nombre ou "
     "«\u00a0*\u00a0»",
     "Brett: Reihe 1 ('KX6') hat 'X' auf b1; nötig ist einer der Steine PNBRQK, pnbrqk, eine Zahl oder „*“"),
    (["verify", "examples/rokagogo.pop"],
     "pas un document JSON\u00a0: il manque une valeur\u00a0: ligne 1, colonne 1 (caractère 0)",
     "kein JSON-Dokument: es fehlt ein Wert: Zeile 1, Spalte 1 (Zeichen 0)"),
    (["play-line", "orthodox", "-", "e4", "e4"], "coup 2 (e4)\u00a0: coup illégal\u00a0: 'e4' (Pion vers e4)",
     "Zug 2 (e4): kein legaler Zug: 'e4' (Bauer nach e4)"),
    (["solve", "--fen", "8/8", "--stipulation", "#2"],
     "diagramme\u00a0: échiquier\u00a0: il manque la rangée 6\u00a0; 2 rangées trouvées sur 8",
     "Diagramm: Brett: Reihe 6 fehlt; 2 von 8 Reihen gefunden"),
    (["solve", "--fen", "8/8", "--stipulation", "#"],
     "énoncé '#'\u00a0: il manque le nombre de coups", "Forderung '#': die Zahl der Züge fehlt")])
def test_errors_are_in_the_language_of_the_run(arguments: list[str], french: str, german: str) -> None:
    for code, said in (("fr", f"erreur\u00a0: {french}"), ("de", f"Fehler: {german}")):
        status, output, errors = run(*arguments, LANG=f"{code}_XX.UTF-8")
        assert status == 2 and not output
        assert re.fullmatch(re.escape(f"{said}\n").replace(r"\.\.\.", ".*"), errors), errors


def test_json_ignores_the_locale() -> None:
    for arguments in (["why", "orthodox", "-", "e2e5", "--json"], ["status", "orthodox", "--json"],
                      ["moves", "rok", "--json"], ["solve", "nothing.pop", "--json"],
                      ["solve", "--fen", "8/8/8/8/8/1K6/7R/k7", "--stipulation", "#1", "--json"]):
        plain = run(*arguments)
        status, output, errors = run(*arguments, LANG="fr_FR.UTF-8", FEERIE_LANGUAGE="de")
        assert (status, errors) == (plain[0], plain[2])
        measured = r'"(seconds|nodes)": [^,}]*'
        assert re.sub(measured, "", output) == re.sub(measured, "", plain[1])


def test_a_file_says_its_language(tmp_path: Path) -> None:
    file = tmp_path / "deutsch.pop"
    file.write_text("Anfang\nForderung #1\nSteine Weiss Kc7 Tb1\nSchwarz Ka8\nEnde\n", encoding="utf-8")
    _, german, _ = run("solve", str(file), "--no-board", LANG="fr_FR.UTF-8")
    assert "korrekt, ein Schlüssel" in german and "1.Tb1-a1" in german
    _, chosen_one, _ = run("solve", str(file), "--no-board", "--language", "en")
    assert "sound, one key" in chosen_one and "1.Rb1-a1" in chosen_one
    _, converted, _ = run("convert", str(file), "--to", "popeye", LANG="fr_FR.UTF-8")
    assert converted.startswith("AnfangProblem")
    _, unchanged, _ = run("convert", "examples/orthodox.yaml", "--to", "popeye", LANG="fr_FR.UTF-8")
    assert unchanged.startswith("BeginProblem")


FRENCH_KINDS = "Royale, Kamikaze, Volage, Fonctionnaire, DemiNeutre, Imprenable et Patrouille"


@pytest.mark.parametrize(("text", "said"), [
    ("Anfang\nSteine Weiss Kc7 Schwarz magi Da8\nForderung #1\nEnde\n",
     "Steine der Art 'magi' werden nicht unterstützt (Koeniglich, Kamikaze, Volage, Beamtet, HalbNeutral, Unschlagbar "
     "und Patrouille dagegen ja)"),
    ("Anfang\nSteine Weiss Kc7 koen Da8\nForderung #1\nEnde\n",
     "'koen' muss hinter einer Farbe stehen, vor den Steinen"),
    ("Debut\nPieces Blanc Rc7 cam Ta8 Noir Rh8\nEnonce #1\nFin\n",
     f"les pièces du type 'cam' ne sont pas prises en charge ({FRENCH_KINDS} le sont)"),
    ("Debut\nPieces total Blanc Rc7\nEnonce #1\nFin\n",
     f"les pièces du type 'total' ne sont pas prises en charge ({FRENCH_KINDS} le sont)"),
    ("Anfang\nSteine Weiss wumm\nForderung #1\nEnde\n", "es muss folgen: Steine mit ihren Feldern, nicht 'wumm'")])
def test_men_of_special_kinds_are_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "special.pop"
    file.write_text(text, encoding="utf-8")
    status, _, errors = run("solve", str(file), LANG="fr_FR.UTF-8")
    assert status == 2 and errors.endswith(f" {said}\n") and errors.count("\n") == 1


@pytest.mark.parametrize("code", ["en", *CODES])
@pytest.mark.parametrize("move", ["Nf3", "Cf3", "Sf3", "g1f3", "Sg1-f3", "Cg1-f3", "♘f3"])
def test_moves_are_understood_in_every_language(move: str, code: str) -> None:
    position = Position("orthodox")
    assert typed_move(position, move, code).uci() == "g1f3"
    assert explained(position, move, language(code)).legal


def test_the_language_of_the_run_is_the_first() -> None:
    """R is a rook in English and a king in French; D a queen in French and German."""
    position = Position("orthodox", "4k3/8/8/8/8/8/4K3/R7 w - - 0 1")
    assert typed_move(position, "Rd1", "en").uci() == "a1d1"
    assert typed_move(position, "Rd1", "fr").uci() == "e2d1"
    assert typed_move(position, "Ra5", "fr").uci() == "a1a5"       # no king can go there, a rook can
    with pytest.raises(IllegalMoveError):
        typed_move(position, "Dd5", "en")
    assert not explained(position, "Te5", language("en")).legal


@pytest.mark.parametrize("move", ["e2 e5", "E2E5", "ff1c4"])
def test_illegal_moves_read_loosely_are_explained(move: str) -> None:
    assert not explained(Position("orthodox"), move, language("fr")).legal


@pytest.mark.parametrize("arguments", [["play-line", "orthodox", "-", "Cf3"], ["why", "orthodox", "-", "Sf3"],
                                       ["draw", "orthodox", "-", "--play", "Cf3", "--show", "Sc6"]])
def test_commands_read_moves_in_every_language(arguments: list[str]) -> None:
    status, output, errors = run(*arguments)
    assert status == 0 and output and not errors


def test_the_choice_of_a_language() -> None:
    assert chosen(["moves", "--language=fr"], {"LANG": "de"}).code == "fr"
    assert chosen(["moves", "--", "--language", "fr"], {"LANG": "de_DE@euro"}).code == "de"
    assert chosen(["moves", "--json"], {"LANG": "de"}).code == "en"
    assert of_environment({"LANGUAGE": "fr", "LANG": "en_GB"}) == "en"
    assert of_environment({"LC_ALL": "", "LANG": "POSIX"}) == "en"


@pytest.mark.parametrize("limit", [["--nodes", "1000000"], ["--cpu", "0.5"], ["--time", "0.5"], ["--depth", "1"]])
def test_the_limit_of_a_match_is_told_in_the_language_of_the_run(limit: list[str]) -> None:
    said = {"--nodes": "1000000 positions par coup", "--cpu": "0,5 s de processeur par coup",
            "--time": "0,5 s par coup", "--depth": "profondeur 1"}
    _, output, _ = run("match", "random", "random", "--genre", "orthodox", "--games", "2", "--max-moves", "1",
                       "--quiet", *limit, LANG="fr_FR.UTF-8")
    assert output.startswith(f"random - random, Échecs orthodoxes, {said[limit[0]]}\n"), output


@pytest.mark.parametrize(("code", "said"), [
    ("en", "the amazon, an amazon, by an amazon, the white amazon"),
    ("fr", "l’Amazone, un Amazone, par l’Amazone, l’Amazone blanc, de l’Amazone, pas d’Amazone"),
    ("de", "der Amazone")])
def test_articles_agree_with_names_that_begin_with_a_vowel(code: str, said: str) -> None:
    name = "amazon" if code == "en" else "Amazone"
    words = language(code).with_men([Man("A", (), name=name)])
    found = {words.the("A"), words.the("A", coloured=True),
             *(words.form(form, "A") for form in ("a", "by", "by a", "of", "no"))}
    assert set(said.split(", ")) <= found


@pytest.mark.parametrize("key", ["man held: nowhere", "capture: yes", "flight: can take"])
@pytest.mark.parametrize("code", CODES)
def test_no_pronoun_has_the_gender_of_one_man_only(code: str, key: str) -> None:
    """A sentence of a queen is that of a rook or bishop but for what is put in for the man."""
    words = language(code)
    said = {words.sentence(key, man=Named(words, [(man, "")]), captured=Named(words, [(man, "")]),
                           king=Named(words, [("K", "")])) for man in "QB"}
    assert not any(re.search(r"\b(er|sie|ihn|il|elle)\b", text) for text in said), said


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("value", ["'a: b'", "the FEN is empty", "{}", "{0:reason}", "White", "line 3: the board"])
def test_values_are_left_as_they_are(value: str, code: str) -> None:
    """What is put into a message is never taken for a text, and braces in it are not placeholders."""
    known = catalogue(code)
    for text, translation in known.texts.items():
        places = re.findall(r"\{\d*(:[a-z]+)?\}", PLURAL_FORMS.sub("", translation))
        said = known.message(Message(text, *[value] * text.count("{}")))
        assert said.count(value) >= sum(not form for form in places), text


def test_messages_in_messages_are_translated() -> None:
    inner = Message("{} is empty", "'a: b'")
    said = Message("{}: {}", "file.pop", IllegalMoveError("move {} ({}): {}", 2, "e4", inner))
    assert said == "file.pop: move 2 (e4): 'a: b' is empty"
    assert catalogue("de").message(said) == "file.pop: Zug 2 (e4): 'a: b' ist leer"
    assert catalogue("de").message(str(said.values[1])) == "Zug 2 (e4): 'a: b' ist leer"


@pytest.mark.parametrize("error", [FenError("rank {} is missing, {} of {} ranks found", 3, 5, 8, field="board"),
                                   Error("a brace: {"), Error(), Error("{}: {}", "x", Error("the FEN is empty"))])
def test_errors_keep_text_and_values_when_pickled(error: Error) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and vars(again) == vars(error) and again.args == error.args
    assert message_of(again).__reduce__() == message_of(error).__reduce__()
    assert catalogue("fr").message(str(again)) == catalogue("fr").message(str(error))


def test_a_message_with_many_colons_is_translated_at_once() -> None:
    text = "a: " * 10_000
    assert catalogue("fr").message(text) == text
    assert catalogue("fr").message(Message("{}: {}", text, Message("the FEN is empty"))).endswith("la FEN est vide")


@pytest.mark.parametrize(("error", "said"), [
    (click.BadParameter("'x' is not a valid integer.", param_hint="'DEPTH'"),
     "falscher Wert für 'TIEFE': 'x' ist keine ganze Zahl"),
    (click.BadParameter(Message("{} is not two squares, like e2e4", "'a: b'"), param_hint="--move"),
     "falscher Wert für --move: 'a: b' sind nicht zwei Felder wie e2e4"),
    (click.UsageError("give either files or --fen"), "geben Sie entweder Dateien oder --fen an"),
    (click.MissingParameter(param_hint="'FILE'", param_type="argument"), "es fehlt das Argument 'DATEI'")])
def test_sentences_of_click(error: click.UsageError, said: str) -> None:
    assert catalogue("de").message(click_message(error)) == said


def test_texts_have_the_signs_of_print() -> None:
    """French: typographic apostrophes, quotation marks and signs behind spaces that do not break. German: „“."""
    french = r"[^\W\d_]'[^\W\d_{«]|«(?!\u00a0)|(?<!\u00a0)»|[^\S\u00a0][;!?:](?=\s|$)"
    for code, wrong in (("fr", french), ("de", "[«»”]")):
        words = language(code)
        texts = [*catalogue(code).texts.values(), *page_texts(code).values(), *map(words.word, words.words),
                 *map(words.typeset, words.sentences.values())]
        assert [text for text in texts if re.search(wrong, text)] == []
