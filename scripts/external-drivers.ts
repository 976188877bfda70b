import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadZ3 } from '../src/logic/z3/index.ts';
import { compareSeed, isWrong } from '../test/conformance/external-drivers/judge.ts';

/**
 * Compares verdicts under `havoc` with native runs in which C functions stand for the external ones:
 * `external-drivers FIRST COUNT [FOLDER] [MILLISECONDS]`, seeds from FIRST on. FOLDER gets the
 * programs with a wrong verdict. MILLISECONDS limits each engine on one program (default 3000). Run it
 * by `node scripts/run.mjs`.
 */
const [first = '1', count = '100', wrong = null, limit = '3000'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'lemmata-external-drivers-'));
const z3 = await loadZ3();
const table = new Map<string, number>();
try {
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const comparison = compareSeed(seed, folder, z3, Number(limit));
    const { decision, reached, text } = comparison;
    const bad = isWrong(comparison);
    const row = `${decision.verdict}${reached ? ', reached natively' : ''}${bad ? ' WRONG' : ''}`;
    table.set(row, (table.get(row) ?? 0) + 1);
    if (!bad) continue;
    console.log(`seed ${seed}: ${decision.verdict} (${decision.why})`);
    if (wrong !== null) writeFileSync(join(wrong, `${seed}.c`), text);
  }
  for (const [row, times] of [...table].sort()) console.log(`${row}: ${times}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
