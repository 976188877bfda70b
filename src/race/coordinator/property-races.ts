import type { Property } from '../property.ts';
import type { Verdict } from '../verdict.ts';
import { raceTargets, type TargetRaces } from './target-races.ts';

/** The races on the properties of a hardware model. */
export interface PropertyRaces extends Pick<TargetRaces<string>, 'left'> {
  /** The names of two or more properties. */
  readonly names: readonly string[];
  /** All of them together. */
  readonly property: Property;
  /** Decides one property in a slice of the time. Null milliseconds: no limit. */
  decide(name: string, milliseconds: number | null, isFirst: boolean): Promise<Verdict>;
  /** Returns why the verification ended before its result; null: it goes on. */
  interruption: TargetRaces<string>['ended'];
  /** Receives the verdict on a property: when it is decided, and at the end if it is open. */
  known(name: string, verdict: Verdict): void;
}

/**
 * Decides the properties of a hardware model one by one. Returns the verdict on all: one violation is a
 * violation, and only proofs of all are a proof.
 */
export async function raceProperties(races: PropertyRaces): Promise<Verdict> {
  const { names, property } = races;
  const verdicts = new Map<string, Verdict>();
  const know = (name: string, verdict: Verdict): void => {
    verdicts.set(name, verdict);
    races.known(name, verdict);
  };
  await raceTargets<string>({
    targets: names.map((name) => [name]),
    race: async ({ target, milliseconds, round }) => {
      const verdict = await races.decide(target[0], milliseconds, round === 0);
      if (verdict.kind === 'unknown') return verdict;
      know(target[0], verdict);
      return null;
    },
    isSettled: (name) => verdicts.has(name),
    divide: null,
    common: async () => [],
    encoding: () => 0,
    left: () => races.left(),
    ended: () => races.interruption(),
    leave: (name, open) => know(name, { kind: 'unknown', property, ...open }),
  });
  const all = names.flatMap((name) => verdicts.get(name) ?? []);
  const most = all.find(({ kind }) => kind === 'unsafe') ?? all.find(({ kind }) => kind === 'unknown');
  return most ?? all[all.length - 1];
}
