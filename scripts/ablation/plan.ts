import type { Journal, Run } from './journal.ts';

/** Most tasks on which a part is switched off; fewer for parts that take part in most answers. */
const MOST_TASKS = 40;
const MOST_OF_COMMON = 12;
const COMMON = /^(pass:|analysis:|quick|hot loops|exchange|cache|refuter:(alternating|partwise))/;
/** A part that takes less of a run's CPU time is not worth a run for its time alone. */
const LEAST_SHARE = 0.03;
/** Most tasks on which a part is switched off for its time alone. */
const MOST_TIMED = 4;

/** Certificates of a single engine or method: without them it claims nothing. */
const CERTIFICATES = ['certificate:universal', 'certificate:ranking', 'certificate:parts'];

/**
 * Returns the parts without which a solved task is run again. They took part in its answer, or took
 * much of its time. `journal` holds each part to a number of tasks.
 */
export function partsToTry(run: Run, journal: Journal): readonly string[] {
  if (run.verdict === 'UNKNOWN') return [];
  const tried = (part: string): number => journal.runs.filter((other) => other.part === part).length;
  const isUsed = (part: string): boolean => tried(part) < (COMMON.test(part) ? MOST_OF_COMMON : MOST_TASKS);
  const acted = tookPart(run).filter(isUsed);
  const timed = timedParts(run).filter((part) => !acted.includes(part) && tried(part) < MOST_TIMED);
  const parts = [...acted, ...timed];
  return parts.length === 0 ? [] : ['again', ...parts];
}

/** The parts that took part in the answer of a run. */
export function tookPart({ deeds, engine, stage, certificate }: Run): readonly string[] {
  const names = Object.keys(deeds);
  const templates =
    engine === 'houdini' || engine === 'recur' ? names.filter((name) => name.startsWith('template:')) : [];
  const named = /^(pass:|refuter:(algebra|bounds|cases|without|partwise)|quick:|hot loops|explore:|analysis:)/;
  const acted = [...names.filter((name) => named.test(name) || CERTIFICATES.includes(name)), ...templates];
  return [
    ...acted.filter((name) => !name.endsWith(':in vain')),
    ...(stage === 'race' && engine !== null ? [`engine:${engine}`] : []),
    ...(stage === 'quick' ? ['quick'] : []),
    ...(certificate === null ? [] : ['cache']),
    ...(stage === 'race' ? ['exchange', 'refuter:alternating'] : []),
  ].filter(
    (name) => name !== 'refuter:partwise' || named.test(acted.find((one) => one.startsWith('refuter:algebra')) ?? ''),
  );
}

function timedParts({ deeds, seconds, stage }: Run): readonly string[] {
  if (stage !== 'race') return [];
  return ['quick', ...Object.keys(deeds).filter((name) => name.startsWith('engine:') || name === 'hot loops')].filter(
    (name) => name === 'quick' || (deeds[name]?.[1] ?? 0) > 1000 * LEAST_SHARE * seconds,
  );
}
