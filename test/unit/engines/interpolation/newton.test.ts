import { beforeEach, describe, expect, test } from 'vitest';
import { InterpolantChecker } from '../../../../src/engines/interpolation/check.ts';
import { NEWTON_NAMES, type NewtonName } from '../../../../src/engines/interpolation/names.ts';
import { infeasibleCore } from '../../../../src/engines/interpolation/newton/core.ts';
import { futureLive, pastLive } from '../../../../src/engines/interpolation/newton/live.ts';
import { newton } from '../../../../src/engines/interpolation/newton/provider.ts';
import { pathInvariant } from '../../../../src/engines/interpolation/perfect.ts';
import { type ChainPart, type InterpolationProblem, PartView } from '../../../../src/engines/interpolation/problem.ts';
import type { ProviderAnswer } from '../../../../src/engines/interpolation/provider.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { TermGates } from '../../../../src/logic/bits/term-gates.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { SolverFactory } from '../../../../src/logic/terms/solver.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';

/** A statement as in [CVN17] Sect. 3; `havoc` is an assignment of null. */
type Statement = { readonly assume: Term } | { readonly assign: Term; readonly value: Term | null };

/** A path of statements, and the locations between them. */
interface Path {
  readonly problem: InterpolationProblem;
  readonly locations: readonly string[];
}

let terms: TermStore;
let solvers: SolverFactory;

beforeEach(() => {
  terms = new TermStore();
  solvers = bitFactory(terms, { sat: () => createSatSolver(), evaluateModels: true });
});

function pathOf(state: readonly Term[], statements: readonly Statement[], locations: readonly string[]): Path {
  const parts = statements.map((statement, i): ChainPart => {
    const after = state.map((v, k) => {
      if (!('assign' in statement) || statement.assign !== v) return v;
      return statement.value ?? terms.variable(`input${k}`, terms.sort(v));
    });
    return {
      formula: 'assume' in statement ? statement.assume : terms.true,
      entry: i === 0 ? null : state,
      exit: i === statements.length - 1 ? null : after,
    };
  });
  return { problem: { terms, state, parts }, locations };
}

function answerOf(name: NewtonName, { problem }: Path): ProviderAnswer {
  return newton(name).interpolate({
    problem,
    predicates: [],
    gates: new TermGates(terms),
    solvers,
    limits: {},
    stopped: () => false,
  });
}

/** The sequence of a variant, which the checker has to accept. */
function sequenceOf(name: NewtonName, path: Path): readonly Term[] {
  const answer = answerOf(name, path);
  if (answer.kind !== 'interpolants') throw new Error(answer.why);
  const checker = new InterpolantChecker(solvers);
  expect(checker.check(path.problem, answer.interpolants)).toEqual({ kind: 'accepted' });
  checker.dispose();
  return answer.interpolants;
}

/**
 * Whether a variant's sequence is perfect: inductive for the path program, not only for the path ([CVN17] Sect.
 * 7.1). Each part leads from its location's invariant to the next, and the last part excludes the one before it.
 */
function isPerfect(name: NewtonName, path: Path): boolean {
  const { problem, locations } = path;
  const { parts } = problem;
  const solver = solvers.create();
  const isRefuted = (...formulas: readonly Term[]): boolean => {
    const answer = solver.check(formulas);
    if (answer === 'unknown') throw new Error('a query is not decided');
    return answer === 'unsat';
  };
  const labels = sequenceOf(name, path).map((label, cut) => ({ location: locations[cut], label }));
  const invariants = pathInvariant(labels, (_, a, b) => isRefuted(a, terms.not(b)));
  const invariant = (cut: number): Term => invariants?.get(locations[cut]) ?? terms.true;
  const leads = parts.every((part, i) => {
    if (i === 0) return true;
    const view = new PartView(problem, part);
    const after = i === parts.length - 1 ? terms.false : view.atExit(invariant(i));
    return isRefuted(view.atEntry(invariant(i - 1)), part.formula, terms.not(after));
  });
  solver.dispose();
  return invariants != null && leads;
}

function areEqual(a: Term, b: Term): boolean {
  const solver = solvers.create();
  const answer = solver.check([terms.not(terms.eq(a, b))]);
  solver.dispose();
  return answer === 'unsat';
}

/** [CVN17] Fig. 1 and 2: the memory is allocated as before, whatever the counter x says. */
function figure1(): Path & Readonly<Record<'a' | 'b' | 'p' | 'x', Term>> {
  const index = { kind: 'bv', width: 32 } as const;
  const table = { kind: 'array', index, element: { kind: 'bool' } } as const;
  const [a, b] = [terms.variable('a', table), terms.variable('b', table)];
  const [p, x] = [terms.variable('p', index), terms.variable('x', index)];
  const statements: Statement[] = [
    { assign: b, value: a },
    { assign: x, value: terms.bv(32, 0) },
    { assign: p, value: null },
    { assume: terms.not(terms.select(a, p)) },
    { assign: a, value: terms.store(a, p, terms.true) },
    { assign: x, value: terms.add(x, terms.bv(32, 1)) },
    { assign: a, value: terms.store(a, p, terms.false) },
    { assume: terms.not(terms.eq(a, b)) },
  ];
  return { ...pathOf([a, b, p, x], statements, ['1', '2', '3', '4', '5', '6', '2']), a, b, p, x };
}

