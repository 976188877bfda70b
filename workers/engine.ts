import { engine } from '../src/race/worker/engine.ts';

export default engine;
