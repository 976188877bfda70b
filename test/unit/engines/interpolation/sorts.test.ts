import { beforeAll, describe, expect, test } from 'vitest';
import { SOURCE_NAMES, type SourceName } from '../../../../src/engines/interpolation/names.ts';
import { predicateTiers } from '../../../../src/engines/interpolation/predicates.ts';
import type { ChainPart } from '../../../../src/engines/interpolation/problem.ts';
import { Interpolation } from '../../../../src/engines/interpolation/service.ts';
import { providersOf } from '../../../../src/engines/interpolation/sources.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Op } from '../../../../src/logic/terms/ops.ts';
import type { Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { postorder } from '../../../../src/logic/terms/traverse.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../../../../src/logic/z3/index.ts';

const bv = (width: number): Sort => ({ kind: 'bv', width });
const FLOAT: Sort & { kind: 'float' } = { kind: 'float', exponentBits: 8, precision: 24 };
let api: Z3Api;

beforeAll(async () => {
  api = await loadZ3();
});

/** A service over states of such variables, for a program with these formulas. */
function serviceFor(
  terms: TermStore,
  state: readonly Term[],
  roots: readonly Term[],
  next: readonly Term[] = [],
  sources: readonly SourceName[] = ['craig'],
): Interpolation {
  const source = { terms, state, roots, next: next.length === 0 ? [] : [next], locations: [] };
  const circuits = new Z3FloatCircuits(api);
  const options = { milliseconds: 20_000, circuits, providers: providersOf(sources) } as const;
  return new Interpolation(source, z3Factory(api, terms), options, () => false);
}

function mentions(terms: TermStore, t: Term, op: Op): boolean {
  return postorder(terms, [t]).some((x) => terms.op(x) === op);
}

describe('interpolants over states with arrays and floats', () => {
  test('an array stays on its side where a scalar says enough', () => {
    const terms = new TermStore();
    const memory = terms.variable('memory', { kind: 'array', index: bv(32), element: bv(8) });
    const n = terms.variable('n', bv(8));
    const index = terms.variable('index', bv(32));
    const c = (value: number): Term => terms.bv(8, value);
    // n is an element that was just written; behind the cut the array is read anywhere, and n decides.
    const written = terms.store(memory, index, c(7));
    const a: ChainPart = { formula: terms.true, entry: null, exit: [written, terms.select(written, index)] };
    const b: ChainPart = {
      formula: terms.and(terms.eq(n, c(9)), terms.eq(terms.select(memory, index), n)),
      entry: [memory, n],
      exit: null,
    };
    const service = serviceFor(terms, [memory, n], [terms.ult(n, c(8))]);
    const interpolant = service.interpolant(a, b);
    if (interpolant === null) throw new Error('no interpolant');
    expect(mentions(terms, interpolant, Op.SELECT)).toBe(false);
    expect(postorder(terms, [interpolant])).toContain(n);
    service.dispose();
  });

  test('elements at the index terms of the program pass the cut', () => {
    const terms = new TermStore();
    const memory = terms.variable('memory', { kind: 'array', index: bv(32), element: bv(8) });
    const i = terms.variable('i', bv(32));
    const c = (value: number): Term => terms.bv(8, value);
    const element = terms.select(memory, i);
    const a: ChainPart = {
      formula: terms.true,
      entry: null,
      exit: [terms.store(memory, i, c(1)), i],
    };
    const b: ChainPart = { formula: terms.eq(element, c(2)), entry: [memory, i], exit: null };
    const service = serviceFor(terms, [memory, i], [terms.eq(element, c(2))]);
    const interpolant = service.interpolant(a, b);
    if (interpolant === null) throw new Error('no interpolant');
    expect(postorder(terms, [interpolant])).toContain(element);
    service.dispose();
  });

  test.each(SOURCE_NAMES)('a sequence over three parts that write and read an array, from %s', (source) => {
    const terms = new TermStore();
    const memory = terms.variable('memory', { kind: 'array', index: bv(16), element: bv(8) });
    const i = terms.variable('i', bv(16));
    const element = terms.select(memory, i);
    const c = (value: number): Term => terms.bv(8, value);
    const parts: ChainPart[] = [
      { formula: terms.true, entry: null, exit: [terms.store(memory, i, c(3)), i] },
      { formula: terms.true, entry: [memory, i], exit: [terms.store(memory, i, terms.add(element, c(1))), i] },
      { formula: terms.not(terms.eq(element, c(4))), entry: [memory, i], exit: null },
    ];
    const service = serviceFor(terms, [memory, i], [terms.eq(element, c(4))], [], [source]);
    expect(service.sequence(parts)).toHaveLength(2);
    for (const { refused } of service.statistics.providers.values()) expect(refused).toBe(0);
    service.dispose();
  });

  // Strongest postconditions would have to invert the division.
  const withoutInversion = SOURCE_NAMES.filter((source) => !source.includes('sp'));
  test.each(withoutInversion)('floats are lowered within the parts, and compared at the cut, by %s', (source) => {
    const terms = new TermStore();
    const x = terms.variable('x', FLOAT);
    const input = terms.variable('input', FLOAT);
    const f = (pattern: bigint): Term => terms.fpFromBits(terms.bv(32, pattern), FLOAT);
    const [one, two] = [f(0x3f800000n), f(0x40000000n)];
    const small = terms.fpLt(x, two);
    // x = input / 2 for an input below 2, so that x < 2.
    const half = terms.fpDiv('RNE', input, two);
    const a: ChainPart = {
      formula: terms.and(terms.fpLt(input, two), terms.fpLt(one, input)),
      entry: null,
      exit: [half],
    };
    const b: ChainPart = { formula: terms.not(small), entry: [x], exit: null };
    const service = serviceFor(terms, [x], [small], [], [source]);
    const interpolant = service.interpolant(a, b);
    expect(interpolant).not.toBeNull();
    for (const { refused } of service.statistics.providers.values()) expect(refused).toBe(0);
    service.dispose();
  });

  test('without circuits there is no interpolant for floats, and no error', () => {
    const terms = new TermStore();
    const x = terms.variable('x', FLOAT);
    const zero = terms.fpFromBits(terms.bv(32, 0), FLOAT);
    const a: ChainPart = { formula: terms.true, entry: null, exit: [zero] };
    const b: ChainPart = { formula: terms.fpLt(x, zero), entry: [x], exit: null };
    const source = { terms, state: [x], roots: [], next: [], locations: [] };
    const service = new Interpolation(source, z3Factory(api, terms), { milliseconds: 5_000 }, () => false);
    expect(service.interpolant(a, b)).toBeNull();
    expect(service.statistics.choices.unknown).toBe(1);
    service.dispose();
  });
});

describe('predicates', () => {
  test('values of different widths are compared as the program extends them, and the control with nothing', () => {
    const terms = new TermStore();
    const pc = terms.variable('pc', bv(2));
    const narrow = terms.variable('narrow', bv(5));
    const wide = terms.variable('wide', bv(32));
    const extended = terms.sext(narrow, 32);
    const next = [pc, terms.add(narrow, terms.bv(5, 1)), terms.add(wide, extended)];
    const tiers = predicateTiers({
      terms,
      state: [pc, narrow, wide],
      roots: [],
      next: [next],
      locations: [terms.eq(pc, terms.bv(2, 1))],
    });
    const all = tiers.flat();
    expect(all).toContain(terms.eq(extended, wide));
    expect(all).toContain(terms.slt(extended, wide));
    const withControl = all.filter((p) => postorder(terms, [p]).includes(pc));
    expect(withControl).toEqual([terms.eq(pc, terms.bv(2, 1))]);
  });
});
