import { keeper } from '../src/portfolio/worker/keeper.ts';

export default keeper;
