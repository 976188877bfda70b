import { predabs } from '../../../../src/engines/paths/predabs.ts';
import { testPathEngine } from './suite.ts';

testPathEngine('predabs', predabs, [{}, { interpolants: 'craig' }, { interpolants: 'letters' }]);
