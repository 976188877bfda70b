import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { PlainRefuter } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { SatSolver } from '../../../src/logic/sat/types.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../src/logic/terms/evaluate.ts';
import { Op } from '../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../src/logic/terms/solver.ts';
import { BOOL } from '../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { postorder } from '../../../src/logic/terms/traverse.ts';
import { loadZ3, z3Factory } from '../../../src/logic/z3/index.ts';
import type { Inductive } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { type Built, build, recipe } from '../logic/terms/random-terms.ts';
import { bits, build as buildSystem } from '../system/transys/examples.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 40);
const z3 = await loadZ3();

const proving = (): SatSolver => createSatSolver({ proof: true });
const refuterOf = (store: TermStore): PlainRefuter => new PlainRefuter(store, { sat: proving });

const OPERATORS: readonly (readonly [string, (s: TermStore, a: Term, b: Term, c: Term) => Term])[] = [
  ['not', (s, a) => s.bvNot(a)],
  ['neg', (s, a) => s.neg(a)],
  ['and', (s, a, b) => s.bvAnd(a, b)],
  ['or', (s, a, b) => s.bvOr(a, b)],
  ['xor', (s, a, b) => s.bvXor(a, b)],
  ['add', (s, a, b) => s.add(a, b)],
  ['sub', (s, a, b) => s.sub(a, b)],
  ['mul', (s, a, b) => s.mul(a, b)],
  ['udiv', (s, a, b) => s.udiv(a, b)],
  ['urem', (s, a, b) => s.urem(a, b)],
  ['sdiv', (s, a, b) => s.sdiv(a, b)],
  ['srem', (s, a, b) => s.srem(a, b)],
  ['shl', (s, a, b) => s.shl(a, b)],
  ['lshr', (s, a, b) => s.lshr(a, b)],
  ['ashr', (s, a, b) => s.ashr(a, b)],
  ['ult', (s, a, b) => s.boolToBv(s.ult(a, b))],
  ['ule', (s, a, b) => s.boolToBv(s.ule(a, b))],
  ['slt', (s, a, b) => s.boolToBv(s.slt(a, b))],
  ['sle', (s, a, b) => s.boolToBv(s.sle(a, b))],
  ['eq', (s, a, b) => s.boolToBv(s.eq(a, b))],
  ['ite', (s, a, b, c) => s.ite(s.eq(s.extract(c, 0, 0), s.bv(1, 1)), a, b)],
  ['concat', (s, a, b) => s.concat(a, b)],
  ['zext', (s, a, b) => s.add(s.zext(a, 7), s.zext(b, 7))],
  ['sext', (s, a, b) => s.add(s.sext(a, 7), s.sext(b, 7))],
];

describe.each([1, 2, 3])('each operator on all operands of %i bits', (width) => {
  test.each(OPERATORS)('%s', (_, operator) => {
    const store = new TermStore();
    const variables = ['x', 'y', 'z'].map((name) => store.variable(name, { kind: 'bv', width }));
    const [x, y, z] = variables;
    const result = operator(store, x, y, z);
    const refuter = refuterOf(store);
    for (let code = 0; code < 1 << (2 * width + 1); code++) {
      const values = new Map([
        [x, BigInt(code & ((1 << width) - 1))],
        [y, BigInt((code >> width) & ((1 << width) - 1))],
        [z, BigInt(code >> (2 * width))],
      ]);
      const value = evaluate(store, result, (v) => values.get(v) ?? 0n);
      if (typeof value !== 'bigint') throw new Error('not a bit-vector');
      const given = [...values].map(([v, own]) => store.eq(v, store.bv(width, own)));
      const right = store.eq(result, store.bv(store.width(result), value));
      expect(refuter.check([...given, store.not(right)])).toBe('unsat');
      expect(refuter.check([...given, right])).toBe('sat');
    }
  });
});

