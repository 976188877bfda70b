import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Flow, FlowCase, FlowNode } from '../../logic/domains/flow.ts';
import type { Value } from '../../logic/domains/value.ts';
import { valueTransfer } from '../../logic/domains/values.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { conjuncts, postorder } from '../../logic/terms/traverse.ts';
import { Lazy } from './lazy.ts';
import type { ValueOf } from './linear.ts';

/** A step from place to place, in the form that relational domains use. */
export interface RelatedStep {
  readonly from: number;
  readonly to: number;
  readonly step: FlowCase;
  /** Conjuncts of the conditions of the step. */
  readonly literals: readonly Term[];
  /** The observed terms after the step. */
  readonly next: readonly Term[];
  readonly value: ValueOf;
}

/** A comparison that has one truth value whenever the step is taken, as the literal that holds there. */
export interface Decision {
  readonly step: FlowCase;
  readonly to: number;
  readonly literal: Term;
}

/** The flow with decided comparisons added to the conditions of its steps. */
export function withDecisions<F extends Flow>(flow: F, decisions: readonly Decision[]): F {
  const { terms } = flow;
  const byStep = new Map<FlowCase, Decision[]>();
  for (const decision of decisions) {
    const before = byStep.get(decision.step);
    if (before === undefined) byStep.set(decision.step, [decision]);
    else before.push(decision);
  }
  const decided = (step: FlowCase): FlowCase => {
    const of = byStep.get(step);
    if (of === undefined) return step;
    const ways = step.ways.map(({ to, condition }) => {
      const literals = of.flatMap((decision) => (decision.to === to ? [decision.literal] : []));
      return { to, condition: terms.andAll([condition, ...literals]) };
    });
    return { ...step, ways };
  };
  const nodes = flow.nodes.map((node): FlowNode => {
    const cases = new Lazy(() => node.cases.map(decided));
    return {
      fixed: node.fixed,
      facts: node.facts,
      get cases() {
        return cases.value;
      },
    };
  });
  return { ...flow, nodes };
}

/** Comparisons among the terms of the step's results that the values leave open. */
export function openComparisons(terms: TermStore, { next, value }: Pick<RelatedStep, 'next' | 'value'>): Term[] {
  return postorder(terms, next).filter((t) => {
    const op = terms.op(t);
    if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return false;
    const v = value(t);
    return v !== null && v.low !== v.high;
  });
}

/** Calls `look` for each step that the values do not exclude. It must use `value` before it returns. */
export function forEachRelatedStep(
  terms: TermStore,
  solution: Fixpoint<Value>,
  look: (step: RelatedStep) => void,
): void {
  solution.forEachStep(({ from, to, step, conditions, next, value }) => {
    const literals = [...new Set(conditions.flatMap((t) => conjuncts(terms, t)))];
    look({ from, to, step, literals, next, value: (t) => knownValue(terms, t, value) });
  });
}

/** Longest chain of operators above a term whose value is known. */
const MAX_CHAIN = 4;

/** The known value of a term, or of one made of it by a few unary operators. */
function knownValue(terms: TermStore, root: Term, value: ValueOf): Value | null {
  const chain: Term[] = [];
  let t = root;
  let v = value(t);
  while (v === null && terms.arity(t) === 1 && chain.length < MAX_CHAIN) {
    chain.push(t);
    t = terms.arg(t, 0);
    v = value(t);
  }
  for (let i = chain.length - 1; i >= 0 && v !== null; i--) v = valueTransfer(terms, chain[i], [v]);
  return v;
}
