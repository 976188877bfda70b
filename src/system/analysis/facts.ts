import type { Values } from '../../logic/domains/fixpoint.ts';
import { valueFormula } from '../../logic/domains/formula.ts';
import { joinValues, type Value, withinValue } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { isAt } from '../transys/control.ts';
import { decidingTerms } from '../transys/passes/restrict.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { PlacedFlow } from './places.ts';
import type { Decision } from './steps.ts';

/** A formula that holds whenever the control is at a block. */
export interface Fact {
  readonly block: number;
  /** The formula, over the state variables. */
  readonly formula: Term;
}

/** Relations between variables, and the comparisons that they decide. */
export interface Relations {
  readonly facts: readonly Fact[];
  readonly decisions: readonly Decision[];
}

/** Values of the observed terms by block, joined over its places; null where no run goes. */
export type BlockValues = readonly (Values<Value> | null)[];

/** Joins the values at the places of each block. */
export function valuesByBlock(
  system: TransitionSystem,
  flow: PlacedFlow,
  values: readonly (Values<Value> | null)[],
): BlockValues {
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
 * The values at the places as formulas, where they are stronger than those by block in `known`.
 * Variables that a block does not read are left out: they may have any value there.
 */
export function valueFacts(
  system: TransitionSystem,
  flow: PlacedFlow,
  values: readonly (Values<Value> | null)[],
  known: BlockValues | null,
): Fact[] {
  const { terms } = system;
  const facts: Fact[] = [];
  const reads = system.blocks.map(
    (block) => new Set(postorder(terms, [...decidingTerms(system, block), ...block.next])),
  );
  facts.push(...coverage(system, flow, values, known));
  /** Conditions of the places, by block and by the formula that holds there. */
  const places = system.blocks.map(() => new Map<Term, Term[]>());
  flow.places.forEach(({ block, at }, id) => {
    const here = values[id];
    if (here === null) return;
    const parts: Term[] = [];
    flow.observed.forEach((observed, i) => {
      const t = flow.definitions.get(observed) ?? observed;
      const v = here[i];
      const before = known?.[block]?.[i] ?? null;
      if (v === null || i === system.pc || flow.nodes[id].fixed.has(i)) return;
      if (before !== null && withinValue(before, v)) return;
      if (!freeVariables(terms, [t]).every((variable) => reads[block].has(variable))) return;
      parts.push(valueFormula(terms, t, v));
    });
    const said = terms.andAll(parts);
    if (said === terms.true) return;
    const same = places[block].get(said);
    if (same === undefined) places[block].set(said, [at]);
    else same.push(at);
  });
  places.forEach((of, block) => {
    const here = isAt(system, block);
    for (const [said, conditions] of of) {
      facts.push({ block, formula: terms.implies(terms.and(here, terms.orAll(conditions)), said) });
    }
  });
  return facts;
}

/**
 * The places of each block that no run reaches, as negations of their conditions. If most are
 * unreached, one formula instead states that the state is at one of the reached places.
 */
function coverage(
  system: TransitionSystem,
  { places }: PlacedFlow,
  values: readonly (Values<Value> | null)[],
  known: BlockValues | null,
): Fact[] {
  const { terms, blocks } = system;
  const reached: number[][] = blocks.map(() => []);
  const others: number[][] = blocks.map(() => []);
  places.forEach(({ block }, id) => {
    (values[id] === null ? others : reached)[block].push(id);
  });
  return blocks.flatMap(({ id: block }): Fact[] => {
    if (known !== null && known[block] === null) return [];
    const here = isAt(system, block);
    if (others[block].length <= reached[block].length) {
      return others[block].map((id) => ({ block, formula: terms.not(places[id].at) }));
    }
    return [{ block, formula: terms.implies(here, terms.orAll(reached[block].map((id) => places[id].at))) }];
  });
}
