// The household in our own words: commands and answers of generated houses, as a grammar of the same kind as the benchmark's.
// Invariant: not one sentence or command of ALFWorld; an answer says exactly what the engine shows, no more and no less.
import type { GrammarSource, RuleSource } from './grammar.ts';

const THINGS_IN = '[{o2.name | inreceptacle(o2:object, r:receptacle)}]';

const SYMBOLS: Readonly<Record<string, readonly RuleSource[]>> = {
  task: [{ rhs: 'Goal: UNKNOWN GOAL.' }],
  // Names of their own for the variables: the command's location is bound, and the list is of the whole room.
  furniture: [{ rhs: '[{r2.name | receptacleatlocation(r2:receptacle, l2:location)}]' }],

  'receptacle.feedback': [
    { condition: 'openable(r:receptacle) & opened(r:receptacle)', rhs: `It stands open with ${THINGS_IN} inside.` },
    { condition: 'openable(r:receptacle)', rhs: 'It is shut.' },
    { rhs: `It holds ${THINGS_IN}.` },
  ],
  'look.feedback': [
    {
      condition: 'atlocation(a:agent, l:location) & receptacleatlocation(r:receptacle, l:location)',
      rhs: 'You stand by [{r.name | receptacleatlocation(r:receptacle, l:location)}].',
    },
    { rhs: 'You stand away from everything. In reach of a walk: #furniture#.' },
  ],
  'inventory.feedback': [
    { condition: 'holdsany(a:agent)', rhs: 'In your hands: [{o.name | holds(a:agent, o:object)}].' },
    { rhs: 'Your hands are empty.' },
  ],
  'object.feedback': [
    {
      condition: 'isreceptacleobject(o:object)',
      rhs: 'The {o.name} is #heat#, #dirt##cut#, with [{o2.name | inreceptacleobject(o2:object, o:object)}] in it.',
    },
    { condition: 'toggleable(o:object) & istoggled(o:object)', rhs: 'The {o.name} is shining.' },
    { rhs: 'The {o.name} is #heat#, #dirt##cut#.' },
  ],
  heat: [
    { condition: 'ishot(o:object)', rhs: 'warm' },
    { condition: 'iscool(o:object)', rhs: 'chilled' },
    { rhs: 'neither warm nor chilled' },
  ],
  dirt: [{ condition: 'isclean(o:object)', rhs: 'washed' }, { rhs: 'not washed' }],
  cut: [{ condition: 'issliced(o:object)', rhs: ', cut' }, { rhs: '' }],
  'broken.feedback': [{ rhs: 'The {r.name} is dead: it does nothing to the {o.name}.' }],

  list_empty: [{ rhs: 'nothing' }],
  list_separator: [{ rhs: ', ' }],
  list_last_separator: [{ rhs: ' and ' }],
};

/** Command templates by action; wording-explain.ts reads them too. */
export const TEMPLATES = {
  gotolocation: 'walk to {r}',
  openobject: 'pull {r} open',
  closeobject: 'shut {r}',
  pickupobject: 'grab {o} at {r}',
  putobject: 'leave {o} at {r}',
  inventory: 'check hands',
  examinereceptacle: 'inspect {r}',
  examineobject: 'inspect {o}',
  toggleobject: 'switch on {o}',
  heatobject: 'warm {o} at {r}',
  cleanobject: 'wash {o} at {r}',
  coolobject: 'chill {o} at {r}',
  sliceobject: 'cut {co} using {ko}',
  look: 'look around',
} as const;

const FEEDBACK: Readonly<Record<keyof typeof TEMPLATES, string>> = {
  gotolocation: 'You walk to the {r.name}. #receptacle.feedback#',
  openobject: 'You pull at the {r.name}. #receptacle.feedback#',
  closeobject: 'The {r.name} is shut again.',
  pickupobject: 'You now hold the {o.name}.',
  putobject: 'The {o.name} is now at the {r.name}.',
  inventory: '#inventory.feedback#',
  examinereceptacle: 'You inspect the {r.name}. #receptacle.feedback#',
  examineobject: '#object.feedback#',
  toggleobject: 'The {o.name} shines.',
  heatobject: 'The {o.name} is now warm.',
  cleanobject: 'The {o.name} is now washed.',
  coolobject: 'The {o.name} is now chilled.',
  sliceobject: 'The {co.name} is now cut.',
  look: '#look.feedback#',
};

const ROOM_WORDS: Readonly<Record<string, string>> = {
  kitchen: 'a kitchen',
  livingroom: 'a living room',
  bedroom: 'a bedroom',
  bathroom: 'a bathroom',
};

/**
 * The wording of a room.
 * @param room one of ROOM_NAMES; any other text gives an opening that names no kind of room.
 */
export function wordingOf(room: string): GrammarSource {
  const where = Object.hasOwn(ROOM_WORDS, room) ? ROOM_WORDS[room] : 'a house';
  const actions = Object.entries(TEMPLATES).map(
    ([action, template]) => [action, { template, feedback: FEEDBACK[action as keyof typeof TEMPLATES] }] as const,
  );
  return {
    symbols: { ...SYMBOLS, intro: [{ rhs: `You are in ${where}. Around you: #furniture#.\n\n#task#` }] },
    actions: Object.fromEntries(actions),
    refusal: 'That does nothing.',
  };
}

/** The wording that names no kind of room. */
export const WORDING: GrammarSource = wordingOf('');
