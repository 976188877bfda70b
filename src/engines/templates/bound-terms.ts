import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { BoundInstance } from '../../system/transys/certificate.ts';
import { atBlock } from '../../system/transys/control.ts';
import { blockTerms } from '../../system/transys/program-terms.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';
import type { BoundTerms } from '../methods/inductive/steps.ts';

/** Most indices at which one block uses a fact about all elements. */
const MOST_INSTANCES = 16;

/**
 * One variable for all indices of each width that the system's arrays have, and for each block the
 * indices at which it reads or writes. These instances and the variable itself suffice to decide the
 * array property fragment (Bradley, Manna, Sipma: What's Decidable About Arrays?, VMCAI 2006).
 */
export function boundIndices(system: TransitionSystem): BoundTerms {
  const { terms, stateVars, inputs, blocks } = system;
  const widths = new Set(stateVars.flatMap(({ term }) => indexWidth(terms, term) ?? []));
  const names = new Set([...stateVars, ...inputs].map((v) => v.name));
  const bound = [...widths].map((width) => {
    let name = `@index-${width}`;
    while (names.has(name)) name += '-';
    return terms.variable(name, { kind: 'bv', width });
  });
  const instances = blocks.flatMap((block) => {
    const found = accessedIndices(system, block);
    return bound.flatMap((b, i) => {
      const fitting = found.filter((t) => terms.width(t) === terms.width(b));
      return fitting.slice(0, MOST_INSTANCES).map((t): BoundInstance => ({ block: block.id, values: [[i, t]] }));
    });
  });
  return { bound, instances };
}

/** The width of an array's indices in bits; null for other terms, and for arrays of arrays. */
export function indexWidth(terms: TermStore, t: Term): number | null {
  const sort = terms.sort(t);
  return sort.kind === 'array' && sort.index.kind === 'bv' && sort.element.kind === 'bv' ? sort.index.width : null;
}

/** The indices of all reads and writes of a block, over state variables and inputs. */
function accessedIndices(system: TransitionSystem, block: Block): Term[] {
  const { terms } = system;
  const here = atBlock(system, block.id);
  const roots = blockTerms(block).map((t) => here.apply(t));
  const found = new Set<Term>();
  for (const t of postorder(terms, roots)) {
    const op = terms.op(t);
    if ((op === Op.SELECT || op === Op.STORE) && terms.sort(terms.arg(t, 1)).kind === 'bv') found.add(terms.arg(t, 1));
  }
  return [...found];
}
