import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution, substitute } from '../../logic/terms/substitute.ts';
import { conjuncts, freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { blockTerms } from '../../system/transys/program-terms.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';
import { indexWidth } from './bound-terms.ts';
import { peeledIndex, readsInBounds } from './index-terms.ts';

/** A loop with a counter that takes one step a turn, and with accumulators. */
export interface FoldLoop {
  /** Id of the block. */
  readonly head: number;
  /** Index of the counter in `stateVars`. */
  readonly counter: number;
  /** True if the counter grows by one, false if it falls by one. */
  readonly isRising: boolean;
  /** The index at which a turn reads or writes arrays, over the counter. */
  readonly index: Term;
  /** The arrays that the accumulators are made of. */
  readonly arrays: readonly Term[];
  readonly sums: readonly Accumulator[];
  /** Ids of the blocks that steps lead to from here. */
  readonly reaches: ReadonlySet<number>;
  /** The value of the counter before the first turn, if it is a constant. */
  readonly first: Term | null;
  /** The value of the counter behind the last turn, over the state; null: not known. */
  readonly limit: Term | null;
  /** The index when the counter has a value of the same width. */
  indexAt(counter: Term): Term;
  /** The value of an accumulator before the first turn, over elements of arrays, if all steps into the loop agree. */
  startOf(sum: Term): Term | null;
  /** The substitution of the index by another one, which has the same width. */
  over(index: Term): Substitution;
}

export interface Accumulator {
  readonly sum: Term;
  /** Its value after a turn, in which reads are in bounds. */
  readonly value: Term;
  /** True if this value depends on elements of arrays at the index and on the state alone. */
  readonly isClosed: boolean;
}

/** An accumulator, and the indices at which its value after a turn reads arrays. */
interface Change {
  readonly sum: Term;
  readonly value: Term;
  readonly reads: readonly Term[];
  /** True if the value depends on no input. */
  readonly isOverState: boolean;
}

/** Most accumulators of one loop. */
const MOST_SUMS = 2;

/** The loops of a system that may fold elements of arrays, in the order of their blocks. */
export function foldLoops(system: TransitionSystem): readonly FoldLoop[] {
  const { terms, stateVars, pc, blocks } = system;
  if (pc === null || stateVars.every(({ term }) => indexWidth(terms, term) === null)) return [];
  const reading = readsInBounds(system);
  return blocks.flatMap((block) =>
    block.successors.includes(block.id) ? (new LoopReader(system, pc, block, reading).read() ?? []) : [],
  );
}

class LoopReader {
  readonly #terms: TermStore;
  readonly #state: ReadonlySet<Term>;
  readonly #turn: Substitution;

  constructor(
    private readonly system: TransitionSystem,
    private readonly pc: number,
    private readonly block: Block,
    private readonly reading: Substitution,
  ) {
    const { terms, stateVars } = system;
    this.#terms = terms;
    this.#state = new Set(stateVars.flatMap(({ term }, v) => (v === pc ? [] : [term])));
    this.#turn = onTheWay(system, pc, block, block.id);
  }

  read(): FoldLoop | null {
    const { system, block } = this;
    const { stateVars } = system;
    const terms = this.#terms;
    const step = stateVars.map(({ term }, v) => this.#steps(term, v) ?? 0);
    const accesses = this.#accesses();
    const counters = new Set(accesses.map(({ variable }) => variable).filter((v) => step[this.#place(v)] !== 0));
    const accumulators = stateVars.flatMap(({ term }, v) => {
      if (v === this.pc || counters.has(term) || terms.sort(term).kind !== 'bv' || terms.width(term) < 2) return [];
      return this.#accumulator(term, v) ?? [];
    });
    const read = new Set(accumulators.flatMap(({ reads }) => reads));
    const chosen =
      accesses.find(({ index, variable }) => read.has(index) && counters.has(variable)) ??
      accesses.find(({ variable }) => counters.has(variable));
    if (chosen === undefined) return null;
    const counter = this.#place(chosen.variable);
    const isRead = new Set(accesses.filter(({ variable }) => variable === chosen.variable).map(({ index }) => index));
    const sums = accumulators.map(({ sum, value, reads, isOverState }) => ({
      sum,
      value,
      isClosed: isOverState && reads.length > 0 && reads.every((index) => isRead.has(index)),
    }));
    const starts = this.#starts();
    const common = (v: number): Term | null => {
      const values = new Set(starts.map((value) => value(v)));
      return values.size === 1 ? [...values][0] : null;
    };
    const first = common(counter);
    const own = new Set(stateVars.map(({ term }) => term).filter((t) => indexWidth(terms, t) !== null));
    return {
      head: block.id,
      counter,
      isRising: step[counter] === 1,
      index: chosen.counter,
      arrays: [...own].filter((array) => sums.some(({ value }) => freeVariables(terms, [value]).includes(array))),
      sums: sums.slice(0, MOST_SUMS),
      reaches: reachable(system, block),
      first: first === null || !terms.isBv(first) ? null : first,
      limit: this.#limit(chosen.variable),
      indexAt: (value) => substitute(terms, chosen.counter, new Map([[chosen.variable, value]])),
      startOf: (sum) => {
        const value = common(this.#place(sum));
        const said = value === null ? null : this.reading.apply(value);
        return said !== null && freeVariables(terms, [said]).every((v) => own.has(v)) ? said : null;
      },
      over: (index) => peeledIndex(terms, this.#state, chosen.counter, index)?.over ?? new Substitution(terms),
    };
  }

  #place(variable: Term): number {
    return this.system.stateVars.findIndex(({ term }) => term === variable);
  }

  /** 1 or -1 if a turn changes the variable by that much; null if it does something else. */
  #steps(variable: Term, v: number): 1 | -1 | null {
    const terms = this.#terms;
    if (terms.sort(variable).kind !== 'bv' || v === this.pc) return null;
    const one = terms.bv(terms.width(variable), 1);
    const after = this.#turn.apply(this.block.next[v]);
    if (after === terms.add(variable, one)) return 1;
    return after === terms.sub(variable, one) ? -1 : null;
  }

  /** The indices at which a turn reads or writes arrays of the state. */
  #accesses(): { readonly index: Term; readonly variable: Term; readonly counter: Term }[] {
    const terms = this.#terms;
    const roots = blockTerms(this.block).map((t) => this.reading.apply(this.#turn.apply(t)));
    const indices = new Set<Term>();
    for (const t of postorder(terms, roots)) {
      const op = terms.op(t);
      if ((op === Op.SELECT || op === Op.STORE) && indexWidth(terms, terms.arg(t, 0)) !== null)
        indices.add(terms.arg(t, 1));
    }
    return [...indices].flatMap((index) => {
      const peeled = peeledIndex(
        terms,
        this.#state,
        index,
        terms.variable(`@at-${terms.width(index)}`, terms.sort(index)),
      );
      return peeled === null ? [] : [{ index, variable: peeled.variable, counter: peeled.counter }];
    });
  }

  /** A variable whose value after a turn is made of its old one, and of elements or inputs. */
  #accumulator(sum: Term, v: number): Change | null {
    const terms = this.#terms;
    const value = this.reading.apply(this.#turn.apply(this.block.next[v]));
    const named = freeVariables(terms, [value]);
    if (value === sum || !named.includes(sum)) return null;
    const reads = postorder(terms, [value]).flatMap((t) =>
      terms.op(t) === Op.SELECT && indexWidth(terms, terms.arg(t, 0)) !== null ? [terms.arg(t, 1)] : [],
    );
    const isOverState = named.every((t) => this.#state.has(t));
    return reads.length === 0 && isOverState ? null : { sum, value, reads, isOverState };
  }

  /** The value of the counter that ends the loop: a turn begins if it is less, or if it differs. */
  #limit(counter: Term): Term | null {
    const terms = this.#terms;
    const width = terms.width(counter);
    const isCounter = (t: Term): boolean =>
      t === counter || ((terms.op(t) === Op.ZEXT || terms.op(t) === Op.SEXT) && terms.arg(t, 0) === counter);
    for (const [condition, value] of wayConditions(this.system, this.pc, this.block, this.block.id)) {
      const op = terms.op(condition);
      if (op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) continue;
      const [x, y] = [terms.arg(condition, 0), terms.arg(condition, 1)];
      const holds = value === terms.true;
      if (op === Op.EQ ? holds : holds !== isCounter(x)) continue;
      const limit = isCounter(x) ? y : isCounter(y) ? x : null;
      if (limit === null || freeVariables(terms, [limit]).includes(counter)) continue;
      const end = op === Op.EQ || holds ? limit : terms.add(limit, terms.bv(terms.width(limit), 1));
      return terms.extract(end, width - 1, 0);
    }
    return null;
  }

  /** The values of state variables after the steps that enter the loop, each by index. */
  #starts(): ((v: number) => Term)[] {
    const { system, block, pc } = this;
    const entering = system.blocks.filter((other) => other !== block && other.successors.includes(block.id));
    return entering.map((other) => {
      const way = onTheWay(system, pc, other, block.id);
      return (v) => way.apply(other.next[v]);
    });
  }
}

/** Sets the conditions on one way through the choices of the next program counter to their values on it. */
export function onTheWay(system: TransitionSystem, pc: number, block: Block, to: number): Substitution {
  return new Substitution(system.terms, wayConditions(system, pc, block, to));
}

function wayConditions({ terms }: TransitionSystem, pc: number, { next }: Block, to: number): readonly [Term, Term][] {
  const stack: [Term, readonly [Term, Term][]][] = [[next[pc], []]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [t, passed] = top;
    if (terms.isBv(t) && Number(terms.constValue(t)) === to) return passed;
    if (terms.op(t) !== Op.ITE) continue;
    const condition = terms.arg(t, 0);
    const parts = conjuncts(terms, condition).map((part): [Term, Term] => holding(terms, part));
    stack.push([terms.arg(t, 1), [...passed, [condition, terms.true], ...parts]]);
    stack.push([terms.arg(t, 2), [...passed, [condition, terms.false]]]);
  }
  return [];
}

function holding(terms: TermStore, part: Term): [Term, Term] {
  return terms.op(part) === Op.NOT ? [terms.arg(part, 0), terms.false] : [part, terms.true];
}

function reachable({ blocks }: TransitionSystem, from: Block): ReadonlySet<number> {
  const found = new Set(from.successors);
  for (const id of found) for (const next of blocks[id].successors) found.add(next);
  return found;
}
