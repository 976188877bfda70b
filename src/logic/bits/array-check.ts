import type { Term } from '../terms/builder.ts';
import type { Aig, Edge } from './aig.ts';
import { NO, YES } from './aig.ts';
import { type Adjacency, type Connection, connections } from './array-classes.ts';
import type { Access, ArrayEquality, ArrayGraph, ArrayNode } from './array-graph.ts';
import { constantBits, equal, lookUp } from './circuits.ts';
import { type BitValue, bigValue, readValue, sameValue } from './values.ts';

/** Lemmas about one read and single writes to constant indices, before one lemma has them all. */
const SINGLE_LEMMAS = 8;

/** A read on its way through the arrays: the array it has reached, and the connections on its way. */
interface Arrival {
  readonly access: Access;
  readonly at: ArrayNode;
  readonly from: Arrival | null;
  readonly over: Connection | null;
}

/**
 * The content of an array in a model: elements by index, and the element at all other indices (null:
 * unknown).
 */
export interface ArrayContent {
  readonly elements: ReadonlyMap<BitValue, Int32Array>;
  readonly fallback: Int32Array | null;
}

export type ArrayVerdict =
  /** The model of the gates is also a model of the arrays. */
  | { readonly kind: 'consistent'; readonly contents: (variable: Term) => ArrayContent }
  /** Clauses that hold for arrays, at least one of which the model breaks. */
  | { readonly kind: 'lemmas'; readonly clauses: readonly (readonly Edge[])[] }
  /** Reads of constant arrays were added: look again. */
  | { readonly kind: 'again' };

/**
 * Lemmas on demand for the extensional theory of arrays (Brummayer, Biere, JSAT 6, 2009).
 * The check carries reads through the arrays as the model of the gates directs.
 * A read passes writes at other indices, enters the branch that is taken, crosses equalities that
 * hold, and goes upwards where there are equalities. Where two reads meet at one index with different
 * elements, the conditions of their ways form a lemma. Costs depend on the reads and the length of
 * their ways, not on the number of indices that a sort has.
 */
export class ArrayCheck {
  /** Indices at which constant arrays connected by equalities have different elements. */
  readonly #probes = new Map<ArrayNode, Map<BitValue, Access>>();
  /** How often reads met writes to constant indices that contradict them. */
  readonly #met = new Map<Access, number>();

  constructor(
    private readonly graph: Aig,
    private readonly arrays: ArrayGraph,
  ) {}

  /** `values`: of all nodes of the graph. `relevant`: the reads and equalities of arrays in the query. */
  check(values: Uint8Array, relevant: Iterable<Term>): ArrayVerdict {
    return new Round(this.graph, this.arrays, this.#probes, this.#met, values, relevant).run();
  }
}

class Round {
  readonly #arrived = new Map<ArrayNode, Map<BitValue, Arrival>>();
  readonly #queue: Arrival[] = [];
  readonly #clauses: Edge[][] = [];
  readonly #classes: Adjacency;

