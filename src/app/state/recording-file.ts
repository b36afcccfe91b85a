// Fetches the recorded run that plays before the visitor starts one, and unpacks it.
// Invariant: the file is ours and beside the page; what cannot be read becomes a problem with a next step.
import { Problem } from '../../core/problem.ts';
import { readRecording } from '../../store/recording.ts';
import type { RecordedRun } from './recorded.ts';
import { RECORDED_ID } from './session.svelte.ts';

const ADDRESS = 'demo/recorded.json.gz';

/** Reads the recording from beside the page. */
export async function fetchRecording(): Promise<RecordedRun> {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw missing(`the server answered ${response.status}`);
  const { config, entries, episodes, policies } = readRecording(await textOf(await response.arrayBuffer()));
  return {
    runId: RECORDED_ID,
    config,
    entries,
    headers: episodes.map((episode) => episode.header),
    episodes,
    policies,
  };
}

/** The text of the file, whether or not the server has already inflated it. */
async function textOf(bytes: ArrayBuffer): Promise<string> {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  const body = new Response(bytes).body;
  const zipped = first === 0x1f && second === 0x8b;
  return new Response(zipped ? body?.pipeThrough(new DecompressionStream('gzip')) : body).text();
}

function missing(what: string): Problem {
  return new Problem({
    code: 'no-recording',
    message: `The recorded run could not be loaded: ${what}.`,
    nextStep: 'Press Run to start your own; reload the page to try the recording again.',
  });
}
