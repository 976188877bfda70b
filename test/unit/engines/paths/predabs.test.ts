import { predabs } from '../../../../src/engines/paths/predabs.ts';
import { testInvariants } from '../invariants.ts';
import { testPathEngine, UNHURRIED } from './suite.ts';

testPathEngine('predabs', predabs, [{}, { interpolants: 'craig' }]);

testInvariants('predabs', UNHURRIED);
