import { exchange } from '../src/race/worker/exchange.ts';

export default exchange;
