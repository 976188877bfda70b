import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { programTerms } from '../../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { indexWidth } from '../bound-terms.ts';

/** Most families, pointer variables and arrays that are treated; most further variables. */
const MOST_FAMILIES = 3;
const MOST_POINTERS = 5;
const MOST_ARRAYS = 8;
const MOST_FURTHER = 64;

/** The blocks that one allocation in a loop makes, numbered from 0. */
export interface BlockFamily {
  /** The low bits of a pointer to one of its blocks. */
  readonly number: Term;
  /** The state variable with their number so far. Its low bits are the index of the next block. */
  readonly count: Term;
  /** Arrays from its blocks to pointers, and to other values. */
  readonly links: readonly Term[];
  readonly data: readonly Term[];
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
  /** Further such variables and arrays of pointers, as tables of lists are. */
  readonly further: readonly Term[];
  readonly tables: readonly Term[];
  /** Pointers to null and to single objects that the program uses. */
  readonly constants: ReadonlySet<bigint>;
}

/**
 * The pointers whose high halves are as wide as `index`; null if there are no families of that width.
 * Linear in the program, for each of a bounded number of pointers and families.
 */
export function heapPointers(system: TransitionSystem, index: Term): HeapPointers | null {
  const { terms, stateVars } = system;
  // Blocks of the heap and their counts have no name in the program.
  const hidden = new Set(stateVars.flatMap(({ term, origin }) => (origin === null ? [term] : [])));
  const roots = programTerms(system);
  const order = postorder(terms, roots);
  const halves = order.find((t) => isUpperHalf(t));
  if (halves === undefined) return null;
  const numberWidth = terms.low(halves);
  const width = terms.width(terms.arg(halves, 0));
  const counts = countsOf();
  if (counts.size === 0) return null;
  const bases = order.filter((t) => isUpperHalf(t) || isLowerHalf(t)).map((t) => terms.arg(t, 0));
  const { variables: all, arrays, constants } = pointersFrom(system, bases, width);
  const variables = all.slice(0, MOST_POINTERS);
  const ofBlocks = [...hidden].filter((t) => indexWidth(terms, t) === terms.width(index));
  const families = [...counts].flatMap(([number, count]): BlockFamily[] => {
    const isOwn = (at: Term): boolean => at === index || counted(at) === count;
    const own = accessedWhere(terms, roots, variables, terms.concat(index, number), isOwn);
    const links = ofBlocks.filter((t) => own.has(t) && arrays.has(t)).slice(0, MOST_ARRAYS);
    const data = ofBlocks.filter((t) => own.has(t) && !arrays.has(t)).slice(0, MOST_ARRAYS);
    return links.length + data.length === 0 ? [] : [{ number, count, links, data }];
  });
  if (families.length === 0) return null;
  const ofFamilies = new Set(families.flatMap(({ links }) => links));
  const tables = [...arrays].filter((t) => !ofFamilies.has(t)).slice(0, MOST_ARRAYS);
  const further = all.slice(MOST_POINTERS, MOST_POINTERS + MOST_FURTHER);
  return { numberWidth, width, families, variables, further, tables, constants };

  function isUpperHalf(t: Term): boolean {
    return terms.op(t) === Op.EXTRACT && terms.low(t) > 0 && terms.width(t) === terms.width(index) && isWhole(t);
  }

  function isWhole(t: Term): boolean {
    return terms.low(t) + terms.width(t) === terms.width(terms.arg(t, 0));
  }

  function isLowerHalf(t: Term): boolean {
    return (
      terms.op(t) === Op.EXTRACT &&
      terms.low(t) === 0 &&
      terms.width(t) === numberWidth &&
      terms.width(terms.arg(t, 0)) === width
    );
  }

  /** New blocks are pointers made of a count and a constant: the count of each constant. */
  function countsOf(): ReadonlyMap<Term, Term> {
    const found = new Map<Term, Term>();
    for (const t of order) {
      if (found.size === MOST_FAMILIES) break;
      if (terms.op(t) !== Op.CONCAT) continue;
      const [high, number] = [terms.arg(t, 0), terms.arg(t, 1)];
      if (!terms.isBv(number) || terms.width(number) !== numberWidth || terms.constValue(number) === 0n) continue;
      const count = counted(high);
      if (count !== null && hidden.has(count)) found.set(number, count);
    }
    return found;
  }

  /** The variable in a count, to which a block may have added the blocks that it made before. */
  function counted(t: Term): Term | null {
    let inner = t;
    for (;;) {
      const op = terms.op(inner);
      if (op === Op.VARIABLE) return inner;
      if (op === Op.ZEXT || (op === Op.EXTRACT && terms.low(inner) === 0)) inner = terms.arg(inner, 0);
      else if (op === Op.ADD && terms.isBv(terms.arg(inner, 0))) inner = terms.arg(inner, 1);
      else if (op === Op.ADD && terms.isBv(terms.arg(inner, 1))) inner = terms.arg(inner, 0);
      else return null;
    }
  }
}

/** The arrays that the program reads or writes at an own index, where one of the variables is that pointer. */
function accessedWhere(
  terms: TermStore,
  roots: readonly Term[],
  variables: readonly Term[],
  pointer: Term,
  isOwn: (index: Term) => boolean,
): ReadonlySet<Term> {
  const found = new Set<Term>();
  for (const variable of variables) {
    const over = new Substitution(terms, [[variable, pointer]]);
    const there = roots.map((root) => over.apply(root));
    for (const t of postorder(terms, there)) {
      const op = terms.op(t);
      if ((op !== Op.SELECT && op !== Op.STORE) || !isOwn(terms.arg(t, 1))) continue;
      let array = terms.arg(t, 0);
      while (terms.op(array) === Op.STORE) array = terms.arg(array, 0);
      found.add(array);
    }
  }
  return found;
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
