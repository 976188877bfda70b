import { runThread } from '../src/cli/run-thread.ts';

runThread();
