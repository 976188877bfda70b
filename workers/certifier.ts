import { certifier } from '../src/race/worker/certifier.ts';

export default certifier;
