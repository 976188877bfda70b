import { describe, expect, it } from 'vitest';
import { witnessCircuit } from '../../../../../src/apps/output/certificate/witness-circuit.ts';
import { checkCertificate } from '../../../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../../src/logic/terms/builder.ts';
import type { TermStore } from '../../../../../src/logic/terms/store.ts';
import { parseBtor2 } from '../../../../../src/system/transys/btor2/parse.ts';
import { stepModel, writeModel } from '../../../../../src/system/transys/btor2/print.ts';

/** A counter of four bits that ends at 7. If `leaves`, an input lets it stand still; else it stays at 0. */
const counter = (bad: number, leaves: boolean): string => `1 sort bitvec 4
2 sort bitvec 1
3 zero 1
4 state 1 x
5 init 1 4 3
6 input 2 halt
7 inc 1 4
8 constd 1 7
9 eq 2 4 8
10 eq 2 4 3
11 or 2 9 ${leaves ? 6 : 9}
12 or 2 11 ${leaves ? 9 : 10}
13 ite 1 12 4 7
14 next 1 4 13
15 constd 1 ${bad}
16 eq 2 4 15
17 and 2 16 6
18 bad 17
`;

interface Asked {
  readonly text: string;
  readonly invariant: (terms: TermStore, x: Term) => Term;
  readonly after?: number;
  readonly k?: number;
}

/** The model and its witness as texts. */
function written({ text, invariant, after = 0, k = 0 }: Asked): { readonly model: string; readonly witness: string } {
  const system = parseBtor2(text, 'model.btor2');
  const { terms, stateVars } = system;
  const model = stepModel(system);
  const writer = writeModel(model);
  const x = stateVars.find(({ name }) => name === 'x')!.term;
  const made = witnessCircuit(model, writer, { invariant: invariant(terms, x), after, k, instances: [] });
  return { model: writer.text(), witness: 'text' in made ? made.text : expect.fail(made.why) };
}

/** Whether the property of a circuit holds at first, and after each step from where it holds. */
function isInductive(text: string): boolean {
  const system = parseBtor2(text, 'witness.btor2');
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  const byItself = { kind: 'inductive', invariant: system.terms.true, k: 1, instances: [] } as const;
  return checkCertificate(system, byItself, refuters).accepted;
}

const anything = (terms: TermStore): Term => terms.true;
const atMost7 = (terms: TermStore, x: Term): Term => terms.not(terms.ult(terms.bv(4, 7), x));

describe('the witness circuit of a proof', () => {
  it.each([
    ['an invariant', { text: counter(9, true), invariant: atMost7 }, true],
    ['an invariant that is too weak', { text: counter(9, true), invariant: anything }, false],
    ['k-induction', { text: counter(3, false), invariant: anything, k: 3 }, true],
    ['k-induction with too small a k', { text: counter(3, false), invariant: anything, k: 2 }, false],
    ['k-induction of what fails', { text: counter(3, true), invariant: anything, k: 3 }, false],
    ['an invariant after some steps', { text: counter(9, true), invariant: atMost7, after: 3 }, true],
    ['a wrong one after some steps', { text: counter(2, true), invariant: atMost7, after: 3 }, false],
  ] as const)('has an inductive property exactly for a proof: %s', (_, asked: Asked, isProof) => {
    expect(isInductive(written(asked).witness)).toBe(isProof);
  });

  it('names its states and inputs by those of the model', () => {
    const { model, witness } = written({ text: counter(3, false), invariant: anything, k: 3 });
    const mapped = [...witness.matchAll(/^\d+ (state|input) .* =(\d+)$/gm)].map(([, kind, id]) => [kind, id]);
    const own = [...model.matchAll(/^(\d+) (state|input) /gm)].map(([, id, kind]) => [kind, id]);
    expect(mapped).toEqual(own);
    expect(mapped.length).toBeGreaterThan(1);
  });

  it('is not written where a constant array appears, which no state may be compared with', () => {
    const text = `1 sort bitvec 2
2 sort array 1 1
3 zero 1
4 state 2 a
5 init 2 4 3
6 input 1 i
7 read 1 4 6
8 sort bitvec 1
9 redor 8 7
10 bad 9
`;
    const system = parseBtor2(text, 'model.btor2');
    const model = stepModel(system);
    const proof = { invariant: system.terms.true, after: 0, k: 1, instances: [] };
    expect(witnessCircuit(model, writeModel(model), proof)).toMatchObject({ why: expect.stringContaining('arrays') });
  });
});
