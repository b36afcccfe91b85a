import { describe, expect, it } from 'vitest';
import { Problem } from '../../../core/problem.ts';
import { Interpreter } from './interpreter.ts';
import { parseDomain, parseProblem } from './parse.ts';
import { compile } from './program.ts';

/** A small domain with every construct; the problem is given by its objects, facts and goal. */
function play(actions: string, objects: string, facts: string, goal = '(done)'): Interpreter {
  const domain = `(define (domain d) (:types room, thing room object) (:predicates (at ?r) (door ?a ?b) (lit ?t) (done)) ${actions})`;
  const problem = `(define (problem p) (:domain d) (:objects ${objects}) (:init ${facts}) (:goal ${goal}))`;
  return new Interpreter(
    compile(parseDomain({ name: 'domain', text: domain }), parseProblem({ name: 'problem', text: problem })),
  );
}

const commands = (game: Interpreter): string[] =>
  game
    .instances()
    .map(({ action, entities }) =>
      [game.program.actions[action].name, ...entities.map((e) => game.program.entities[e])].join(' '),
    );

function act(game: Interpreter, command: string): void {
  game.apply(game.instances()[commands(game).indexOf(command)]);
}

const GO = `(:action go :parameters (?a - room ?b - room) :precondition (and (at ?a) (or (door ?a ?b) (door ?b ?a) (= ?a ?b)))
  :effect (and (not (at ?a)) (at ?b)))`;

describe('which instances are commands', () => {
  it('joins over static and dynamic facts', () => {
    const game = play(GO, 'r1 r2 r3 - room', '(at r1) (door r1 r2) (door r3 r2)');
    expect(commands(game)).toEqual(['go r1 r2']);
    act(game, 'go r1 r2');
    expect(commands(game)).toEqual(['go r2 r1', 'go r2 r3']);
  });

  it('drops an instance whose effects all stand in its precondition (going where one stands)', () => {
    const game = play(GO, 'r1 r2 - room', '(at r1) (door r1 r2) (door r1 r1)');
    expect(commands(game)).toEqual(['go r1 r2']);
  });

  it('keeps an action whose effect holds already but is not asked for (looking twice)', () => {
    const game = play(
      '(:action look :parameters (?r - room) :precondition (at ?r) :effect (lit ?r))',
      'r1 - room',
      '(at r1) (lit r1)',
    );
    act(game, 'look r1');
    expect(commands(game)).toEqual(['look r1']);
  });

  it('drops an action without effects', () => {
    expect(commands(play('(:action idle :parameters () :precondition ())', 'r1 - room', '(at r1)'))).toEqual([]);
  });

  it('gives the type `room,` no objects, so that its branch never holds', () => {
    const exists = (type: string) =>
      `(:action see :parameters (?t - thing) :precondition (exists (?a - ${type} ?b - room) (at ?a)) :effect (lit ?t))`;
    expect(commands(play(exists('room,'), 'r1 - room t1 - thing', '(at r1)'))).toEqual([]);
    expect(commands(play(exists('room'), 'r1 - room t1 - thing', '(at r1)'))).toEqual(['see t1']);
  });

  it('lets a parameter of type `object` be anything, also where the domain declares a type object', () => {
    const any = '(:action mark :parameters (?o - object) :precondition (not (lit ?o)) :effect (lit ?o))';
    expect(commands(play(any, 'r1 - room t1 - thing o1 - object', ''))).toEqual(['mark o1', 'mark r1', 'mark t1']);
  });

  it('counts an instance once however many ways its condition holds', () => {
    const see =
      '(:action see :parameters (?a - room) :precondition (exists (?b - room) (or (door ?a ?b) (door ?b ?a))) :effect (lit ?a))';
    expect(commands(play(see, 'r1 r2 r3 - room', '(door r1 r2) (door r3 r1)'))).toEqual(['see r1', 'see r2', 'see r3']);
  });
});

describe('effects', () => {
  it('conditional effects read the old state', () => {
    const flip = `(:action flip :parameters (?t - thing) :precondition ()
      :effect (and (when (lit ?t) (not (lit ?t))) (when (not (lit ?t)) (lit ?t)) (done)))`;
    const game = play(flip, 't1 - thing', '');
    const lit = game.relation(game.program.tableOf.get('lit')!);
    for (const expected of [true, false, true]) {
      act(game, 'flip t1');
      expect(lit.has(game.program.entityIndex.get('t1')!)).toBe(expected);
    }
  });

  it('an add wins over a delete of the same fact', () => {
    const both =
      '(:action both :parameters (?t - thing) :precondition () :effect (and (lit ?t) (not (lit ?t)) (done)))';
    const game = play(both, 't1 - thing', '');
    act(game, 'both t1');
    expect(game.relation(game.program.tableOf.get('lit')!).facts.size).toBe(1);
  });

  it('a deleted fact is denied until it is added again; a fact never written is not denied', () => {
    const actions = `(:action on :parameters (?t - thing) :precondition () :effect (and (lit ?t) (done)))
      (:action off :parameters (?t - thing) :precondition () :effect (and (not (lit ?t)) (done)))`;
    const game = play(actions, 't1 t2 - thing', '(lit t1)');
    const lit = game.relation(game.program.tableOf.get('lit')!);
    expect(lit.denied.size).toBe(0);
    act(game, 'off t1');
    expect(lit.denied.size).toBe(1);
    act(game, 'on t1');
    expect(lit.denied.size).toBe(0);
  });
});

describe('goals and states', () => {
  it('answers nested exists with two different things', () => {
    const goal = '(exists (?a - thing) (and (lit ?a) (exists (?b - thing) (and (not (= ?a ?b)) (lit ?b)))))';
    const on = '(:action on :parameters (?t - thing) :precondition () :effect (lit ?t))';
    const game = play(on, 't1 t2 - thing', '', goal);
    act(game, 'on t1');
    expect(game.won()).toBe(false);
    act(game, 'on t2');
    expect(game.won()).toBe(true);
  });

  it('a clone goes its own way, and equal states have equal numbers whatever led to them', () => {
    const on = '(:action on :parameters (?t - thing) :precondition () :effect (lit ?t))';
    const a = play(on, 't1 t2 - thing', '');
    const b = a.clone();
    act(a, 'on t1');
    expect(b.stateNumber()).not.toBe(a.stateNumber());
    act(a, 'on t2');
    act(b, 'on t2');
    act(b, 'on t1');
    expect(b.stateNumber()).toBe(a.stateNumber());
  });
});

describe('what does not fit is refused', () => {
  it.each([
    ['(:action a :parameters () :precondition (lit ?x) :effect (done))', '?x'],
    ['(:action a :parameters () :precondition (lit ghost) :effect (done))', 'ghost'],
    ['(:action a :parameters (?x) :precondition (lit ?x ?x) :effect (done))', 'lit'],
    ['(:action a :parameters (?x) :precondition (p ?x ?x ?x ?x) :effect (done))', 'arguments'],
  ])('%s', (actions, named) => {
    expect(() => play(actions, 'r1 - room', '')).toThrow(Problem);
    expect(() => play(actions, 'r1 - room', '')).toThrow(named);
  });

  it('stops a condition made to hang', () => {
    const objects = Array.from({ length: 300 }, (_, i) => `t${i}`).join(' ');
    const hang = '(:action a :parameters (?a ?b ?c ?d) :precondition (not (lit ?a)) :effect (done))';
    const game = play(hang, objects, '');
    expect(() => game.instances()).toThrow('too large');
  });
});
