// Entry of the stage worker: exposes one StageHost over Comlink. Problems cross the boundary as plain data.
import { expose } from 'comlink';
import { policyKinds } from '../src/policy/registry.ts';
import { worldKinds } from '../src/worlds/registry.ts';
import { StageHost } from './stage-host.ts';

expose(new StageHost(worldKinds, policyKinds));
