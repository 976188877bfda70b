import { describe, expect, it } from 'vitest';
import { loopInvariants } from '../../../src/apps/output/report/loop-invariants.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import { factsAtLoops } from '../../../src/race/worker/facts-at-loops.ts';
import { ownRefuters } from '../../../src/race/worker/refuters.ts';
import type { Certificate } from '../../../src/system/transys/certificate.ts';
import { freezeSystem } from '../../../src/system/transys/share.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { compile } from '../system/encode/compile.ts';

const HEAD = 'extern void reach_error(void); extern int nondet(void);\n';

const trivial = ({ terms }: TransitionSystem): Certificate => ({
  kind: 'inductive',
  invariant: terms.true,
  k: 0,
  instances: [],
});

/** The invariants of a proof in C, loop by loop. */
function told(body: string, certificateOf: (system: TransitionSystem) => Certificate): readonly (string | null)[] {
  const { system } = compile(`${HEAD}int main(void) { ${body} }`);
  const certificate = certificateOf(system);
  const refuters = ownRefuters(
    system.terms,
    plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }), clauses: 1_000_000 }),
  );
  const beside = factsAtLoops(system, certificate, refuters, 20_000);
  const proof = { certificate, system: freezeSystem(system), ...(beside === null ? {} : { beside }) };
  return loopInvariants(proof).map(({ expression }) => expression);
}

const COUNTING = 'int i = 0; while (i < 10) i++; if (i > 200) reach_error(); return 0;';
const TWO =
  'int i = 0, j = 3; while (i < 10) i++; while (nondet()) { if (j == 3) j = 5; else j = 3; } if (i > 200 || j > 9) reach_error();';

describe('the invariant of a loop', () => {
  it.each<[string, (system: TransitionSystem) => Certificate]>([
    ['a certificate without an invariant', () => ({ kind: 'runs', bound: 12 })],
    ['a trivial invariant', trivial],
  ])('has the values of the variables beside %s', (_name, certificateOf) => {
    expect(told(COUNTING, certificateOf)).toEqual(['i >= 0 && i <= 10']);
  });

  it('stays where the certificate says something, and other loops gain theirs', () => {
    const first = ({ terms, stateVars, pc, blocks }: TransitionSystem): Certificate => {
      const i = stateVars.find(({ origin }) => origin?.expression === 'i')?.term ?? terms.false;
      const counter = pc === null ? terms.false : stateVars[pc].term;
      const at = terms.eq(counter, terms.bv(terms.width(counter), blocks[1].id));
      const invariant = terms.implies(at, terms.sle(terms.bv(32, BigInt.asUintN(32, -5n)), i));
      return { kind: 'inductive', invariant, k: 0, instances: [] };
    };
    const [one, other] = told(TWO, first);
    expect(one).toBe('i >= -5');
    expect(other).toBe('(j == 3 || j == 5) && i == 10');
  });
});

describe('the invariant of listed states', () => {
  const listed =
    (count: number) =>
    ({ stateVars, blocks }: TransitionSystem): Certificate => {
      const variable = stateVars.find(({ origin }) => origin?.expression === 'i');
      if (variable === undefined) throw new Error('no variable');
      const bounds = Int32Array.from({ length: 2 * count }, (_, place) => 2 * (place >> 1));
      return { kind: 'states', blocks: [{ block: blocks[1].id, variables: [variable.term], bounds }] };
    };

  it('has few states one by one', () => {
    expect(told(COUNTING, listed(3))).toEqual(['i == 0 || i == 2 || i == 4']);
  });

  it('has bounds of many states', () => {
    expect(told(COUNTING, listed(20))).toEqual(['i >= 0 && i <= 38']);
  });

  it('is false at a loop that no listed state reaches', () => {
    expect(told(COUNTING, () => ({ kind: 'states', blocks: [] }))).toEqual(['0']);
  });
});
