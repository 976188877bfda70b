import { Random } from '../fuzz/random.ts';
import type { Cell } from './cells.ts';
import { functionOf, LARGEST_INPUT, LIBRARY } from './program.ts';

/** Results of a cell's compiled function for all inputs, at index `a * 16 + b * 4 + c`. */
export type Results = readonly number[];

/** A program with its right verdict. */
export interface Variant {
  readonly expected: 'TRUE' | 'FALSE';
  readonly text: string;
}

const INPUTS = LARGEST_INPUT + 1;

/**
 * Returns the two programs of a cell: no input reaches the error of one, and few inputs reach the
 * error of the other.
 */
export function variantsOf(cell: Cell, results: Results): readonly Variant[] {
  const random = new Random(cell.seed ^ 0x7a11);
  const counts = new Map<number, number>();
  for (const value of results) counts.set(value, (counts.get(value) ?? 0) + 1);
  const fewest = Math.min(...counts.values());
  const rare = random.pick([...counts.keys()].filter((value) => counts.get(value) === fewest));
  const right = random.chance(50) ? table(results) : never(counts, rare, random);
  const wrong = random.chance(30) ? table(alter(results, random)) : `if (sum == ${rare}u) reach_error();`;
  return [
    { expected: 'TRUE', text: programOf(cell, right, random.below(3)) },
    { expected: 'FALSE', text: programOf(cell, wrong, random.below(3)) },
  ];
}

function table(results: Results): string {
  const rows = [];
  for (let i = 0; i < results.length; i += 8)
    rows.push(
      `  ${results
        .slice(i, i + 8)
        .map((value) => `${value}u`)
        .join(', ')},`,
    );
  return `static const unsigned expected[${results.length}] = {\n${rows.join('\n')}\n};\nif (sum != expected[a * ${INPUTS * INPUTS} + b * ${INPUTS} + c]) reach_error();`;
}

/** Changes one entry of the table. */
function alter(results: Results, random: Random): Results {
  const where = random.below(results.length);
  return results.map((value, i) => (i === where ? (value ^ (1 << random.below(8))) >>> 0 : value));
}

/** Returns a check for a value that no run has, and that differs from a rare value by few bits. */
function never(counts: ReadonlyMap<number, number>, rare: number, random: Random): string {
  let value = rare;
  while (counts.has(value)) value = (value ^ (1 << random.below(32))) >>> 0;
  return `if (sum == ${value}u) reach_error();`;
}

/** Ways to draw an input. */
const DRAWS = [
  (name: string) => `int ${name} = __VERIFIER_nondet_int();\nif (${name} < 0 || ${name} > ${LARGEST_INPUT}) return 0;`,
  (name: string) => `int ${name} = __VERIFIER_nondet_uchar() & ${LARGEST_INPUT};`,
  (name: string) => `unsigned ${name} = __VERIFIER_nondet_uint();\nif (${name} > ${LARGEST_INPUT}) abort();`,
];

function programOf(cell: Cell, check: string, draw: number): string {
  const body = [...['a', 'b', 'c'].map(DRAWS[draw]), 'unsigned sum = run(a, b, c);', check, 'return 0;'].join('\n');
  return [
    LIBRARY,
    'extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n',
    'extern unsigned __VERIFIER_nondet_uint(void);\nextern void abort(void);\nvoid reach_error(void) {}\n\n',
    functionOf(cell).replaceAll('@', ''),
    `\nint main(void) {\n${body.replace(/^/gm, '  ')}\n}\n`,
  ].join('');
}
