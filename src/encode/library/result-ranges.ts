import type { AutomatonFunction } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';

interface Range {
  readonly parameters: number;
  readonly least: number;
  readonly most: number;
}

const RANDOM: Range = { parameters: 0, least: 0, most: 2 ** 31 - 1 };

/** Library functions whose results are any value in a range. */
const RANGES: ReadonlyMap<string, Range> = new Map([
  ['rand', RANDOM],
  ['random', RANDOM],
  ['lrand48', RANDOM],
  ['getchar', { parameters: 0, least: -1, most: 255 }],
  ['getc', { parameters: 1, least: -1, most: 255 }],
  ['fgetc', { parameters: 1, least: -1, most: 255 }],
]);

/** What is known of the result of a function without a body, by its name, if its declaration is the library's. */
export function withinRange(x: Execution, { name, type }: AutomatonFunction, value: Term): Term {
  const { terms } = x;
  const range = RANGES.get(name);
  const width = terms.width(value);
  if (range === undefined || width < 32 || (type.prototyped && type.parameters.length !== range.parameters)) return terms.true;
  const constant = (n: number): Term => terms.bv(width, BigInt.asUintN(width, BigInt(n)));
  return terms.and(terms.sle(constant(range.least), value), terms.sle(value, constant(range.most)));
}
