import { runThread } from '../src/cli/run-thread.ts';

export default runThread;
