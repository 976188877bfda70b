import { beforeAll, expect, test } from 'vitest';
import { finite } from '../../../../src/base/softfloat.ts';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { hasFloats } from '../../../../src/logic/terms/lower-floats.ts';
import { postorder } from '../../../../src/logic/terms/traverse.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../../../../src/logic/z3/index.ts';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import { lowerFloats } from '../../../../src/system/transys/passes/lower-floats.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { certificateBack, traceBack } from '../../../../src/system/transys/way-back.ts';
import { bits, build } from './examples.ts';

const HALF = { exponentBits: 5, precision: 11 };
const FLOAT = { kind: 'float', ...HALF } as const;
let api: Z3Api;

beforeAll(async () => {
  api = await loadZ3();
});

/** `x` starts at 1 and is halved, plus |in|; bad once it exceeds `limit`. */
function halving(limit: number): TransitionSystem {
  return build({
    state: { x: FLOAT },
    init: (t) => ({ x: t.float(HALF, finite(false, 0n, 0)) }),
    inputs: { in: FLOAT, unused: bits(3) },
    blocks: [
      (t) => ({ next: { pc: t.bv(4, 1), x: t.float(HALF, finite(false, 1n, 0)) }, successors: [1] }),
      (t, v) => {
        const half = t.fpMul('RNE', v('x'), t.float(HALF, finite(false, 1n, -1)));
        const sum = t.fpAdd('RNE', half, t.fpAbs(v('in')));
        return {
          bad: t.or(t.fpIsNegative(v('x')), t.fpLt(t.float(HALF, finite(false, BigInt(limit), 0)), v('x'))),
          next: { x: t.ite(t.fpLt(t.fpAbs(v('in')), v('x')), sum, v('x')) },
          inputs: ['in'],
          successors: [1],
        };
      },
    ],
  });
}

test('a lowered system has no floats, and invariants on bits come back as invariants on floats', () => {
  const system = halving(100_000);
  const { system: lowered, back } = lowerFloats(new Z3FloatCircuits(api))(system);
  validateSystem(lowered);
  const { terms } = lowered;
  const all = postorder(terms, [...lowered.init, ...lowered.blocks.flatMap((b) => [b.bad, b.feasible, ...b.next])]);
  expect(all.filter((t) => hasFloats(terms.sort(t)))).toEqual([]);
  const x = lowered.stateVars[1].term;
  // Never negative: infinity is the most that x can become, which is no alarm only without the upper limit.
  const positive = terms.eq(terms.extract(x, 15, 15), terms.bv(1, 0));
  const sign = (s: TransitionSystem): TransitionSystem => ({
    ...s,
    blocks: s.blocks.map((b, i) => (i === 0 ? b : { ...b, bad: s.terms.and(b.bad, negative(s)) })),
  });
  const certificate = { kind: 'k-inductive', invariant: positive, k: 0, instances: [], distinct: null } as const;
  const solvers = z3Factory(api, terms);
  expect(checkCertificate(sign(lowered), certificate, solvers)).toMatchObject({ accepted: true });
  expect(checkCertificate(sign(system), certificateBack(system.terms, back, certificate), solvers)).toMatchObject({
    accepted: true,
  });
}, 60_000);

function negative({ terms, stateVars }: TransitionSystem): number {
  const { term } = stateVars[1];
  const sort = terms.sort(term);
  return sort.kind === 'float' ? terms.fpIsNegative(term) : terms.eq(terms.extract(term, 15, 15), terms.bv(1, 1));
}

test('traces mean the same in both systems', () => {
  const system = halving(1);
  const { system: lowered, back } = lowerFloats(new Z3FloatCircuits(api))(system);
  // 0.75 and then 1.0 (patterns of half precision): 0.5 + 0.75 exceeds 1.
  const step = (value: bigint) => new Map([[0, value]]);
  for (const [value, end] of [
    [0x3a00n, 'bad'],
    [0x3400n, 'open'],
    [0x7e01n, 'open'],
  ] as const) {
    const trace = { init: new Map(), steps: [step(0n), step(value), step(0n)] };
    const [direct, translated] = [
      simulateTrace(system, traceBack(back, trace)).kind,
      simulateTrace(lowered, trace).kind,
    ];
    expect(translated).toBe(direct);
    expect(direct === 'bad').toBe(end === 'bad');
  }
});

test('systems without floats, and with arrays of them, stay as they are', () => {
  const pass = lowerFloats(new Z3FloatCircuits(api));
  const plain = build({ state: { i: bits(8) }, blocks: [() => ({ successors: [] })] });
  expect(pass(plain).system).toBe(plain);
});
