import type { Literal } from '../sat/types.ts';
import { type Aig, type Edge, NO, YES } from './aig.ts';
import { type Gate, gateOf } from './gates.ts';

/** Where clauses go: a solver's partition, a file. */
export interface ClauseSink {
  newVariable(): number;
  clause(literals: readonly Literal[]): void;
}

/** Directions of a gate's definition: its output implies its function, and the other way round. */
const FORWARD = 1;
const BACKWARD = 2;
const BOTH = 3;

/**
 * Clauses for the cones of edges of one graph, each node's once (Tseitin 1968). If `polarity` is set,
 * it writes only the directions that matter (Plaisted, Greenbaum 1986). Then only inputs have a
 * meaning in models, and the clauses of one partition say less than the gates do.
 */
export class ClauseWriter {
  /** Variable of a node, plus 1; 0 for none. */
  #variables = new Int32Array(1024);
  /** Directions asked for and written, in two times two bits. */
  #directions = new Uint8Array(1024);
  readonly #open: number[] = [];
  #constant: Literal = -1;
  readonly #isNamed = (node: number): boolean => this.variableOf(node) >= 0;

  constructor(
    private readonly graph: Aig,
    private readonly sink: ClauseSink,
    private readonly polarity: boolean,
    /** The variable of an input, by its number. */
    private readonly inputVariable: (input: number) => number,
  ) {}

  /** A literal that is equivalent to the edge (with polarity: that implies it), its definitions included. */
  literal(edge: Edge): Literal {
    const literal = this.#reference(edge, FORWARD);
    this.#flush();
    return literal;
  }

  /** The variable of an input or gate that has one; -1 for others. */
  variableOf(node: number): number {
    return node < this.#variables.length ? this.#variables[node] - 1 : -1;
  }

  /** Asserts the disjunction of the edges and `others`, which are literals already. */
  clause(edges: readonly Edge[], others: readonly Literal[] = []): void {
    const literals = [...others];
    for (const edge of edges) {
      if (edge === YES) return;
      if (edge !== NO) literals.push(this.#reference(edge, FORWARD));
    }
    this.#flush();
    this.sink.clause(literals);
  }

  /**
   * Asserts the edge, or one of `others`.
   * Conjunctions are asserted one by one, other gates by their own clauses without an output.
   */
  assert(edge: Edge, others: readonly Literal[] = []): void {
    const stack = [edge];
    const seen = new Set<Edge>();
    while (stack.length > 0) {
      const e = stack.pop() as Edge;
      if (e === YES || seen.has(e)) continue;
      seen.add(e);
      const node = e >> 1;
      if (!this.graph.isAnd(node) || this.#isNamed(node)) {
        this.clause([e], others);
        continue;
      }
      const gate = gateOf(this.graph, node, this.#isNamed);
      if (gate.kind === 'and' && (e & 1) === 0) for (const input of gate.inputs) stack.push(input);
      else this.#define(others, gate, (e & 1) === 0 ? FORWARD : BACKWARD);
    }
    this.#flush();
  }

  /** The literal of an edge; the definitions that it needs are still to be written. */
  #reference(edge: Edge, direction: number): Literal {
    const node = edge >> 1;
    if (node === 0) return this.#constantLiteral() ^ (edge & 1);
    this.#reserve(node);
    let variable = this.#variables[node] - 1;
    if (variable < 0) {
      const input = this.graph.inputOf(node);
      variable = input >= 0 ? this.inputVariable(input) : this.sink.newVariable();
      this.#variables[node] = variable + 1;
    }
    if (this.graph.isAnd(node)) {
      let needed = this.polarity ? direction : BOTH;
      // A negated edge needs the other direction of its node.
      if (this.polarity && (edge & 1) === 1 && direction !== BOTH) needed = direction ^ BOTH;
      const missing = needed & ~this.#directions[node];
      if (missing !== 0) {
        this.#directions[node] |= missing;
        this.#open.push(node, missing);
      }
    }
    return 2 * variable + (edge & 1);
  }

  #constantLiteral(): Literal {
    if (this.#constant < 0) {
      this.#constant = 2 * this.sink.newVariable() + 1;
      this.sink.clause([this.#constant]);
      // The literal of NO is the negation of the asserted one.
      this.#constant ^= 1;
    }
    return this.#constant;
  }

  #reserve(node: number): void {
    if (node < this.#variables.length) return;
    const length = Math.max(this.graph.size, 2 * this.#variables.length);
    const variables = new Int32Array(length);
    variables.set(this.#variables);
    this.#variables = variables;
    const directions = new Uint8Array(length);
    directions.set(this.#directions);
    this.#directions = directions;
  }

  #flush(): void {
    const open = this.#open;
    while (open.length > 0) {
      const directions = open.pop() as number;
      const node = open.pop() as number;
      const gate = gateOf(this.graph, node, this.#isNamed);
      const output = 2 * (this.#variables[node] - 1);
      if ((directions & FORWARD) !== 0) this.#define([output ^ 1], gate, FORWARD);
      if ((directions & BACKWARD) !== 0) this.#define([output], gate, BACKWARD);
    }
  }

  /** One of `others`, or the gate is true (FORWARD) or false (BACKWARD). */
  #define(others: readonly Literal[], gate: Gate, direction: number): void {
    const { sink } = this;
    const forward = direction === FORWARD;
    const sign = forward ? 0 : 1;
    switch (gate.kind) {
      case 'and': {
        const inputs = gate.inputs.map((edge) => this.#reference(edge, direction));
        if (forward) for (const x of inputs) sink.clause([...others, x]);
        else sink.clause([...others, ...inputs.map((x) => x ^ 1)]);
        return;
      }
      case 'xor': {
        const inputs = gate.inputs.map((edge) => this.#reference(edge, BOTH));
        // Each combination of inputs that gives the other value is forbidden.
        for (let values = 0; values < 1 << inputs.length; values++) {
          if (parity(values) === sign) sink.clause([...others, ...inputs.map((x, i) => x ^ ((values >> i) & 1))]);
        }
        return;
      }
      case 'ite': {
        const c = this.#reference(gate.condition, BOTH);
        const a = this.#reference(gate.yes, direction) ^ sign;
        const b = this.#reference(gate.no, direction) ^ sign;
        sink.clause([...others, c ^ 1, a]);
        sink.clause([...others, c, b]);
        // Follows from the two, but not by unit propagation.
        sink.clause([...others, a, b]);
        return;
      }
      case 'majority': {
        const [a, b, c] = gate.inputs.map((edge) => this.#reference(edge, direction) ^ sign);
        sink.clause([...others, a, b]);
        sink.clause([...others, a, c]);
        sink.clause([...others, b, c]);
        return;
      }
    }
  }
}

function parity(values: number): number {
  return (values ^ (values >> 1) ^ (values >> 2)) & 1;
}
