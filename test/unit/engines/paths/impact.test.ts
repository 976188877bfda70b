import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import { impact } from '../../../../src/engines/paths/impact.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor } from '../context.ts';
import { testInvariants } from '../invariants.ts';
import { testPathEngine, UNHURRIED } from './suite.ts';

testPathEngine('impact', impact, [{}, { interpolants: 'craig' }, { interpolants: 'letters,newton:it-wp' }]);

test('a leaf is covered by force', () => {
  const text = readFileSync(new URL('../../../loops/alternating.c', import.meta.url), 'utf8');
  const { system } = simplify(compile(text).system);
  let told: EngineStatistics = {};
  const statistics = (values: EngineStatistics): void => {
    told = values;
  };
  expect(impact({ ...contextFor(system, ownSolversFor(system)), statistics }).kind).toBe('safe');
  expect(told.forced).toBeGreaterThan(0);
});

testInvariants('impact', UNHURRIED);
