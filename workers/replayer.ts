import { replayer } from '../src/race/worker/replayer.ts';

export default replayer;
