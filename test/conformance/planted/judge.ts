import { CHECK_KINDS, DEFAULT_CHECKS } from '../../../src/program/cfa/checks/kinds.ts';
import type { Check } from '../../../src/program/cfa/checks/places.ts';
import type { Random } from '../fuzz/random.ts';
import type { PlantedRun } from './native.ts';
import type { PlantedProgram } from './program.ts';
import type { Answered, Broken, Session } from './session.ts';
import { type Question, SANITISED, type Snippet, snippetFile } from './snippets.ts';

/** What became of a question. */
export interface Judgement {
  readonly outcome: 'right' | 'open' | 'wrong' | Broken['kind'];
  readonly why: string;
  /** The program that was asked about. */
  readonly text: string;
}

/** Asks a question about a planted program, and compares the answer with the compiled runs. */
export async function ask(
  question: Question,
  program: PlantedProgram,
  runs: readonly PlantedRun[],
  random: Random,
  session: Session,
): Promise<Judgement> {
  const { snippet } = program;
  const results = [...new Set(runs.flatMap(({ results: all }) => all))];
  const value = results.length === 0 || random.chance(15) ? random.below(5) : random.pick(results);
  const planted = await session.preprocessed(snippet);
  const text = program.verified(question === 'verify' ? `found_ != ${value}` : '0', planted);
  const answer =
    question === 'verify'
      ? await session.verify(text)
      : await session.check(text, kindsOf(snippet), (check) => isPlanted(check, snippet));
  if (answer.kind !== 'answered') return { outcome: answer.kind, why: answer.why, text };
  return {
    text,
    ...(question === 'verify' ? judgedVerdict(answer, runs, value, snippet) : judgedChecks(answer, runs, snippet)),
  };
}

/** The kinds that are asked about: by default, and the snippet's own. */
function kindsOf({ treatment }: Snippet): typeof CHECK_KINDS {
  return CHECK_KINDS.filter((kind) => kind === treatment || (DEFAULT_CHECKS.includes(kind) && !kind.startsWith('mem')));
}

/** Whether a check is about what is planted. */
function isPlanted({ kind, at }: Check, snippet: Pick<Snippet, 'name' | 'treatment'>): boolean {
  return (snippet.treatment === SANITISED || kind === snippet.treatment) && at.file === snippetFile(snippet);
}

type Judged = Pick<Judgement, 'outcome' | 'why'>;

/**
 * Holds a verdict about the assertion that the planted call gives a value against compiled runs. An alarm
 * needs no undefined behaviour, unless this has the meaning of GCC's code.
 */
export function judgedVerdict(
  { verdict }: Pick<Answered, 'verdict'>,
  runs: readonly PlantedRun[],
  value: number,
  { treatment, items, isContested }: Pick<Snippet, 'treatment' | 'items' | 'isContested'>,
): Judged {
  const failing = runs.filter(({ results }) => results.some((one) => one !== value));
  const others = failing.map(({ seen, results }) => `${results.join('/')} on ${seen.toString(2).slice(1)}`);
  const why = `${verdict}, where GCC's results other than ${value} are ${others.join(', ')}`;
  if (verdict === 'TRUE') return { outcome: failing.length === 0 ? 'right' : 'wrong', why };
  if (verdict !== 'FALSE') return { outcome: 'open', why };
  if (failing.some(({ isPlanted }) => !isPlanted)) return { outcome: 'right', why };
  const planted = runs.filter((run) => run.isPlanted);
  const isOpen = treatment === 'any' || items.length === 0;
  const isFault = treatment === SANITISED && planted.some(({ isStrange }) => isStrange);
  if (planted.length > 0 && (isOpen || isFault)) return { outcome: 'right', why };
  const hasMeaning = isContested || [SANITISED, 'GCC', 'overflow', 'argument'].includes(treatment);
  return { outcome: failing.length > 0 && hasMeaning ? 'right' : 'wrong', why };
}

/** Whether a check is about an operation that UBSan looks at. */
function isOperation({ kind }: Check): boolean {
  return kind === 'overflow' || kind === 'shift' || kind === 'division' || kind === 'conversion';
}

/** Holds the states of checks against the runs that come to what is planted. */
export function judgedChecks(
  { checks }: Pick<Answered, 'checks'>,
  runs: readonly PlantedRun[],
  snippet: Pick<Snippet, 'name' | 'treatment'>,
): Judged {
  const own = checks.filter(([check]) => isPlanted(check, snippet)).map(([, state]) => state);
  // GCC folds constants before UBSan looks at them.
  const isSeen = ({ kind, at }: Check): boolean => kind !== 'overflow' || at.file === snippetFile(snippet);
  const violated = checks.flatMap(([check, state]) =>
    state === 'violated' && isSeen(check) ? [`${check.kind} in line ${check.at.line} of ${check.at.file}`] : [],
  );
  const isOpen = checks.length === 0 || checks.some(([, state]) => state === 'open');
  const why = `checks that are violated: ${violated.join(', ')}`;
  if (!runs.some((run) => run.isPlanted))
    return { outcome: violated.length > 0 ? 'wrong' : isOpen ? 'open' : 'right', why };
  const isJudged = CHECK_KINDS.some((kind) => kind === snippet.treatment);
  if (snippet.treatment === SANITISED) {
    const isFault = runs.some((run) => run.isPlanted && run.isStrange);
    // Sanitisers miss some faults, but none of arithmetic.
    const isAlarm = checks.some(([check, state]) => state === 'violated' && isOperation(check) && isSeen(check));
    if (!isFault && isAlarm) return { outcome: 'wrong', why };
    if (!isFault) return { outcome: isOpen || violated.length > 0 ? 'open' : 'right', why };
  } else if (!isJudged) return { outcome: 'right', why };
  if (own.includes('violated')) return { outcome: 'right', why };
  // A run ends at the first fault, which may be one that GCC folds.
  const isBehind = checks.some(([check, state]) => state === 'violated' && !isSeen(check));
  return {
    outcome: own.includes('open') || checks.length === 0 || isBehind ? 'open' : 'wrong',
    why: `no check of what is planted fails; ${why}`,
  };
}
