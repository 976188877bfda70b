import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { numbersBelow } from '../src/base/xorshift.ts';

/**
 * Compares verdicts on random functions with contracts with native runs on all arguments: `node scripts/run.mjs
 * scripts/contracts-native.ts [--first 1] [--count 20]`. Exit
 * code 1 if a verdict is wrong; open ones are counted.
 */

const { values } = parseArgs({
  options: { first: { type: 'string', default: '1' }, count: { type: 'string', default: '20' } },
});

/** A function of two bytes and two objects of a byte, with its clauses as C expressions. */
interface RandomFunction {
  readonly name: string;
  readonly body: string;
  readonly requires: string;
  readonly ensures: string;
}

function randomFunction(seed: number): RandomFunction {
  const below = numbersBelow(seed * 7919 + 1);
  const one = (list: readonly string[]): string => list[below(list.length)];
  const value = (depth: number, leaves: readonly string[]): string => {
    if (depth === 0 || below(4) === 0) return below(3) === 0 ? String(below(12)) : one(leaves);
    const [left, right] = [value(depth - 1, leaves), value(depth - 1, leaves)];
    if (below(4) === 0) return `(${condition(leaves)} ? ${left} : ${right})`;
    return `(${left} ${one(['+', '-', '&', '|', '^'])} ${right})`;
  };
  const condition = (leaves: readonly string[]): string =>
    `${value(1, leaves)} ${one(['<', '<=', '==', '!='])} ${value(1, leaves)}`;
  const before = ['x', 'y', '*p'];
  const after = ['x', 'y', '*p', 'RESULT', 'OLD'];
  const inner =
    below(2) === 0 ? `for (int i = 0; i < (x & 3); i++) *p = (unsigned char)(*p + ${value(1, before)});` : '';
  const result = value(2, before);
  // Half of the postconditions state what the body does.
  const ensures =
    below(2) === 0
      ? `${condition(after)} || ${condition(after)}`
      : inner === ''
        ? `RESULT == ${result.replaceAll('*p', 'OLD')}`
        : condition(after);
  return {
    name: `f${seed}`,
    body: `${inner} int result = ${result}; ${below(3) === 0 ? '*p = y;' : ''} return result;`,
    requires: `${condition(before)} || ${condition(before)}`,
    ensures,
  };
}

const contract = ({ name, body, requires, ensures }: RandomFunction): string => `
int ${name}(unsigned char x, signed char y, unsigned char *p)
  __CPROVER_requires(__CPROVER_is_fresh(p, 1))
  __CPROVER_requires(${requires})
  __CPROVER_assigns(*p)
  __CPROVER_ensures(${ensures.replaceAll('RESULT', '__CPROVER_return_value').replaceAll('OLD', '__CPROVER_old(*p)')})
{ ${body} }
`;

/** Runs the function on all arguments, where what p leads to has some values. */
const native = ({ name, body, requires, ensures }: RandomFunction): string => `
static int ${name}(unsigned char x, signed char y, unsigned char *p) { ${body} }
static int bad_${name}(void) {
  for (int a = 0; a < 256; a++) for (int b = -128; b < 128; b++) for (int c = 0; c < 256; c++) {
    unsigned char x = a, q = c, *p = &q; signed char y = b;
    if (!(${requires})) continue;
    int OLD = c, RESULT = ${name}(x, y, p); (void)OLD; (void)RESULT;
    if (!(${ensures})) return 1;
  }
  return 0;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
const functions = Array.from({ length: Number(values.count) }, (_, i) => randomFunction(Number(values.first) + i));
try {
  const file = join(folder, 'contracts.c');
  writeFileSync(file, functions.map(contract).join(''));
  const source = join(folder, 'native.c');
  const main = `int main(void) { ${functions.map(({ name }) => `printf("%d\\n", bad_${name}());`).join(' ')} }\n`;
  writeFileSync(source, `#include <stdio.h>\n${functions.map(native).join('')}${main}`);
  execFileSync('gcc', ['-w', '-O1', '-o', join(folder, 'native'), source]);
  const expected = execFileSync(join(folder, 'native'), { encoding: 'utf8' }).trim().split('\n');
  const words = ['contracts', '--json', '--timeout', '10', '--check', 'ensures,assigns,requires', file];
  const { stdout } = spawnSync(process.execPath, [resolve('dist', 'cli.js'), ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const answer = JSON.parse(stdout) as {
    readonly functions: readonly { readonly name: string; readonly verdict: string }[];
  };
  const counts = new Map<string, number>();
  for (const [i, { name }] of functions.entries()) {
    const verdict = answer.functions.find((one) => one.name === name)?.verdict ?? 'missing';
    const isWrong = verdict !== 'UNKNOWN' && verdict !== (expected[i] === '1' ? 'FALSE' : 'TRUE');
    if (isWrong) {
      writeSync(1, `${verdict} is wrong:${contract(functions[i])}`);
      process.exitCode = 1;
    }
    const key = isWrong ? 'wrong' : verdict;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  writeSync(1, `${[...counts].map(([what, n]) => `${what}: ${n}`).join(', ')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
