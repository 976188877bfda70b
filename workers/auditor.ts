import { auditor } from '../src/race/worker/auditor.ts';

export default auditor;
