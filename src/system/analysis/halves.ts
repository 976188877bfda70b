import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import { fewElements, type Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution, substitute } from '../../logic/terms/substitute.ts';
import { conjuncts, freeVariables } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { type BlockValues, type Fact, valuesByBlock } from './facts.ts';
import type { ValueOf } from './linear.ts';
import type { Derived, PlacedFlow } from './places.ts';
import { forEachRelatedStep } from './steps.ts';

/** Most objects that a pointer may lead to, and most pairs of a pointer and such an object. */
const MOST_OBJECTS = 6;
const MOST_PAIRS = 64;
/** Most case distinctions while one pair is followed through a step. */
const MOST_CASES = 200;

/** The state variables that are the halves of a pointer: the object, and the offset in it. */
interface Halves {
  readonly first: number;
  readonly second: number;
}

/**
 * Offsets of pointers by the object to which they lead, as terms that the analysis of values observes.
 * Where a pointer leads nowhere, its offset is 0. Where it leads into an array of structures, its offset
 * is that of an element. Neither value follows from those of the two halves, each by itself:
 *
 *     next.object in {0, 3}, next.offset in {0, 8, 24, 40}
 *     (next.object = 3 ? next.offset : 8) in {8, 24, 40}
 *
 * Elsewhere the term has an offset that the pointer has in that object. It is found as the offset of some
 * step that ends there, with 0 for all variables.
 */
export function offsetsByObject(system: TransitionSystem, values: BlockValues): readonly Derived[] {
  const { terms } = system;
  const pairs = pairsOf(system, values);
  const known = new Map<string, Term>();
  const key = (pair: number, object: bigint): string => `${pair}:${object}`;
  const wanted = pairs.flatMap(({ objects }, i) => objects.map((object) => [i, object] as const));
  // A pointer that is copied has the offset of the one that it copies, which may have to be found first.
  for (let round = 0; round < 3; round++)
    for (const [i, object] of wanted)
      if (!known.has(key(i, object))) {
        const found = exampleOf(system, pairs, i, object, (j) => known.get(key(j, object)));
        if (found !== null) known.set(key(i, object), found);
      }
  return wanted.flatMap(([i, object]): Derived[] => {
    const other = known.get(key(i, object));
    if (other === undefined) return [];
    const { first, second } = pairs[i];
    const [a, b] = pairAt(system, pairs[i]);
    return [
      {
        term: terms.ite(terms.eq(a, terms.bv(terms.width(a), object)), b, other),
        variable: variableOf(i, object),
        after: (state) => followed(terms, [state[first], state[second]], (leaf) => offsetAt(leaf, object, other)),
      },
    ];
  });

  /** The offset of a pair without case distinctions, in terms of what is observed about the pairs. */
  function offsetAt([first, second]: Pair, object: bigint, other: Term): Term {
    if (terms.isConst(first)) return terms.constValue(first) === object ? second : other;
    const isHere = terms.eq(first, terms.bv(terms.width(first), object));
    const from = pairs.findIndex((pair) => pairAt(system, pair)[0] === narrowest(terms, first));
    if (from < 0 || !known.has(key(from, object))) return terms.ite(isHere, second, other);
    const [, variable] = pairAt(system, pairs[from]);
    return terms.ite(isHere, substitute(terms, second, [[variable, variableOf(from, object)]]), other);
  }

  function variableOf(pair: number, object: bigint): Term {
    const { term, name } = system.stateVars[pairs[pair].second];
    return terms.variable(`${name}@${object}`, terms.sort(term));
  }
}

/**
 * The objects that pointers have where runs enter a place, as candidates where steps from the place to itself
 * seem to bring others. A pointer that walks along a list is not null in its loop, since the loop tests it.
 */
export function objectsAtEntry(system: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): readonly Fact[] {
  const { terms, stateVars } = system;
  const firsts = pairsOf(system, valuesByBlock(system, flow, solution.values)).map(({ first }) => first);
  const entered = new Map<number, Map<number, Set<bigint> | null>>();
  forEachRelatedStep(terms, solution, ({ from, to, next, value }) => {
    if (from === to) return;
    const at = entered.get(to) ?? new Map<number, Set<bigint> | null>();
    entered.set(to, at);
    for (const i of firsts) {
      const known = at.get(i);
      const few = fewOf(terms, next[i], value);
      at.set(i, few === null || known === null ? null : new Set([...(known ?? []), ...few]));
    }
  });
  return [...entered].flatMap(([to, at]) =>
    [...at].flatMap(([i, objects]): Fact[] => {
      const here = solution.values[to]?.[i] ?? null;
      const all = here === null ? null : fewElements(here, BigInt(MOST_OBJECTS));
      if (objects === null || all === null || all.length === objects.size) return [];
      const { term } = stateVars[i];
      const others = all.filter((object) => !objects.has(object));
      return others.map((object): Fact => {
        const excluded = terms.not(terms.eq(term, terms.bv(terms.width(term), object)));
        return { block: flow.places[to].block, formula: terms.implies(flow.places[to].at, excluded) };
      });
    }),
  );
}

/** All values of a term, if they are few. */
function fewOf(terms: TermStore, t: Term, value: ValueOf): readonly bigint[] | null {
  if (terms.isConst(t)) return [terms.constValue(t)];
  const v = value(t);
  return v === null ? null : fewElements(v, BigInt(MOST_OBJECTS));
}

type Pair = readonly [first: Term, second: Term];

function pairAt({ stateVars }: TransitionSystem, { first, second }: Halves): Pair {
  return [stateVars[first].term, stateVars[second].term];
}

