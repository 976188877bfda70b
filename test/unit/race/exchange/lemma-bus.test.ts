import { describe, expect, test, vi } from 'vitest';
import { plainRefuters } from '../../../../src/certify/proof/plain/refuter.ts';
import { checkCertificate } from '../../../../src/certify/proof/true.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import { packTerm, unpackTerm } from '../../../../src/logic/terms/pack.ts';
import type { AuditorApi, PackedCertificate } from '../../../../src/race/messages/engines.ts';
import { Service } from '../../../../src/race/threads/service.ts';
import { claimAnswer } from '../../../../src/race/worker/claim-answer.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { contextFor } from '../../engines/context.ts';
import { busOf, even, evenInFull, follower } from '../buses.ts';

// Audits take their time here, however busy the machine is.
vi.mock('../../../../src/system/transys/lemma-limits.ts', async (original) => {
  const module = await original<typeof import('../../../../src/system/transys/lemma-limits.ts')>();
  const audit = {
    ...module.LIMITS.audit,
    queryMilliseconds: 60_000,
    batchMilliseconds: 60_000,
    patienceMilliseconds: 120_000,
  };
  return { ...module, LIMITS: { ...module.LIMITS, audit } };
});

function checked(system: TransitionSystem, { certificate, terms: [packed] }: PackedCertificate) {
  if (packed === undefined || certificate.kind === 'exhaustive' || certificate.kind === 'enumerated')
    throw new Error('no invariant');
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  return checkCertificate(system, { ...certificate, invariant: unpackTerm(system.terms, packed) }, refuters);
}

describe('the lemma bus', () => {
  test('a proof from lemmas of others is one certificate, which names them', async () => {
    const system = follower();
    const { bus, events, join, told } = busOf(system);
    const [ai, pdr, prover] = (['ai', 'pdr', 'kind'] as const).map(join);
    ai.publish(even(system, 'x'));
    await told(1);
    pdr.publish(even(system, 'y'));
    await told(2);
    expect(events.filter((event) => event.kind === 'lemma')).toMatchObject([
      { engine: 'ai', basis: 'inductive', restsOn: [], to: expect.arrayContaining(['pdr', 'kind']) },
      { engine: 'pdr', basis: 'relative', restsOn: [1], to: expect.arrayContaining(['ai', 'kind']) },
    ]);
    const solvers = bitFactory(system.terms, { sat: () => createSatSolver() });
    const claim = kind({ ...contextFor(system, solvers, { options: { maxDepth: 3 } }), lemmas: prover });
    const answer = claimAnswer(claim, system.terms, { offers: 0, received: prover.received });
    if (answer.kind !== 'safe') throw new Error(answer.kind);
    // The step rests on y alone, which rests on x.
    expect(answer.uses).toEqual([2]);
    const support = bus.support('kind', answer.uses ?? []);
    expect(support.lemmas.map(({ from }) => from)).toEqual(['ai', 'pdr']);
    expect(support.missing).toEqual([]);
    expect(checked(system, bus.complete(answer.certificate, support.missing))).toMatchObject({ accepted: true });
    bus.close();
  });

  test('what the prover was spared of the lemmas that its own rest on is added to its certificate', async () => {
    const system = follower();
    const { terms } = system;
    const { bus, join, told } = busOf(system);
    const [ai, pdr] = (['ai', 'pdr', 'kind'] as const).map(join);
    ai.publish(evenInFull(system), even(system, 'y'));
    await told(2);
    const received = pdr.receive();
    expect(received.map(({ id }) => id)).toEqual([2]);
    const formula = received[0].formula;
    const certificate = { kind: 'k-inductive', invariant: formula, k: 0, instances: [], distinct: null } as const;
    const packed = { certificate, terms: [packTerm(terms, formula)] };
    expect(checked(system, packed)).toMatchObject({ accepted: false, condition: 'consecution' });
    const { lemmas, missing } = bus.support('pdr', pdr.received);
    expect(lemmas.map(({ id }) => id)).toEqual([1, 2]);
    expect(missing.map(({ id }) => id)).toEqual([1]);
    expect(checked(system, bus.complete(packed, missing))).toMatchObject({ accepted: true });
    bus.close();
  });

  test('an engine that begins anew is told again what it knew', async () => {
    const system = follower();
    const { bus, join, told, until } = busOf(system);
    const [ai, prover] = (['ai', 'kind'] as const).map(join);
    ai.publish(even(system, 'x'));
    await told(1);
    prover.publish(even(system, 'y'));
    await told(2);
    expect(prover.receive().map(({ id }) => id)).toEqual([1]);
    expect(prover.receive()).toEqual([]);
    prover.again();
    expect(prover.received).toEqual([]);
    const again: number[] = [];
    await until(() => {
      again.push(...prover.receive().map(({ id }) => id));
      return again.length === 2;
    });
    expect([again, prover.received]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    bus.close();
  });

  test('where the audit fails nobody is told anything', async () => {
    const system = follower();
    const failing = new Service<AuditorApi>(() => Promise.reject(new Error('no thread')));
    const { bus, events, join } = busOf(system, { start: () => failing });
    const [author, prover] = (['ai', 'kind'] as const).map(join);
    author.publish(even(system, 'x'));
    await expect(failing.call((remote) => remote.examine([]))).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([events, prover.receive()]).toEqual([[], []]);
    bus.close();
  });
});
