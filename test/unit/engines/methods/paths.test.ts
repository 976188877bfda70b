import { describe, expect, test } from 'vitest';
import { KnownLemmas } from '../../../../src/engines/methods/known-lemmas.ts';
import { Abstraction } from '../../../../src/engines/methods/paths/abstraction.ts';
import { type InnerEdge, type PathEdge, PathGraph } from '../../../../src/engines/methods/paths/graph.ts';
import { PathQuery } from '../../../../src/engines/methods/paths/path-query.ts';
import { LocationQueries } from '../../../../src/engines/methods/paths/queries.ts';
import { PathTree } from '../../../../src/engines/methods/paths/tree.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluatorOf } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { bits, build, twoLoops } from '../../system/transys/examples.ts';
import { randomSource, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, ownSolversFor, tracked } from '../context.ts';

type Values = ReadonlyMap<Term, ModelValue>;

/** All assignments to variables of a few bits. */
function assignments({ terms }: TransitionSystem, variables: readonly Term[]): Values[] {
  let all: Map<Term, ModelValue>[] = [new Map()];
  for (const v of variables) {
    const sort = terms.sort(v);
    const values: ModelValue[] =
      sort.kind === 'bv' ? Array.from({ length: 2 ** sort.width }, (_, i) => BigInt(i)) : [false, true];
    all = all.flatMap((known) => values.map((value) => new Map([...known, [v, value]])));
  }
  return all;
}

/** The states behind an edge, from any of the given states, with any inputs. */
function image(system: TransitionSystem, graph: PathGraph, edge: PathEdge, states: readonly Values[]): Values[] {
  const { terms, stateVars, inputs } = system;
  const choices = assignments(
    system,
    edge.from.inputs.map((i) => inputs[i].term),
  );
  const found = new Map<string, Values>();
  for (const state of states) {
    for (const choice of choices) {
      const values = evaluatorOf(terms, new Map([...state, ...choice]));
      if (values.value(edge.guard) !== true) continue;
      const { to } = edge;
      const next = to === null ? [] : graph.after({ ...edge, to }).map((t) => values.value(t));
      found.set(next.join(), new Map(next.map((value, v) => [stateVars[v].term, value])));
    }
  }
  return [...found.values()];
}

const anyStates = (system: TransitionSystem): Values[] =>
  assignments(
    system,
    system.stateVars.map(({ term }) => term),
  );

/** All paths from the entry into an error edge with at most so many edges. */
function pathsInto(graph: PathGraph, most: number): PathEdge[][] {
  const found: PathEdge[][] = [];
  let open: InnerEdge[][] = [[]];
  for (let length = 0; length < most; length++) {
    for (const path of open) {
      const error = graph.error(path.at(-1)?.to ?? graph.entry);
      if (error !== null) found.push([...path, error]);
    }
    open = open.flatMap((path) => graph.outgoing(path.at(-1)?.to ?? graph.entry).map((edge) => [...path, edge]));
  }
  return found;
}

const SEEDS = Array.from({ length: 12 }, (_, i) => 7 * i + 1);
const shapeOf = (seed: number): { blocks: number; gaps: boolean } => ({
  blocks: [0, 2, 3][seed % 3],
  gaps: seed % 2 === 0,
});

describe('the graph', () => {
  test('has no edges to locations from which no error can be reached', () => {
    const system = build({
      state: { i: bits(4) },
      inputs: { in: bits(1) },
      blocks: [
        (t, v) => ({
          next: { pc: t.ite(t.eq(v('in'), t.bv(1, 0)), t.bv(4, 1), t.bv(4, 2)) },
          inputs: ['in'],
          successors: [1, 2],
        }),
        () => ({ successors: [1] }),
        (t, v) => ({ bad: t.eq(v('i'), t.bv(4, 9)), successors: [2] }),
      ],
    });
    const graph = new PathGraph(system);
    expect(graph.outgoing(graph.entry).map(({ to }) => to.id)).toEqual([2]);
    expect(graph.locations.map((location) => graph.error(location) !== null)).toEqual([false, false, true]);
    // A state at the location that is left out satisfies the invariant, one at the other does not.
    const at = (pc: bigint): Values =>
      new Map(system.stateVars.map(({ term, name }) => [term, name === 'pc' ? pc : 0n]));
    const invariant = graph.invariant(new Map());
    expect([1n, 2n].map((pc) => evaluatorOf(system.terms, at(pc)).value(invariant))).toEqual([true, false]);
  });
});

