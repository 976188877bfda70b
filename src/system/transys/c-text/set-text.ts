import { type CText, type CValue, constant, Level, signedConstant, within } from './c-values.ts';
import { compared } from './format-vector.ts';
import { allValues, hasValue, type Interval, meetSets, readingOf, type ValueSet } from './value-set.ts';

/** Consecutive values of a variable, all of which are in a set, or none. */
interface Run extends Interval {
  readonly isIn: boolean;
  /** True if the run has a single value. */
  readonly isOne: boolean;
}

/** Names of values, such as the constants of an enumeration. */
export type ValueNames = ReadonlyMap<bigint, string>;

const NO_NAMES: ValueNames = new Map();

/**
 * The condition that a variable is in a set, as C. It may say anything about values outside of `range`,
 * so that it is short: `state != 2` rather than `state < 2 || state == 3`.
 */
export function setText(variable: CValue, set: ValueSet, range: ValueSet, names: ValueNames = NO_NAMES): CText {
  const runs = runsOf(variable, set, range);
  const writer = new SetWriter(variable, names);
  if (runs.length === 0) return writer.truth(set.intervals.length > 0);
  if (runs.length === 1) return writer.truth(runs[0].isIn);
  const texts = [writer.any(runs), writer.all(runs)];
  if (runs.length > FEW_RUNS) {
    const isMember = (value: bigint): boolean => hasValue(set, value);
    const values = valuesOf(meetSets(range, allValues(variable.width)));
    const byBits = values === null ? null : writer.bits(values, isMember);
    if (byBits !== null) texts.push(byBits);
  }
  return texts.reduce((a, b) => (a.text.length <= b.text.length ? a : b));
}

/** More runs than these may be shorter as a condition on bits. */
const FEW_RUNS = 5;
/** Most values of a variable whose bits are compared. */
const MOST_VALUES = 256n;

/** All values of a set; null if they are many. */
function valuesOf({ intervals }: ValueSet): readonly bigint[] | null {
  if (intervals.reduce((sum, { low, high }) => sum + high - low + 1n, 0n) > MOST_VALUES) return null;
  return intervals.flatMap(({ low, high }) =>
    Array.from({ length: Number(high - low) + 1 }, (_, i) => low + BigInt(i)),
  );
}

/** The values of the range in ascending order, as runs. */
function runsOf(variable: CValue, set: ValueSet, range: ValueSet): readonly Run[] {
  const isSigned = variable.sign === 'signed';
  const inside = readingOf(meetSets(set, range), isSigned);
  const runs: Run[] = [];
  const add = (low: bigint, high: bigint, isIn: boolean): void => {
    if (low > high) return;
    const last = runs.at(-1);
    if (last?.isIn === isIn) runs[runs.length - 1] = { low: last.low, high, isIn, isOne: false };
    else runs.push({ low, high, isIn, isOne: low === high });
  };
  let i = 0;
  for (const { low, high } of readingOf(range, isSigned)) {
    let next = low;
    while (i < inside.length && inside[i].low <= high) {
      add(next, inside[i].low - 1n, false);
      add(inside[i].low, inside[i].high, true);
      next = inside[i].high + 1n;
      i += 1;
    }
    add(next, high, false);
  }
  return runs;
}

class SetWriter {
  constructor(
    private readonly variable: CValue,
    private readonly names: ValueNames,
  ) {}

  truth(value: boolean): CText {
    return { text: value ? '1' : '0', level: Level.atom, kind: 'int' };
  }

  /** The runs in the set, joined by `||`. */
  any(runs: readonly Run[]): CText {
    const parts = runs.flatMap((run, i): CText[] => {
      if (!run.isIn) return [];
      if (run.isOne) return [this.#compare('==', run.low)];
      const low = i > 0 ? [this.#compare('>=', run.low)] : [];
      const high = i < runs.length - 1 ? [this.#compare('<=', run.high)] : [];
      return [joined([...low, ...high], '&&', Level.and)];
    });
    return joined(parts, '||', Level.or);
  }

  /** The runs outside of the set, each excluded, joined by `&&`. */
  all(runs: readonly Run[]): CText {
    const parts = runs.flatMap((run, i): CText[] => {
      if (run.isIn) return [];
      if (run.isOne) return [this.#compare('!=', run.low)];
      const below = i > 0 ? [this.#compare('<=', runs[i - 1].high)] : [];
      const above = i < runs.length - 1 ? [this.#compare('>=', runs[i + 1].low)] : [];
      return [joined([...below, ...above], '||', Level.or)];
    });
    return joined(parts, '&&', Level.and);
  }

  /** The set as the values that agree on some bits, or do not; null if it is none of these. */
  bits(values: readonly bigint[], isMember: (value: bigint) => boolean): CText | null {
    const [inside, outside] = [values.filter(isMember), values.filter((value) => !isMember(value))];
    for (const [agreeing, others, operator] of [
      [inside, outside, '=='],
      [outside, inside, '!='],
    ] as const) {
      const ones = agreeing.reduce((a, b) => a & b);
      const differing = agreeing.reduce((a, b) => a | b) ^ ones;
      const mask = ((1n << BigInt(this.variable.width)) - 1n) & ~differing;
      // Bits that all values share say nothing.
      const useful = mask & values.reduce((sum, value) => sum | (value ^ agreeing[0]), 0n);
      if (others.some((value) => (value & useful) === (agreeing[0] & useful))) continue;
      return compared(maskedText(this.variable, useful), operator, constant(agreeing[0] & useful));
    }
    return null;
  }

  #compare(operator: string, value: bigint): CText {
    const name = this.names.get(value);
    const text: CText =
      name !== undefined
        ? { text: name, level: Level.atom, kind: 'int' }
        : this.variable.sign === 'signed'
          ? signedConstant(value)
          : constant(value);
    return compared(this.variable.value, operator, text);
  }
}

/** Some bits of a variable; a variable of a signed kind may be negative. */
function maskedText({ value, low, sign }: CValue, mask: bigint): CText {
  const isRemainder = (mask & (mask + 1n)) === 0n && (sign === 'unsigned' || low >= 0n);
  return isRemainder
    ? { text: `${within(value, Level.binary)} % ${mask + 1n}`, level: Level.binary, kind: value.kind }
    : { text: `${within(value, Level.unary)} & ${mask}`, level: Level.bits, kind: value.kind };
}

/** Conditions joined by an operator; a single one stays as it is. */
export function joined(parts: readonly CText[], operator: '&&' | '||', level: number): CText {
  if (parts.length === 1) return parts[0];
  // Compilers warn of && within || without parentheses, and people misread it.
  const least = operator === '||' ? Level.and + 1 : Level.and;
  const texts = parts.map((part) => (part.level === level ? part.text : within(part, least)));
  return { text: texts.join(` ${operator} `), level, kind: 'int' };
}
