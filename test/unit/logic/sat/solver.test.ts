import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { LemmataError } from '../../../../src/base/errors.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { SatAnswer } from '../../../../src/logic/sat/types.ts';
import { BOOL } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { loadZ3, type Z3Api, z3Factory } from '../../../../src/logic/z3/index.ts';
import {
  type Cnf,
  cadical,
  factors,
  falsified,
  hasCadical,
  load,
  parity,
  pigeonHole,
  productsDiffer,
  random3Sat,
} from './cnf.ts';

let api: Z3Api;
beforeAll(async () => {
  api = await loadZ3();
});

const problems: readonly Cnf[] = [
  ...Array.from({ length: 40 }, (_, seed) => random3Sat(60 + 2 * seed, 3.9 + (seed % 5) * 0.18, seed)),
  ...Array.from({ length: 12 }, (_, seed) => parity(36, 33 + (seed % 4), seed)),
  ...[2, 3, 5, 7].map(pigeonHole),
  ...[2, 4, 5].map(productsDiffer),
  factors(3599, 7),
  factors(3593, 7),
  factors(62_615_533, 13),
  { name: 'nothing', variables: 0, clauses: [] },
  { name: 'variables alone', variables: 3, clauses: [] },
  { name: 'the empty clause', variables: 1, clauses: [[0], []] },
  { name: 'opposite units', variables: 1, clauses: [[0], [1]] },
  {
    name: 'repeated and opposite literals',
    variables: 2,
    clauses: [
      [0, 0, 2],
      [0, 1],
      [1, 1],
      [2, 3, 0],
      [3, 0, 3, 1],
    ],
  },
];

const ORDERS = ['scores', 'latest'] as const;

/** Clauses are simplified before every search, in its midst, or never. */
const SIMPLIFY_AFTER = [0, 3, Number.POSITIVE_INFINITY] as const;

const references = new Map<Cnf, SatAnswer>();

/** What cadical answers, which is asked once. */
function reference(cnf: Cnf): SatAnswer {
  const known = references.get(cnf) ?? cadical(cnf);
  references.set(cnf, known);
  return known;
}

test
  .skipIf(!hasCadical)
  .each([
    ...[1, 30, Number.POSITIVE_INFINITY].map((simplifyAfter) => ({ order: 'scores', simplifyAfter }) as const),
    { order: 'latest', simplifyAfter: Number.POSITIVE_INFINITY } as const,
  ])(
  'answers what cadical answers, with models: decides by $order, simplifies after $simplifyAfter conflicts',
  (options) => {
    expect(problems.length).toBeGreaterThan(60);
    for (const cnf of problems) {
      const solver = createSatSolver(options);
      load(solver, cnf);
      const answer = solver.solve();
      expect(answer, cnf.name).toBe(reference(cnf));
      if (answer === 'sat') expect(falsified(solver, cnf.clauses), cnf.name).toBeUndefined();
    }
  },
);
if (!hasCadical) console.log('skipped: cadical is not installed');

test('answers what Z3 answers', () => {
  for (const cnf of problems.filter(({ variables }) => variables < 130)) {
    const store = new TermStore();
    const variables = Array.from({ length: cnf.variables }, (_, i) => store.variable(`x${i}`, BOOL));
    const z3 = z3Factory(api, store).create();
    for (const clause of cnf.clauses) {
      z3.assert(
        clause
          .map((l) => ((l & 1) === 0 ? variables[l >> 1] : store.not(variables[l >> 1])))
          .reduce((a, b) => store.or(a, b), store.false),
      );
    }
    const solver = createSatSolver();
    load(solver, cnf);
    expect(solver.solve(), cnf.name).toBe(z3.check());
    z3.dispose();
  }
});

