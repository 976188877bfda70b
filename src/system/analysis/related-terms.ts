import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { conjuncts, postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { type CaseLimits, keeping, splitCases } from './cases.ts';
import { comparison } from './counters.ts';
import { difference, type LinearForm, linearForm, type ValueOf } from './linear.ts';
import type { PlacedFlow } from './places.ts';
import { forEachRelatedStep, type RelatedStep } from './steps.ts';

/** Most terms of one group. */
const MAX_TERMS = 24;
/** Most steps that are looked at. */
const MAX_STEPS = 2_000;

/** Groups of related terms, by their width in bits. */
export type RelatedTerms = ReadonlyMap<number, readonly (readonly Term[])[]>;

/**
 * Groups of variables of a width, or extended to it, that occur in sums and comparisons with others. They
 * are one group as a rule. If they are too many, each block has a group: the variables that change in its
 * steps, and those that they meet.
 */
export function relatedTerms(system: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): RelatedTerms {
  const { terms } = system;
  const measured = measuredTerms(system);
  const widths = new Set(
    measured.flatMap((t) => {
      const sort = terms.sort(t);
      return sort.kind === 'bv' && sort.width > 1 && sort.width <= 64 ? [sort.width] : [];
    }),
  );
  const relating = [...widths].map((width) => new Relating(system, width, measured));
  let steps = 0;
  forEachRelatedStep(terms, solution, (step) => {
    steps += 1;
    if (steps <= MAX_STEPS) for (const at of relating) at.look(flow.places[step.from].block, step);
  });
  if (steps > MAX_STEPS) return new Map();
  return new Map(relating.map((at) => [at.width, at.groups()]));
}

/** Finds the related terms of one width. */
class Relating {
  readonly #terms: TermStore;
  readonly #counter: Term | null;
  readonly #states: ReadonlySet<Term>;
  readonly #meetings = new Meetings();

  constructor(
    { terms, stateVars, pc }: TransitionSystem,
    readonly width: number,
    private readonly measured: readonly Term[],
  ) {
    this.#terms = terms;
    this.#counter = pc === null ? null : stateVars[pc].term;
    this.#states = new Set(measured);
  }

  look(block: number, { literals, next, value }: RelatedStep): void {
    const terms = this.#terms;
    for (const literal of literals) {
      const sides = comparedSides(terms, literal, this.width);
      if (sides === null) continue;
      const parts = difference(linearForm(terms, sides[0], value), linearForm(terms, sides[1], value));
      this.#meetings.add(this.#relatedParts(parts));
    }
    this.measured.forEach((t, i) => {
      if (next[i] === t || terms.sort(t).kind !== 'bv' || t === this.#counter || terms.width(t) > this.width) return;
      const form = linearForm(terms, next[i], value);
      const changed = form.parts.size === 0 ? null : this.#related(t);
      if (changed === null) return;
      this.#meetings.add([changed, ...this.#relatedParts(form)]);
      this.#meetings.change(block, changed);
    });
  }

  groups(): readonly (readonly Term[])[] {
    return this.#meetings.groups((t) => this.#states.has(t)).filter((group) => group.length > 1);
  }

  #relatedParts({ parts }: LinearForm): Term[] {
    return [...parts.keys()].flatMap((t) => this.#related(t) ?? []);
  }

  /** The variable as it is related at this width; null for other terms. */
  #related(t: Term): Term | null {
    const terms = this.#terms;
    const inner = terms.op(t) === Op.ZEXT || terms.op(t) === Op.SEXT ? terms.arg(t, 0) : t;
    if (inner === this.#counter || !this.#states.has(inner)) return null;
    if (terms.width(t) === this.width) return t;
    const wide = t === inner ? terms.zext(t, this.width) : t;
    // A measure that is a choice is extended in its branches, and is no part of a sum then.
    const isExtended = terms.op(wide) === Op.ZEXT && terms.arg(wide, 0) === inner && terms.width(wide) === this.width;
    return isExtended ? wide : null;
  }
}

/** Which terms meet in sums and comparisons, and which change together. */
class Meetings {
  /** The terms that each one meets, with repetitions. */
  readonly #met = new Map<Term, Term[]>();
  readonly #changed = new Map<number, Set<Term>>();

  /** Terms of one sum or comparison. */
  add(together: readonly Term[]): void {
    for (const t of together) {
      const met = this.#met.get(t) ?? [];
      this.#met.set(t, met);
      met.push(...together);
    }
  }

  /** A term that a step from the block changes. */
  change(block: number, t: Term): void {
    const changed = this.#changed.get(block) ?? new Set();
    this.#changed.set(block, changed.add(t));
  }

  /** `isPlain`: whether a term is no extension of a narrower one; such terms come first. */
  groups(isPlain: (t: Term) => boolean): readonly (readonly Term[])[] {
    const all = this.#byUse(this.#met.keys(), isPlain);
    if (all.length <= MAX_TERMS) return [all];
    const groups = [...this.#changed.values()].map((changed) => {
      const met = [...changed].flatMap((t) => this.#met.get(t) ?? []);
      return [...new Set([...this.#byUse(changed, isPlain), ...this.#byUse(new Set(met), isPlain)])].slice(
        0,
        MAX_TERMS,
      );
    });
    return groups.filter(
      (group, i) => !groups.some((other, j) => contains(other, group) && (j < i || other.length > group.length)),
    );
  }

  #byUse(of: Iterable<Term>, isPlain: (t: Term) => boolean): readonly Term[] {
    const uses = (t: Term): number => this.#met.get(t)?.length ?? 0;
    return [...of].sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)) || uses(b) - uses(a));
  }
}