describe('queries about paths', () => {
  test.each(SEEDS)('agree with all states and inputs (system %i)', (seed) => {
    const system = randomSystem(seed, shapeOf(seed));
    const graph = new PathGraph(system);
    const solvers = tracked(ownSolversFor(system));
    const context = contextFor(system, solvers);
    const query = new PathQuery(context, graph, new KnownLemmas(context));
    for (const path of pathsInto(graph, 4)) {
      const answer = query.check(path, 1_000);
      const reached = (first: number, last: number): Values[] =>
        path.slice(first, last + 1).reduce((states, edge) => image(system, graph, edge, states), anyStates(system));
      switch (answer.kind) {
        case 'run': {
          const end = simulateTrace(system, answer.trace);
          if (end.kind !== 'bad' && end.kind !== 'gap') expect.fail(`the run ends ${end.kind}`);
          expect(end.step).toBe(path.length - 1 - graph.initialSteps);
          break;
        }
        case 'infeasible':
          expect(reached(answer.first, answer.last)).toEqual([]);
          if (answer.first < answer.last) expect(reached(answer.first + 1, answer.last)).not.toEqual([]);
          break;
        case 'unknown':
          expect.fail(answer.why);
      }
    }
    query.dispose();
    expect(solvers.alive).toBe(0);
  });

  test('tell the two ends of a path apart', () => {
    const system = twoLoops(6);
    const { terms, stateVars } = system;
    const graph = new PathGraph(system);
    const context = contextFor(system, ownSolversFor(system));
    const query = new PathQuery(context, graph, new KnownLemmas(context));
    const s = stateVars.find(({ name }) => name === 's')!.term;
    const round = graph.outgoing(graph.locations[1]).find(({ to }) => to.id === 1)!;
    const equals = (n: number): Term => terms.eq(s, terms.bv(32, n));
    expect(query.separates(equals(0), [round, round], equals(2), 1_000)).toBe(true);
    expect(query.separates(equals(0), [round, round], equals(4), 1_000)).toBe(false);
    query.dispose();
  });
});

describe('abstract posts', () => {
  test.each(SEEDS.slice(0, 6))(
    'contain the image, and the Boolean ones nothing else that predicates exclude (system %i)',
    (seed) => {
      const system = randomSystem(seed, shapeOf(seed));
      const { terms, stateVars } = system;
      const graph = new PathGraph(system);
      const context = contextFor(system, ownSolversFor(system));
      const queries = new LocationQueries(context, graph, new KnownLemmas(context));
      const random = randomSource(seed);
      const variables = stateVars
        .map(({ term }) => term)
        .filter((t) => t !== (system.pc === null ? -1 : stateVars[system.pc].term));
      const predicates = variables.flatMap((v) => {
        const sort = terms.sort(v);
        if (sort.kind !== 'bv') return [v];
        const constant = (): Term => terms.bv(sort.width, random(2 ** sort.width));
        return [terms.eq(v, constant()), terms.ult(v, terms.bv(sort.width, 1 + random(2 ** sort.width - 1)))];
      });
      const label = terms.or(predicates[0], terms.not(predicates.at(-1) ?? predicates[0]));
      const abstraction = new Abstraction(terms, queries, 0);
      const row = (state: Values, ps: readonly Term[]): string =>
        ps.map((p) => evaluatorOf(terms, state).value(p) === true).join();
      const holds = (state: Values, t: Term): boolean => evaluatorOf(terms, state).value(t) === true;
      for (const edge of graph.locations.flatMap((location) => graph.outgoing(location))) {
        const from = anyStates(system).filter((state) => holds(state, label));
        const reached = image(system, graph, edge, from);
        // A list that grows, as in a refinement.
        for (const count of [2, predicates.length]) {
          const known = predicates.slice(0, count);
          const rows = new Set(reached.map((state) => row(state, known)));
          const exact = abstraction.post(label, edge, known);
          for (const state of anyStates(system)) expect(holds(state, exact)).toBe(rows.has(row(state, known)));
        }
      }
      expect(abstraction.statistics.posts).toBeGreaterThan(0);
      queries.dispose();
    },
  );
});

describe('trees', () => {
  const system = twoLoops(6);
  const { terms } = system;
  const graph = new PathGraph(system);
  const [, first] = graph.locations;
  const enter = graph.outgoing(graph.entry)[0];
  const round = graph.outgoing(first).find(({ to }) => to === first)!;
  const leave = graph.outgoing(first).find(({ to }) => to !== first)!;
  const p = terms.variable('p', { kind: 'bool' });

  const grown = () => {
    const tree = new PathTree(terms, graph);
    tree.root.isExpanded = true;
    const a = tree.add(tree.root, enter, terms.true);
    a.isExpanded = true;
    const b = tree.add(a, round, p);
    const c = tree.add(a, leave, p);
    return { tree, a, b, c };
  };

  test('give open leaves, those of least depth first', () => {
    const { tree, b, c } = grown();
    const below = tree.add(b, round, p);
    expect(tree.open()).toBe(b);
    b.isExpanded = true;
    expect(tree.open()).toBe(c);
    tree.close(c);
    expect(tree.open()).toBe(below);
    tree.cover(below, b);
    expect(tree.open()).toBe(null);
    tree.uncover(below);
    expect(tree.open()).toBe(below);
    expect(tree.pathTo(below).map(({ edge }) => edge)).toEqual([enter, round, round]);
  });

  test('release what a node covered, and nodes below it, once it is covered itself', () => {
    const { tree, a, b } = grown();
    b.isExpanded = true;
    const below = tree.add(b, round, p);
    below.isExpanded = true;
    const last = tree.add(below, round, p);
    expect(tree.mayCover(below, last)).toBe(true);
    tree.cover(last, below);
    tree.cover(b, a);
    expect(last.coveredBy).toBe(null);
    expect(tree.isClosed(last)).toBe(true);
    expect(tree.mayCover(below, last)).toBe(false);
    expect(tree.labels().get(first)).toBe(terms.true);
  });

  test('cover only by older nodes that are no deeper', () => {
    const { tree, b, c } = grown();
    const deep = tree.add(b, round, p);
    const later = tree.add(c, graph.outgoing(c.location)[0], p);
    expect(tree.mayCover(deep, b)).toBe(false);
    expect(tree.mayCover(b, deep)).toBe(true);
    expect(tree.mayCover(c, deep)).toBe(false);
    expect(tree.mayCover(c, later)).toBe(true);
  });
});
