// The bytes of dropped files, read and joined by a worker that goes away afterwards.
import { wrap } from 'comlink';
import { asProblem } from '../../../workers/edge.ts';
import type { BundleService } from '../../../workers/bundle.ts';
import type { DroppedFile } from './dropped.ts';

/** One file as it is, several as one zip. @throws Problem where a file cannot be read. */
export async function bundle(files: readonly DroppedFile[]): Promise<Uint8Array> {
  const worker = new Worker(new URL('../../../workers/bundle.ts', import.meta.url), { type: 'module', name: 'bundle' });
  try {
    return await wrap<BundleService>(worker).bundle(files);
  } catch (error) {
    throw asProblem(error);
  } finally {
    worker.terminate();
  }
}
