import { describe, expect, test, vi } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../../src/certify/proof/refuters/plain/refuter.ts';
import { kind } from '../../../../src/engines/bounded/kind.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import { unpackTerm } from '../../../../src/logic/terms/pack.ts';
import type { PackedCertificate } from '../../../../src/race/messages/engines.ts';
import type { ExchangeApi } from '../../../../src/race/messages/exchange.ts';
import { Service } from '../../../../src/race/threads/service.ts';
import type { EngineLemmas } from '../../../../src/race/worker/engine-lemmas.ts';
import { packedClaim } from '../../../../src/race/worker/packed-claim.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { contextFor } from '../../engines/context.ts';
import { at, even, evenInFull, exchangeOf, follower } from './small-exchange.ts';

// Audits take their time here, however busy the machine is.
vi.mock('../../../../src/system/transys/lemma.ts', async (original) => {
  const module = await original<typeof import('../../../../src/system/transys/lemma.ts')>();
  const patient = { queryMilliseconds: 60_000, auditMilliseconds: 60_000 };
  return { ...module, LEMMA_LIMITS: { ...module.LEMMA_LIMITS, ...patient } };
});

function checked(system: TransitionSystem, { certificate, terms: [packed] }: PackedCertificate) {
  if (packed === undefined || certificate.kind === 'runs' || certificate.kind === 'states')
    throw new Error('no invariant');
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  return checkCertificate(system, { ...certificate, invariant: unpackTerm(system.terms, packed) }, refuters);
}

/** The ids of the next lemmas that an engine receives. */
async function next(engine: EngineLemmas, count: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let i = 0; i < 1000 && ids.length < count; i++) {
    ids.push(...engine.receive().map(({ id }) => id));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return ids;
}

describe('the thread of an exchange', () => {
  test('delivers a lemma of one engine to the others, whose proof names it and all that it rests on', async () => {
    const system = follower();
    const { thread, events, join, confirmed } = exchangeOf(system);
    const [ai, ic3, prover] = (['ai', 'ic3', 'kind'] as const).map(join);
    ai.publish(even(system, 'x'));
    await confirmed(1);
    ic3.publish(even(system, 'y'));
    await confirmed(2);
    expect(events.filter((event) => event.kind === 'lemma')).toMatchObject([
      { engine: 'ai', basis: 'inductive', restsOn: [], to: ['ic3', 'kind'] },
      { engine: 'ic3', basis: 'relative', restsOn: [1], to: ['ai', 'kind'] },
    ]);
    expect(await next(prover, 2)).toEqual([1, 2]);
    prover.again();
    const solvers = bitFactory(system.terms, { sat: () => createSatSolver() });
    const claim = kind({ ...contextFor(system, solvers, { options: { maxDepth: 3 } }), lemmas: prover });
    const answer = packedClaim(claim, system.terms, (uses) => prover.support(uses));
    if (answer.kind !== 'safe') throw new Error(answer.kind);
    // The step rests on lemma 2 alone, which rests on lemma 1.
    expect(answer.uses).toEqual([
      { id: 1, from: 'ai' },
      { id: 2, from: 'ic3' },
    ]);
    expect(checked(system, answer.certificate)).toMatchObject({ accepted: true });
    prover.used([2]);
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ kind: 'lemmas-used', engine: 'kind', ids: [2] }));
    thread.close();
  });

  test('starts with the first lemma, and delivers it to engines that joined before and after', async () => {
    const system = follower();
    const { thread, join, confirmed, starts } = exchangeOf(system);
    const [ai, ic3] = (['ai', 'ic3'] as const).map(join);
    expect([starts(), ic3.receive()]).toEqual([0, []]);
    ai.publish(even(system, 'x'));
    await confirmed(1);
    expect([starts(), await next(ic3, 1), await next(join('kind'), 1)]).toEqual([1, [1], [1]]);
    thread.close();
  });

  test('does not deliver a lemma to an engine that does not take a lemma on which it rests', async () => {
    const system = follower();
    const { thread, events, join, confirmed } = exchangeOf(system);
    const [ic3] = (['ic3', 'ai', 'kind'] as const).map(join);
    ic3.publish(evenInFull(system), even(system, 'y'));
    await confirmed(2);
    expect(events.filter((event) => event.kind === 'lemma')).toMatchObject([
      { id: 1, to: ['kind'] },
      { id: 2, restsOn: [1], to: ['kind'] },
    ]);
    thread.close();
  });

  test('refuses a lemma that a reachable state violates, and all later ones of its author', async () => {
    const system = follower();
    const { terms } = system;
    const { thread, events, join, confirmed, until } = exchangeOf(system);
    const [liar, honest, prover] = (['ai', 'ic3', 'kind'] as const).map(join);
    liar.publish(at(system, terms.ult(terms.find('x') ?? 0, terms.bv(8, 5))));
    await until(() => events.some((event) => event.kind === 'lemma-refused'));
    liar.publish(even(system, 'x'));
    honest.publish(even(system, 'x'));
    await confirmed(1);
    expect(events).toMatchObject([
      { kind: 'lemma-refused', engine: 'ai', id: 1 },
      { kind: 'lemma', engine: 'ic3', to: ['ai', 'kind'] },
    ]);
    expect(await next(prover, 1)).toEqual([2]);
    thread.close();
  });

  test('gives an engine that starts again all lemmas again', async () => {
    const system = follower();
    const { thread, join, confirmed } = exchangeOf(system);
    const [ai, prover] = (['ai', 'kind'] as const).map(join);
    ai.publish(even(system, 'x'), even(system, 'y'));
    await confirmed(2);
    expect(await next(prover, 2)).toEqual([1, 2]);
    expect(prover.receive()).toEqual([]);
    prover.again();
    expect(prover.support()).toEqual([]);
    expect(prover.receive().map(({ id }) => id)).toEqual([1, 2]);
    expect(prover.support().map(({ id }) => id)).toEqual([1, 2]);
    thread.close();
  });

  test('delivers nothing once it has crashed, and engines may still publish, receive and join', async () => {
    const system = follower();
    const failing = new Service<ExchangeApi>(() => Promise.reject(new Error('no thread')));
    const { thread, events, join } = exchangeOf(system, { start: () => failing });
    const [author, prover] = (['ai', 'kind'] as const).map(join);
    author.publish(even(system, 'x'));
    await expect(failing.call((remote) => remote.run({} as never))).rejects.toThrow();
    await new Promise((resolve) => setImmediate(resolve));
    author.publish(even(system, 'y'));
    const late = join('ic3');
    late.publish(even(system, 'x'));
    expect([events, prover.receive(), late.receive()]).toEqual([[], [], []]);
    thread.close();
  });
});
