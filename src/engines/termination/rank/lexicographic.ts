import { stronglyConnected } from '../../../base/graph.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Solver } from '../../../logic/terms/solver.ts';
import { afterStep, atBlock, counterOf, counterValue } from '../../../system/transys/control.ts';
import type { EngineContext } from '../../methods/engine.ts';

/** The measures of each block by id, or the reason why there are none. */
export type MeasureSearch =
  | { readonly kind: 'found'; readonly measures: readonly (readonly Term[])[] }
  | { readonly kind: 'none'; readonly why: string };

/** Steps from one block to another, in a solver that knows the invariant and which steps remain. */
interface Steps {
  readonly from: number;
  readonly to: number;
  readonly solver: Solver;
  readonly before: (t: Term) => Term;
  readonly after: (t: Term) => Term;
  /** Whether some of them may remain. */
  open: boolean;
}

/**
 * Chooses measures greedily until no step remains. `before`: the invariant at a block, without the
 * program counter. `milliseconds`: limit of one query.
 */
export function lexicographicMeasures(
  context: EngineContext,
  candidates: readonly Term[],
  before: (block: number) => readonly Term[],
  milliseconds: number,
): MeasureSearch {
  const search = new Search(context, candidates, before, milliseconds);
  try {
    return search.run();
  } finally {
    search.dispose();
  }
}

class Search {
  readonly #steps: Steps[] = [];
  /** The tuples so far. Words of one position may differ in width until the end. */
  readonly #tuples: Term[][];

  constructor(
    private readonly context: EngineContext,
    private readonly candidates: readonly Term[],
    private readonly before: (block: number) => readonly Term[],
    private readonly milliseconds: number,
  ) {
    this.#tuples = context.system.blocks.map(() => []);
  }

  run(): MeasureSearch {
    const { system } = this.context;
    const { terms, blocks } = system;
    for (;;) {
      const components = this.#components();
      for (const { id } of blocks) this.#tuples[id].push(terms.bv(32, components[id]));
      const cyclic = this.#open(components);
      if (cyclic.length === 0) return { kind: 'found', measures: this.#padded() };
      const groups = new Map<number, Steps[]>();
      for (const steps of cyclic)
        groups.set(components[steps.from], [...(groups.get(components[steps.from]) ?? []), steps]);
      const chosen = new Map<number, Term>();
      for (const [component, steps] of groups) {
        const measure = this.#choose(steps);
        if (measure === null) {
          const { name } = blocks[steps[0].from];
          return { kind: 'none', why: this.context.stopped() ? 'stopped' : `no measure falls at ${name}` };
        }
        chosen.set(component, measure);
      }
      for (const { id } of blocks) this.#tuples[id].push(chosen.get(components[id]) ?? terms.bv(1, 0));
      for (const steps of cyclic) this.#keepEqual(steps, chosen.get(components[steps.from])!);
    }
  }

  dispose(): void {
    for (const { solver } of this.#steps) solver.dispose();
  }

  /** Numbers the strongly connected components of the remaining steps; others lead to smaller numbers. */
  #components(): Int32Array {
    const { blocks } = this.context.system;
    const open = this.#steps.length === 0 ? null : this.#steps;
    const successors: number[][] = blocks.map(({ successors }) => (open === null ? [...successors] : []));
    for (const steps of open ?? []) if (steps.open) successors[steps.from].push(steps.to);
    return stronglyConnected(successors);
  }

  /** Returns the remaining steps within components; the first call prepares them. */
  #open(components: Int32Array): readonly Steps[] {
    if (this.#steps.length === 0) {
      for (const { id, successors } of this.context.system.blocks)
        for (const to of successors) if (components[id] === components[to]) this.#prepare(id, to);
      return this.#steps.filter(({ open }) => open);
    }
    for (const steps of this.#steps) if (components[steps.from] !== components[steps.to]) steps.open = false;
    return this.#steps.filter(({ open }) => open);
  }

  #prepare(from: number, to: number): void {
    const { system, solvers, seed } = this.context;
    const { terms, blocks } = system;
    const here = atBlock(system, from);
    const there = atBlock(system, to);
    const next = afterStep(system, blocks[from]);
    const counter = counterOf(system);
    const solver = solvers.create({ seed });
    for (const fact of this.before(from)) solver.assert(fact);
    solver.assert(here.apply(blocks[from].feasible));
    if (counter !== null) solver.assert(terms.eq(next.apply(counter), counterValue(system, to)));
    const steps: Steps = {
      ...{ from, to, solver, open: true },
      before: (t) => here.apply(t),
      after: (t) => next.apply(there.apply(t)),
    };
    this.#steps.push(steps);
    if (this.#check(solver, []) === 'unsat') steps.open = false;
  }

  /** Returns a measure that no step lets grow and some step lets fall; null if there is none. */
  #choose(steps: readonly Steps[]): Term | null {
    const { terms } = this.context.system;
    for (const measure of this.candidates) {
      if (this.context.stopped()) return null;
      const grows = steps.some(({ solver, before, after }) => {
        const growth = terms.ult(before(measure), after(measure));
        return growth !== terms.false && this.#check(solver, [growth]) !== 'unsat';
      });
      if (grows) continue;
      const falls = steps.some(({ solver, before, after }) => {
        const same = terms.eq(before(measure), after(measure));
        return same !== terms.true && this.#check(solver, [terms.not(same)]) === 'sat';
      });
      if (falls) return measure;
    }
    return null;
  }

  #keepEqual(steps: Steps, measure: Term): void {
    const { terms } = this.context.system;
    const same = terms.eq(steps.before(measure), steps.after(measure));
    if (same === terms.true) return;
    steps.solver.assert(same);
    if (same === terms.false || this.#check(steps.solver, []) === 'unsat') steps.open = false;
  }

  #check(solver: Solver, assumptions: readonly Term[]): 'sat' | 'unsat' | 'unknown' {
    const { terms } = this.context.system;
    if (assumptions.includes(terms.false)) return 'unsat';
    const { milliseconds } = this;
    return solver.check(
      assumptions.filter((t) => t !== terms.true),
      { milliseconds },
    );
  }

  /** The tuples with words of equal width at each position. */
  #padded(): readonly (readonly Term[])[] {
    const { terms } = this.context.system;
    const widths = this.#tuples[0].map((_, i) => Math.max(...this.#tuples.map((tuple) => terms.width(tuple[i]))));
    return this.#tuples.map((tuple) => tuple.map((word, i) => terms.zext(word, widths[i])));
  }
}
