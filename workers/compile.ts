import { workerData } from 'node:worker_threads';
import { compileThread } from '../src/race/worker/compile-thread.ts';

export default (): Promise<void> => compileThread(workerData);
