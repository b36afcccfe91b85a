// What is kept on this machine, and what can be done with it: runs, files, room, export, import, erasing.
// Invariant: everything shown was read from the store or the browser after the last change; a refusal is shown as one.
import { transfer } from 'comlink';
import type { LoopCommand } from '../../../workers/protocol.ts';
import type { PackInfo, RunSummary, Usage } from '../../store/store.ts';
import type { AppState } from './app.svelte.ts';
import { withPack } from './setup.ts';

/** Whether the browser may drop the data when the disk runs full. */
export type Kept = 'unknown' | 'kept' | 'may be dropped' | 'refused' | 'unsupported';

const READ_EVERY_MS = 2000;
/** Large archives take their time. */
const FILE_DEADLINE_MS = 600_000;

export class DataState {
  runs: readonly RunSummary[] = $state.raw([]);
  packs: readonly PackInfo[] = $state.raw([]);
  usage: Usage | null = $state.raw(null);
  /** What the browser says of the whole origin; null where it says nothing. */
  estimate: { readonly usage: number; readonly quota: number } | null = $state.raw(null);
  kept: Kept = $state('unknown');
  /** What is being done now, '' for nothing. */
  doing = $state('');
  /** What was done last. */
  done = $state('');
  loaded = $state(false);
  readonly #app: AppState;
  #readAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Reads everything now, or as soon as the last reading is long enough ago. */
  readSoon(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#readAt + READ_EVERY_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.read();
    }, wait);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async read(): Promise<void> {
    this.#readAt = performance.now();
    try {
      const live = await this.#app.session.live();
      const [runs, packs, usage] = await live.call((service) =>
        Promise.all([service.runs(), service.packs(), service.usage()]),
      );
      [this.runs, this.packs, this.usage] = [runs, packs, usage];
      await this.#readBrowser();
    } catch (error) {
      this.#app.problems.note(error);
    }
    this.loaded = true;
  }

  /** Asks the browser never to drop the data by itself. */
  async keep(): Promise<void> {
    await this.#do('Asking the browser', '', async () => {
      this.kept = (await storage()?.persist?.()) ? 'kept' : 'refused';
    });
  }

  async open(run: RunSummary): Promise<void> {
    await this.#do(`Opening ${run.id.slice(0, 6)}`, '', async () => {
      await this.#app.resume(run, false);
      this.#app.router.go('loop');
    });
  }

  async exportRun(run: RunSummary): Promise<void> {
    await this.#do('Packing the run', 'The run was handed to the browser as a file.', async () => {
      const { bytes } = await this.#command({ kind: 'export', runId: run.id });
      if (bytes) download(`${fileName(run)}.terrarium`, bytes);
    });
  }

  async exportEpisodes(run: RunSummary): Promise<void> {
    await this.#do('Writing the episodes', 'The episodes were handed to the browser as JSON lines.', async () => {
      const live = await this.#app.session.live();
      download(
        `${fileName(run)}.jsonl`,
        await live.call((service) => service.exportEpisodes(run.id), FILE_DEADLINE_MS),
      );
    });
  }

  async exportAll(): Promise<void> {
    await this.#do('Packing everything', 'All records were handed to the browser as a file.', async () => {
      const live = await this.#app.session.live();
      download('terrarium-records.zip', await live.call((service) => service.exportRaw(), FILE_DEADLINE_MS));
    });
  }

  async import(file: File): Promise<void> {
    await this.#do(`Reading ${file.name}`, `${file.name} is now a run of its own.`, async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await this.#command(transfer({ kind: 'import', bytes }, [bytes.buffer]));
    });
  }

  async deleteRun(run: RunSummary): Promise<void> {
    await this.#do('Deleting the run', 'The run is deleted.', async () => {
      await this.#command({ kind: 'delete-run', runId: run.id });
      if (this.#app.unfinished?.id === run.id) this.#app.unfinished = null;
    });
  }

  async deletePack(pack: PackInfo): Promise<void> {
    await this.#do('Deleting the file', `${pack.name} is deleted here.`, async () => {
      await this.#command({ kind: 'delete-pack', sha256: pack.sha256 });
      const { draft, catalogue } = this.#app;
      if (draft.pack?.sha256 === pack.sha256) this.#app.draft = withPack(draft, null, catalogue);
    });
  }

  /** Runs that play the file. */
  runsOf({ sha256 }: PackInfo): number {
    const plays = ({ config: { world } }: RunSummary) => world.source.kind === 'pack' && world.source.sha256 === sha256;
    return this.runs.filter(plays).length;
  }

  /** Runs, episodes, files and what the page remembers of its reader. */
  async eraseEverything(): Promise<void> {
    await this.#do('Erasing', 'Everything is erased.', async () => {
      await this.#command({ kind: 'erase-everything' });
      this.#app.forget();
    });
  }

  async #command(command: LoopCommand) {
    return (await this.#app.session.live()).call((service) => service.command(command), FILE_DEADLINE_MS);
  }

  /** One act at a time; afterwards everything is read again. */
  async #do(doing: string, done: string, work: () => Promise<void>): Promise<void> {
    if (this.doing !== '') return;
    this.doing = doing;
    this.done = '';
    try {
      await work();
      this.done = done;
    } catch (error) {
      this.#app.problems.note(error);
    } finally {
      this.doing = '';
    }
    await this.read();
  }

  async #readBrowser(): Promise<void> {
    const manager = storage();
    if (manager === null) {
      this.kept = 'unsupported';
      return;
    }
    const { usage, quota } = await manager.estimate();
    this.estimate = usage === undefined || quota === undefined ? null : { usage, quota };
    if (this.kept === 'refused') return;
    this.kept = (await manager.persisted()) ? 'kept' : 'may be dropped';
  }
}

/** The browser's storage manager, null where there is none (insecure context, old browser). */
function storage(): StorageManager | null {
  return 'storage' in navigator && 'persist' in navigator.storage ? navigator.storage : null;
}

function fileName({ config, id }: RunSummary): string {
  return `terrarium-${config.system}-${config.world.id}-seed-${config.seed}-${id.slice(0, 6)}`;
}

/** Hands bytes to the browser as a file to save. */
function download(name: string, bytes: Uint8Array): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
