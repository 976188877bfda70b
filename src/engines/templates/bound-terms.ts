import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { BoundInstance } from '../../system/transys/certificate.ts';
import { atBlock } from '../../system/transys/control.ts';
import { blockTerms, programTerms } from '../../system/transys/program-terms.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';
import type { BoundTerms } from '../methods/inductive/steps.ts';
import { type TableIndex, tableInstances, tableWidths } from './tables.ts';

/** Most indices at which one block uses a fact about all elements, and those of which it uses all pairs. */
const MOST_INSTANCES = 16;
const MOST_PAIRED = 5;

/** Variables for the indices of a system's arrays. */
export interface BoundIndices extends BoundTerms {
  /** One variable for each width of indices. */
  readonly indices: readonly Term[];
  /** A second variable of the same width for pairs of elements, where the program orders elements. */
  readonly seconds: ReadonlyMap<Term, Term>;
  /** Variables for a row and a column, where an array is accessed as a table; null: none is. */
  readonly table: TableIndex | null;
}

/**
 * One variable for all indices of each width that the system's arrays have, and for each block the
 * indices at which it reads or writes. These instances and the variable itself suffice to decide the
 * array property fragment (Bradley, Manna, Sipma: What's Decidable About Arrays?, VMCAI 2006). Programs that
 * order elements have a second variable: a sorted array is a fact about all pairs.
 */
export function boundIndices(system: TransitionSystem): BoundIndices {
  const { terms, stateVars, inputs, blocks } = system;
  const widths = new Set(stateVars.flatMap(({ term }) => indexWidth(terms, term) ?? []));
  const names = new Set([...stateVars, ...inputs].map((v) => v.name));
  const create = (text: string, width: number): Term => {
    let name = text;
    while (names.has(name)) name += '-';
    return terms.variable(name, { kind: 'bv', width });
  };
  const indices = [...widths].map((width) => create(`@index-${width}`, width));
  const ordered = orderedWidths(system);
  const seconds = new Map(
    indices
      .filter((index) => ordered.has(terms.width(index)))
      .map((index) => [index, create(`@second-${terms.width(index)}`, terms.width(index))]),
  );
  const sizes = tableWidths(system);
  const table = sizes === null ? null : { row: create('@row', sizes.row), column: create('@column', sizes.column) };
  const single = [...indices, ...seconds.values()];
  const bound = table === null ? single : [...single, table.row, table.column];
  const instances = blocks.flatMap((block) => {
    const found = accessedIndices(system, block);
    return indices.flatMap((index, i) => {
      const fitting = found.filter((t) => terms.width(t) === terms.width(index));
      const second = seconds.get(index);
      const own = fitting.slice(0, MOST_INSTANCES).map((t): BoundInstance => ({ block: block.id, values: [[i, t]] }));
      if (second === undefined) return own;
      const j = bound.indexOf(second);
      const paired = fitting.slice(0, MOST_PAIRED);
      const of = (first: Term, ...more: readonly Term[]): BoundInstance => ({
        block: block.id,
        values: [[i, first], ...more.map((t) => [j, t] as const)],
      });
      // A fact about single elements also holds of the second one of a pair.
      const pairs = [
        of(second),
        ...[index, ...paired].flatMap((t) => paired.flatMap((u) => (t === u ? [] : [of(t, u)]))),
      ];
      return [...own, ...pairs];
    });
  });
  const places = { row: single.length, column: single.length + 1 };
  const ofTable = table === null ? [] : tableInstances(system, table, places);
  return { indices, seconds, table, bound, instances: [...instances, ...ofTable] };
}

/** The widths of the indices of elements that the program compares by order with what is no constant. */
function orderedWidths(system: TransitionSystem): ReadonlySet<number> {
  const { terms } = system;
  const found = new Set<number>();
  for (const t of postorder(terms, programTerms(system))) {
    if (terms.op(t) !== Op.ULT && terms.op(t) !== Op.SLT) continue;
    const sides = [terms.arg(t, 0), terms.arg(t, 1)];
    if (sides.some((side) => terms.isConst(side))) continue;
    for (const u of postorder(terms, sides)) {
      const width = terms.op(u) === Op.SELECT ? indexWidth(terms, terms.arg(u, 0)) : null;
      if (width !== null) found.add(width);
    }
  }
  return found;
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
