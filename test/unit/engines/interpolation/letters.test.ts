import { beforeEach, describe, expect, test } from 'vitest';
import { InterpolantChecker } from '../../../../src/engines/interpolation/check.ts';
import { letters } from '../../../../src/engines/interpolation/letters.ts';
import type { ChainPart } from '../../../../src/engines/interpolation/problem.ts';
import type { ProviderAnswer } from '../../../../src/engines/interpolation/provider.ts';
import { Interpolation } from '../../../../src/engines/interpolation/service.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { TermGates } from '../../../../src/logic/bits/term-gates.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import type { SolverFactory } from '../../../../src/logic/terms/solver.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { postorder } from '../../../../src/logic/terms/traverse.ts';

const WORD = { kind: 'bv', width: 16 } as const;

let terms: TermStore;
let solvers: SolverFactory;
let x: Term;
let y: Term;
let input: Term;

beforeEach(() => {
  terms = new TermStore();
  solvers = bitFactory(terms, { sat: () => createSatSolver(), evaluateModels: true });
  x = terms.variable('x', WORD);
  y = terms.variable('y', WORD);
  input = terms.variable('input', WORD);
});

const n = (value: number): Term => terms.bv(16, value);

function answerFor(parts: readonly ChainPart[]): ProviderAnswer {
  return letters.interpolate({
    problem: { terms, state: [x, y], parts },
    predicates: [],
    gates: new TermGates(terms),
    solvers,
    limits: {},
    stopped: () => false,
  });
}

/** A counter that is even at first, and changes by an even number on every path. */
function evenCounter(): ChainPart[] {
  const isHigh = terms.ult(y, x);
  const next = terms.ite(isHigh, terms.add(x, n(2)), terms.ite(terms.eq(input, n(0)), x, terms.sub(x, n(4))));
  const step: ChainPart = { formula: terms.true, entry: [x, y], exit: [next, terms.ite(isHigh, y, input)] };
  return [
    { formula: terms.true, entry: null, exit: [terms.mul(input, n(2)), y] },
    step,
    step,
    { formula: terms.eq(terms.extract(x, 0, 0), terms.bv(1, 1)), entry: [x, y], exit: null },
  ];
}

describe('letters', () => {
  test('the interpolants are made of conditions along paths, without choices', () => {
    const parts = evenCounter();
    const answer = answerFor(parts);
    if (answer.kind !== 'interpolants') throw new Error(answer.why);
    const checker = new InterpolantChecker(solvers);
    expect(checker.check({ terms, state: [x, y], parts }, answer.interpolants)).toEqual({ kind: 'accepted' });
    checker.dispose();
    for (const t of postorder(terms, answer.interpolants)) expect(terms.op(t)).not.toBe(Op.ITE);
  });

  test('a chain with a model has none', () => {
    const [first, step] = evenCounter();
    const last: ChainPart = { formula: terms.eq(x, n(6)), entry: [x, y], exit: null };
    expect(answerFor([first, step, last]).kind).toBe('indistinct');
  });

  test('the number of cubes is limited', () => {
    const odd = (count: number): ChainPart => ({
      formula: terms.orAll(Array.from({ length: count }, (_, i) => terms.eq(x, n(2 * i + 1)))),
      entry: [x, y],
      exit: null,
    });
    // The first part excludes each of these values alone, so that each needs a cube of its own.
    const first: ChainPart = {
      formula: terms.andAll(Array.from({ length: 400 }, (_, i) => terms.not(terms.eq(input, n(2 * i + 1))))),
      entry: null,
      exit: [input, y],
    };
    expect(answerFor([first, odd(100)]).kind).toBe('interpolants');
    expect(answerFor([first, odd(200)])).toEqual({ kind: 'unknown', why: 'more than 150 cubes' });
  });

  test('the service chooses no predicates for it', () => {
    const source = { terms, state: [x, y], roots: [], next: [], locations: [] };
    const options = { milliseconds: 20_000, providers: [letters] };
    const service = new Interpolation(source, solvers, options, () => false);
    expect(service.sequence(evenCounter())).toHaveLength(3);
    service.dispose();
    expect(service.statistics.choices.asked).toBe(0);
    expect(service.statistics.of('letters')).toMatchObject({ given: 3, refused: 0, failed: 0, inexact: 0 });
  });
});
