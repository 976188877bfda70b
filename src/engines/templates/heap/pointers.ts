import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { programTerms } from '../../../system/transys/program-terms.ts';
import type { BlocksPart, TransitionSystem } from '../../../system/transys/system.ts';
import { indexWidth } from '../bound-terms.ts';

/** Most families, pointer variables and arrays that are treated. */
const MOST_FAMILIES = 6;
const MOST_POINTERS = 8;
const MOST_ARRAYS = 8;

/** The blocks that one allocation in a loop makes, numbered from 0. */
export interface BlockFamily {
  /** The low bits of a pointer to one of its blocks. */
  readonly number: Term;
  /** The state variable with their number so far; its low bits are the index of the next block. */
  readonly count: Term;
  /** The array of bits that say which blocks have ended; null if none ends. */
  readonly ended: Term | null;
  /** Arrays from its blocks to pointers, and to other values. */
  readonly links: readonly Term[];
  readonly data: readonly Term[];
  /** Arrays of the pointers that lie in arrays of its blocks: an index is that of a block, then that of an element. */
  readonly tables: readonly Term[];
}

/**
 * Pointers to blocks of families, as the system's terms show them. The high half of a pointer is the
 * index of a block, and the low half is the number of its family. A pointer to a single object has
 * the index 0.
 */
export interface HeapPointers {
  /** Width in bits of the low half, and of a pointer. */
  readonly numberWidth: number;
  readonly width: number;
  readonly families: readonly BlockFamily[];
  /** State variables that hold pointers. */
  readonly variables: readonly Term[];
  /** Arrays that hold pointers, in blocks or elsewhere. */
  readonly arrays: ReadonlySet<Term>;
  /** Pointers to null and to single objects that the program uses. */
  readonly constants: ReadonlySet<bigint>;
}

/**
 * The pointers to blocks with indices as wide as `index`; null if there are none. Linear in the program, for a
 * bounded number of families.
 */
export function heapPointers(system: TransitionSystem, index: Term): HeapPointers | null {
  const { terms, stateVars } = system;
  const parts = new Map<number, [Term, BlocksPart][]>();
  for (const { term, blocks } of stateVars) {
    if (blocks === undefined || blocks.indexWidth !== terms.width(index)) continue;
    const known = parts.get(blocks.number);
    if (known !== undefined) known.push([term, blocks]);
    else if (parts.size < MOST_FAMILIES) parts.set(blocks.number, [[term, blocks]]);
  }
  const [first] = parts.values();
  if (first === undefined) return null;
  const { numberWidth, indexWidth: own } = first[0][1];
  const width = numberWidth + own;
  const order = postorder(terms, programTerms(system));
  const bases = order.flatMap((t) => (isHalf(t) ? [terms.arg(t, 0)] : []));
  const { variables, arrays, constants } = pointersFrom(system, bases, width);
  const families = [...parts].flatMap(([number, known]): BlockFamily[] => {
    const ofRole = (wanted: readonly BlocksPart['role'][]): Term[] =>
      known.flatMap(([term, { role }]) => (wanted.includes(role) ? [term] : []));
    const ofBlocks = (t: Term): boolean => indexWidth(terms, t) === own;
    const isTable = (t: Term): boolean => !ofBlocks(t) && indexWidth(terms, t) !== null;
    const [count] = ofRole(['count']);
    const [ended = null] = ofRole(['ended']);
    if (count === undefined) return [];
    return [
      {
        number: terms.bv(numberWidth, number),
        count,
        ended,
        links: ofRole(['pointer']).filter(ofBlocks).slice(0, MOST_ARRAYS),
        data: ofRole(['ended', 'size', 'value']).filter(ofBlocks).slice(0, MOST_ARRAYS),
        tables: ofRole(['pointer']).filter(isTable).slice(0, MOST_ARRAYS),
      },
    ];
  });
  if (families.length === 0) return null;
  return { numberWidth, width, families, variables: variables.slice(0, MOST_POINTERS), arrays, constants };

  /** Whether the term is the number or the index in a pointer. */
  function isHalf(t: Term): boolean {
    if (terms.op(t) !== Op.EXTRACT || terms.width(terms.arg(t, 0)) !== width) return false;
    return terms.low(t) === 0 ? terms.width(t) === numberWidth : terms.low(t) === numberWidth && terms.width(t) === own;
  }
}

interface PointerFlow {
  readonly variables: readonly Term[];
  readonly arrays: ReadonlySet<Term>;
  readonly constants: ReadonlySet<bigint>;
}

/**
 * State variables and arrays of that element width whose values flow into the given pointers, and
 * constants that do. Arrays into which pointers are stored belong to them.
 */
function pointersFrom(system: TransitionSystem, pointers: readonly Term[], width: number): PointerFlow {
  const { terms, stateVars, blocks } = system;
  const place = new Map(stateVars.map(({ term }, i) => [term, i]));
  const variables = new Set<Term>();
  const arrays = new Set<Term>();
  const constants = new Set([0n]);
  const seen = new Set<Term>();
  flow(pointers);
  const others = stateVars.flatMap(({ term }) => {
    const sort = terms.sort(term);
    return sort.kind === 'array' && sort.element.kind === 'bv' && sort.element.width === width ? [term] : [];
  });
  for (const array of others) if (!arrays.has(array) && holdsPointers(array)) flow([array]);
  return { variables: [...variables], arrays, constants };

  function flow(roots: readonly Term[]): void {
    const stack = [...roots];
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      if (seen.has(t)) continue;
      seen.add(t);
      const known = place.get(t);
      if (known !== undefined) {
        if (terms.sort(t).kind === 'array') arrays.add(t);
        else if (terms.width(t) === width) variables.add(t);
        else continue;
        stack.push(...blocks.map((block) => block.next[known]));
      } else if (terms.isBv(t)) {
        if (terms.width(t) === width) constants.add(terms.constValue(t));
      } else stack.push(...sources(t));
    }
  }

  function holdsPointers(array: Term): boolean {
    const found = new Set<Term>();
    const stack = blocks.map((block) => block.next[place.get(array) ?? -1]);
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      if (found.has(t)) continue;
      found.add(t);
      if (variables.has(t)) return true;
      stack.push(...sources(t));
    }
    return false;
  }

  /** The terms from which a choice, an element or a written array has its values. */
  function sources(t: Term): readonly Term[] {
    switch (terms.op(t)) {
      case Op.ITE:
        return [terms.arg(t, 1), terms.arg(t, 2)];
      case Op.SELECT:
        return [terms.arg(t, 0)];
      case Op.STORE:
        return [terms.arg(t, 0), terms.arg(t, 2)];
      default:
        return [];
    }
  }
}
