// Jocly's Rollerball as a UCI player, for matches of our engine against it.
//
//     npm install jocly                                  in a folder of its own; Node 20 or later
//     JOCLY=FOLDER node bench/jocly_player.mjs
//
// `Level` is one of Jocly's own; its search ends by the level's limits, so `go` needs none and `stop` does nothing.
// Jocly ends games by two rules that Rollerball does not have, 100 plies without capture and a bare king: it does not
// search then, and this program plays the first of its legal moves.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import path from "node:path";

const require = createRequire(path.join(process.env.JOCLY ?? process.cwd(), "x.js"));
const START = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2";
const say = (text) => process.stdout.write(text + "\n");
const square = (index) => "abcdefg"[index % 7] + (Math.floor(index / 7) + 1);

let jocly, match, level = "strong", played = [];

async function uciText(move) {
    const text = await match.getMoveString(move);
    const promotion = /=([RB])/.exec(text);
    return square(move.f) + square(move.t) + (promotion ? promotion[1].toLowerCase() : "");
}

async function begin() {
    match = await jocly.createMatch("rollerball-chess");
    played = [];
}

async function apply(text) {
    const texts = new Map();
    for (const move of await match.getPossibleMoves()) {
        const found = await uciText(move);
        if (texts.has(found)) throw new Error(`two moves are ${found}`);
        texts.set(found, move);
    }
    if (!texts.has(text)) throw new Error(`${text} is not among ${[...texts.keys()].join(" ")}`);
    await match.applyMove(texts.get(text));
    played.push(text);
}

async function position(words) {
    const fen = words[1] === "startpos" ? START : words[2];
    if (fen !== START) throw new Error("games begin from the array");
    const at = words.indexOf("moves");
    const moves = at < 0 ? [] : words.slice(at + 1);
    if (!match || played.some((text, index) => text !== moves[index])) await begin();
    for (const text of moves.slice(played.length)) await apply(text);
}

async function go() {
    const levels = (await match.getConfig()).model.levels;
    let move = null;
    if (!(await match.getFinished()).finished) {
        const found = await match.machineSearch({ level: levels.find((one) => one.name === level), threaded: false });
        move = found.move;
    }
    move ??= (await match.getPossibleMoves())[0];
    say(`bestmove ${move ? await uciText(move) : "0000"}`);
}

async function obey(line) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "uci") {
        jocly = require("jocly");
        say("id name Jocly");
        say("option name Level type combo default strong var easy var fast var medium var strong");
        say("option name UCI_Variant type combo default rollerball var rollerball");
        say("uciok");
    } else if (words[0] === "isready") say("readyok");
    else if (words[0] === "setoption" && words[2] === "Level") level = words[4];
    else if (words[0] === "ucinewgame") await begin();
    else if (words[0] === "position") await position(words);
    else if (words[0] === "go") await go();
    else if (words[0] === "quit") process.exit(0);
}

for await (const line of createInterface({ input: process.stdin })) {
    try {
        await obey(line);
    } catch (error) {
        say(`info string ${error.message}`);
        process.exitCode = 1;
        break;
    }
}
process.exit();