test('each product by a constant of 5 bits, for all operands', () => {
  const width = 5;
  const store = new TermStore();
  const x = store.variable('x', { kind: 'bv', width });
  for (let factor = 0; factor < 32; factor++) {
    const refuter = refuterOf(store);
    const product = store.mul(x, store.bv(width, factor));
    for (let value = 0; value < 32; value++) {
      const right = store.eq(product, store.bv(width, (factor * value) % 32));
      const given = store.eq(x, store.bv(width, value));
      expect(refuter.check([given, store.not(right)])).toBe('unsat');
      expect(refuter.check([given, right])).toBe('sat');
    }
  }
});

/** Terms that are no arrays, and have no floats and no comparison of arrays within. */
function translatable(store: TermStore, all: readonly Built[]): Built[] {
  const isArray = (t: Term): boolean => store.sort(t).kind === 'array';
  const isFree = (t: Term): boolean =>
    store.sort(t).kind !== 'float' && !(store.op(t) === Op.EQ && isArray(store.arg(t, 0)));
  return all.filter(({ term }) => !isArray(term) && postorder(store, [term]).every(isFree));
}

test('random terms have the values that evaluation gives', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      const own = translatable(store, all);
      const refuter = refuterOf(store);
      const constant = (term: Term, value: ModelValue): Term =>
        typeof value === 'bigint' ? store.bv(store.width(term), value) : store.bool(value === true);
      for (const [v, value] of assignment) {
        if (typeof value !== 'object') refuter.assert(store.eq(v, constant(v, value)));
        else
          for (const [at, element] of value.entries) {
            const read = store.select(v, store.bv(3, at));
            refuter.assert(store.eq(read, constant(read, element)));
          }
      }
      const wrong = own.map(({ term, value }) => store.not(store.eq(term, constant(term, value as bigint | boolean))));
      expect(refuter.check([store.orAll(wrong)])).toBe('unsat');
      expect(refuter.check()).toBe('sat');
    }),
    { numRuns: runs },
  );
}, 120_000);

test('answers are those of Z3', () => {
  const counts = { sat: 0, unsat: 0 };
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all } = build(store, r);
      const solver = z3Factory(z3, store).create();
      const refuter = refuterOf(store);
      const goals = translatable(store, all).filter(({ width, term }) => width === 0 && !store.isConst(term));
      goals.slice(-5).forEach(({ term }, i) => {
        const t = i % 2 === 0 ? term : store.not(term);
        const answer = refuter.check([t], { milliseconds: 3000 });
        const expected = solver.check([t], { milliseconds: 3000 });
        if (i % 3 === 0) {
          refuter.assert(t);
          solver.assert(t);
        }
        if (answer === 'unknown' || expected === 'unknown') return;
        expect(answer).toBe(expected);
        counts[answer]++;
      });
      solver.dispose();
    }),
    { numRuns: runs },
  );
  expect(counts.sat).toBeGreaterThan(0);
  expect(counts.unsat).toBeGreaterThan(0);
}, 240_000);

