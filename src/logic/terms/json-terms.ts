import { LemmataError, messageOf } from '../../base/errors.ts';
import type { FloatFormat, FloatValue } from '../../base/float.ts';
import type { RoundingMode, Term } from './builder.ts';
import { unpackFloat } from './float-values.ts';
import { OPERATORS, Op, ROUNDING_MODES } from './ops.ts';
import { rebuild, type TermSource } from './rebuild.ts';
import { bitCount, type Sort } from './sort.ts';
import type { TermStore } from './store.ts';
import { postorder } from './traverse.ts';

/**
 * A term: its operator (a name of `Op` in lower case), sort, and arguments as indices of earlier nodes
 * of the list.
 */
export interface JsonNode {
  readonly op: string;
  readonly sort: Sort;
  readonly args?: readonly number[];
  /** Value of a constant in decimal; for floats, of the IEEE bits. */
  readonly value?: string;
  /** Name of a variable. */
  readonly name?: string;
  /** Upper bound of an `extract`. */
  readonly high?: number;
  readonly low?: number;
  /** Rounding mode of a floating-point operator that rounds. */
  readonly rounding?: string;
}

/**
 * The given terms and all their subterms, arguments first.
 * `place` gives the index of each.
 */
export function jsonNodes(
  terms: TermStore,
  roots: readonly Term[],
): { readonly nodes: readonly JsonNode[]; readonly place: (t: Term) => number } {
  const order = postorder(terms, roots);
  const places = new Map(order.map((t, i) => [t, i]));
  const place = (t: Term): number => {
    const found = places.get(t);
    if (found === undefined) throw new LemmataError('E-INTERNAL', `term ${t} is not in the list`);
    return found;
  };
  return { nodes: order.map((t) => jsonNode(terms, t, place)), place };
}

function jsonNode(terms: TermStore, t: Term, place: (t: Term) => number): JsonNode {
  const op = terms.op(t);
  const args: number[] = [];
  for (let i = 0; i < terms.arity(t); i++) args.push(place(terms.arg(t, i)));
  return {
    op: OPERATORS[op].name.toLowerCase(),
    sort: terms.sort(t),
    ...(args.length > 0 ? { args } : {}),
    ...(terms.isConst(t) ? { value: terms.constValue(t).toString() } : {}),
    ...(op === Op.VARIABLE ? { name: terms.name(t) } : {}),
    ...(op === Op.EXTRACT ? { high: terms.high(t), low: terms.low(t) } : {}),
    ...(OPERATORS[op].rounds ? { rounding: terms.rounding(t) } : {}),
  };
}

/**
 * Builds the terms of a list in `target`. The list is not trusted. Variables are those that
 * `isVariable` admits. Throws LemmataError `E-INPUT` if the input is not a list of well-sorted terms.
 */
export function readJsonNodes(
  target: TermStore,
  nodes: readonly JsonNode[],
  isVariable: (name: string, sort: Sort) => boolean,
): readonly Term[] {
  const source = new JsonTerms(nodes);
  const terms: Term[] = [];
  for (const [index, { op: name, sort, args = [] }] of nodes.entries()) {
    const op = source.op(index);
    if (args.length !== OPERATORS[op].arity || args.some((a) => !(Number.isInteger(a) && a >= 0 && a < index)))
      refuse(index, `wrong arguments of ${name}`);
    if (op === Op.VARIABLE && !isVariable(source.name(index), sort)) refuse(index, 'an unknown variable');
    const [a = 0, b = 0, c = 0] = args.map((i) => terms[i]);
    if (
      op === Op.EXTRACT &&
      !(source.low(index) <= source.high(index) && source.high(index) < bitCount(target.sort(a)))
    )
      refuse(index, 'bits that are not there');
    if ((op === Op.ZEXT || op === Op.SEXT) && source.width(index) < bitCount(target.sort(a)))
      refuse(index, 'an extension to less');
    const term = built(index, () => rebuild(target, source, index, a, b, c));
    if (target.sortId(term) !== target.sorts.id(sort)) refuse(index, 'another sort than it says');
    terms.push(term);
  }
  return terms;
}

/** The builder refuses what is not well-sorted. */
function built(index: number, build: () => Term): Term {
  try {
    return build();
  } catch (error) {
    return refuse(index, messageOf(error));
  }
}

function refuse(index: number, why: string): never {
  throw new LemmataError('E-INPUT', `node ${index} is not a term: ${why}`);
}

const OPERATOR_BY_NAME: ReadonlyMap<string, Op> = new Map(
  Object.entries(Op).map(([name, op]) => [name.toLowerCase(), op]),
);

/** A list as a source of terms; throws `E-INPUT` where a node lacks a field that is read. */
class JsonTerms implements TermSource {
  constructor(private readonly nodes: readonly JsonNode[]) {}

  op(t: Term): Op {
    return OPERATOR_BY_NAME.get(this.nodes[t].op) ?? refuse(t, `no operator ${this.nodes[t].op}`);
  }

  sort(t: Term): Sort {
    return this.nodes[t].sort;
  }

  width(t: Term): number {
    const sort = this.sort(t);
    return sort.kind === 'bv' ? sort.width : refuse(t, 'not of bits');
  }

  format(t: Term): FloatFormat {
    const sort = this.sort(t);
    return sort.kind === 'float' ? sort : refuse(t, 'no float');
  }

  constValue(t: Term): bigint {
    const { value = '', sort } = this.nodes[t];
    const bits = bitCount(sort);
    // A decimal digit is more than three bits.
    const number = /^\d+$/.test(value) && value.length <= 1 + bits / 3 ? BigInt(value) : -1n;
    return number >= 0n && number >> BigInt(bits) === 0n ? number : refuse(t, `no value of ${bits} bits`);
  }

  floatValue(t: Term): FloatValue {
    return unpackFloat(this.format(t), this.constValue(t));
  }

  name(t: Term): string {
    return this.nodes[t].name ?? refuse(t, 'no name');
  }

  high(t: Term): number {
    return this.#natural(t, this.nodes[t].high);
  }

  low(t: Term): number {
    return this.#natural(t, this.nodes[t].low);
  }

  rounding(t: Term): RoundingMode {
    if (!OPERATORS[this.op(t)].rounds) return 'RNE';
    return ROUNDING_MODES.find((mode) => mode === this.nodes[t].rounding) ?? refuse(t, 'no rounding mode');
  }

  #natural(t: Term, value: number | undefined): number {
    return value !== undefined && Number.isInteger(value) && value >= 0 ? value : refuse(t, 'no number of a bit');
  }
}
