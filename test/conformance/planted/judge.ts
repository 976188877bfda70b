import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_KINDS, type CheckKind, DEFAULT_CHECKS } from '../../../src/program/cfa/checks/kinds.ts';
import type { Random } from '../fuzz/random.ts';
import type { PlantedRun } from './native.ts';
import type { PlantedProgram } from './program.ts';
import type { Question, Snippet } from './snippets.ts';

/** What became of a question. `broken`: an internal error, or a refused claim. */
export interface Judgement {
  readonly question: Question;
  readonly outcome: 'right' | 'open' | 'wrong' | 'broken';
  readonly why: string;
  readonly text: string;
}

/** The parts of the command's answer that are read. */
export interface Answer {
  readonly verdict?: 'TRUE' | 'FALSE' | 'UNKNOWN';
  readonly refused?: readonly { readonly engine: string; readonly claim: string; readonly why: string }[];
  readonly results?: readonly { readonly checks: readonly PlacedAnswer[] }[];
}

interface PlacedAnswer {
  readonly kind: CheckKind;
  readonly at: { readonly line: number };
  readonly state: string;
}

/** Where programs lie, the command, and its limit in seconds. */
export interface Setting {
  readonly folder: string;
  readonly tool: string;
  readonly seconds: number;
}

/** Asks the command a question about a planted program, and compares the answer with the compiled runs. */
export function ask(
  question: Question,
  program: PlantedProgram,
  runs: readonly PlantedRun[],
  random: Random,
  setting: Setting,
): Judgement {
  const results = [...new Set(runs.flatMap(({ results: all }) => all))];
  const value = results.length === 0 || random.chance(15) ? random.below(5) : random.pick(results);
  const text = program.verified(question === 'verify' ? `found_ != ${value}` : '0');
  const answer = answerOf(question, text, program, setting);
  if (typeof answer === 'string') return { question, outcome: 'broken', why: answer, text };
  if (answer.refused !== undefined)
    return { question, outcome: 'broken', why: `refused: ${JSON.stringify(answer.refused[0])}`, text };
  const judged =
    question === 'verify' ? judgedVerdict(answer, runs, value, program.snippet) : judgedChecks(answer, runs, program);
  return { question, text, ...judged };
}

/** The command's answer; a text where it ends without one. */
function answerOf(question: Question, text: string, program: PlantedProgram, setting: Setting): Answer | string {
  const file = join(setting.folder, 'asked.c');
  writeFileSync(file, text, 'latin1');
  const kinds = CHECK_KINDS.filter(
    (kind) => kind === program.snippet.treatment || (DEFAULT_CHECKS.includes(kind) && !kind.startsWith('mem')),
  );
  const asked = question === 'check' ? ['--check', kinds.join(',')] : [];
  const args = [setting.tool, question, ...asked, '--json', '--quiet', '--timeout', String(setting.seconds), file];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 27 });
  try {
    const answer: Answer = JSON.parse(stdout);
    return answer.verdict === undefined ? `no verdict: ${stdout.slice(0, 300)}` : answer;
  } catch {
    return `exit code ${status}: ${stderr.slice(0, 300)}`;
  }
}

type Judged = Pick<Judgement, 'outcome' | 'why'>;

/**
 * Holds a verdict about the assertion that the planted call gives a value against compiled runs. An alarm
 * needs no undefined behaviour, unless this has the meaning of GCC's code.
 */
export function judgedVerdict(
  { verdict }: Answer,
  runs: readonly PlantedRun[],
  value: number,
  { treatment, items }: Pick<Snippet, 'treatment' | 'items'>,
): Judged {
  const failing = runs.filter(({ results }) => results.some((one) => one !== value));
  const others = failing.map(({ seen, results }) => `${results.join('/')} on ${seen.toString(2).slice(1)}`);
  const why = `${verdict}, where GCC's results other than ${value} are ${others.join(', ')}`;
  if (verdict === 'TRUE') return { outcome: failing.length === 0 ? 'right' : 'wrong', why };
  if (verdict !== 'FALSE') return { outcome: 'open', why };
  if (failing.some(({ isPlanted }) => !isPlanted)) return { outcome: 'right', why };
  const isPlanted = runs.some((run) => run.isPlanted);
  if (isPlanted && (treatment === 'any' || items.length === 0)) return { outcome: 'right', why };
  const hasMeaning = treatment === 'GCC' || treatment === 'overflow' || treatment === 'argument';
  return { outcome: failing.length > 0 && hasMeaning ? 'right' : 'wrong', why };
}

/** Holds the states of checks against the runs that come to what is planted. */
function judgedChecks({ results = [] }: Answer, runs: readonly PlantedRun[], program: PlantedProgram): Judged {
  const checks = results.flatMap((result) => result.checks);
  const kind = CHECK_KINDS.find((one) => one === program.snippet.treatment);
  const [first, last] = program.lines;
  const states = checks.filter((check) => check.kind === kind && check.at.line >= first && check.at.line < last);
  const violated = checks.filter(({ state }) => state === 'violated');
  const why = `checks that are violated: ${violated.map((check) => `${check.kind} in line ${check.at.line}`).join(', ')}`;
  if (!runs.some(({ isPlanted }) => isPlanted))
    return {
      outcome: violated.length > 0 ? 'wrong' : checks.some(({ state }) => state !== 'proved') ? 'open' : 'right',
      why,
    };
  if (kind === undefined || states.some(({ state }) => state === 'violated')) return { outcome: 'right', why };
  return {
    outcome: states.some(({ state }) => state !== 'proved') || results.length === 0 ? 'open' : 'wrong',
    why: `no check of ${kind} fails; ${why}`,
  };
}
