import { testInvariants } from '../invariants.ts';

testInvariants('dar');