function contains(all: readonly Term[], some: readonly Term[]): boolean {
  const set = new Set(all);
  return some.every((t) => set.has(t));
}

/** The state variables, and behind them the measures, as flows with relations observe them. */
export function measuredTerms({ stateVars, measures = [] }: TransitionSystem): readonly Term[] {
  return [...stateVars.map((v) => v.term), ...measures];
}

/** The related terms after a step, as linear forms. `next`: the observed terms after it. */
export function relatedAfter(
  system: TransitionSystem,
  related: readonly Term[],
  next: readonly Term[],
  value: ValueOf,
): readonly LinearForm[] {
  const { terms } = system;
  const index = new Map(measuredTerms(system).map((t, i) => [t, i]));
  return related.map((t) => {
    const plain = index.get(t);
    const inner = plain ?? index.get(terms.arg(t, 0));
    if (inner === undefined) throw new Error('only state variables are related');
    const after = next[inner];
    if (plain !== undefined) return linearForm(terms, after, value);
    const width = terms.width(t);
    return linearForm(terms, terms.op(t) === Op.ZEXT ? terms.zext(after, width) : terms.sext(after, width), value);
  });
}

/** Most cases of one step. */
const MAX_CASES = 160;

/**
 * A step in cases of the related terms alone, where it leaves choices between values of them. Choices that concern
 * other terms are left.
 *
 * Example: one turn of a loop pushes, pops or removes, and each may move a buffer. The capacity and the size of the
 * block have three cases: both double, both stay, and a first block. `work`: as of {@link splitCases}.
 */
export function casesOf(
  system: TransitionSystem,
  related: readonly Term[],
  step: RelatedStep,
  limits: Omit<CaseLimits, 'cases'>,
): { readonly steps: readonly RelatedStep[]; readonly work: number } {
  const { terms } = system;
  const measured = measuredTerms(system);
  const index = new Map(measured.map((t, i) => [t, i]));
  const places = related.map((t) => index.get(t) ?? index.get(terms.arg(t, 0)) ?? 0);
  const next = places.map((i) => step.next[i]);
  const isChoice = (t: Term): boolean => terms.op(t) === Op.ITE && !index.has(t);
  if (limits.work <= 0 || !postorder(terms, next).some(isChoice)) return { steps: [step], work: 0 };
  const whole = { conditions: step.literals, next };
  const { cases, work } = splitCases(terms, whole, { ...limits, cases: MAX_CASES });
  const before = places.map((i) => measured[i]);
  const steps = cases.map((one) => {
    const kept = keeping(terms, before, one);
    const after = new Map(places.map((i, k) => [i, kept[k]]));
    const literals = [...new Set(one.conditions.flatMap((t) => conjuncts(terms, t)))];
    return { ...step, literals, next: step.next.map((t, i) => after.get(i) ?? t) };
  });
  return { steps, work };
}

/** The sides of a comparison at a width, or of its negation; null for other literals. */
export function comparedSides(terms: TermStore, literal: Term, width: number): readonly [Term, Term] | null {
  const compared = comparison(terms, terms.op(literal) === Op.NOT ? terms.arg(literal, 0) : literal);
  return compared === null || terms.width(compared.x) !== width ? null : [compared.x, compared.y];
}