/** The pointers that lead to few objects. */
function pairsOf(
  system: TransitionSystem,
  values: BlockValues,
): readonly (Halves & { readonly objects: readonly bigint[] })[] {
  const { terms, stateVars, blocks, pc } = system;
  const offsets = new Map(stateVars.flatMap(({ half }, i) => (half?.of === 'offset' ? [[half.pointer, i]] : [])));
  let left = MOST_PAIRS;
  return stateVars.flatMap(({ term, half }, first) => {
    const second = half?.of === 'object' ? offsets.get(half.pointer) : undefined;
    if (second === undefined || terms.sort(term).kind !== 'bv') return [];
    const objects = new Set<bigint>();
    for (const block of blocks) {
      const value = block.id === 0 && pc !== null ? null : values[block.id]?.[first];
      if (value === null || value === undefined) continue;
      const few = fewElements(value, BigInt(MOST_OBJECTS));
      if (few === null) return [];
      for (const object of few) objects.add(object);
    }
    if (objects.size < 2 || objects.size > MOST_OBJECTS || (left -= objects.size) < 0) return [];
    return [{ first, second, objects: [...objects] }];
  });
}

interface Choice {
  readonly condition: Term;
  readonly then: Term;
  readonly otherwise: Term;
}

/** A case distinction, below the extensions and cuts that narrowing put around it; null for other terms. */
function choiceOf(terms: TermStore, t: Term): Choice | null {
  const around: Term[] = [];
  let inner = t;
  for (; isResized(terms, inner); inner = terms.arg(inner, 0)) around.push(inner);
  if (terms.op(inner) !== Op.ITE) return null;
  const part = (i: number): Term => {
    let branch = terms.arg(inner, i);
    for (let k = around.length - 1; k >= 0; k--) {
      const [low, width] = [terms.low(around[k]), terms.width(around[k])];
      branch =
        terms.op(around[k]) === Op.ZEXT ? terms.zext(branch, width) : terms.extract(branch, low + width - 1, low);
    }
    return branch;
  };
  return { condition: terms.arg(inner, 0), then: part(1), otherwise: part(2) };
}

function isResized(terms: TermStore, t: Term): boolean {
  return terms.op(t) === Op.ZEXT || terms.op(t) === Op.EXTRACT;
}

/** Returns an offset that a pointer has in an object behind some step; null if none is found. */
function exampleOf(
  system: TransitionSystem,
  pairs: readonly Halves[],
  pair: number,
  object: bigint,
  exampleAt: (pair: number) => Term | undefined,
): Term | null {
  const { terms, blocks } = system;
  const { first, second } = pairs[pair];
  let found: Term | null = null;
  const look = (leaf: Pair): Term => {
    if (found !== null) return found;
    let offset: Term | undefined;
    if (terms.isConst(leaf[0])) offset = terms.constValue(leaf[0]) === object ? leaf[1] : undefined;
    else {
      const from = pairs.findIndex((other) => pairAt(system, other)[0] === narrowest(terms, leaf[0]));
      const example = from < 0 || from === pair ? undefined : exampleAt(from);
      if (example !== undefined) offset = substitute(terms, leaf[1], [[pairAt(system, pairs[from])[1], example]]);
    }
    if (offset === undefined) return leaf[1];
    const zeros = freeVariables(terms, [offset]).map((t): [Term, Term] => [t, zeroOf(terms, t)]);
    const value = substitute(terms, offset, zeros);
    if (terms.isConst(value)) found = value;
    return leaf[1];
  };
  for (const { next } of blocks) followed(terms, [next[first], next[second]], look);
  return found;
}

/** The term that extensions and cuts keep the value of, as long as its value fits. */
function narrowest(terms: TermStore, t: Term): Term {
  let inner = t;
  while (isResized(terms, inner) && terms.low(inner) === 0) inner = terms.arg(inner, 0);
  return inner;
}

function zeroOf(terms: TermStore, variable: Term): Term {
  const sort = terms.sort(variable);
  return sort.kind === 'bv' ? terms.bv(sort.width, 0) : sort.kind === 'bool' ? terms.false : variable;
}

/**
 * Builds a term from a pair whose halves are case distinctions, with the same conditions: `leaf` makes a
 * term of each case. Cases beyond the limit are leaves as they are.
 */
function followed(terms: TermStore, root: Pair, leaf: (pair: Pair) => Term): Term {
  /** A case that waits, or the condition under which the last two results become one. */
  const todo: (Pair | { readonly condition: Term })[] = [root];
  const done: Term[] = [];
  let left = MOST_CASES;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if ('condition' in next) {
      const [then, otherwise] = [done.pop()!, done.pop()!];
      done.push(terms.ite(next.condition, then, otherwise));
      continue;
    }
    const [first, second] = next;
    const choice = choiceOf(terms, first);
    if (choice === null || left-- <= 0) {
      done.push(leaf(next));
      continue;
    }
    const { condition, then, otherwise } = choice;
    const under = (truth: boolean, branch: Term): Pair => {
      const known = new Substitution(terms, assumed(terms, condition, truth));
      return [known.apply(branch), known.apply(second)];
    };
    todo.push({ condition }, under(true, then), under(false, otherwise));
  }
  return done[0];
}

/** The truths that a condition decides: its own, and those of its conjuncts if it is true. */
function assumed(terms: TermStore, condition: Term, truth: boolean): readonly (readonly [Term, Term])[] {
  const parts = truth ? conjuncts(terms, condition) : [];
  return [
    [condition, terms.bool(truth)],
    ...parts.map((part): [Term, Term] =>
      terms.op(part) === Op.NOT ? [terms.arg(part, 0), terms.false] : [part, terms.true],
    ),
  ];
}
