// What the page does on its own after the first picture: the recorded run begins, then the catalogue arrives.
// Invariant: nothing here blocks the first picture, and a part that fails leaves the page usable with a named problem.
import type { AppState } from './state/app.svelte.ts';
import { RecordedPlayer } from './state/recorded.ts';
import { fetchRecording } from './state/recording-file.ts';

/** Begins loading; returns at once. */
export function start(app: AppState): void {
  void playRecording(app);
  void readCatalogue(app).then(() => openStage(app));
  setTimeout(() => void lookForOwnRun(app), OWN_RUN_AFTER_MS);
}

/** The loop worker starts when the first pictures are drawn, so that it does not compete with them. */
const OWN_RUN_AFTER_MS = 2000;

async function lookForOwnRun(app: AppState): Promise<void> {
  try {
    if (app.session.origin !== 'live') await app.findUnfinished();
  } catch (error) {
    app.problems.note(error);
  }
}

async function openStage(app: AppState): Promise<void> {
  try {
    const { Stage } = await import('./state/stage.svelte.ts');
    app.stage = new Stage(app);
  } catch (error) {
    app.problems.note(error);
  }
}

async function playRecording(app: AppState): Promise<void> {
  try {
    const recording = await fetchRecording();
    app.recording = recording;
    app.session.showRecorded(new RecordedPlayer(recording, app.clock));
  } catch (error) {
    app.problems.note(error);
  }
}

async function readCatalogue(app: AppState): Promise<void> {
  try {
    const { readRegistries } = await import('./state/registries.ts');
    app.setCatalogue(readRegistries());
  } catch (error) {
    app.problems.note(error);
  }
}