describe('arrays', () => {
  const store = new TermStore();
  const index = { kind: 'bv', width: 2 } as const;
  const element = { kind: 'bv', width: 2 } as const;
  const sort = { kind: 'array', index, element } as const;
  const [i, j, x, y] = ['i', 'j', 'x', 'y'].map((name) => store.variable(name, index));
  const [a, b] = ['a', 'b'].map((name) => store.variable(name, sort));
  const p = store.variable('p', BOOL);
  const all = [0, 1, 2, 3].map((value) => store.bv(2, value));

  test.each([
    ['a write is read where it was made', store.eq(store.select(store.store(a, i, x), i), x)],
    ['and nowhere else', store.or(store.eq(i, j), store.eq(store.select(store.store(a, i, x), j), store.select(a, j)))],
    ['the last write of two counts', store.eq(store.select(store.store(store.store(a, i, x), j, y), j), y)],
    [
      'equal places hold equal elements',
      store.implies(store.eq(i, j), store.eq(store.select(a, i), store.select(a, j))),
    ],
    ['a choice of arrays', store.implies(p, store.eq(store.select(store.ite(p, a, b), i), store.select(a, i)))],
    ['everywhere the same', store.eq(store.select(store.constArray(index, x), i), x)],
    [
      'all places there are',
      store.orAll(
        all.map((at) => store.eq(store.select(store.store(a, j, x), i), store.select(store.store(a, j, x), at))),
      ),
    ],
  ] as const)('%s', (_, t) => {
    expect(refuterOf(store).check([store.not(t)])).toBe('unsat');
    expect(refuterOf(store).check([t])).toBe('sat');
  });

  test.each([
    ['different places', store.eq(store.select(a, i), store.select(a, j))],
    ['different arrays', store.eq(store.select(a, i), store.select(b, i))],
    ['a write somewhere', store.eq(store.select(store.store(a, i, x), j), store.select(a, j))],
  ] as const)('nothing is known of %s', (_, t) => {
    expect(refuterOf(store).check([store.not(t)])).toBe('sat');
  });

  test('writes may be nested deep', () => {
    const own = new TermStore();
    const wide = { kind: 'array', index: { kind: 'bv', width: 16 }, element } as const;
    let table = own.variable('t', wide);
    for (let at = 0; at < 20_000; at++)
      table = own.store(table, own.add(own.variable('k', wide.index), own.bv(16, at)), own.bv(2, 1));
    const read = own.eq(own.select(table, own.variable('i', wide.index)), own.bv(2, 1));
    const refuter = refuterOf(own);
    expect(refuter.check([own.not(read)], { milliseconds: 50 })).toBe('unknown');
    expect(refuter.reasonUnknown()).toBe('timeout');
  });
});

describe('what it does not do is unknown', () => {
  test('comparisons of arrays, nested arrays and floats, also below other terms', () => {
    const store = new TermStore();
    const byte = { kind: 'bv', width: 8 } as const;
    const array = store.variable('a', { kind: 'array', index: byte, element: byte });
    const float = store.variable('f', { kind: 'float', exponentBits: 5, precision: 11 });
    const i = store.variable('i', byte);
    const table = store.variable('t', {
      kind: 'array',
      index: byte,
      element: { kind: 'array', index: byte, element: byte },
    });
    const read = store.eq(store.select(store.select(table, i), i), store.bv(8, 3));
    for (const t of [
      read,
      store.eq(array, store.store(store.variable('b', store.sort(array)), i, i)),
      store.fpIsNan(float),
      store.eq(float, store.variable('g', store.sort(float))),
    ]) {
      const refuter = refuterOf(store);
      expect(refuter.check([store.and(t, store.variable('p', BOOL))])).toBe('unknown');
      refuter.assert(t);
      expect(refuter.check([store.variable('q', BOOL)])).toBe('unknown');
      expect(refuter.reasonUnknown()).toContain('translation');
    }
  });

  test('too many clauses, and too little time', () => {
    const store = new TermStore();
    const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width: 64 }));
    const hard = store.and(store.eq(store.mul(x, y), store.bv(64, 0x7fffffff00000051n)), store.ult(store.bv(64, 1), x));
    const small = new PlainRefuter(store, { sat: proving, clauses: 1000 });
    expect(small.check([hard])).toBe('unknown');
    expect(small.reasonUnknown()).toContain('1000 clauses');
    expect(refuterOf(store).check([hard], { milliseconds: 0 })).toBe('unknown');
  });
});

