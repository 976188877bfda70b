import { runJobProcess } from '../src/server/job/child.ts';

runJobProcess();
export default null;
