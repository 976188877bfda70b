import { auditor } from '../src/portfolio/worker/auditor.ts';

export default auditor;
