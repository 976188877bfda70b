import { expect } from 'vitest';
import { descriptionOf } from '../../../../src/engines/register.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { VerifyEventBody } from '../../../../src/race/events.ts';
import { ExchangeThread } from '../../../../src/race/exchange/exchange-thread.ts';
import type { FarRaces } from '../../../../src/race/exchange/far-lemmas.ts';
import type { ExchangeApi } from '../../../../src/race/messages/exchange.ts';
import type { EngineName } from '../../../../src/race/schedule/engine-names.ts';
import { Service } from '../../../../src/race/threads/service.ts';
import { EngineLemmas } from '../../../../src/race/worker/engine-lemmas.ts';
import { freezeSystem } from '../../../../src/system/transys/share.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import exchange from '../../../../workers/exchange.ts';
import { bits, build } from '../../system/transys/examples.ts';

/** x grows by 2 and y follows it; the error is an odd y. */
export function follower(): TransitionSystem {
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

export const at = ({ terms }: TransitionSystem, formula: Term): Term => {
  const pc = terms.find('pc') ?? 0;
  return terms.or(terms.not(terms.eq(pc, terms.bv(terms.width(pc), 1))), formula);
};

export const even = (system: TransitionSystem, name: string): Term =>
  at(system, system.terms.eq(system.terms.extract(system.terms.find(name) ?? 0, 0, 0), system.terms.bv(1, 0)));

/** That x is even, in more nodes than the dataflow analysis takes. */
export function evenInFull(system: TransitionSystem): Term {
  const { terms } = system;
  const x = terms.find('x') ?? 0;
  const odd = Array.from({ length: 128 }, (_, i) => {
    const c = terms.bv(8, 2 * i + 1);
    return terms.and(terms.ule(c, x), terms.ule(x, c));
  });
  return at(system, terms.andAll(odd.map((t) => terms.not(t))));
}

/**
 * An exchange that works in this thread. `races`: other machines; `start` puts another thread in that
 * one's place.
 */
export function exchangeOf(
  system: TransitionSystem,
  {
    races = null,
    start = () => new Service<ExchangeApi>((task) => exchange(task)),
  }: { readonly races?: FarRaces | null; readonly start?: () => Service<ExchangeApi> } = {},
) {
  const events: VerifyEventBody[] = [];
  let starts = 0;
  const thread = new ExchangeThread({
    far: races === null ? null : { races, system: freezeSystem(system), property: null },
    emit: (event) => void events.push(event),
    start: () => {
      starts += 1;
      return start();
    },
    job: async () => ({ system: freezeSystem(system), seed: 0, z3: null, megabytes: 64, texts: true }),
  });
  const join = (engine: EngineName): EngineLemmas =>
    new EngineLemmas(thread.join(engine, descriptionOf(engine).lemmas), system.terms, () => thread.begin());
  const until = async (condition: () => boolean): Promise<void> => {
    for (let i = 0; i < 1000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(condition()).toBe(true);
  };
  const confirmed = (count: number): Promise<void> =>
    until(() => events.filter((event) => event.kind === 'lemma').length >= count);
  return { thread, events, join, confirmed, until, starts: () => starts };
}
