import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { factsByBlock, joinFacts } from '../../../src/certify/proof/minimise/facts-by-block.ts';
import { minimiseCertificate } from '../../../src/certify/proof/minimise/minimise.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { Inductive } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { bits, build, oddCounter } from '../system/transys/examples.ts';

/** x grows by 2, y follows it, z stays 0, w is any value; the error is an odd y. */
function follower(): TransitionSystem {
  return build({
    state: { x: bits(8), y: bits(8), z: bits(8), w: bits(8) },
    inputs: { any: bits(8) },
    blocks: [
      (t) => ({ successors: [1], next: { x: t.bv(8, 0), y: t.bv(8, 0), z: t.bv(8, 0) } }),
      (t, v) => ({
        successors: [1, 2],
        bad: t.eq(t.extract(v('y'), 0, 0), t.bv(1, 1)),
        next: {
          pc: t.ite(t.eq(v('any'), t.bv(8, 0)), t.bv(4, 2), t.bv(4, 1)),
          x: t.add(v('x'), t.bv(8, 2)),
          y: v('x'),
          w: v('any'),
        },
        inputs: ['any'],
      }),
      () => ({ successors: [2] }),
    ],
  });
}

const even = ({ terms }: TransitionSystem, name: string): Term =>
  terms.eq(terms.extract(terms.find(name) ?? 0, 0, 0), terms.bv(1, 0));

const certificate = (invariant: Term, more: Partial<Inductive> = {}): Inductive => ({
  kind: 'inductive',
  invariant,
  k: 0,
  instances: [],
  ...more,
});

const refuters = ({ terms }: TransitionSystem) => plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });

function minimise(system: TransitionSystem, given: Inductive, milliseconds = 20_000): Inductive | null {
  const search = bitFactory(system.terms, { sat: () => createSatSolver() });
  return minimiseCertificate(system, given, { search, refuters: refuters(system), milliseconds })?.certificate ?? null;
}

function factsOf(system: TransitionSystem, invariant: Term) {
  const facts = factsByBlock(system, invariant, 1000);
  if (facts === null) throw new Error('too many facts');
  return facts;
}

describe('facts by block', () => {
  test('say together what the invariant says where the program counter is a block', () => {
    const system = follower();
    const { terms } = system;
    const pc = terms.find('pc') ?? 0;
    const at1 = terms.eq(pc, terms.bv(4, 1));
    const z = terms.eq(terms.find('z') ?? 0, terms.bv(8, 0));
    const invariant = terms.and(z, terms.or(terms.not(at1), terms.and(even(system, 'x'), even(system, 'y'))));
    const facts = factsOf(system, invariant);
    expect(facts.filter(({ block }) => block === 1).map(({ formula }) => formula)).toHaveLength(3);
    expect(facts.filter(({ block }) => block === 2)).toEqual([{ block: 2, formula: z }]);
    expect(factsByBlock(system, invariant, 4)).toBeNull();
    const valid = terms.ult(pc, terms.bv(4, 3));
    const solver = bitFactory(terms, { sat: () => createSatSolver() }).create();
    solver.assert(valid);
    expect(solver.check([terms.not(terms.eq(invariant, joinFacts(system, facts)))])).toBe('unsat');
    solver.dispose();
  });

  test('a disjunction with one conjunction in it is several facts', () => {
    const system = follower();
    const { terms } = system;
    const z = terms.eq(terms.find('z') ?? 0, terms.bv(8, 0));
    const formula = terms.or(z, terms.and(even(system, 'x'), even(system, 'y')));
    expect(new Set(factsOf(system, formula).flatMap((fact) => (fact.block === 1 ? [fact.formula] : [])))).toEqual(
      new Set([terms.or(z, even(system, 'x')), terms.or(z, even(system, 'y'))]),
    );
  });
});

describe('minimising a certificate', () => {
  test('keeps what excludes the error and what that rests on, at the loop where it is needed', () => {
    const system = follower();
    const { terms } = system;
    const needed = [even(system, 'x'), even(system, 'y')];
    const zero = terms.eq(terms.find('z') ?? 0, terms.bv(8, 0));
    const implied = terms.not(terms.eq(terms.find('x') ?? 0, terms.bv(8, 77)));
    const weaker = terms.or(even(system, 'x'), terms.eq(terms.find('w') ?? 0, terms.bv(8, 5)));
    const given = certificate(terms.andAll([zero, implied, weaker, ...needed]));
    expect(checkCertificate(system, given, refuters(system)).accepted).toBe(true);
    const smaller = minimise(system, given);
    if (smaller === null) throw new Error('not minimised');
    expect(checkCertificate(system, smaller, refuters(system)).accepted).toBe(true);
    const facts = factsOf(system, smaller.invariant);
    expect(new Set(facts.map(({ formula }) => formula))).toEqual(new Set(needed));
    expect(facts.map(({ block }) => block)).toEqual([1, 1]);
    for (const fact of facts) {
      const rest = joinFacts(
        system,
        facts.filter((other) => other !== fact),
      );
      expect(checkCertificate(system, certificate(rest), refuters(system)).accepted).toBe(false);
    }
    expect(minimise(system, smaller)).toBeNull();
  });

  test('drops the whole invariant where the error is k-inductive without it', () => {
    const system = oddCounter();
    const { terms } = system;
    const odd = terms.eq(terms.extract(terms.find('x') ?? 0, 0, 0), terms.bv(1, 1));
    const invariant = terms.or(terms.eq(terms.find('pc') ?? 0, terms.bv(4, 0)), odd);
    expect(minimise(system, certificate(invariant))).toBeNull();
    const instances = [{ block: 1, values: [[0, 0n]] as const }];
    expect(minimise(system, certificate(invariant, { k: 1, instances }))?.invariant).toBe(terms.true);
  });

  test('gives nothing for what is no certificate, nor when there is no time', () => {
    const system = follower();
    const { terms } = system;
    const zero = terms.eq(terms.find('z') ?? 0, terms.bv(8, 0));
    expect(minimise(system, certificate(terms.and(zero, even(system, 'y'))))).toBeNull();
    const good = certificate(terms.andAll([zero, even(system, 'x'), even(system, 'y')]));
    expect(minimise(system, good, 0)).toBeNull();
    expect(minimise(system, good)).not.toBeNull();
  });
});
