import { traces } from '../../../../src/engines/paths/traces.ts';
import { testPathEngine } from './suite.ts';

testPathEngine('traces', traces, [{}, { interpolants: 'craig' }]);
