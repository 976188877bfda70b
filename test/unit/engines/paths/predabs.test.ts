import { predabs } from '../../../../src/engines/paths/predabs.ts';
import { testPathEngine } from './suite.ts';

testPathEngine('predabs', predabs, [
  {},
  { abstraction: 'cartesian' },
  { predicates: 'conjuncts' },
  { predicates: 'whole', seed: true },
  { interpolants: 'craig' },
  { interpolants: 'letters' },
  { restart: 'subgraph' },
  { restart: 'subgraph', abstraction: 'cartesian', interpolants: 'craig' },
]);
