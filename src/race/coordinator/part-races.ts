import { LemmataError } from '../../base/errors.ts';
import type { Proof, UnknownReason } from '../verdict.ts';
import type { RaceResult, WholeResult } from './result.ts';

/** Time of the first race on a part, in ms; each later race takes twice as long. */
const FIRST_SLICE = 4000;
const GROWTH = 2;

/** A race on a part: its index, its time, and the number of earlier ones. */
export interface PartTurn {
  readonly part: number;
  /** Null: no limit. */
  readonly milliseconds: number | null;
  readonly round: number;
  /** Whether it is the first one of its round. */
  readonly isFirst: boolean;
}

export interface PartRaces {
  /** Number of parts. */
  readonly count: number;
  /** Tries a part briefly before all races. Null: it stays open. */
  tryQuickly(part: number): Promise<WholeResult | null>;
  race(turn: PartTurn): Promise<RaceResult>;
  /** Milliseconds left; null: no limit. */
  left(): number | null;
  /** Returns why the verification was ended from outside; null: it was not. */
  interruption(): UnknownReason | null;
  join(proofs: readonly Proof[]): Promise<Proof>;
}

type Proved = RaceResult & { kind: 'safe' };
type Open = RaceResult & { kind: 'unknown' };

/**
 * Decides a system part by part, in rounds of races that grow longer. A part that is soon decided does
 * not wait for the others. The first violation of a part is a violation of the system. Proofs of all
 * parts are joined to one. A part whose engines all ended without an answer is not tried again.
 */
export async function raceParts(races: PartRaces): Promise<WholeResult> {
  const proved = new Map<number, Proved>();
  const unknown = new Map<number, Open>();
  let open: number[] = [];
  for (let part = 0; part < races.count; part++) {
    const result = races.interruption() !== null ? null : await races.tryQuickly(part);
    if (result?.kind === 'unsafe') return result;
    if (result?.kind === 'safe') proved.set(part, result);
    else open.push(part);
  }
  for (let round = 0; open.length > 0; round++) {
    const again: number[] = [];
    for (const [place, part] of open.entries()) {
      const left = races.left();
      if (races.interruption() !== null || (left !== null && left <= 0 && unknown.has(part)))
        return stillOpen(races, proved, unknown);
      const waiting = open.length - place;
      const milliseconds = sliceOf(FIRST_SLICE * GROWTH ** round, { waiting, after: again.length, left });
      const result = await races.race({ part, milliseconds, round, isFirst: place === 0 });
      if (result.kind === 'partial') throw new LemmataError('E-INTERNAL', 'a part has not all errors of a check');
      if (result.kind === 'unsafe') return result;
      if (result.kind === 'safe') {
        proved.set(part, result);
        unknown.delete(part);
        continue;
      }
      unknown.set(part, result);
      if (wouldGoOn(result)) again.push(part);
    }
    open = again;
  }
  return proved.size < races.count ? stillOpen(races, proved, unknown) : joined(races, proved);
}

/**
 * Returns the time of the next race. The last open part gets all the remaining time. If the limit
 * leaves no time for another round, the parts of this one share the remaining time. `after`: number of
 * open parts whose race of this round is over.
 */
function sliceOf(
  slice: number,
  { waiting, after, left }: { readonly waiting: number; readonly after: number; readonly left: number | null },
): number | null {
  const open = waiting + after;
  if (open === 1) return left;
  if (left === null) return slice;
  return left < slice * (waiting + GROWTH * open) ? Math.max(1, left / waiting) : slice;
}

/** Whether a longer race might end in another way. */
export function wouldGoOn({ engines }: Pick<Open, 'engines'>): boolean {
  return (
    engines.length === 0 ||
    engines.some(({ end }) => end.kind === 'stopped' || end.kind === 'share-used' || end.kind === 'claimed')
  );
}

async function joined(races: PartRaces, proved: ReadonlyMap<number, Proved>): Promise<WholeResult> {
  const proofs: Proof[] = [];
  const engines = new Set<string>();
  // Results are in the order of their arrival.
  const last = [...proved.values()].at(-1)?.engine ?? '';
  for (let part = 0; part < races.count; part++) {
    const result = proved.get(part);
    if (result === undefined) throw new LemmataError('E-INTERNAL', `part ${part} has no proof`);
    proofs.push(result.proof);
    for (const engine of [result.engine, ...result.restsOn]) engines.add(engine);
  }
  engines.delete(last);
  return { kind: 'safe', engine: last, proof: await races.join(proofs), restsOn: [...engines] };
}

/**
 * Returns the result for the system when some parts are open: a bound holds if it does for each of
 * them.
 */
function stillOpen(
  races: PartRaces,
  proved: ReadonlyMap<number, Proved>,
  unknown: ReadonlyMap<number, Open>,
): WholeResult {
  const results = [...unknown.values()];
  const bounds = results.map(({ safeUpTo }) => safeUpTo);
  const isKnown = proved.size + unknown.size === races.count && !bounds.includes(null);
  const ended = results.find(({ reason }) => reason.kind !== 'time-limit');
  return {
    kind: 'unknown',
    reason: ended?.reason ?? races.interruption() ?? results.at(0)?.reason ?? { kind: 'stopped' },
    safeUpTo: isKnown ? Math.min(...bounds.flatMap((bound) => bound ?? [])) : null,
    engines: results.flatMap(({ engines }) => engines),
  };
}
