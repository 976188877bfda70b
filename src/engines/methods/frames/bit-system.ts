import { LemmataError } from '../../../base/errors.ts';
import type { Edge } from '../../../logic/bits/aig.ts';
import { TermGates } from '../../../logic/bits/term-gates.ts';
import { Unsupported } from '../../../logic/bits/unsupported.ts';
import { bigValue } from '../../../logic/bits/values.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { pattern } from '../../../logic/terms/evaluate.ts';
import type { FloatCircuits } from '../../../logic/terms/float-circuits.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { TraceValue, TransitionSystem } from '../../../system/transys/system.ts';
import type { Comparison } from './comparisons.ts';
import { ControlGraph, type Location } from './locations.ts';
import { isWord } from './predicates.ts';
import { SpreadComparisons } from './spread-comparisons.ts';

/**
 * A literal as 2 * index + sign, where sign 1 says that the bit is 0. The index is that of a bit of
 * the state, or, behind these, of a predicate over them. `literal ^ 1` negates.
 */
export type BitLiteral = number;

/** True if a literal holds of a state, given bit by bit. */
export function isTrue(state: Uint8Array, literal: BitLiteral): boolean {
  return state[literal >> 1] !== (literal & 1);
}

/** A state bit by bit, from the gates of its bits and the values of all nodes. */
export function stateOf(edges: Int32Array, values: Uint8Array): Uint8Array {
  const state = new Uint8Array(edges.length);
  for (let i = 0; i < edges.length; i++) state[i] = (values[edges[i] >> 1] ^ edges[i]) & 1;
  return state;
}

/** A bit of a state variable. */
export interface StateBit {
  /** Index in `system.stateVars`. */
  readonly variable: number;
  /** 0: the least significant bit. */
  readonly position: number;
}

/** Steps into a location, from another one or from the same. */
export interface BitEdge {
  readonly from: BitLocation;
  readonly guard: Edge;
}

/** A location of the control graph as gates over the bits of the state and of its inputs. */
export interface BitLocation {
  readonly id: number;
  readonly location: Location;
  /** The gate of "a step from here ends in bad or in a gap". */
  readonly bad: Edge;
  /** The gates of its parts, see `Location`. Empty and `bad`: the checks are not asked about one by one. */
  readonly checks: ReadonlyMap<string, Edge>;
  readonly others: Edge;
  /** The state after a step from here, bit by bit, and then the predicates. */
  readonly next: Int32Array;
  readonly incoming: BitEdge[];
  /** Facts of the system about this location. */
  readonly facts: Edge[];
}

/** Largest number of gates of one system. */
const MAX_GATES = 2 ** 22;

/**
 * A transition system bit by bit: the state is a vector of bits, and the gates of one graph compute
 * its next value. Contents of arrays are unconstrained: a read may return any value. So unreachable
 * states here are unreachable in the system; the converse fails where {@link isAbstract}.
 */
export class BitSystem {
  readonly system: TransitionSystem;
  readonly graph: ControlGraph;
  readonly gates: TermGates;
  readonly bits: readonly StateBit[];
  /** The graph input that stands for each bit of the state, and then the gates of the predicates. */
  readonly current: Int32Array;
  readonly locations: readonly BitLocation[];
  readonly entry: BitLocation;
  readonly predicates: readonly Term[];
  /** The first predicates: comparisons that replace the bits of their words. */
  readonly comparisons: readonly Comparison[];
  /** The words of the comparisons. */
  readonly #compared: ReadonlySet<Term>;
  readonly #stateNodes: ReadonlySet<number>;
  /** Nodes of the graph's inputs, by their numbers, as far as they were asked for. */
  readonly #inputNodes: number[] = [];
  #scanned = 0;

