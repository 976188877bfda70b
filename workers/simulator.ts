import { simulator } from '../src/race/worker/simulator.ts';

export default simulator;