  constructor(
    private readonly graph: Aig,
    arrays: ArrayGraph,
    private readonly probes: Map<ArrayNode, Map<BitValue, Access>>,
    private readonly met: Map<Access, number>,
    private readonly values: Uint8Array,
    relevant: Iterable<Term>,
  ) {
    const holding = [];
    for (const t of relevant) {
      const read = arrays.reads.get(t);
      if (read !== undefined) this.#enter(read);
      const equality = arrays.equalities.get(t);
      if (equality === undefined) continue;
      if (this.#holds(equality.edge)) holding.push(equality);
      else this.#enterDifference(equality);
    }
    this.#classes = connections(holding, (edge) => this.#holds(edge));
    for (const array of this.#classes.nodes) {
      if (array.kind === 'store') this.#enter({ array, index: array.index, element: array.element });
      if (array.kind === 'table')
        for (const { index, element } of array.table.entries())
          this.#enter({ array, index: indexBits(array.table.indexWidth, index), element });
      for (const probe of probes.get(array)?.values() ?? []) this.#enter(probe);
    }
  }

  run(): ArrayVerdict {
    const queue = this.#queue;
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) this.#arrive(next);
    if (this.#clauses.length > 0) return { kind: 'lemmas', clauses: this.#clauses };
    for (const group of this.#classes.groups()) if (this.#probe(group)) return { kind: 'again' };
    return { kind: 'consistent', contents: this.#contents() };
  }

  /** The two arrays differ, and so do the elements at their witness index. */
  #enterDifference({ edge, witnesses: [left, right] }: ArrayEquality): void {
    if (sameValue(this.values, left.element, right.element))
      this.#lemma([edge, equal(this.graph, left.element, right.element) ^ 1]);
    this.#enter(left);
    this.#enter(right);
  }

  #enter(access: Access): void {
    this.#queue.push({ access, at: access.array, from: null, over: null });
  }

  #arrive(arrival: Arrival): void {
    const { access, at } = arrival;
    const index = readValue(this.values, access.index);
    let here = this.#arrived.get(at);
    if (here === undefined) {
      here = new Map();
      this.#arrived.set(at, here);
    }
    const other = here.get(index);
    if (other !== undefined) {
      if (!sameValue(this.values, access.element, other.access.element)) this.#differ(arrival, other.access, other);
      return;
    }
    here.set(index, arrival);
    switch (at.kind) {
      case 'variable':
        break;
      case 'constant':
        if (!sameValue(this.values, access.element, at.element)) {
          this.#lemma([...this.#way(arrival), equal(this.graph, access.element, at.element)]);
          return;
        }
        break;
      case 'table': {
        const element = at.table.at(index);
        if (!sameValue(this.values, access.element, element)) {
          // All entries together say which indices have none.
          if (!at.table.has(index) || this.#meetsOften(access)) this.#differFromTable(arrival);
          else
            this.#differ(arrival, { array: at, index: indexBits(access.index.length, BigInt(index)), element }, null);
          return;
        }
        break;
      }
      case 'store':
        if (index !== readValue(this.values, at.index))
          this.#pass(arrival, { to: at.base, store: at, condition: null });
        else if (!sameValue(this.values, access.element, at.element)) {
          if (isConstant(at.index) && this.#meetsOften(access)) this.#differFromTable(arrival);
          else this.#differ(arrival, { array: at, index: at.index, element: at.element }, null);
          return;
        }
        break;
      case 'ite': {
        const taken = this.#holds(at.condition);
        this.#pass(arrival, { to: taken ? at.yes : at.no, store: null, condition: at.condition ^ (taken ? 0 : 1) });
        break;
      }
    }
    for (const connection of this.#classes.of(at)) {
      if (connection.store === null || index !== readValue(this.values, connection.store.index))
        this.#pass(arrival, connection);
    }
  }

  #pass(arrival: Arrival, over: Connection): void {
    this.#queue.push({ access: arrival.access, at: over.to, from: arrival, over });
  }

  /**
   * Whether a read contradicted elements at constant indices more than a few times. Each model may choose
   * another of them: in the end, one lemma has them all.
   */
  #meetsOften(access: Access): boolean {
    const met = (this.met.get(access) ?? 0) + 1;
    this.met.set(access, met);
    return met > SINGLE_LEMMAS;
  }

  /** A read contradicts one of the elements at constant indices that it came through: one lemma has them all. */
  #differFromTable(arrival: Arrival): void {
    const { access } = arrival;
    let top = arrival;
    for (let a = top.from; a !== null && top.over?.store === a.at && isConstant(top.over.store.index); a = a.from)
      top = a;
    const elements = new Map<bigint, Int32Array>();
    let node = top.at;
    for (; node.kind === 'store' && isConstant(node.index); node = node.base) {
      const index = bigValue(this.values, node.index);
      if (!elements.has(index)) elements.set(index, node.element);
    }
    if (node.kind === 'table')
      for (const { index, element } of node.table.entries()) if (!elements.has(index)) elements.set(index, element);
    const entries = Array.from(elements, ([index, element]) => ({ index, element }));
    entries.sort((a, b) => (a.index < b.index ? -1 : 1));
    const absent = elseOf(node) ?? access.element;
    const element = lookUp(this.graph, access.index, entries, absent);
    this.#lemma([...this.#way(top), equal(this.graph, access.element, element)]);
  }

