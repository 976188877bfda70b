import { testInvariants } from '../invariants.ts';

testInvariants('ismc');
