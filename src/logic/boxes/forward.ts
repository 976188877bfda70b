import { Op } from '../terms/ops.ts';
import { forwardBits } from './bits-forward.ts';
import type { Domain } from './domain.ts';
import { precisionOf } from './float-format.ts';
import { contains, floatOfPattern, forwardFloat, hasNumber, patternOfFloat, unbounded } from './float-forward.ts';
import type { Node, Tape } from './tape.ts';

/** Most elements of an array that one read looks at. */
const MOST_READS = 2_048;

/**
 * Computes the bounds of a node from those of its arguments, into its place of `d`; variables stay as
 * they are. The bounds of all nodes are doubles in flat arrays, where values of `src/logic/domains` are
 * objects over exact integers and know no floats.
 */
export function forward(tape: Tape, d: Domain, i: number): void {
  const node = tape.nodes[i];
  const { op, a, b, c } = node;
  switch (op) {
    case Op.TRUE:
      d.setBool(i, true, true);
      return;
    case Op.FALSE:
      d.setBool(i, false, false);
      return;
    case Op.VARIABLE:
    case Op.CONST_ARRAY:
    case Op.STORE:
      return;
    case Op.NOT:
      d.setBool(i, d.isFalse(a), !d.isTrue(a));
      return;
    case Op.AND:
      d.setBool(i, d.isTrue(a) && d.isTrue(b), !d.isFalse(a) && !d.isFalse(b));
      return;
    case Op.EQ:
      equal(tape, d, i, a, b);
      return;
    case Op.ITE:
      if (node.sort.kind === 'array') return;
      if (d.isTrue(a)) copy(d, i, b);
      else if (d.isFalse(a)) copy(d, i, c);
      else {
        copy(d, i, b);
        join(tape, d, i, c);
      }
      return;
    case Op.SELECT:
      read(tape, d, i);
      return;
    case Op.FP_EQ:
    case Op.FP_LT:
    case Op.FP_LE:
      compare(d, node, i);
      return;
    case Op.FP_IS_NAN:
      d.setBool(i, !hasNumber(d, a), d.nan[a] === 1);
      return;
    case Op.FP_IS_INFINITE: {
      const always = d.nan[a] === 0 && d.low[a] === d.high[a] && unbounded(d, a);
      // Bounds kept as doubles are infinite where the numbers of a wider format are large.
      const kept = precisionOfNode(tape.nodes[a]);
      d.setBool(i, always && kept !== 'wide', hasNumber(d, a) && unbounded(d, a));
      return;
    }
    case Op.FP_IS_NEGATIVE:
      d.setBool(i, d.nan[a] === 0 && d.high[a] < 0, hasNumber(d, a) && d.low[a] <= 0);
      return;
    case Op.FP_FROM_BITS:
      floatOfPattern(d, node, i, a);
      return;
    case Op.FP_TO_BITS: {
      const kept = precisionOfNode(tape.nodes[a]);
      if (kept === 'single' || kept === 'double') patternOfFloat(d, node, i, a, kept);
      else d.setAny(i, node.width);
      return;
    }
    default:
      if (node.sort.kind === 'float') forwardFloat(d, node, i);
      else forwardBits(tape, d, node, i);
  }
}

function precisionOfNode({ format }: Node): ReturnType<typeof precisionOf> {
  return format === null ? 'none' : precisionOf(format);
}

function copy(d: Domain, i: number, from: number): void {
  d.low[i] = d.low[from];
  d.high[i] = d.high[from];
  d.least[i] = d.least[from];
  d.most[i] = d.most[from];
  d.nan[i] = d.nan[from];
}

/** Widens the bounds at `i` to include those at `from`. An empty one adds nothing. */
function join(tape: Tape, d: Domain, i: number, from: number): void {
  if (d.isEmpty(from)) return;
  if (d.isEmpty(i)) {
    copy(d, i, from);
    return;
  }
  if (tape.nodes[i].sort.kind === 'bool') {
    d.low[i] = Math.min(d.low[i], d.low[from]);
    d.high[i] = Math.max(d.high[i], d.high[from]);
    return;
  }
  d.low[i] = Math.min(d.low[i], d.low[from]);
  d.high[i] = Math.max(d.high[i], d.high[from]);
  d.least[i] = Math.min(d.least[i], d.least[from]);
  d.most[i] = Math.max(d.most[i], d.most[from]);
  d.nan[i] |= d.nan[from];
}

