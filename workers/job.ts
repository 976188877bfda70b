import { runJobProcess } from '../src/apps/server/job/child.ts';

runJobProcess();
export default null;