  /**
   * Throws {@link Unsupported} at floats in the state, `E-LIMIT` if there are too many gates, and what
   * `stop` throws.
   */
  constructor(
    system: TransitionSystem,
    circuits: FloatCircuits | null,
    /** Comparisons of words that cubes may contain besides bits. */
    predicates: readonly Term[],
    stop: () => void,
    /** Comparisons that cubes contain in place of bits. */
    comparisons: readonly Comparison[] = [],
    /** Whether the checks of a location are asked about one by one. */
    isApart = false,
  ) {
    const { terms, stateVars } = system;
    this.system = system;
    this.comparisons = comparisons;
    this.#compared = new Set(comparisons.flatMap((comparison) => comparison.words));
    const others = predicates.filter((t) => !freeVariables(terms, [t]).every((word) => this.#compared.has(word)));
    this.predicates = [...comparisons.map(({ term }) => term), ...others];
    this.graph = new ControlGraph(system);
    this.gates = new TermGates(terms, { gates: MAX_GATES, circuits });
    const bits: StateBit[] = [];
    const current: Edge[] = [];
    const words = stateVars.flatMap(({ term }, i) => (isWord(system, term) ? [i] : []));
    for (const variable of words) {
      this.#word(stateVars[variable].term, stop).forEach((edge, position) => {
        bits.push({ variable, position });
        current.push(edge);
      });
    }
    this.bits = bits;
    this.#stateNodes = new Set(current.map((edge) => edge >> 1));
    this.current = Int32Array.from([...current, ...this.predicates.map((predicate) => this.#edge(predicate, stop))]);
    const spread = new SpreadComparisons(terms);
    this.locations = this.graph.locations.map((location) => ({
      id: location.id,
      location,
      bad: this.#edge(location.bad, stop),
      checks: new Map(isApart ? [...location.checks].map(([name, t]) => [name, this.#edge(t, stop)]) : []),
      others: this.#edge(isApart ? location.others : location.bad, stop),
      next: Int32Array.from([
        ...words.flatMap((i) => [...this.#word(location.after(stateVars[i].term), stop)]),
        ...this.predicates.map((predicate, i) => {
          const after = location.after(predicate);
          return this.#edge(i < comparisons.length ? spread.of(after) : after, stop);
        }),
      ]),
      incoming: [],
      facts: system.facts.map((fact) => this.#edge(this.graph.at(location, fact), stop)),
    }));
    for (const { id, location } of this.locations) {
      for (const { from, guard } of location.incoming)
        this.locations[id].incoming.push({ from: this.locations[from.id], guard: this.#edge(guard, stop) });
    }
    this.entry = this.locations[this.graph.entry.id];
  }

  /** True if there are arrays, whose contents are unconstrained. */
  get isAbstract(): boolean {
    return !this.gates.blaster.arrays.isEmpty();
  }

  /** The literals that hold in a state (bits, then predicates) of the predicates that replace no bits. */
  described(state: Uint8Array): BitLiteral[] {
    const literals: BitLiteral[] = [];
    for (let i = this.bits.length + this.comparisons.length; i < state.length; i++)
      literals.push(2 * i + (state[i] ^ 1));
    return literals;
  }

  /**
   * Replaces bits of compared words by all comparisons of these words that hold in the state. The other
   * literals are kept.
   */
  expressed(literals: readonly BitLiteral[], state: Uint8Array): BitLiteral[] {
    const kept: BitLiteral[] = [];
    const mentioned = new Set<Term>();
    for (const literal of literals) {
      const word = this.system.stateVars[this.bits[literal >> 1].variable].term;
      if (this.#compared.has(word)) mentioned.add(word);
      else kept.push(literal);
    }
    this.comparisons.forEach(({ words }, i) => {
      const bit = this.bits.length + i;
      if (words.every((word) => mentioned.has(word))) kept.push(2 * bit + (state[bit] ^ 1));
    });
    return kept;
  }

  /** True if a node of the graph is a bit of the state. */
  isState(node: number): boolean {
    return this.#stateNodes.has(node);
  }

  /** The node of an input of the graph, by its number. */
  inputNode(input: number): number {
    const aig = this.gates.blaster.graph;
    for (; this.#inputNodes.length <= input && this.#scanned < aig.size; this.#scanned++)
      if (aig.inputOf(this.#scanned) >= 0) this.#inputNodes.push(this.#scanned);
    return this.#inputNodes[input];
  }

  /** A formula over the state at a location, as a gate; null if it has no gates. */
  formula(location: BitLocation, formula: Term): Edge | null {
    try {
      return this.#edge(this.graph.at(location.location, formula), () => {});
    } catch (error) {
      if (error instanceof Unsupported || (error instanceof LemmataError && error.code === 'E-LIMIT')) return null;
      throw error;
    }
  }

  /** The values of a location's inputs, from the values of all nodes of the graph. */
  inputs(location: BitLocation, values: Uint8Array): ReadonlyMap<number, TraceValue> {
    const { blaster, floats } = this.gates;
    const read = new Map<number, TraceValue>();
    for (const i of location.location.inputs) {
      const { term } = this.system.inputs[i];
      const bits = floats.pattern(term);
      if (blaster.has(bits) && this.system.terms.sort(term).kind !== 'array')
        read.set(i, bigValue(values, blaster.bits(bits)));
    }
    return read;
  }

  /** The values of the state variables, except arrays, in a state at a location that is given bit by bit. */
  words(location: BitLocation, state: Uint8Array): ReadonlyMap<Term, ModelValue> {
    const { terms, stateVars, pc } = this.system;
    const values = new Map<Term, ModelValue>();
    if (pc !== null) values.set(stateVars[pc].term, BigInt(location.id));
    this.bits.forEach(({ variable, position }, bit) => {
      const { term } = stateVars[variable];
      if (terms.sort(term).kind === 'bool') values.set(term, state[bit] === 1);
      else values.set(term, pattern(values.get(term) ?? 0n) | (BigInt(state[bit]) << BigInt(position)));
    });
    return values;
  }

  #edge(formula: Term, stop: () => void): Edge {
    return this.gates.of(formula, stop).edge;
  }

  /** The bits of a Boolean or of a vector. */
  #word(t: Term, stop: () => void): Int32Array {
    const { kind } = this.system.terms.sort(t);
    if (kind === 'float') throw new Unsupported('floating point in the state');
    const { blaster, floats } = this.gates;
    const lowered = floats.apply(t);
    blaster.translate(lowered, stop);
    return blaster.bits(lowered).slice();
  }
}
