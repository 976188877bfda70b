import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import type { Block, InputVar, StateVar, TransitionSystem } from '../../../../src/system/transys/system.ts';
import { BOOL, bits } from './examples.ts';

/** Numbers 0 .. n-1 from a seed (mulberry32). */
export function randomSource(seed: number): (n: number) => number {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

export interface RandomShape {
  /** Number of blocks with a program counter; 0: one block without, as hardware has it. */
  readonly blocks: number;
  readonly gaps?: boolean;
}

/** A random system over a few state variables of 1 to 3 bits, small enough to enumerate. */
export function randomSystem(seed: number, shape: RandomShape): TransitionSystem {
  const random = randomSource(seed);
  const terms = new TermStore();
  const sorts: Sort[] = [bits(3), bits(2), bits(3), BOOL];
  const vars = sorts
    .slice(0, 2 + random(3))
    .map((sort, i): StateVar => ({ term: terms.variable(`s${i}`, sort), name: `s${i}`, origin: null }));
  const withPc = shape.blocks > 0;
  const stateVars = withPc ? [{ term: terms.variable('pc', bits(3)), name: 'pc', origin: null }, ...vars] : vars;
  const inputs = [bits(2), BOOL, bits(3)]
    .slice(0, 1 + random(2))
    .map(
      (sort, i): InputVar => ({ term: terms.variable(`in${i}`, sort), name: `in${i}`, phase: 'step', origin: null }),
    );
  const start: InputVar = { term: terms.variable('start', bits(2)), name: 'start', phase: 'init', origin: null };
  const make = new RandomTerms(terms, random);
  const step = inputs.map((v) => v.term);
  const init = stateVars.map((v) =>
    withPc && v.name === 'pc' ? terms.bv(3, 0) : withPc ? make.zero(v.term) : make.initial(v.term, start.term),
  );
  const blocks: Block[] = [];
  for (let id = 0; id < Math.max(1, shape.blocks); id++) {
    const readable = withPc && id === 0 ? step : [...vars.map((v) => v.term), ...step];
    const successors = withPc ? (id === 0 ? [1] : [1 + random(shape.blocks - 1), 1 + random(shape.blocks - 1)]) : [0];
    const bad = id === 0 && withPc ? terms.false : terms.and(make.condition(readable), make.condition(readable));
    const gap =
      shape.gaps && id > 0 && random(3) === 0
        ? terms.and(terms.not(bad), terms.and(make.condition(readable), make.condition(readable)))
        : terms.false;
    const goOn = random(3) === 0 ? make.condition(readable) : terms.true;
    const choice = make.condition(readable);
    blocks.push({
      id,
      name: `block ${id}`,
      at: null,
      feasible: terms.andAll([goOn, terms.not(bad), terms.not(gap)]),
      bad,
      bads: [],
      gap,
      doubtful: terms.false,
      next: stateVars.map((v) => {
        if (withPc && v.name === 'pc')
          return terms.ite(choice, terms.bv(3, successors[0]), terms.bv(3, successors[successors.length - 1]));
        if (!(withPc && id === 0) && random(3) === 0) return v.term;
        return random(4) === 0 ? make.constant(v.term) : make.like(v.term, readable);
      }),
      successors: [...new Set(successors)],
      inputs: inputs.map((_, i) => i),
    });
  }
  return {
    terms,
    stateVars,
    inputs: [...inputs, start],
    pc: withPc ? 0 : null,
    blocks,
    init,
    initConstraint: withPc ? terms.true : terms.not(terms.eq(start.term, terms.bv(2, 3))),
    doubts: [],
    gaps: blocks.flatMap((b) =>
      b.gap === terms.false ? [] : [{ construct: 'gap', at: null, block: b.id, condition: b.gap }],
    ),
    facts: [],
  };
}

/** Random terms over given variables. */
export class RandomTerms {
  constructor(
    private readonly terms: TermStore,
    private readonly random: (n: number) => number,
  ) {}

  zero(like: Term): Term {
    const sort = this.terms.sort(like);
    return sort.kind === 'bv' ? this.terms.bv(sort.width, 0) : this.terms.false;
  }

  constant(like: Term): Term {
    const sort = this.terms.sort(like);
    return sort.kind === 'bv'
      ? this.terms.bv(sort.width, this.random(2 ** sort.width))
      : this.terms.bool(this.random(2) === 1);
  }

  initial(like: Term, start: Term): Term {
    const sort = this.terms.sort(like);
    return this.random(2) === 0 || sort.kind !== 'bv' ? this.constant(like) : this.#fit(start, sort.width);
  }

  /** A term of the sort of `like` over some of the variables. */
  like(like: Term, variables: readonly Term[]): Term {
    const { terms } = this;
    const sort = terms.sort(like);
    if (sort.kind === 'bool') return this.condition(variables);
    const width = sort.kind === 'bv' ? sort.width : 1;
    return this.word(width, variables, 3);
  }

  condition(variables: readonly Term[]): Term {
    const { terms, random } = this;
    const width = 1 + random(3);
    const a = this.word(width, variables, 1);
    const b = random(2) === 0 ? terms.bv(width, random(2 ** width)) : this.word(width, variables, 1);
    const atom = [terms.eq(a, b), terms.ult(a, b), terms.slt(a, b), terms.not(terms.eq(a, b))][random(4)];
    return atom;
  }

  word(width: number, variables: readonly Term[], depth: number): Term {
    const { terms, random } = this;
    if (depth === 0 || random(4) === 0) {
      if (variables.length === 0 || random(5) === 0) return terms.bv(width, random(2 ** width));
      return this.#fit(variables[random(variables.length)], width);
    }
    const a = this.word(width, variables, depth - 1);
    const b = this.word(width, variables, depth - 1);
    switch (random(9)) {
      case 0:
        return terms.add(a, terms.bv(width, 1));
      case 1:
        return terms.sub(a, b);
      case 2:
        return terms.bvAnd(a, b);
      case 3:
        return terms.bvXor(a, b);
      case 4:
        return terms.mul(a, b);
      case 5:
        return terms.urem(a, b);
      case 6:
        return terms.lshr(a, b);
      case 7:
        return terms.sdiv(a, b);
      default:
        return terms.ite(this.condition(variables), a, b);
    }
  }

  #fit(t: Term, width: number): Term {
    const { terms } = this;
    const sort = terms.sort(t);
    const word = sort.kind === 'bool' ? terms.boolToBv(t) : t;
    const from = terms.width(word);
    if (from === width) return word;
    if (from > width) return terms.extract(word, width - 1, 0);
    return this.random(2) === 0 ? terms.zext(word, width) : terms.sext(word, width);
  }
}

