// Fetches the recorded run that plays before the visitor starts one.
import type { RecordedRun } from './recorded.ts';

/** Reads the recording from beside the page. */
export async function fetchRecording(): Promise<RecordedRun> {
  const { fixtureRun } = await import('../../../test/dev/fixture-run.ts');
  return fixtureRun();
}