/** Clauses in portions, with assumptions for a query after each. */
const session = fc.record({
  portions: fc.array(
    fc.record({
      clauses: fc.array(fc.array(fc.nat(39), { maxLength: 4 }), { maxLength: 40 }),
      assumptions: fc.array(fc.nat(39), { maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

/**
 * Whether clauses over 20 variables can be satisfied, by the splitting rule alone (Davis, Logemann,
 * Loveland 1962).
 */
function satisfiable(clauses: readonly (readonly number[])[]): boolean {
  const todo: (readonly (readonly number[])[])[] = [clauses];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const current = next;
    if (current.length === 0) return true;
    const shortest = current.reduce((a, b) => (b.length < a.length ? b : a));
    if (shortest.length === 0) continue;
    const literal = shortest[0];
    const choices = shortest.length === 1 ? [literal] : [literal, literal ^ 1];
    for (const chosen of choices) {
      todo.push(
        current.filter((clause) => !clause.includes(chosen)).map((clause) => clause.filter((l) => l !== (chosen ^ 1))),
      );
    }
  }
  return false;
}

describe('incremental', () => {
  test('clauses, variables and assumptions in any order: answers, models and cores', () => {
    fc.assert(
      fc.property(
        session,
        fc.boolean(),
        fc.constantFrom(...ORDERS),
        fc.constantFrom(...SIMPLIFY_AFTER),
        ({ portions }, proof, order, simplifyAfter) => {
          const solver = createSatSolver({ proof, order, simplifyAfter });
          const added: number[][] = [];
          let variables = 0;
          for (const { clauses, assumptions } of portions) {
            for (const clause of clauses) {
              for (const literal of clause) while (variables <= literal >> 1) variables = solver.newVariable() + 1;
              const open = solver.addClause(clause);
              added.push(clause);
              if (!open) expect(satisfiable(added)).toBe(false);
            }
            for (const literal of assumptions) while (variables <= literal >> 1) variables = solver.newVariable() + 1;
            const answer = solver.solve(assumptions);
            const units = assumptions.map((literal) => [literal]);
            expect(answer).toBe(satisfiable([...added, ...units]) ? 'sat' : 'unsat');
            if (answer === 'sat') {
              expect(falsified(solver, [...added, ...units])).toBeUndefined();
            } else {
              const core = solver.core();
              expect(assumptions).toEqual(expect.arrayContaining(core));
              expect(satisfiable([...added, ...core.map((literal) => [literal])])).toBe(false);
            }
          }
        },
      ),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 400) },
    );
  });

  test('a clause of one call counts in that call alone', () => {
    fc.assert(
      fc.property(
        session,
        fc.array(fc.array(fc.nat(39), { maxLength: 3 })),
        fc.constantFrom(...ORDERS),
        fc.constantFrom(...SIMPLIFY_AFTER),
        ({ portions }, once, order, simplifyAfter) => {
          const solver = createSatSolver({ order, simplifyAfter });
          for (let i = 0; i < 20; i++) solver.newVariable();
          const added: number[][] = [];
          for (const { clauses, assumptions } of portions) {
            for (const clause of clauses) solver.addClause(clause);
            added.push(...clauses);
            const units = assumptions.map((literal) => [literal]);
            for (const clause of once) {
              const isSat = satisfiable([...added, clause, ...units]);
              expect(solver.solve(assumptions, {}, { clause })).toBe(isSat ? 'sat' : 'unsat');
              if (isSat) expect(falsified(solver, [...added, clause, ...units])).toBeUndefined();
              else expect(satisfiable([...added, clause, ...solver.core().map((literal) => [literal])])).toBe(false);
              if (!isSat) expect(assumptions).toEqual(expect.arrayContaining(solver.core()));
            }
            expect(solver.solve(assumptions)).toBe(satisfiable([...added, ...units]) ? 'sat' : 'unsat');
          }
        },
      ),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 200) },
    );
  });

  test('clauses of single calls leave nothing behind', () => {
    const solver = createSatSolver();
    const cnf = random3Sat(100, 4, 3);
    load(solver, cnf);
    solver.solve();
    const { variables, clauses } = solver.statistics;
    for (let i = 0; i < 3000; i++)
      solver.solve([], {}, { clause: [i % 200, (7 * i + 50) % 200, (13 * i + 100) % 200] });
    expect(solver.statistics.variables).toBeLessThanOrEqual(variables + 2);
    expect(solver.statistics.clauses).toBeLessThanOrEqual(clauses);
    expect(solver.statistics.bytes).toBeLessThan(2 ** 20);
  });

  test('calls about some gates of a circuit: answers as those about all of it, and inputs that show it', () => {
    const inputs = 8;
    const circuit = fc.record({
      gates: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 40 }),
      // What is known of the inputs.
      facts: fc.array(fc.array(fc.nat(2 * inputs - 1), { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      calls: fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(circuit, ({ gates, facts, calls }) => {
        const whole = createSatSolver();
        const solver = createSatSolver({ order: 'latest' });
        for (let i = 0; i < inputs + gates.length; i++) for (const each of [whole, solver]) each.newVariable();
        const operands = gates.map(([a, b], i) => [a, b].map((x) => x % (2 * (inputs + i))));
        operands.forEach(([a, b], i) => {
          const gate = 2 * (inputs + i);
          for (const literals of [
            [gate ^ 1, a],
            [gate ^ 1, b],
            [gate, a ^ 1, b ^ 1],
          ]) {
            whole.addClause(literals);
            solver.define(literals);
          }
        });
        for (const fact of facts) {
          for (const each of [whole, solver]) each.addClause(fact);
          for (const literal of fact) solver.keep(literal >> 1);
        }
        for (const call of calls) {
          const literals = call.map((x) => x % (2 * (inputs + gates.length)));
          // The last is part of a clause of this call.
          const [assumptions, once] = [literals.slice(0, -1), literals.slice(-1)];
          const answer = solver.solve(assumptions, {}, { clause: once, isLocal: true });
          expect(answer).toBe(whole.solve(literals));
          if (answer === 'unsat') {
            expect(whole.solve([...solver.core(), ...once])).toBe('unsat');
            continue;
          }
          const values = Array.from({ length: inputs }, (_, i) => solver.value(2 * i));
          const holds = (literal: number): boolean => values[literal >> 1] !== ((literal & 1) === 1);
          for (const [a, b] of operands) values.push(holds(a) && holds(b));
          expect(literals.every(holds)).toBe(true);
          expect(facts.every((fact) => fact.some(holds))).toBe(true);
        }
      }),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 200) },
    );
  });

  test('eliminated variables come back: sums and products of a circuit are asked for one after the other, each with what was learnt before', () => {
    const cnf = productsDiffer(3);
    const plain = createSatSolver({ simplifyAfter: Number.POSITIVE_INFINITY });
    const solver = createSatSolver({ simplifyAfter: 0 });
    // Without the last clause, which asks for different products, all inputs are possible.
    const circuit = { ...cnf, clauses: cnf.clauses.slice(0, -1) };
    for (const each of [plain, solver]) load(each, circuit);
    expect(solver.solve()).toBe('sat');
    expect(solver.statistics.eliminated).toBeGreaterThan(20);
    fc.assert(
      fc.property(fc.array(fc.nat(2 * cnf.variables - 1), { minLength: 1, maxLength: 6 }), (literals) => {
        const answer = solver.solve(literals);
        expect(answer).toBe(plain.solve(literals));
        if (answer === 'sat')
          expect(falsified(solver, [...circuit.clauses, ...literals.map((l) => [l])])).toBeUndefined();
        else expect(plain.solve(solver.core())).toBe('unsat');
      }),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 200) },
    );
    expect(solver.addClause(cnf.clauses[cnf.clauses.length - 1])).toBe(true);
    expect(solver.solve()).toBe('unsat');
  });

  test('a hard problem switched on by an assumption leaves the solver usable', () => {
    const cnf = pigeonHole(6);
    const solver = createSatSolver();
    for (let i = 0; i <= cnf.variables; i++) solver.newVariable();
    const active = 2 * cnf.variables;
    for (const clause of cnf.clauses) solver.addClause([...clause, active ^ 1]);
    for (let round = 0; round < 3; round++) {
      expect(solver.solve([active])).toBe('unsat');
      expect(solver.core()).toEqual([active]);
      expect(solver.solve([active ^ 1])).toBe('sat');
    }
    expect(solver.solve()).toBe('sat');
  });

  test('the core leaves out assumptions that play no role', () => {
    const solver = createSatSolver();
    const [a, b, c, d] = [0, 0, 0, 0].map(() => 2 * solver.newVariable());
    solver.addClause([a ^ 1, b ^ 1]);
    expect(solver.solve([c, a, d, b])).toBe('unsat');
    expect(solver.core().sort()).toEqual([a, b]);
    expect(solver.solve([c, d, c ^ 1])).toBe('unsat');
    expect(solver.core().sort()).toEqual([c, c ^ 1]);
    expect(solver.solve([c, d, a])).toBe('sat');
  });
});