describe('the SAT solver is not trusted', () => {
  /** A solver whose answer is always the same, with the proof of another problem. */
  function lying(change: (solver: SatSolver) => Partial<SatSolver>): SatSolver {
    const honest = proving();
    return new Proxy(honest, {
      get: (target, key) => {
        const changed: unknown = Reflect.get(change(target), key);
        const value: unknown = changed ?? Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** Unsatisfiable, and not by rewriting. */
  function contradiction(store: TermStore): Term {
    const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width: 4 }));
    return store.and(store.ult(x, y), store.ult(y, x));
  }

  test('unsat without a proof', () => {
    const store = new TermStore();
    const refuter = new PlainRefuter(store, { sat: () => lying(() => ({ solve: () => 'unsat' })) });
    expect(() => refuter.check([store.variable('p', BOOL)])).toThrow();
  });

  test('a proof with a leaf that is no clause, with a wrong chain, and of something else', () => {
    const store = new TermStore();
    const t = contradiction(store);
    const honest = refuterOf(store);
    expect(honest.check([t])).toBe('unsat');
    const withProof = (
      change: (proof: ReturnType<SatSolver['proof']>) => ReturnType<SatSolver['proof']>,
    ): PlainRefuter =>
      new PlainRefuter(store, { sat: () => lying((solver) => ({ proof: () => change(solver.proof()) })) });
    expect(() => withProof((p) => ({ ...p, leafParts: p.leafParts.map((part) => part + 1) })).check([t])).toThrow(
      'not one of the clauses',
    );
    expect(() =>
      withProof((p) => ({ ...p, chains: p.chains.map((word, i) => (i === 1 ? word + 1 : word)) })).check([t]),
    ).toThrow('the proof is invalid');
    expect(() => withProof((p) => ({ ...p, root: 0 })).check([t])).toThrow('something else');
    expect(() => withProof((p) => ({ ...p, root: -1 })).check([t])).toThrow('contradict');
  });
});

test('invariants that were changed are accepted only where Z3 accepts them', () => {
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(fc.nat(15), fc.nat(15), fc.nat(15), fc.nat(5), fc.nat(2), (start, step, limit, shape, k) => {
      const system = stepping(BigInt(start), BigInt(step), BigInt(limit));
      const invariant = shapes(system, BigInt(limit))[shape];
      const certificate: Inductive = { kind: 'inductive', invariant, k, instances: [] };
      const plain = checkCertificate(system, certificate, { create: () => refuterOf(system.terms) });
      const expected = checkCertificate(system, certificate, z3Factory(z3, system.terms));
      // Only the names of the solvers differ, and their times.
      const nobody = { evidence: [] };
      expect({ ...plain, ...nobody }).toEqual({ ...expected, ...nobody });
      counts[plain.accepted ? 'accepted' : 'refused']++;
    }),
    { numRuns: 4 * runs },
  );
  expect(counts.accepted).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
});

/** x starts somewhere and grows by steps while it is below a limit; bad where it is 13. */
function stepping(start: bigint, step: bigint, limit: bigint): TransitionSystem {
  return buildSystem({
    pc: false,
    state: { x: bits(4) },
    init: (t) => ({ x: t.bv(4, start) }),
    inputs: { go: bits(1) },
    blocks: [
      (t, v) => {
        const grows = t.and(t.ult(v('x'), t.bv(4, limit)), t.eq(v('go'), t.bv(1, 1)));
        return {
          bad: t.eq(v('x'), t.bv(4, 13)),
          next: { x: t.ite(grows, t.add(v('x'), t.bv(4, step)), v('x')) },
          inputs: ['go'],
          successors: [0],
        };
      },
    ],
  });
}

function shapes({ terms, stateVars }: TransitionSystem, limit: bigint): Term[] {
  const x = stateVars[0].term;
  const low = terms.extract(x, 0, 0);
  return [
    terms.true,
    terms.ule(x, terms.bv(4, limit)),
    terms.ult(x, terms.bv(4, 13)),
    terms.eq(low, terms.bv(1, 0)),
    terms.or(terms.ule(x, terms.bv(4, 12)), terms.eq(x, terms.bv(4, 15))),
    terms.not(terms.eq(x, terms.bv(4, 13))),
  ];
}

