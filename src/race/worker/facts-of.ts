import { checksOf } from '../../engines/methods/inductive/claim.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { isProduct } from '../../logic/terms/products.ts';
import { bitCount, type Sort } from '../../logic/terms/sort.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { outerPostorder } from '../../logic/terms/traverse.ts';
import { NEXT_THREAD } from '../../program/cfa/beyond.ts';
import type { EncodingDecisions } from '../../system/encode/index.ts';
import { approximationsOf } from '../../system/transys/doubts.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { InputOrigin, InputVar, TransitionSystem } from '../../system/transys/system.ts';
import type { SystemFacts } from '../facts.ts';

interface Origin {
  readonly hardware: boolean;
  /** Number of lines of the source. */
  readonly lines: number;
  /** Null for hardware. */
  readonly encoding: EncodingDecisions | null;
}

/** Computes the facts of a system, in time linear in its size. */
export function factsOf(system: TransitionSystem, { hardware, lines, encoding }: Origin): SystemFacts {
  const { terms, stateVars, blocks, inputs } = system;
  const all = outerPostorder(terms, [...system.init, ...programTerms(system)]);
  const sorts = new Set(all.map((t) => terms.sort(t)));
  const has = (kind: Sort['kind']): boolean => [...sorts].some((sort) => sort.kind === kind);
  return {
    source: hardware ? 'hardware' : 'program',
    lines,
    loops: hardware ? 1 : blocks.length - 1,
    stateVars: stateVars.length,
    stateBits: stateVars.reduce((sum, { term }) => sum + bitCount(terms.sort(term)), 0),
    inputs: inputs.length,
    arrays: has('array'),
    floats: has('float'),
    products: all.some((t) => isProduct(terms, t)),
    heap: encoding !== null && keepsHeap(system, encoding),
    checks: hardware ? 0 : checksOf(system).length,
    threads: inputs.some(({ origin }) => origin?.name === NEXT_THREAD),
    comparisons: all.filter((t) => comparesWithConstant(terms, t)).length,
    deterministic: !inputs.some(isTaken),
    approximations: approximationsOf(system).length,
    gaps: system.gaps.length,
    terms: all.length,
    gates: gateEstimate(terms, all),
  };
}

/**
 * Whether inputs of a kind come from outside. The others are values that a run leaves open, and few
 * programs depend on them.
 */
const FROM_OUTSIDE: Readonly<Record<InputOrigin['kind'], boolean>> = {
  nondet: true,
  'unknown-function': true,
  'external-change': true,
  'external-content': true,
  'external-call': true,
  'external-argument': true,
  'external-pointer': true,
  'external-offset': true,
  uninitialised: false,
  allocation: false,
  approximation: false,
};

function isTaken({ origin }: InputVar): boolean {
  return origin === null || FROM_OUTSIDE[origin.kind];
}

/** Whether a state variable is part of an allocated object. */
function keepsHeap({ stateVars }: TransitionSystem, { objects, state }: EncodingDecisions): boolean {
  const owners = new Map(state.map(({ variable, object }) => [variable, object]));
  return stateVars.some(({ name }) => {
    const owner = owners.get(name) ?? null;
    return owner !== null && objects[owner].kind === 'heap';
  });
}

function comparesWithConstant(terms: TermStore, t: Term): boolean {
  const op = terms.op(t);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return false;
  return terms.isConst(terms.arg(t, 0)) !== terms.isConst(terms.arg(t, 1));
}

/** Approximate and-gates of a full adder with its carry. */
const ADDER = 7;
const MUX = 3;

/**
 * Approximate number of gates of the terms as circuits, without floats and arrays; linear in the
 * number of terms.
 */
function gateEstimate(terms: TermStore, all: readonly Term[]): number {
  return all.reduce((sum, t) => sum + gatesOf(terms, t), 0);
}

function gatesOf(terms: TermStore, t: Term): number {
  if (terms.arity(t) === 0) return 0;
  const sort = terms.sort(terms.arg(t, terms.arity(t) - 1));
  const width = sort.kind === 'bv' ? sort.width : 1;
  const constant = terms.arity(t) === 2 && (terms.isConst(terms.arg(t, 0)) || terms.isConst(terms.arg(t, 1)));
  switch (terms.op(t)) {
    case Op.MUL:
      // Only the non-zero digits of a constant count, about a third of them.
      return ADDER * width * (constant ? width / 3 : width);
    case Op.UDIV:
    case Op.UREM:
    case Op.SDIV:
    case Op.SREM:
      return (ADDER + MUX) * width * width;
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR:
      return constant ? MUX * width : MUX * width * Math.log2(width + 1);
    case Op.ADD:
    case Op.NEG:
      return ADDER * width;
    case Op.ULT:
    case Op.SLT:
    case Op.EQ:
    case Op.ITE:
    case Op.BV_XOR:
      return MUX * width;
    case Op.AND:
    case Op.BV_AND:
    case Op.BV_OR:
      return width;
    default:
      return 0;
  }
}