describe('budgets', () => {
  test('conflicts, propagations and the stop flag end a call with unknown; the next one goes on', () => {
    const solver = createSatSolver();
    load(solver, pigeonHole(8));
    expect(solver.solve([], { conflicts: 50 })).toBe('unknown');
    // A conflict may follow on another before there is time to look.
    expect(solver.statistics.conflicts - 50).toBeGreaterThanOrEqual(0);
    expect(solver.statistics.conflicts - 50).toBeLessThan(10);
    const before = solver.statistics.propagations;
    expect(solver.solve([], { propagations: 1000 })).toBe('unknown');
    expect(solver.statistics.propagations - before).toBeLessThan(2000);
    let asked = 0;
    expect(solver.solve([], { stop: () => ++asked === 3 })).toBe('unknown');
    expect(asked).toBe(3);
    expect(solver.solve([], { conflicts: 0 })).toBe('unknown');
    expect(solver.solve()).toBe('unsat');
  });

  test('budgets and the stop flag hold while clauses are simplified', () => {
    const cnf = random3Sat(8000, 3, 5);
    const solver = createSatSolver({ simplifyAfter: 1 });
    load(solver, cnf);
    expect(solver.solve([], { stop: () => solver.statistics.eliminated > 0 })).toBe('unknown');
    const { eliminated } = solver.statistics;
    expect(eliminated).toBeGreaterThan(0);
    const before = solver.statistics.propagations;
    expect(solver.solve([], { propagations: 1000 })).toBe('unknown');
    expect(solver.statistics.propagations - before).toBeLessThan(50_000);
    expect(solver.solve()).toBe('sat');
    expect(solver.statistics.eliminated).toBeGreaterThan(eliminated);
    expect(falsified(solver, cnf.clauses)).toBeUndefined();
  });

  test('memory ends in unknown, while solving and while clauses come in', () => {
    const hard = createSatSolver({ memory: 2 ** 17, proof: true });
    load(hard, pigeonHole(9));
    expect(hard.solve()).toBe('unknown');
    const large = createSatSolver({ memory: 2 ** 16 });
    const cnf = random3Sat(1000, 12, 1);
    expect(load(large, cnf)).toBe(true);
    expect(large.solve()).toBe('unknown');
    expect(large.statistics.bytes).toBeLessThan(2 ** 20);
  });
});

test('literals of no variable, and questions without an answer, are errors', () => {
  const solver = createSatSolver();
  solver.newVariable();
  for (const literal of [-1, 2, 0.5, Number.NaN]) {
    expect(() => solver.addClause([literal])).toThrow(LemmataError);
    expect(() => solver.solve([literal])).toThrow(LemmataError);
  }
  expect(() => solver.value(0)).toThrow(LemmataError);
  expect(() => solver.core()).toThrow(LemmataError);
  expect(solver.solve()).toBe('sat');
  expect(() => solver.proof()).toThrow(LemmataError);
});

test('equal calls give equal runs', () => {
  const [one, two] = [0, 1].map(() => {
    const solver = createSatSolver();
    load(solver, factors(62_615_533, 13));
    solver.solve();
    return solver.statistics;
  });
  expect(one).toEqual(two);
});
