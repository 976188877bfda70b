import { runThread } from '../src/apps/cli/run-thread.ts';

export default runThread;
