import { split } from '../../../../src/engines/paths/split.ts';
import { testPathEngine } from './suite.ts';

testPathEngine('split', split, [{}, { interpolants: 'craig' }]);
