import { Op } from '../../../logic/terms/ops.ts';
import type { Scratch, StepDag } from './step-dag.ts';

/** A variable, and the first value of the upper one of two parts of its values. */
export interface Split {
  readonly slot: number;
  readonly cut: number;
  /** The parts are halves: no comparison says where to cut. */
  readonly isHalving: boolean;
}

/**
 * Finds where to divide the values of a variable, so that a part decides a condition that is open in the evaluated
 * dag. A root needs the condition. Null if no such condition is open, or none can be divided.
 */
export function splitOf(dag: StepDag, { lows, highs, marks }: Scratch): Split | null {
  const { size, ops, args, widths, roots } = dag;
  marks.fill(0, 0, size);
  const ask = (ref: number): void => {
    if (ref >= 0 && lows[ref] !== highs[ref]) marks[ref] = 1;
  };
  for (const root of roots) ask(root);
  let open = -1;
  for (let i = size - 1; i >= 0; i--) {
    if (marks[i] === 0 || ops[i] === Op.VARIABLE) {
      if (marks[i] === 1 && widths[i] === 0) open = i;
      continue;
    }
    const [a, b, c] = [args[3 * i], args[3 * i + 1], args[3 * i + 2]];
    if (ops[i] === Op.ITE && a >= 0 && lows[a] === highs[a]) {
      ask(lows[a] === 1 ? b : c);
      continue;
    }
    if (widths[i] === 0 && ops[i] !== Op.AND && ops[i] !== Op.NOT && ops[i] !== Op.ITE) open = i;
    ask(a);
    ask(b);
    ask(c);
  }
  return open < 0 ? null : divided(dag, lows, highs, open);
}

function divided(dag: StepDag, lows: Float64Array, highs: Float64Array, open: number): Split | null {
  const { ops, args, details, constants } = dag;
  if (ops[open] === Op.VARIABLE) return { slot: details[open], cut: 1, isHalving: false };
  const knownValue = (ref: number): number | null =>
    ref < 0 ? constants[~ref] : lows[ref] === highs[ref] ? lows[ref] : null;
  const [a, b] = [args[3 * open], args[3 * open + 1]];
  const [x, other] = knownValue(b) !== null ? [a, b] : [b, a];
  const target = knownValue(other);
  const op = ops[open];
  if (target !== null && (op === Op.EQ || op === Op.SLT || op === Op.ULT)) {
    let cut = op === Op.EQ || x === a ? target : target + 1;
    let at = x;
    for (;;) {
      if (at < 0) break;
      if (ops[at] === Op.VARIABLE) {
        if (op === Op.EQ && cut === lows[at]) cut += 1;
        if (op === Op.ULT && (cut <= lows[at] || cut > highs[at])) cut = 0;
        if (cut > lows[at] && cut <= highs[at]) return { slot: details[at], cut, isHalving: false };
        break;
      }
      const [first, second] = [args[3 * at], args[3 * at + 1]];
      if (ops[at] === Op.ADD) {
        const known = knownValue(second) ?? knownValue(first);
        if (known === null) break;
        cut -= known;
        at = knownValue(second) === null ? second : first;
      } else if (ops[at] === Op.SEXT || ops[at] === Op.ZEXT) at = first;
      else break;
    }
  }
  return halved(dag, lows, highs, open);
}

/** The halves of the first open variable that is found below a term. */
function halved(dag: StepDag, lows: Float64Array, highs: Float64Array, open: number): Split | null {
  return splitBelow(dag, lows, highs, [open], () => true);
}

/**
 * The halves of an input of few values on which next values depend that are not known. Null if there is none.
 * `inputs`: the first slot of an input; `most`: values of an input that are taken one by one.
 */
export function splitOfInput(dag: StepDag, { lows, highs }: Scratch, inputs: number, most: number): Split | null {
  return splitBelow(
    dag,
    lows,
    highs,
    dag.roots,
    (variable) => dag.details[variable] >= inputs && highs[variable] - lows[variable] < most,
  );
}

/** The halves of the first open variable that is found below terms, of those that may be divided. */
function splitBelow(
  dag: StepDag,
  lows: Float64Array,
  highs: Float64Array,
  roots: Iterable<number>,
  mayDivide: (variable: number) => boolean,
): Split | null {
  const { ops, args, details } = dag;
  const seen = new Set<number>();
  const stack = [...roots];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at < 0 || lows[at] === highs[at] || seen.has(at)) continue;
    seen.add(at);
    if (ops[at] !== Op.VARIABLE) {
      stack.push(args[3 * at], args[3 * at + 1], args[3 * at + 2]);
      continue;
    }
    const cut = Math.floor((lows[at] + highs[at]) / 2) + 1;
    if (cut > lows[at] && cut <= highs[at] && mayDivide(at)) return { slot: details[at], cut, isHalving: true };
  }
  return null;
}
