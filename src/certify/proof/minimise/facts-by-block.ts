import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/** The part of an invariant about one block. */
export interface BlockFact {
  readonly block: number;
  /** Over the state variables without the program counter. */
  readonly formula: Term;
}

/**
 * Takes an invariant apart: for each block its consequences when the program counter is there, as
 * small conjuncts. Null if there are more than `most`. A system without a program counter has a single
 * block.
 */
export function factsByBlock(system: TransitionSystem, invariant: Term, most: number): BlockFact[] | null {
  const { terms, stateVars, pc, blocks } = system;
  const parts = conjuncts(terms, invariant);
  const facts: BlockFact[] = [];
  for (const { id } of blocks) {
    const counter = pc === null ? null : stateVars[pc].term;
    const here = new Substitution(terms, counter === null ? [] : [[counter, terms.bv(terms.width(counter), id)]]);
    const seen = new Set<Term>();
    for (const part of parts) {
      for (const conjunct of conjuncts(terms, here.apply(part))) {
        for (const formula of distributed(system, conjunct)) {
          if (formula === terms.true || seen.has(formula)) continue;
          seen.add(formula);
          facts.push({ block: id, formula });
          if (facts.length > most) return null;
        }
      }
    }
  }
  return facts;
}

/** The invariant that consists of the facts. */
export function joinFacts({ terms, stateVars, pc }: TransitionSystem, facts: readonly BlockFact[]): Term {
  const byBlock = new Map<number, Term>();
  for (const { block, formula } of facts) byBlock.set(block, terms.and(byBlock.get(block) ?? terms.true, formula));
  const located = [...byBlock].map(([block, formula]) => {
    if (pc === null) return formula;
    const counter = stateVars[pc].term;
    return terms.or(terms.not(terms.eq(counter, terms.bv(terms.width(counter), block))), formula);
  });
  return terms.andAll(located);
}

/**
 * a ∨ (b ∧ c) as a ∨ b and a ∨ c, if a single disjunct is a conjunction: the parts together are hardly
 * larger than the whole.
 */
function distributed({ terms }: TransitionSystem, t: Term): readonly Term[] {
  if (terms.op(t) !== Op.NOT || terms.op(terms.arg(t, 0)) !== Op.AND) return [t];
  const refuted = conjuncts(terms, terms.arg(t, 0));
  const inner = refuted.filter((x) => terms.op(x) === Op.NOT && terms.op(terms.arg(x, 0)) === Op.AND);
  if (inner.length !== 1) return [t];
  const others = terms.andAll(refuted.filter((x) => x !== inner[0]));
  return conjuncts(terms, terms.arg(inner[0], 0)).map((part) => terms.not(terms.and(others, terms.not(part))));
}
