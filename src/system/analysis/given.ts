import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { conjuncts, freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { atBlock } from '../transys/control.ts';
import { decidingTerms } from '../transys/passes/restrict.ts';
import type { TransitionSystem } from '../transys/system.ts';

/** Formulas over the state variables that hold whenever the control is at a block, by block. */
export type BlockFacts = readonly (readonly Term[])[];

/** Most nodes of the formulas that are used at one block, and of one of them. */
const MOST_NODES = 4_000;
const MOST_NODES_EACH = 400;

/**
 * Specialises invariants to each block, if they contain a variable that the block reads. Small ones
 * come first, within a limit of nodes, since every step of an analysis evaluates them.
 */
export function factsByBlock(system: TransitionSystem, invariants: readonly Term[]): BlockFacts {
  const { terms, pc, blocks } = system;
  const counter = pc === null ? null : system.stateVars[pc].term;
  const byBlock = new Map<number | null, { formula: Term; size: number; about: readonly Term[] }[]>();
  for (const formula of invariants) {
    const size = postorder(terms, [formula]).length;
    if (size > MOST_NODES_EACH) continue;
    const block = blockOf(system, formula);
    const entry = { formula, size, about: freeVariables(terms, [formula]).filter((t) => t !== counter) };
    const before = byBlock.get(block);
    if (before === undefined) byBlock.set(block, [entry]);
    else before.push(entry);
  }
  return blocks.map((block) => {
    const candidates = [...(byBlock.get(null) ?? []), ...(byBlock.get(block.id) ?? [])];
    if (candidates.length === 0) return [];
    const here = atBlock(system, block.id);
    const reads = new Set(freeVariables(terms, [...decidingTerms(system, block), ...block.next]));
    const facts = new Set<Term>();
    let nodes = 0;
    for (const { formula, size, about } of candidates.sort((a, b) => a.size - b.size)) {
      if (nodes + size > MOST_NODES) break;
      if (about.length > 0 && !about.some((t) => reads.has(t))) continue;
      const fact = here.apply(formula);
      if (fact === terms.true || facts.has(fact)) continue;
      facts.add(fact);
      nodes += size;
    }
    return [...facts];
  });
}

/** The only block that a formula constrains; null if it constrains several. */
export function blockOf({ terms, stateVars, pc }: TransitionSystem, formula: Term): number | null {
  if (pc === null || terms.op(formula) !== Op.NOT) return null;
  const counter = stateVars[pc].term;
  for (const t of conjuncts(terms, terms.arg(formula, 0))) {
    if (terms.op(t) !== Op.EQ) continue;
    const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
    if (x === counter && terms.isConst(y)) return Number(terms.constValue(y));
    if (y === counter && terms.isConst(x)) return Number(terms.constValue(x));
  }
  return null;
}
