import { testInvariants } from '../invariants.ts';

testInvariants('imc');
