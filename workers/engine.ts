import { engine } from '../src/portfolio/worker/engine.ts';

export default engine;