export interface Reachability {
  /** Length of the shortest run into bad or into a gap; null if there is none. */
  readonly bad: number | null;
  readonly gap: number | null;
  /** Longest run if all runs end. */
  readonly longest: number | null;
  /** By depth: the states reachable in exactly so many steps; greater depths have no others. */
  readonly states: readonly (readonly (readonly ModelValue[])[])[];
}

/** Explores all states by evaluation; `visit` sees those that are reached in exactly so many steps. */
export function enumerate(
  system: TransitionSystem,
  visit: (steps: number, state: readonly ModelValue[]) => void = () => {},
): Reachability {
  const { terms, stateVars, inputs, pc, blocks } = system;
  const all = (phase: 'init' | 'step'): Map<Term, ModelValue>[] => {
    let result: Map<Term, ModelValue>[] = [new Map()];
    for (const v of inputs.filter((x) => x.phase === phase)) {
      const sort = terms.sort(v.term);
      const values: ModelValue[] =
        sort.kind === 'bv' ? Array.from({ length: 2 ** sort.width }, (_, i) => BigInt(i)) : [false, true];
      result = result.flatMap((m) => values.map((value) => new Map([...m, [v.term, value]])));
    }
    return result;
  };
  const stepInputs = all('step');
  let frontier = new Map<string, ModelValue[]>();
  const add = (into: Map<string, ModelValue[]>, state: ModelValue[]): void => {
    into.set(state.join(), state);
  };
  for (const values of all('init')) {
    const e = new Evaluator(terms, (t) => values.get(t)!);
    if (e.value(system.initConstraint) === true)
      add(
        frontier,
        system.init.map((t) => e.value(t)),
      );
  }
  const frontiers = new Set<string>();
  const states: (readonly ModelValue[])[][] = [];
  let bad: number | null = null;
  let gap: number | null = null;
  let longest: number | null = null;
  for (let depth = 0; depth < 300; depth++) {
    const next = new Map<string, ModelValue[]>();
    states.push([...frontier.values()]);
    for (const state of frontier.values()) {
      visit(depth, state);
      const block = blocks[pc === null ? 0 : Number(state[pc])];
      for (const values of stepInputs) {
        const index = new Map(stateVars.map((v, i) => [v.term, state[i]]));
        const e = new Evaluator(terms, (t) => index.get(t) ?? values.get(t)!);
        if (bad === null && e.value(block.bad) === true) bad = depth;
        if (gap === null && e.value(block.gap) === true) gap = depth;
        if (e.value(block.feasible) === true)
          add(
            next,
            block.next.map((t) => e.value(t)),
          );
      }
    }
    if (next.size === 0 && frontier.size > 0) longest = depth;
    const key = [...next.keys()].sort().join(';');
    if (next.size === 0 || frontiers.has(key)) break;
    frontiers.add(key);
    frontier = next;
  }
  return { bad, gap, longest, states };
}