  /** Two accesses at one array have one index and different elements. */
  #differ(arrival: Arrival, other: Access, otherWay: Arrival | null): void {
    const { access } = arrival;
    const clause = this.#way(arrival, isConstant(other.index));
    if (otherWay !== null) clause.push(...this.#way(otherWay));
    clause.push(equal(this.graph, access.index, other.index) ^ 1, equal(this.graph, access.element, other.element));
    this.#lemma(clause);
  }

  #lemma(clause: readonly Edge[]): void {
    if (clause.includes(YES)) return;
    this.#clauses.push([...new Set(clause)].filter((edge) => edge !== NO));
  }

  /**
   * The negations of the conditions under which a read gets where it is. `fixed`: at a constant index,
   * which excludes the other constant ones.
   */
  #way(arrival: Arrival, fixed = false): Edge[] {
    const out: Edge[] = [];
    for (let a = arrival; a.from !== null && a.over !== null; a = a.from) {
      const { store, condition } = a.over;
      if (store !== null && !(fixed && isConstant(store.index)))
        out.push(equal(this.graph, a.access.index, store.index));
      if (condition !== null) out.push(condition ^ 1);
    }
    return out;
  }

  /**
   * Constant arrays of different elements in one group must be distinguished at some index.
   * The index is one that the group does not use yet, or all indices where every one is used. Returns
   * whether there was another index to read.
   */
  #probe(group: readonly ArrayNode[]): boolean {
    const constants = group.flatMap((array) => {
      const element = elseOf(array);
      return element === null ? [] : [{ array, element }];
    });
    const [first] = constants;
    if (first === undefined || constants.every(({ element }) => sameValue(this.values, element, first.element)))
      return false;
    const spoken = new Set<BitValue>();
    for (const node of group) for (const index of this.#arrived.get(node)?.keys() ?? []) spoken.add(index);
    const width = this.#classes.indexWidth(group);
    let free = 0n;
    while (spoken.has(asValue(width, free)) && free >> BigInt(width) === 0n) free++;
    const chosen = free >> BigInt(width) === 0n ? [asValue(width, free)] : [...spoken];
    let fresh = false;
    for (const { array, element } of constants) {
      let probes = this.probes.get(array);
      if (probes === undefined) {
        probes = new Map();
        this.probes.set(array, probes);
      }
      for (const index of chosen) {
        if (probes.has(index)) continue;
        const own = array.kind === 'table' ? array.table.at(index) : element;
        probes.set(index, { array, index: indexBits(width, BigInt(index)), element: own });
        fresh = true;
      }
    }
    return fresh;
  }

  #contents(): (variable: Term) => ArrayContent {
    const found = new Map<Term, ArrayContent>();
    const fallbacks = new Map<ArrayNode, Int32Array>();
    for (const group of this.#classes.groups()) {
      const element = group.reduce<Int32Array | null>((found, node) => found ?? elseOf(node), null);
      if (element !== null) for (const node of group) fallbacks.set(node, element);
    }
    for (const node of new Set([...this.#arrived.keys(), ...this.#classes.nodes])) {
      if (node.kind !== 'variable') continue;
      const elements = new Map<BitValue, Int32Array>();
      for (const [index, { access }] of this.#arrived.get(node) ?? []) elements.set(index, access.element);
      found.set(node.term, { elements, fallback: fallbacks.get(node) ?? null });
    }
    return (variable) => found.get(variable) ?? { elements: new Map(), fallback: null };
  }

  #holds(edge: Edge): boolean {
    return ((this.values[edge >> 1] ^ edge) & 1) === 1;
  }
}

function isConstant(bits: Int32Array): boolean {
  return bits.every((edge) => edge === YES || edge === NO);
}

/** The element of a constant array at all indices but those of entries; null for other arrays. */
function elseOf(array: ArrayNode): Int32Array | null {
  return array.kind === 'constant' ? array.element : array.kind === 'table' ? array.table.other : null;
}

function indexBits(width: number, index: bigint): Int32Array {
  return Int32Array.from(constantBits(width, index));
}

function asValue(width: number, value: bigint): BitValue {
  return width <= 32 ? Number(value) : value;
}
