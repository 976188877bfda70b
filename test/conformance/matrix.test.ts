import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadZ3, type Z3Api } from '../../src/logic/z3/index.ts';
import { scratchFolder } from '../scratch.ts';
import { hasCompiler } from './fuzz/native.ts';
import { cells } from './matrix/cells.ts';
import { type Truth, truthOf } from './matrix/native.ts';
import { outcomeOf } from './matrix/run.ts';
import { variantsOf } from './matrix/variants.ts';

/** Tests a sample of the matrix of memory operations; `scripts/matrix.ts` runs all of it. */

const CELLS = 25;
/** Limit of each engine in ms. */
const LIMIT = 300;

const present = hasCompiler();
if (!present) console.log('skipped: no gcc here');

describe.runIf(present)('a sample of the matrix of memory operations', () => {
  const all = [...cells()];
  const sample = Array.from({ length: CELLS }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / CELLS)]);
  const folder = scratchFolder('matrix');
  let z3: Z3Api;
  let truths: readonly Truth[];
  const counts = new Map<string, number>();
  beforeAll(async () => {
    z3 = await loadZ3();
    truths = truthOf(sample, folder);
  });
  afterAll(() => console.log([...counts].map(([result, count]) => `${count} ${result}`).join(', ')));

  it.each(sample.map((cell, i) => ({ name: cell.name, cell, i })))('$name', ({ cell, i }) => {
    const truth = truths[i];
    if (truth.kind === 'dropped') return;
    const variant = variantsOf(cell, truth.results)[i % 2];
    const { result, why } = outcomeOf(cell, variant, { z3, limit: LIMIT, seed: 1, ownSolver: true });
    counts.set(result, (counts.get(result) ?? 0) + 1);
    expect(['right', 'unknown'], `${result}, ${variant.expected} expected: ${why}\n${variant.text}`).toContain(result);
  });

  // Limits of engines are wall time, so a loaded machine decides fewer programs. Following runs has
  // no such limit here.
  it('more than half of them are decided', () => {
    const decided = counts.get('right') ?? 0;
    expect(decided).toBeGreaterThan(CELLS / 2);
  });
});
