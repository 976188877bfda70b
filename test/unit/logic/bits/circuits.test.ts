import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blaster } from '../../../../src/logic/bits/blast.ts';
import { bigValue, bitOf } from '../../../../src/logic/bits/values.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { evaluateBitVector } from '../../../../src/logic/terms/evaluate-bv.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { freeVariables } from '../../../../src/logic/terms/traverse.ts';
import { build, recipe } from '../terms/random-terms.ts';

const runs = Number(process.env.LEMMATA_RUNS ?? 60);

/** The values that the gates of terms have under an assignment of variables. */
function gateValues(
  store: TermStore,
  roots: readonly Term[],
  assignment: ReadonlyMap<Term, ModelValue>,
): (t: Term) => ModelValue {
  const blaster = new Blaster(store);
  for (const t of roots) blaster.translate(t);
  const inputs: boolean[] = [];
  for (const v of freeVariables(store, roots)) {
    const value = assignment.get(v) ?? 0n;
    const bits = blaster.bits(v);
    for (let i = 0; i < bits.length; i++) {
      const bit = typeof value === 'boolean' ? value : ((value as bigint) >> BigInt(i)) & 1n;
      inputs[blaster.graph.inputOf(bits[i] >> 1)] = Boolean(bit);
    }
  }
  const values = blaster.graph.simulate((input) => inputs[input] ?? false);
  return (t) =>
    store.sort(t).kind === 'bool' ? bitOf(values, blaster.edge(t)) === 1 : bigValue(values, blaster.bits(t));
}

test('gates of random terms have the values of the terms', () => {
  fc.assert(
    fc.property(recipe, (r) => {
      const store = new TermStore();
      const { all, assignment } = build(store, r);
      // Reads and comparisons of arrays are inputs of the gates: the array tests have them.
      const fitting = all.filter(({ term }) => !mentionsArray(store, term));
      const value = gateValues(
        store,
        fitting.map(({ term }) => term),
        assignment,
      );
      for (const built of fitting) expect(value(built.term)).toBe(built.value);
    }),
    { numRuns: runs },
  );
}, 120_000);

function mentionsArray(store: TermStore, root: Term): boolean {
  const stack = [root];
  const seen = new Set<Term>();
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    if (seen.has(t)) continue;
    seen.add(t);
    if (store.sort(t).kind === 'array') return true;
    for (let i = 0; i < store.arity(t); i++) stack.push(store.arg(t, i));
  }
  return false;
}

const BINARY = [
  Op.ADD,
  Op.MUL,
  Op.UDIV,
  Op.UREM,
  Op.SDIV,
  Op.SREM,
  Op.SHL,
  Op.LSHR,
  Op.ASHR,
  Op.ULT,
  Op.SLT,
  Op.BV_AND,
  Op.BV_OR,
  Op.BV_XOR,
] as const;

/** A term without rewriting, whose operands are variables or constants as asked for. */
function raw(store: TermStore, op: Op, a: Term, b: Term): Term {
  return store.make(op, op === Op.ULT || op === Op.SLT ? 0 : store.sortId(a), a, b);
}

test('every operator on all operands of few bits, as SMT-LIB has it for zero divisors and long shifts too', () => {
  for (const width of [1, 2, 3, 4]) {
    const store = new TermStore();
    const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width }));
    const terms = BINARY.map((op) => raw(store, op, x, y));
    for (let a = 0n; a < 1n << BigInt(width); a++) {
      for (let b = 0n; b < 1n << BigInt(width); b++) {
        const value = gateValues(
          store,
          terms,
          new Map([
            [x, a],
            [y, b],
          ]),
        );
        for (const t of terms)
          expect(value(t), `operator ${store.op(t)} of ${a}, ${b}`).toBe(evaluateBitVector(store, t, a, b));
      }
    }
  }
});

