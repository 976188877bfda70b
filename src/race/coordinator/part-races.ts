import { LemmataError } from '../../base/errors.ts';
import type { Target } from '../../system/transys/target.ts';
import type { TargetProof } from '../messages/compilation.ts';
import type { Proof, UnknownReason } from '../verdict.ts';
import type { RaceResult, WholeResult } from './result.ts';
import { type Open, raceTargets, type TargetRace } from './target-races.ts';

/** A race on a part. */
export type PartRace = Pick<TargetRace<Target>, 'milliseconds' | 'round' | 'isFirst'>;

export interface PartRaces {
  /** The targets of the parts, which together are all errors of the system. */
  readonly parts: readonly Target[];
  /** Tries a part briefly before all races. Null: it stays open. */
  tryQuickly(part: Target): Promise<WholeResult | null>;
  race(part: Target, race: PartRace): Promise<RaceResult>;
  /** Milliseconds left; infinite without a limit. */
  left(): number;
  /** Returns why the verification ended before its result; null: it goes on. */
  interruption(): UnknownReason | null;
  join(proofs: readonly TargetProof[]): Promise<Proof>;
}

type Proved = RaceResult & { kind: 'safe' };

/**
 * Decides a system part by part. The first violation of a part is a violation of the system. Proofs of
 * all parts are joined to one.
 */
export async function raceParts(races: PartRaces): Promise<WholeResult> {
  const { parts } = races;
  /** In the order of their arrival. */
  const proved = new Map<Target, Proved>();
  let violation: (RaceResult & { kind: 'unsafe' }) | null = null;
  const undecided: Target[] = [];
  for (const part of parts) {
    const result = races.interruption() !== null ? null : await races.tryQuickly(part);
    if (result?.kind === 'unsafe') return result;
    if (result?.kind === 'safe') proved.set(part, result);
    else undecided.push(part);
  }
  const open = await raceTargets<Target>({
    targets: undecided.map((part) => [part]),
    race: async ({ target, ...race }) => {
      const [part] = target;
      const result = await races.race(part, race);
      switch (result.kind) {
        case 'decided':
          throw new LemmataError('E-INTERNAL', 'a race on a part decides single checks');
        case 'unsafe':
          violation = result;
          break;
        case 'safe':
          proved.set(part, result);
          break;
        case 'unknown':
          return result;
      }
      return null;
    },
    isSettled: (part) => violation !== null || proved.has(part),
    divide: null,
    common: async () => [],
    encoding: () => 0,
    left: () => races.left(),
    ended: () => races.interruption() ?? (violation === null ? null : { kind: 'stopped' }),
    leave: () => {},
  });
  if (violation !== null) return violation;
  return open.size > 0 ? stillOpen(races, [...open.values()]) : joined(races, proved);
}

async function joined(races: PartRaces, proved: ReadonlyMap<Target, Proved>): Promise<WholeResult> {
  const engine = [...proved.values()].at(-1)?.engine ?? '';
  const proofs: TargetProof[] = [];
  const engines = new Set<string>();
  for (const target of races.parts) {
    const result = proved.get(target);
    if (result === undefined) throw new LemmataError('E-INTERNAL', 'a part has no proof');
    proofs.push({ target, proof: result.proof });
    for (const one of [result.engine, ...result.restsOn]) engines.add(one);
  }
  engines.delete(engine);
  return { kind: 'safe', engine, proof: await races.join(proofs), restsOn: [...engines] };
}

/** The result for the system when some parts are open: a bound holds if it does for each of them. */
function stillOpen(races: PartRaces, open: readonly Open[]): WholeResult {
  const bounds = open.map(({ safeUpTo }) => safeUpTo);
  const ended = open.find(({ reason, engines }) => engines.length > 0 && reason.kind !== 'time-limit');
  return {
    kind: 'unknown',
    reason: ended?.reason ?? races.interruption() ?? open[0].reason,
    safeUpTo: bounds.includes(null) ? null : Math.min(...bounds.flatMap((bound) => bound ?? [])),
    engines: open.flatMap(({ engines }) => engines),
  };
}