function equal(tape: Tape, d: Domain, i: number, a: number, b: number): void {
  const { kind } = tape.nodes[a].sort;
  if (kind === 'array') {
    d.setBool(i, a === b, true);
    return;
  }
  if (kind === 'float') {
    // Equality of patterns: a zero may be either one.
    const same =
      d.nan[a] === 0 && d.nan[b] === 0 && d.low[a] === d.high[a] && d.low[b] === d.high[b] && d.low[a] === d.low[b];
    const meet = d.low[a] <= d.high[b] && d.low[b] <= d.high[a] && hasNumber(d, a) && hasNumber(d, b);
    const exact = same && d.low[a] !== 0 && precisionOfNode(tape.nodes[a]) !== 'wide';
    d.setBool(i, exact, meet || (d.nan[a] === 1 && d.nan[b] === 1));
    return;
  }
  const disjoint = d.low[a] > d.high[b] || d.low[b] > d.high[a] || d.least[a] > d.most[b] || d.least[b] > d.most[a];
  // Points beyond 2^53 are numbers rounded to doubles: not known to be equal.
  const isPoint = (x: number): boolean => d.low[x] === d.high[x] && d.low[x] <= Number.MAX_SAFE_INTEGER;
  d.setBool(i, isPoint(a) && isPoint(b) && d.low[a] === d.low[b], !disjoint);
}

function compare(d: Domain, { op, a, b }: Node, i: number): void {
  const numbers = d.nan[a] === 0 && d.nan[b] === 0;
  if (!hasNumber(d, a) || !hasNumber(d, b)) {
    d.setBool(i, false, false);
    return;
  }
  switch (op) {
    case Op.FP_LT:
      d.setBool(i, numbers && d.high[a] < d.low[b], d.low[a] < d.high[b]);
      return;
    case Op.FP_LE:
      d.setBool(i, numbers && d.high[a] <= d.low[b], d.low[a] <= d.high[b]);
      return;
    default: {
      const points = numbers && d.low[a] === d.high[a] && d.low[b] === d.high[b] && d.low[a] === d.low[b];
      d.setBool(i, points, contains(d, a, d.low[b]) || contains(d, b, d.low[a]));
    }
  }
}

/**
 * An element of an array: of all that were stored at an index that it may have, and of the array
 * below.
 */
function read(tape: Tape, d: Domain, i: number): void {
  const node = tape.nodes[i];
  const { width } = node;
  const any = (): void => {
    if (node.sort.kind === 'bool') d.setBool(i, false, true);
    else if (node.sort.kind === 'float') d.setFloat(i, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true);
    else d.setAny(i, width);
  };
  let isFirst = true;
  const add = (value: number): void => {
    if (isFirst) copy(d, i, value);
    else join(tape, d, i, value);
    isFirst = false;
  };
  const stack = [node.a];
  let left = MOST_READS;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    left -= 1;
    const array = tape.nodes[at];
    if (left === 0 || array.op === Op.VARIABLE || array.op === Op.SELECT) {
      any();
      return;
    }
    if (array.op === Op.CONST_ARRAY) add(array.a);
    else if (array.op === Op.ITE) {
      if (!d.isFalse(array.a)) stack.push(array.b);
      if (!d.isTrue(array.a)) stack.push(array.c);
    } else {
      const overlap = d.low[array.b] <= d.high[node.b] && d.low[node.b] <= d.high[array.b];
      if (overlap) add(array.c);
      const isHere = (x: number): boolean => d.low[x] === d.high[x] && d.high[x] <= Number.MAX_SAFE_INTEGER;
      if (!(overlap && isHere(array.b) && isHere(node.b))) stack.push(array.a);
    }
  }
  if (isFirst) any();
}