test('constant, extended and repeated operands', () => {
  const shape = fc.constantFrom('variable', 'constant', 'zext', 'sext', 'shared');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }),
      shape,
      shape,
      fc.bigInt(0n, (1n << 70n) - 1n),
      fc.bigInt(0n, (1n << 70n) - 1n),
      fc.nat(70),
      (width, first, second, p, q, narrow) => {
        const store = new TermStore();
        const assignment = new Map<Term, bigint>();
        const half = Math.max(1, Math.min(width, narrow));
        const low = (value: bigint, bits: number): bigint => value & ((1n << BigInt(bits)) - 1n);
        const shared = store.variable('shared', { kind: 'bv', width });
        assignment.set(shared, low(p, width));
        const operand = (kind: string, name: string, value: bigint): Term => {
          if (kind === 'constant') return store.bv(width, low(value, width));
          if (kind === 'shared') return shared;
          const bits = kind === 'variable' ? width : half;
          const v = store.variable(name, { kind: 'bv', width: bits });
          assignment.set(v, low(value, bits));
          return kind === 'variable' ? v : kind === 'zext' ? store.zext(v, width) : store.sext(v, width);
        };
        const a = operand(first, 'a', p);
        const b = operand(second, 'b', q);
        const terms = BINARY.map((op) => raw(store, op, a, b));
        terms.push(raw(store, Op.ADD, store.make(Op.NEG, store.sortId(a), a), store.make(Op.NEG, store.sortId(b), b)));
        terms.push(raw(store, Op.ADD, a, store.make(Op.NEG, store.sortId(b), b)));
        terms.push(raw(store, Op.ADD, store.make(Op.NEG, store.sortId(a), a), b));
        const value = gateValues(store, terms, assignment);
        const evaluator = new Evaluator(store, (v) => assignment.get(v)!);
        for (const t of terms) expect(value(t), `operator ${store.op(t)} at ${width}`).toBe(evaluator.value(t));
      },
    ),
    { numRuns: 5 * runs },
  );
}, 120_000);

test('vectors of 4,096 bits', () => {
  const width = 4096;
  const store = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width }));
  const a = (1n << 4095n) + 0x123456789abcdefn;
  const b = (1n << 100n) - 3n;
  const terms = [
    store.add(x, y),
    store.sub(x, y),
    store.mul(x, store.bv(width, 1_000_003n)),
    store.udiv(x, store.bv(width, 97n)),
    store.srem(x, store.bv(width, 97n)),
    store.shl(x, y),
    store.ashr(x, store.extract(store.concat(y, y), 4099, 4)),
    store.ult(x, y),
    store.slt(x, y),
    store.eq(x, y),
    store.concat(store.extract(x, 4095, 2048), store.extract(y, 2047, 0)),
    store.sext(store.extract(x, 99, 50), width),
  ];
  const assignment = new Map([
    [x, a],
    [y, b],
  ]);
  const value = gateValues(store, terms, assignment);
  const evaluator = new Evaluator(store, (v) => assignment.get(v)!);
  for (const t of terms) expect(value(t)).toBe(evaluator.value(t));
});

test('constant factors and divisors are cheap', () => {
  const gates = (make: (store: TermStore, x: Term) => Term): number => {
    const store = new TermStore();
    const blaster = new Blaster(store);
    blaster.translate(make(store, store.variable('x', { kind: 'bv', width: 64 })));
    return blaster.graph.size - 64;
  };
  const sum = gates((s, x) => s.add(x, s.variable('y', { kind: 'bv', width: 64 })));
  // 255 is 256 - 1, whatever rewriting makes of it: one sum.
  expect(gates((s, x) => s.make(Op.MUL, s.sortId(x), x, s.bv(64, 255)))).toBeLessThan(1.2 * sum);
  expect(
    gates((s, x) => s.make(Op.MUL, s.sortId(x), x, s.sext(s.variable('c', { kind: 'bv', width: 2 }), 64))),
  ).toBeLessThan(4 * sum);
  expect(gates((s, x) => s.make(Op.UDIV, s.sortId(x), x, s.bv(64, 10)))).toBeLessThan(8 * sum);
});

test('terms of depth 200,000', () => {
  const store = new TermStore();
  const [x, y] = ['x', 'y'].map((name) => store.variable(name, { kind: 'bv', width: 3 }));
  const p = store.variable('p', { kind: 'bool' });
  let t = x;
  for (let i = 0; i < 200_000; i++) {
    t =
      i % 2 === 0
        ? store.make(Op.BV_XOR, store.sortId(x), t, y)
        : store.make(Op.ITE, store.sortId(x), p, store.make(Op.ADD, store.sortId(x), t, x), y);
  }
  const value = gateValues(
    store,
    [t],
    new Map<Term, ModelValue>([
      [x, 3n],
      [y, 5n],
      [p, false],
    ]),
  );
  expect(value(t)).toBe(5n);
});
