import { traces } from '../../../../src/engines/paths/traces.ts';
import { testPathEngine } from './suite.ts';

testPathEngine('traces', traces, [
  { letters: 3 },
  { interpolants: 'letters,craig' },
  { interpolants: 'craig' },
  { interpolants: 'letters' },
]);
