// First file of a rollout thread: Node 20 does not hand tsx on to threads, so it is registered before the entry is loaded.
import { register } from 'tsx/esm/api';

register();
await import('./pool-worker.ts');