/** [CVN17] Fig. 3, with a guard that keeps the sum of words from wrapping around. */
function figure3(): Path & Readonly<Record<'k' | 'y', Term>> {
  const word = { kind: 'bv', width: 32 } as const;
  const [k, y] = [terms.variable('k', word), terms.variable('y', word)];
  const statements: Statement[] = [
    { assign: k, value: terms.bv(32, 0) },
    { assume: terms.sle(k, y) },
    { assign: k, value: terms.bv(32, 1) },
    { assume: terms.slt(y, terms.bv(32, 1000)) },
    { assign: y, value: terms.add(y, k) },
    { assume: terms.slt(y, terms.bv(32, 0)) },
  ];
  return { ...pathOf([k, y], statements, ['before', 'head', 'set', 'guarded', 'head']), k, y };
}

describe.each(NEWTON_NAMES)('%s', (name) => {
  test('gives inductive sequences for the traces of the paper', () => {
    sequenceOf(name, figure1());
    sequenceOf(name, figure3());
  });

  test('tells that a feasible path has none', () => {
    const word = { kind: 'bv', width: 8 } as const;
    const x = terms.variable('x', word);
    const path = pathOf(
      [x],
      [{ assign: x, value: null }, { assume: terms.ult(x, terms.bv(8, 3)) }, { assume: terms.eq(x, terms.bv(8, 2)) }],
      ['1', '2'],
    );
    expect(answerOf(name, path).kind).toBe('indistinct');
  });

  test('takes entries that are no variables, and variables of the same name in several parts', () => {
    const word = { kind: 'bv', width: 8 } as const;
    const [x, y] = [terms.variable('x', word), terms.variable('y', word)];
    const n = (value: number): Term => terms.bv(8, value);
    const parts: ChainPart[] = [
      { formula: terms.ult(x, n(5)), entry: null, exit: [terms.add(x, n(1)), x] },
      { formula: terms.ult(y, n(100)), entry: [terms.add(x, y), y], exit: [y, terms.add(x, n(2))] },
      { formula: terms.ult(n(8), y), entry: [x, y], exit: null },
    ];
    sequenceOf(name, { problem: { terms, state: [x, y], parts }, locations: [] });
  });
});

describe('[CVN17] Fig. 1', () => {
  test('the infeasible core has no statement about the counter, and all that change a and b', () => {
    const { problem, a, b, x } = figure1();
    const answer = infeasibleCore(problem, { terms, solvers, limits: {}, stopped: () => false });
    if (answer.kind !== 'core') throw new Error(answer.kind);
    answer.problem.parts.forEach((part, i) => {
      const before = problem.parts[i];
      expect(part.formula).toBe(before.formula);
      const value = (of: ChainPart, v: Term): Term | undefined => of.exit?.[problem.state.indexOf(v)];
      if (i > 0) expect(value(part, a)).toBe(value(before, a));
      expect(value(part, b)).toBe(value(before, b));
      if (i > 0 && value(before, x) === x) expect(value(part, x)).toBe(x);
      else if (part.exit !== null) expect(value(part, x)).not.toBe(value(before, x));
    });
  });

  test('strongest postconditions do not mention the counter with the core, and do without it', () => {
    const path = figure1();
    const equal = terms.eq(path.a, path.b);
    const [head, , , , , , again] = sequenceOf('newton:it-sp', path);
    expect(areEqual(head, equal)).toBe(true);
    expect(areEqual(again, terms.and(equal, terms.not(terms.select(path.a, path.p))))).toBe(true);
    for (const t of sequenceOf('newton:it-sp', path)) expect(freeVariables(terms, [t])).not.toContain(path.x);
    const counted = sequenceOf('newton:sp', path)[6];
    expect(areEqual(counted, terms.and(again, terms.eq(path.x, terms.bv(32, 1))))).toBe(true);
  });

  test('sequences are perfect where the counter does not occur', () => {
    const path = figure1();
    expect(isPerfect('newton:it-sp', path)).toBe(true);
    expect(isPerfect('newton:it-wp', path)).toBe(true);
    expect(isPerfect('newton:sp', path)).toBe(false);
  });
});

describe('[CVN17] Fig. 3', () => {
  test('strongest postconditions are perfect with live variables alone', () => {
    const path = figure3();
    expect(isPerfect('newton:sp', path)).toBe(false);
    expect(isPerfect('newton:it-sp', path)).toBe(false);
    expect(isPerfect('newton:sp-lv', path)).toBe(true);
    expect(isPerfect('newton:it-sp-lv', path)).toBe(true);
    expect(areEqual(sequenceOf('newton:sp-lv', path)[1], terms.sle(terms.bv(32, 0), path.y))).toBe(true);
  });

  test('live variables at the head of the loop: k is written before it is read again', () => {
    const { problem, k, y } = figure3();
    const names = (live: ReadonlySet<number>): Term[] => [...live].sort((a, b) => a - b).map((i) => problem.state[i]);
    expect(futureLive(problem).map(names)).toEqual([[k, y], [y], [k, y], [k, y], [y]]);
    expect(pastLive(problem).map(names)).toEqual([[k], [k, y], [k, y], [k, y], [k, y]]);
  });

  test('a value that nothing else constrains ends past liveness', () => {
    const { problem, p } = figure1();
    const at = problem.state.indexOf(p);
    expect(pastLive(problem).map((live) => live.has(at))).toEqual([false, false, false, true, true, true, true]);
  });
});
