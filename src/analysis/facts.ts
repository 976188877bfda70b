import type { Values } from '../domains/fixpoint.ts';
import { valueFormula } from '../domains/formula.ts';
import { joinValues, type Value, withinValue } from '../domains/value.ts';
import type { Term } from '../smt/builder.ts';
import { postorder } from '../smt/traverse.ts';
import { decidingTerms } from '../transys/passes/restrict.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { PlacedFlow } from './places.ts';
import type { Decision } from './steps.ts';

/** Something that holds whenever the control is at a block. */
export interface Fact {
  readonly block: number;
  /** Over the state variables. */
  readonly formula: Term;
}

/** What relates variables with each other, and the comparisons that this decides. */
export interface Relations {
  readonly facts: readonly Fact[];
  readonly decisions: readonly Decision[];
}

/** Values of the observed terms by block, whatever tells the places of a block apart; null where no run goes. */
export type BlockValues = readonly (Values<Value> | null)[];

export function valuesByBlock(system: TransitionSystem, flow: PlacedFlow, values: readonly (Values<Value> | null)[]): BlockValues {
  const result: (Values<Value> | null)[] = system.blocks.map(() => null);
  flow.places.forEach(({ block }, id) => {
    const here = values[id];
    const before = result[block];
    if (here === null) return;
    result[block] = before === null ? here : before.map((v, i) => joined(v, here[i]));
  });
  return result;
}

function joined(a: Value | null, b: Value | null): Value | null {
  return a === null || b === null ? null : joinValues(a, b);
}

/**
 * What the values at the places say that those by block in `known` do not, as formulas. Nothing about variables that a block does not read, which
 * may have any value there.
 */
export function valueFacts(
  system: TransitionSystem,
  flow: PlacedFlow,
  values: readonly (Values<Value> | null)[],
  known: BlockValues | null,
): Fact[] {
  const { terms, stateVars } = system;
  const facts: Fact[] = [];
  const reads = system.blocks.map((block) => new Set(postorder(terms, [...decidingTerms(system, block), ...block.next])));
  flow.places.forEach(({ block, at }, id) => {
    const here = values[id];
    if (known !== null && known[block] === null) return;
    if (here === null) {
      facts.push({ block, formula: terms.not(at) });
      return;
    }
    const parts: Term[] = [];
    flow.observed.forEach((t, i) => {
      const v = here[i];
      const before = known?.[block]?.[i] ?? null;
      if (v === null || i === system.pc || flow.nodes[id].fixed.has(i)) return;
      if (before !== null && withinValue(before, v)) return;
      if (i < stateVars.length ? !reads[block].has(t) : !reads[block].has(terms.arg(t, 0))) return;
      parts.push(valueFormula(terms, t, v));
    });
    const formula = terms.implies(at, terms.andAll(parts));
    if (formula !== terms.true) facts.push({ block, formula });
  });
  return facts;
}
