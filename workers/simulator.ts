import { simulator } from '../src/portfolio/worker/simulator.ts';

export default simulator;
