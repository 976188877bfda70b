import { certifier } from '../src/portfolio/worker/certifier.ts';

export default certifier;
