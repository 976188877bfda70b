import { workerData } from 'node:worker_threads';
import { keeper } from '../src/portfolio/worker/keeper.ts';

void keeper(workerData);
