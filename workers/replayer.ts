import { replayer } from '../src/portfolio/worker/replayer.ts';

export default replayer;
