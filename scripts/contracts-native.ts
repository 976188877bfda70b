import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { numbersBelow } from '../src/base/xorshift.ts';

/**
 * Compares verdicts on random functions with contracts with native runs on all arguments: `node scripts/run.mjs
 * scripts/contracts-native.ts [--first 1] [--count 20] [--quantified]`. Exit
 * code 1 if a verdict is wrong; open ones are counted. `--quantified`: clauses are about all elements of an object.
 */

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    quantified: { type: 'boolean', default: false },
  },
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

/** Functions with contracts that hold, for calls. */
const CALLED = `
void fill(unsigned char *p, unsigned char v)
  __CPROVER_requires(__CPROVER_is_fresh(p, 3))
  __CPROVER_assigns(__CPROVER_object_upto(p, 3))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 3 ==> p[k] == v })
{ for (int i = 0; i < 3; i++) p[i] = v; }

void clip(unsigned char *p, unsigned char most)
  __CPROVER_requires(__CPROVER_is_fresh(p, 3))
  __CPROVER_requires(__CPROVER_forall { unsigned k; k < 3 ==> p[k] < 128 })
  __CPROVER_assigns(__CPROVER_object_upto(p, 3))
  __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 3 ==> p[k] <= most })
{ for (int i = 0; i < 3; i++) if (p[i] > most) p[i] = most; }
`;

/** A function about an object of three small bytes, whose clauses are about all of them. */
function randomQuantified(seed: number): { readonly contract: string; readonly native: string } {
  const below = numbersBelow(seed * 104729 + 5);
  const one = (list: readonly string[]): string => list[below(list.length)];
  const name = `f${seed}`;
  const value = (leaves: readonly string[]): string =>
    below(3) === 0
      ? String(below(5))
      : below(3) === 0
        ? `(${one(leaves)} ${one(['+', '-', '&'])} ${one(leaves)})`
        : one(leaves);
  const condition = (element: string, leaves: readonly string[]): string =>
    `${element} ${one(['<', '<=', '==', '!=', '>='])} ${value(leaves)}`;
  const statements = [
    () => `fill(p, ${value(['x', 'y', 'p[1]'])});`,
    () => `clip(p, ${value(['x', 'y', 'p[0]'])});`,
    () => `for (int i = 0; i < 3; i++) p[i] = ${value(['p[i]', 'x', 'y', 'i'])};`,
    () => `for (int i = 0; i < ${below(4)}; i++) if (${condition('p[i]', ['x', 'y'])}) p[i] = ${value(['p[i]', 'x'])};`,
    () => `p[${below(3)}] = ${value(['x', 'y'])};`,
    () => `for (int i = 0; i < 3; i++) if (${condition('p[i]', ['x', 'y'])}) return 1;`,
  ];
  const body = Array.from({ length: 1 + below(2) }, () => statements[below(statements.length)]()).join(' ');
  const requires = condition('p[k]', ['x', 'y', 'k']);
  const ensures = condition('p[k]', ['x', 'y', 'k', 'OLD']);
  const form = below(4);
  const all = (c: string): string => `__CPROVER_forall { unsigned k; k < 3 ==> ${c} }`;
  const some = `__CPROVER_exists { unsigned k; k < 3 && ${ensures} }`;
  const result = '__CPROVER_return_value == 0';
  const old = (c: string): string => c.replaceAll('OLD', '__CPROVER_old(p[0])');
  const clause = [all(ensures), `${result} ==> ${all(ensures)}`, `(${result}) == ${all(ensures)}`, some][form];
  const [every, any] = [(c: string) => `ALL(${c})`, (c: string) => `ANY(${c})`];
  const expected = [every(ensures), `R != 0 || ${every(ensures)}`, `(R == 0) == ${every(ensures)}`, any(ensures)][form];
  const small = all('p[k] < 4');
  return {
    contract: `
int ${name}(unsigned char x, unsigned char y, unsigned char *p)
  __CPROVER_requires(x < 6 && y < 6)
  __CPROVER_requires(__CPROVER_is_fresh(p, 3))
  __CPROVER_requires(${small})
  __CPROVER_requires(${all(requires)})
  __CPROVER_assigns(__CPROVER_object_upto(p, 3))
  __CPROVER_ensures(${old(clause)})
{ ${body} return 0; }
`,
    // A call that breaks a precondition counts, too.
    native: `
static int ${name}(unsigned char x, unsigned char y, unsigned char *p) { ${body} return 0; }
static int bad_${name}(void) {
  for (int x = 0; x < 6; x++) for (int y = 0; y < 6; y++) for (int c = 0; c < 64; c++) {
    unsigned char q[] = { c & 3, c >> 2 & 3, c >> 4 }, *p = q; int OLD = q[0]; (void)OLD;
    if (!ALL(${requires})) continue;
    int R = ${name}(x, y, p); (void)R;
    if (!(${expected})) return 1;
  }
  return 0;
}
`,
  };
}

/** The functions of CALLED without contracts, and quantifiers over three values. */
const NATIVE_CALLED = `
#define ALL(c) ({ int all = 1; for (unsigned k = 0; k < 3; k++) all &= (c) != 0; all; })
#define ANY(c) ({ int any = 0; for (unsigned k = 0; k < 3; k++) any |= (c) != 0; any; })
static void fill(unsigned char *p, unsigned char v) { for (int i = 0; i < 3; i++) p[i] = v; }
static void clip(unsigned char *p, unsigned char most) { for (int i = 0; i < 3; i++) if (p[i] > most) p[i] = most; }
`;

const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
const functions = Array.from({ length: Number(values.count) }, (_, i) => {
  const seed = Number(values.first) + i;
  if (values.quantified) return { name: `f${seed}`, ...randomQuantified(seed) };
  const one = randomFunction(seed);
  return { name: one.name, contract: contract(one), native: native(one) };
});
try {
  const file = join(folder, 'contracts.c');
  writeFileSync(file, (values.quantified ? CALLED : '') + functions.map((one) => one.contract).join(''));
  const source = join(folder, 'native.c');
  const main = `int main(void) { ${functions.map(({ name }) => `printf("%d\\n", bad_${name}());`).join(' ')} }\n`;
  writeFileSync(source, `#include <stdio.h>\n${NATIVE_CALLED}${functions.map((one) => one.native).join('')}${main}`);
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
      writeSync(1, `${verdict} is wrong:${functions[i].contract}`);
      process.exitCode = 1;
    }
    const key = isWrong ? 'wrong' : verdict;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  writeSync(1, `${[...counts].map(([what, n]) => `${what}: ${n}`).join(', ')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
