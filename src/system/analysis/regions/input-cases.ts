import { full, meet, type Range } from '../../../logic/domains/range.ts';
import { rangeWidth } from '../../../logic/domains/range-transfer.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { comparisonsIn } from '../classes.ts';
import { type Parts, partsOf } from './parts.ts';

/** Most cases of a step. */
const MOST_CASES = 256;

/** A step for certain values of the inputs. */
export interface InputCase {
  /** Ranges of the inputs that decide the case or are read in it, as far as their sorts have ranges. */
  readonly inputs: ReadonlyMap<Term, Range>;
  readonly roots: readonly Term[];
  /** All terms of the roots, arguments first. */
  readonly order: readonly Term[];
}

/**
 * Splits a step by its comparisons of inputs, the input with most comparisons first. The first three
 * `roots` are Booleans: the step goes on, ends in bad, or ends in a gap. Cases in which all three are
 * false are left out. `work`: number of visited terms.
 */
export function inputCases(
  terms: TermStore,
  roots: readonly Term[],
  inputs: ReadonlySet<Term>,
): { readonly cases: readonly InputCase[]; readonly work: number } {
  const cases: InputCase[] = [];
  const open: Pick<InputCase, 'roots' | 'inputs'>[] = [{ roots, inputs: new Map() }];
  let work = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.roots.slice(0, 3).every((root) => root === terms.false)) continue;
    const order = postorder(terms, next.roots);
    work += order.length;
    const parts = cases.length + open.length < MOST_CASES ? mostCompared(terms, order, inputs) : null;
    if (parts === null) cases.push({ ...next, order, inputs: withFree(terms, next.inputs, order, inputs) });
    else open.push(...split(terms, next, parts));
  }
  return { cases, work };
}

/** Adds the other inputs that are read. */
function withFree(
  terms: TermStore,
  decided: ReadonlyMap<Term, Range>,
  order: readonly Term[],
  inputs: ReadonlySet<Term>,
): ReadonlyMap<Term, Range> {
  const free = order.filter((t) => inputs.has(t) && !decided.has(t) && rangeWidth(terms, t) > 0);
  return new Map([...decided, ...free.map((t) => [t, full(rangeWidth(terms, t))] as const)]);
}

function split(
  terms: TermStore,
  { roots, inputs }: Pick<InputCase, 'roots' | 'inputs'>,
  { variable, parts }: Parts,
): Pick<InputCase, 'roots' | 'inputs'>[] {
  const before = inputs.get(variable);
  return parts.flatMap(({ range, replacements }) => {
    const now = before === undefined ? range : meet(before, range);
    if (now === null) return [];
    const substitution = new Substitution(terms, replacements);
    return [{ roots: roots.map((root) => substitution.apply(root)), inputs: new Map([...inputs, [variable, now]]) }];
  });
}

/** The input with most open comparisons, cut by them; null if there is none. */
function mostCompared(terms: TermStore, order: readonly Term[], inputs: ReadonlySet<Term>): Parts | null {
  const compared = comparisonsIn(terms, inputs, order);
  let best: Parts | null = null;
  let most = 0;
  for (const t of order) {
    if (!inputs.has(t)) continue;
    const atoms = terms.sort(t).kind === 'bool' ? 1 : (compared.get(t)?.atoms.length ?? 0);
    if (atoms <= most) continue;
    const parts = partsOf(terms, t, compared.get(t), 2);
    if (parts.parts.length < 2) continue;
    best = parts;
    most = atoms;
  }
  return best;
}
