// Entry of the stage worker: exposes one StageHost over Comlink. Problems cross the boundary as plain data.
import { expose } from 'comlink';
import { policyKind } from '../src/policy/registry.ts';
import { atTheEdge } from './edge.ts';
import { worldKind } from './plug-ins.ts';
import { StageHost } from './stage-host.ts';

expose(atTheEdge(new StageHost(worldKind, policyKind)));
