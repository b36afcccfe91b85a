// Small household files for tests, in our own rules and words: a game of two rooms, release folders, zips.
// Invariant: valid as they are made; tests break them.
import { zipSync } from 'fflate';
import type { NamedBytes } from './limits.ts';

const DOMAIN = `(define (domain rooms) (:types agent room)
  (:predicates (at ?a - agent ?r - room) (lamp ?r - room) (lit ?r - room))
  (:action walk :parameters (?a - agent ?from - room ?to - room) :precondition (at ?a ?from) :effect (and (not (at ?a ?from)) (at ?a ?to)))
  (:action light :parameters (?a - agent ?r - room) :precondition (and (at ?a ?r) (lamp ?r)) :effect (lit ?r)))`;

const PROBLEM = `(define (problem plan_small) (:domain rooms) (:objects me - agent hall_bar_1 hall_bar_2 - room)
  (:init (at me hall_bar_1) (lamp hall_bar_2)) (:goal (exists (?r - room) (lit ?r))))`;

const GRAMMAR = `grammar :: """{
  "intro": [{"rhs": "Rooms: [{r.name | lamp(r:room)}]. Your task is to: make light."}],
  "list_empty": [{"rhs": "none"}], "list_separator": [{"rhs": ", "}], "list_last_separator": [{"rhs": " and "}]
}""";
action walk { template :: "walk to {to}"; feedback :: "You are in {to.name}."; }
action light { template :: "light {r}"; feedback :: "{r.name} is lit."; }
`;

export const smallGame = { pddl_domain: DOMAIN, pddl_problem: PROBLEM, grammar: GRAMMAR, solvable: true };

export function bytesOf(json: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(json));
}

/** A game file whose fields are changed (undefined = left out). */
export function gameFile(name = 'game.tw-pddl', changes: Readonly<Record<string, unknown>> = {}): NamedBytes {
  return { name, bytes: bytesOf({ ...smallGame, ...changes }) };
}

/** A release of our own: two splits of solvable games, one unsolvable and one unmarked game, and files that are not needed. */
export function releaseFiles(folder = 'json_0.0.0'): Record<string, Uint8Array> {
  const game = (changes: Readonly<Record<string, unknown>> = {}): Uint8Array => gameFile('', changes).bytes;
  return {
    [`${folder}/train/light-Lamp-None-Hall-1/trial_1/game.tw-pddl`]: game(),
    [`${folder}/train/light-Lamp-None-Hall-1/trial_1/traj_data.json`]: bytesOf({ scene: 1 }),
    [`${folder}/train/light-Lamp-None-Hall-2/trial_2/game.tw-pddl`]: game(),
    [`${folder}/train/light-Lamp-None-Hall-3/trial_3/game.tw-pddl`]: game({ solvable: false }),
    [`${folder}/train/light-Lamp-None-Hall-4/trial_4/game.tw-pddl`]: game({ solvable: undefined }),
    [`${folder}/valid_train/light-Lamp-None-Hall-1/trial_5/game.tw-pddl`]: game(),
  };
}

export function releaseZip(level: 0 | 6 = 6): NamedBytes {
  return { name: 'release.zip', bytes: zipSync(releaseFiles(), { level }) };
}
