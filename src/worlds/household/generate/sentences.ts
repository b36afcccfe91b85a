// Task sentences of generated houses, in our own words.
// Invariant: a sentence says all that the goal asks (object, receptacle or lamp, states, count) and nothing about places.
import type { TaskType } from '../house.ts';

/** What an owner calls one thing of a type, before the type word. */
export const OWNER_ADJECTIVES: readonly string[] = [
  'breakfast',
  'sunday',
  'lucky',
  'favourite',
  'garden',
  'holiday',
  'guest',
  'old',
  'travel',
  'birthday',
  'spare',
  'evening',
  'market',
  'borrowed',
  'painted',
  'wedding',
];

/** A = "one mug" or "the breakfast mug", T = the type word, R = the receptacle or lamp type; two wordings each. */
const SENTENCES: Readonly<Record<TaskType, readonly [string, string]>> = {
  look_at_obj_in_light: ['hold A beside a lit R', 'carry A over to a R that shines'],
  pick_and_place_simple: ['bring A to the R', 'the R should hold A'],
  pick_clean_then_place_in_recep: ['wash A and bring it to the R', 'the R should hold A that was washed'],
  pick_heat_then_place_in_recep: ['warm A up and bring it to the R', 'the R should hold A that was warmed'],
  pick_cool_then_place_in_recep: ['chill A and bring it to the R', 'the R should hold A that was chilled'],
  pick_two_obj_and_place: ['bring one T and one more T to the same R', 'the same R should hold one T and one more T'],
  pick_clean_then_cool_then_place: [
    'wash A, chill it and bring it to the R',
    'the R should hold A, washed and chilled',
  ],
  pick_two_hot_and_place: [
    'warm one T and one more T and bring both to the same R',
    'the same R should hold one T and one more T, both warmed',
  ],
  slice_then_heat_and_place: ['cut A, warm it up and bring it to the R', 'the R should hold A, cut and warmed'],
};

/**
 * The task sentence, without a final stop.
 * @param wording 0 or 1.
 * @param owner the owner's phrase for the one thing that is meant, or null when any thing of the type will do.
 */
export function sentenceOf(
  task: TaskType,
  wording: number,
  objectType: string,
  receptacleType: string,
  owner: string | null,
): string {
  const one = owner === null ? `one ${objectType}` : `the ${owner}`;
  return SENTENCES[task][wording].replace(/\bA\b/, one).replace(/\bT\b/g, objectType).replace(/\bR\b/, receptacleType);
}
