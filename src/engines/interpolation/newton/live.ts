import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { ChainPart, InterpolationProblem } from '../problem.ts';

/** How the statements of a part use the state, as indices of state variables ([CVN17] Sect. 5.1). */
interface Use {
  readonly reads: ReadonlySet<number>;
  /** Given a value of the part, which may be any value. */
  readonly written: ReadonlySet<number>;
  /** Given any value. */
  readonly havocked: ReadonlySet<number>;
}

/**
 * Future-live variables by cut ([CVN17] Def. 5.1), as indices of state variables: a later part reads the
 * value before another one writes it. The entries of `problem` must be variables.
 */
export function futureLive(problem: InterpolationProblem): ReadonlySet<number>[] {
  const uses = problem.parts.map((part) => useOf(problem, part));
  const live: ReadonlySet<number>[] = [];
  let behind: ReadonlySet<number> = new Set();
  for (let i = uses.length - 1; i > 0; i--) {
    const { reads, written } = uses[i];
    behind = new Set([...reads, ...[...behind].filter((v) => !written.has(v))]);
    live.unshift(behind);
  }
  return live;
}

/**
 * Past-live variables by cut ([CVN17] Def. 5.1), as indices of state variables. An earlier part has
 * written or read the value, and none has given it any value since. The entries of `problem` must be
 * variables.
 */
export function pastLive(problem: InterpolationProblem): ReadonlySet<number>[] {
  let before: ReadonlySet<number> = new Set();
  return problem.parts.slice(0, -1).map((part) => {
    const { reads, written, havocked } = useOf(problem, part);
    before = new Set([...before, ...reads, ...written].filter((v) => !havocked.has(v)));
    return before;
  });
}

function useOf({ terms }: InterpolationProblem, { formula, entry, exit }: ChainPart): Use {
  const changes = (exit ?? []).flatMap((t, i) => (t === entry?.[i] ? [] : [[i, t] as const]));
  const readByFormula = new Set(freeVariables(terms, [formula]));
  const indexOf = new Map((entry ?? []).map((v, i) => [v, i] as const));
  const values = new Map<Term, number>();
  for (const [, t] of changes) values.set(t, (values.get(t) ?? 0) + 1);
  const inValues = new Set(
    freeVariables(
      terms,
      changes.map(([, t]) => t).filter((t) => terms.op(t) !== Op.VARIABLE),
    ),
  );
  const isAny = (t: Term): boolean =>
    terms.op(t) === Op.VARIABLE && !indexOf.has(t) && !readByFormula.has(t) && !inValues.has(t) && values.get(t) === 1;
  const reads = freeVariables(terms, [formula, ...changes.map(([, t]) => t)]).flatMap((v) => indexOf.get(v) ?? []);
  return {
    reads: new Set(reads),
    written: new Set(changes.map(([i]) => i)),
    havocked: new Set(changes.filter(([, t]) => isAny(t)).map(([i]) => i)),
  };
}
