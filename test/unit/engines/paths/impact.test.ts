import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import { impact } from '../../../../src/engines/paths/impact.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor } from '../context.ts';
import { testPathEngine } from './suite.ts';

testPathEngine('impact', impact, [
  {},
  { force: false },
  { interpolants: 'craig' },
  { interpolants: 'letters,newton:it-wp' },
]);

test('forced covering saves a refinement', () => {
  const text = readFileSync(new URL('../../../loops/alternating.c', import.meta.url), 'utf8');
  const statisticsOf = (force: boolean): EngineStatistics => {
    const { system } = simplify(compile(text).system);
    let told: EngineStatistics = {};
    const context = contextFor(system, ownSolversFor(system), { options: { force } });
    const statistics = (values: EngineStatistics): void => {
      told = values;
    };
    expect(impact({ ...context, statistics }).kind).toBe('safe');
    return told;
  };
  const [without, forced] = [statisticsOf(false), statisticsOf(true)];
  expect(without.forced).toBe(0);
  expect(forced.forced).toBeGreaterThan(0);
  expect(forced.refinements).toBeLessThan(without.refinements);
  expect(forced.nodes).toBeLessThan(without.nodes);
});
