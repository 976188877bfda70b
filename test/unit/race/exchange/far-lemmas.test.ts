import { describe, expect, test, vi } from 'vitest';
import { jsonNodes } from '../../../../src/logic/terms/json-terms.ts';
import type { FarLemma, FarRaces } from '../../../../src/race/exchange/far-lemmas.ts';
import { fingerprint } from '../../../../src/system/transys/fingerprint.ts';
import type { Lemma } from '../../../../src/system/transys/lemma.ts';
import { freezeSystem } from '../../../../src/system/transys/share.ts';
import { bits, build } from '../../system/transys/examples.ts';
import { at, even, exchangeOf, follower } from './small-exchange.ts';

// Audits take their time here, however busy the machine is.
vi.mock('../../../../src/system/transys/lemma.ts', async (original) => {
  const module = await original<typeof import('../../../../src/system/transys/lemma.ts')>();
  const patient = { queryMilliseconds: 60_000, auditMilliseconds: 60_000 };
  return { ...module, LEMMA_LIMITS: { ...module.LEMMA_LIMITS, ...patient } };
});

type Hear = (machine: string, lemmas: readonly FarLemma[]) => void;

/** Machines that hear each other at once; `said` is what went over the wire, as text. */
function network() {
  const members: { readonly machine: string; readonly race: string; readonly heard: Hear }[] = [];
  const said: string[] = [];
  const machine = (name: string): FarRaces => ({
    join(race, heard) {
      members.push({ machine: name, race, heard });
      return {
        publish(lemma) {
          const text = JSON.stringify(lemma);
          said.push(text);
          for (const other of members)
            if (other.machine !== name && other.race === race)
              setImmediate(() => other.heard(name, [JSON.parse(text)]));
        },
        leave: () => {},
      };
    },
  });
  return { machine, said, members };
}

describe('races on several machines', () => {
  test('send confirmed lemmas to each other, which are audited again', async () => {
    const { machine, said } = network();
    const [here, there] = [follower(), follower()];
    const [first, second] = [exchangeOf(here, { races: machine('a') }), exchangeOf(there, { races: machine('b') })];
    first.join('ai').publish(even(here, 'x'), even(here, 'y'));
    const prover = second.join('kind');
    await second.confirmed(2);
    expect(second.events.filter((event) => event.kind === 'lemma')).toMatchObject([
      { engine: 'ai@a', basis: 'inductive', restsOn: [], to: ['kind'] },
      { engine: 'ai@a', basis: 'relative', to: ['kind'] },
    ]);
    const lemmas: Lemma[] = [];
    await second.until(() => lemmas.push(...prover.receive()) === 2);
    expect(lemmas.map(({ formula }) => formula)).toEqual([even(there, 'x'), even(there, 'y')]);
    expect(prover.support([2]).map(({ from }) => from)).toEqual(['ai@a', 'ai@a']);
    // A machine does not send back what it received.
    expect(said).toHaveLength(2);
    first.thread.close();
    second.thread.close();
  });

  test('do not send lemmas that were not confirmed', async () => {
    const { machine, said } = network();
    const system = follower();
    const only = exchangeOf(system, { races: machine('a') });
    only.join('bmc');
    const { terms } = system;
    // It waits, or the other lemma implies it.
    only.join('ic3').publish(at(system, terms.not(terms.eq(terms.find('x') ?? 0, terms.bv(8, 7)))));
    only.join('ai').publish(even(system, 'x'));
    await only.confirmed(1);
    await only.until(() => said.length > 0);
    expect(said.map((text) => JSON.parse(text).engine)).toEqual(['ai']);
    only.thread.close();
  });

  test('refuse wrong and malformed lemmas of each other', async () => {
    const { machine, members } = network();
    const system = follower();
    const { terms } = system;
    const only = exchangeOf(system, { races: machine('a') });
    const prover = only.join('kind');
    const [{ heard }] = members;
    const nodes = (formula: number) => jsonNodes(terms, [formula]).nodes;
    const small = at(system, terms.ult(terms.find('x') ?? 0, terms.bv(8, 1)));
    heard('liar', [
      { engine: 'ai', nodes: [] },
      { engine: 'ai', nodes: nodes(terms.find('x') ?? 0) },
      { engine: 'ai', nodes: nodes(terms.eq(terms.variable('z', bits(8)), terms.bv(8, 0))) },
      { engine: 'ai', nodes: nodes(small) },
      { engine: 'ai', nodes: nodes(even(system, 'x')) },
    ]);
    heard('honest', [{ engine: 'ai', nodes: nodes(even(system, 'x')) }]);
    await only.confirmed(1);
    expect(only.events).toMatchObject([
      { kind: 'note', engine: 'ai@liar', text: 'sent a malformed lemma' },
      { kind: 'lemma-refused', engine: 'ai@liar' },
      { kind: 'lemma', engine: 'ai@honest', basis: 'inductive' },
    ]);
    const lemmas: Lemma[] = [];
    await only.until(() => lemmas.push(...prover.receive()) === 1);
    expect(lemmas.map(({ from }) => from)).toEqual(['ai@honest']);
    only.thread.close();
  });

  test('are the same race only on the same system', () => {
    const other = build({
      state: { x: bits(8), y: bits(8) },
      blocks: [
        (t) => ({ successors: [1], next: { x: t.bv(8, 0), y: t.bv(8, 0) } }),
        (t, v) => ({
          successors: [1],
          bad: t.eq(v('y'), t.bv(8, 1)),
          next: { x: t.add(v('x'), t.bv(8, 2)), y: v('x') },
        }),
      ],
    });
    const prints = [follower(), follower(), other].map((system) => fingerprint(freezeSystem(system)));
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
    expect([prints[1] === prints[0], prints[2] === prints[0]]).toEqual([true, false]);
  });
});