describe('equations of variables', () => {
  const widths = { wide: 32, narrow: 3 };
  const parts = (width: number) => {
    const store = new TermStore();
    const [x, y, z, v, w] = ['x', 'y', 'z', 'v', 'w'].map((name) => store.variable(name, { kind: 'bv', width }));
    return { store, x, y, z, v, w, refuter: refuterOf(store) };
  };

  test('circuits over variables of one definition are one circuit', () => {
    // By clauses alone the two products of products are far out of reach.
    const { store, x, y, z, v, w, refuter } = parts(widths.wide);
    refuter.assert(store.eq(v, store.mul(x, y)));
    refuter.assert(store.eq(store.mul(x, y), w));
    expect(refuter.check([store.not(store.eq(store.mul(v, z), store.mul(w, z)))], { milliseconds: 20_000 })).toBe(
      'unsat',
    );
    expect(refuter.check([store.eq(v, store.mul(w, z))], { milliseconds: 20_000 })).toBe('sat');
  });

  test('an equation whose other side speaks of the variable is an equation', () => {
    const { store, x, y, refuter } = parts(widths.narrow);
    refuter.assert(store.eq(x, store.mul(x, y)));
    expect(refuter.check([store.eq(x, store.bv(3, 1))])).toBe('sat');
    expect(refuter.check([store.eq(x, store.bv(3, 1)), store.eq(y, store.bv(3, 2))])).toBe('unsat');
  });

  test('a second equation of a variable holds as well', () => {
    const { store, x, y, v, refuter } = parts(widths.narrow);
    refuter.assert(store.eq(v, x));
    refuter.assert(store.eq(v, y));
    expect(refuter.check([store.not(store.eq(x, y))])).toBe('unsat');
    expect(refuter.check([store.eq(v, store.bv(3, 5))])).toBe('sat');
  });
});

describe('tables of constants', () => {
  /** Sparse and out of order; the first entries are written twice. */
  function tableOf(store: TermStore, base: Term, size: number): Term {
    let table = base;
    for (let n = 0; n < size + 9; n++)
      table = store.make(
        Op.STORE,
        store.sortId(base),
        table,
        store.bv(16, ((n % size) * 37) % 65536),
        store.bv(16, (n * 7919) % 1000),
      );
    return table;
  }

  test('clauses are linear in the entries', () => {
    for (const [size, clauses] of [
      [500, 12_000],
      [5000, 120_000],
    ]) {
      const store = new TermStore();
      const table = tableOf(store, store.constArray({ kind: 'bv', width: 16 }, store.bv(16, 3)), size);
      const read = store.select(table, store.variable('i', { kind: 'bv', width: 16 }));
      const refuter = new PlainRefuter(store, { sat: proving, clauses });
      expect(refuter.check([store.ult(store.bv(16, 999), read)])).toBe('unsat');
    }
  });

  test('over a variable, the last writes count and other elements stay', () => {
    const store = new TermStore();
    const word = { kind: 'bv', width: 16 } as const;
    const below = store.variable('a', { kind: 'array', index: word, element: word });
    const table = tableOf(store, below, 60);
    const i = store.variable('i', word);
    const other = store.not(store.eq(store.select(table, i), store.select(below, i)));
    expect(refuterOf(store).check([other, store.eq(i, store.bv(16, 38))])).toBe('unsat');
    expect(refuterOf(store).check([other, store.eq(i, store.bv(16, 37))])).toBe('sat');
    for (const [at, element] of [
      [0, (60 * 7919) % 1000],
      [37 * 8, (68 * 7919) % 1000],
      [37 * 9, (9 * 7919) % 1000],
    ]) {
      const is = store.eq(store.select(table, i), store.bv(16, element));
      expect(refuterOf(store).check([store.not(is), store.eq(i, store.bv(16, at))])).toBe('unsat');
      expect(refuterOf(store).check([is, store.eq(i, store.bv(16, at))])).toBe('sat');
    }
  });
});
