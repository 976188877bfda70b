import { describe, expect, test } from 'vitest';
import { plainRefuters } from '../../../src/certify/plain/refuter.ts';
import { checkCertificate } from '../../../src/certify/true.ts';
import { kind } from '../../../src/engines/kind.ts';
import type { Statement } from '../../../src/exchange/lemma.ts';
import type { EngineName } from '../../../src/portfolio/engine-names.ts';
import type { VerifyEventBody } from '../../../src/portfolio/events.ts';
import { LemmaBus } from '../../../src/portfolio/lemma-bus.ts';
import type { AuditorApi, PackedCertificate } from '../../../src/portfolio/messages.ts';
import { Service } from '../../../src/portfolio/service.ts';
import { auditor } from '../../../src/portfolio/worker/auditor.ts';
import { claimAnswer } from '../../../src/portfolio/worker/claim-answer.ts';
import { EngineLemmas } from '../../../src/portfolio/worker/engine-lemmas.ts';
import { bitFactory } from '../../../src/smt/bits/index.ts';
import type { Term } from '../../../src/smt/builder.ts';
import { packTerm, unpackTerm } from '../../../src/smt/pack.ts';
import { createSatSolver } from '../../../src/smt/sat/solver.ts';
import { freezeSystem } from '../../../src/transys/share.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';
import { contextFor } from '../engines/context.ts';
import { bits, build } from '../transys/examples.ts';

/** x grows by 2 and y follows it; the error is an odd y. */
function follower(): TransitionSystem {
  return build({
    state: { x: bits(8), y: bits(8) },
    blocks: [
      (t) => ({ successors: [1], next: { x: t.bv(8, 0), y: t.bv(8, 0) } }),
      (t, v) => ({
        successors: [1],
        bad: t.eq(t.extract(v('y'), 0, 0), t.bv(1, 1)),
        next: { x: t.add(v('x'), t.bv(8, 2)), y: v('x') },
      }),
    ],
  });
}

const at = ({ terms }: TransitionSystem, formula: Term): Term => {
  const pc = terms.find('pc') ?? 0;
  return terms.or(terms.not(terms.eq(pc, terms.bv(terms.width(pc), 1))), formula);
};

const even = (system: TransitionSystem, name: string): Term =>
  at(system, system.terms.eq(system.terms.extract(system.terms.find(name) ?? 0, 0, 0), system.terms.bv(1, 0)));

/** That x is even, in more nodes than reachability takes. */
function evenInFull(system: TransitionSystem): Term {
  const { terms } = system;
  const x = terms.find('x') ?? 0;
  const odd = Array.from({ length: 128 }, (_, i) => terms.eq(x, terms.bv(8, 2 * i + 1)));
  return at(system, terms.andAll(odd.map((t) => terms.not(t))));
}

const invariant = (formula: Term): Statement => ({ kind: 'invariant', bound: null, formula });

/** A bus whose lemmas are checked in this thread. */
function busOf(system: TransitionSystem) {
  const events: VerifyEventBody[] = [];
  const bus = new LemmaBus({
    open: true,
    emit: (event) => void events.push(event),
    audit: {
      start: () => new Service<AuditorApi>((task) => auditor(task)),
      job: async () => ({ system: freezeSystem(system), property: null, seed: 0, z3: null, megabytes: 64, texts: true }),
    },
  });
  const join = (engine: EngineName): EngineLemmas =>
    new EngineLemmas(bus.join({ id: engine, engine, options: { lemmas: true } }).port, system.terms);
  const until = async (condition: () => boolean): Promise<void> => {
    for (let i = 0; i < 1000 && !condition(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(condition()).toBe(true);
  };
  const told = (count: number): Promise<void> => until(() => events.filter((event) => event.kind === 'lemma').length >= count);
  return { bus, events, join, told, until };
}

function checked(system: TransitionSystem, { certificate, terms: [packed] }: PackedCertificate) {
  if (certificate.kind === 'exhaustive') throw new Error('no invariant');
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  return checkCertificate(system, { ...certificate, invariant: unpackTerm(system.terms, packed) }, refuters);
}

describe('the lemma bus', () => {
  test('a proof from lemmas of others is one certificate, which names them', async () => {
    const system = follower();
    const { bus, events, join, told } = busOf(system);
    const [ai, pdr, prover] = (['ai', 'pdr', 'kind'] as const).map(join);
    ai.publish(invariant(even(system, 'x')));
    await told(1);
    pdr.publish(invariant(even(system, 'y')));
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
    expect(checked(system, bus.complete(answer.certificate, support.missing))).toEqual({ accepted: true });
    bus.close();
  });

  test('what the prover was spared of the lemmas that its own rest on is added to its certificate', async () => {
    const system = follower();
    const { terms } = system;
    const { bus, join, told } = busOf(system);
    const [ai, pdr] = (['ai', 'pdr', 'kind'] as const).map(join);
    ai.publish(invariant(evenInFull(system)), invariant(even(system, 'y')));
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
    expect(checked(system, bus.complete(packed, missing))).toEqual({ accepted: true });
    bus.close();
  });

  test('an engine that begins anew is told again what it knew', async () => {
    const system = follower();
    const { bus, join, told, until } = busOf(system);
    const [ai, prover] = (['ai', 'kind'] as const).map(join);
    ai.publish(invariant(even(system, 'x')));
    await told(1);
    prover.publish(invariant(even(system, 'y')));
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

  test('an engine whose claim is refused takes with it what was not confirmed, and whoever has it begins anew', async () => {
    const system = follower();
    const { terms } = system;
    const { bus, events, join, told, until } = busOf(system);
    const [author, search] = (['kind', 'bmc'] as const).map(join);
    author.publish(invariant(even(system, 'x')), {
      kind: 'bounded',
      bound: 5,
      formula: at(system, terms.ult(terms.find('y') ?? 0, terms.bv(8, 99))),
    });
    await told(2);
    expect(search.receive()).toHaveLength(2);
    bus.retract('kind');
    expect(events.filter((event) => event.kind === 'lemmas-withdrawn')).toEqual([{ kind: 'lemmas-withdrawn', ids: [2] }]);
    let thrown: unknown = null;
    await until(() => {
      try {
        search.receive();
      } catch (error) {
        thrown = error;
      }
      return thrown !== null;
    });
    expect(thrown).toMatchObject({ ids: [2] });
    search.again();
    const again: number[] = [];
    await until(() => {
      again.push(...search.receive().map(({ id }) => id));
      return again.length > 0;
    });
    expect(again).toEqual([1]);
    bus.close();
  });
});
