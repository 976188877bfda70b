import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../test/conformance/fuzz/random.ts';
import { outcomesOf, UNDEFINED } from '../test/conformance/orders/oracle.ts';
import { HEAD, type OrderProgram, orderProgram } from '../test/conformance/orders/program.ts';
import { type Runs, runsOf } from '../test/conformance/orders/runs.ts';

/**
 * Compares the ends of random expressions in all orders of the automaton with all that C allows. The first order is
 * compared with GCC's code: `node scripts/run.mjs scripts/orders.ts [--first 1] [--count 1000]`. Expressions with
 * very many orders are skipped. Exit code 1 if an end is missing or too many. GCC has another first order where it
 * simplifies an expression before.
 */

const { values } = parseArgs({
  options: { first: { type: 'string', default: '1' }, count: { type: 'string', default: '1000' } },
});

const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const fail = (seed: number, what: string, { body }: OrderProgram): void => {
  count(what);
  writeSync(1, `seed ${seed}: ${what}: ${body}\n`);
  process.exitCode = 1;
};
const native: { readonly seed: number; readonly program: OrderProgram; readonly runs: Runs }[] = [];
const first = Number(values.first);
for (let seed = first; seed < first + Number(values.count); seed++) {
  const program = orderProgram(new Random(seed), 2 + (seed % 2));
  const expected = outcomesOf(program);
  if (expected === null) {
    count('skipped: too many orders');
    continue;
  }
  const runs = runsOf(program);
  if (runs.isOpen) count('left open');
  else if ([...expected].some((end) => !runs.outcomes.has(end))) fail(seed, 'an end is missing', program);
  if ([...runs.outcomes].some((end) => !expected.has(end))) fail(seed, 'an end that C does not allow', program);
  count(expected.size > 1 ? 'several ends' : 'one end');
  if (!runs.outcomes.has(UNDEFINED) && !runs.isOpen) native.push({ seed, program, runs });
}

const folder = mkdtempSync(join(tmpdir(), 'lemmata-orders-'));
const cases = native.map(({ program }, i) => `static void case${i}(void) { ${program.body} }`);
const calls = native.map((_, i) => `case ${i}: case${i}(); break;`);
const main = `int main(int argc, char **argv) { switch (atoi(argv[1])) { ${calls.join(' ')} } return 0; }`;
writeFileSync(join(folder, 'all.c'), `#include <stdlib.h>\n${HEAD}${cases.join('\n')}\n${main}\n`);
execFileSync('gcc', ['-w', '-O0', '-fwrapv', '-o', join(folder, 'all'), join(folder, 'all.c')]);
for (const [i, { seed, program, runs }] of native.entries()) {
  const printed = execFileSync(join(folder, 'all'), [String(i)], { encoding: 'utf8' }).trim();
  if (printed === runs.usual) count('as GCC');
  else {
    count('GCC has another order');
    writeSync(1, `seed ${seed}: GCC ends with ${printed}, not ${runs.usual}: ${program.body}\n`);
  }
}
rmSync(folder, { recursive: true });
for (const [what, number] of [...counts].sort()) writeSync(1, `${number} ${what}\n`);
