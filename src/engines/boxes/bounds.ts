import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { isReadSigned, type TransitionSystem } from '../../system/transys/system.ts';
import type { Chain, Link } from './chains.ts';
import { FloatStops, integerStops } from './stops.ts';

/**
 * Most terms of a block that are bounded: variables, and values that the block computes from several
 * of them.
 */
const MOST_VARIABLES = 32;
const MOST_COMPUTED = 8;
/** Most bounds of the whole system. */
const MOST_CHAINS = 512;

/**
 * Chains of bounds for the state at each block; the strongest bound of each chain comes first. They
 * bound variables. If `related` is set, they also bound floats that a block computes from two or more
 * variables before it reads an input. Such floats are relations between variables that the program
 * itself has.
 */
export function boundChains(system: TransitionSystem, related: boolean): readonly Chain[] {
  const { terms, stateVars, pc, blocks } = system;
  const rootsOf = (id: number): readonly Term[] => [
    blocks[id].feasible,
    blocks[id].bad,
    blocks[id].gap,
    ...blocks[id].next,
  ];
  const everything = postorder(
    terms,
    blocks.flatMap(({ id }) => rootsOf(id)),
  );
  const floats = new FloatStops(terms, everything);
  const integers = integerStops(terms, everything);
  const state = new Set(stateVars.flatMap((v, i) => (i === pc ? [] : [v.term])));
  const viewed = everything.filter((t) => terms.op(t) === Op.FP_FROM_BITS && state.has(terms.arg(t, 0)));
  const asFloats = new Set(viewed.map((t) => terms.arg(t, 0)));
  const variables = [...[...state].filter((t) => !asFloats.has(t)), ...viewed].slice(0, MOST_VARIABLES);
  const signed = signedVariables(system, everything);
  const chains = blocks.flatMap(({ id }) => {
    // The entry reads no state.
    if (id === 0) return [];
    const bounded = related ? [...variables, ...computed(system, rootsOf(id), state)] : variables;
    return bounded.flatMap((t): Chain[] => {
      const sort = terms.sort(t);
      if (sort.kind === 'float') {
        const stops = floats.of(sort);
        return [
          {
            block: id,
            links: [...stops].reverse().map(({ value, isMarked }) => ({ formula: terms.fpLe(value, t), isMarked })),
          },
          { block: id, links: stops.map(({ value, isMarked }) => ({ formula: terms.fpLe(t, value), isMarked })) },
        ];
      }
      return sort.kind === 'bv' && sort.width > 1 ? integerChains(system, id, t, integers, signed.has(t)) : [];
    });
  });
  return chains.slice(0, MOST_CHAINS);
}

function integerChains(
  { terms }: TransitionSystem,
  block: number,
  t: Term,
  stops: readonly bigint[],
  isSigned: boolean,
): Chain[] {
  const width = terms.width(t);
  const size = 1n << BigInt(width);
  const [least, most] = isSigned ? [-size / 2n, size / 2n - 1n] : [0n, size - 1n];
  const constants = stops.filter((c) => c >= least && c <= most).map((c) => terms.bv(width, BigInt.asUintN(width, c)));
  const precede = (a: Term, b: Term): Link => ({
    formula: isSigned ? terms.sle(a, b) : terms.ule(a, b),
    isMarked: true,
  });
  return [
    { block, links: [...constants].reverse().map((c) => precede(c, t)) },
    { block, links: constants.map((c) => precede(t, c)) },
  ];
}

/** Variables that the program reads as signed numbers. */
function signedVariables({ terms, stateVars }: TransitionSystem, order: readonly Term[]): ReadonlySet<Term> {
  const argumentsOf = (op: Op): Term[] => order.flatMap((t) => (terms.op(t) === op ? [terms.arg(t, 0)] : []));
  const extended = new Set(argumentsOf(Op.ZEXT));
  const found = new Set([...argumentsOf(Op.SEXT), ...argumentsOf(Op.SLT)]);
  for (const v of stateVars) if (isReadSigned(v) && !extended.has(v.term)) found.add(v.term);
  return found;
}

/**
 * Floats that a block computes from two or more state variables alone; floats that it compares come
 * first.
 */
function computed({ terms }: TransitionSystem, roots: readonly Term[], state: ReadonlySet<Term>): readonly Term[] {
  const order = postorder(terms, roots);
  /** State variables below a term, at most two of them; null if the term contains other variables. */
  const below = new Map<Term, readonly Term[] | null>();
  const found: Term[] = [];
  const compared = new Set<Term>();
  for (const t of order) {
    const args = Array.from({ length: terms.arity(t) }, (_, i) => terms.arg(t, i));
    const parts = args.map((arg) => below.get(arg) ?? null);
    const ofArgs = parts.includes(null) ? null : [...new Set(parts.flatMap((part) => part ?? []))].slice(0, 2);
    const own = state.has(t) ? [t] : terms.op(t) === Op.VARIABLE ? null : ofArgs;
    below.set(t, own);
    const isFloat = terms.sort(t).kind === 'float';
    if (isFloat && own?.length === 2 && terms.op(t) !== Op.ITE) found.push(t);
    if (!isFloat) for (const arg of args) compared.add(arg);
  }
  return [...found.filter((t) => compared.has(t)), ...found.filter((t) => !compared.has(t))].slice(0, MOST_COMPUTED);
}
