import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, writeOrThrow } from '../../../base/files.ts';
import { abortReason, type Broken, type ProcessReports } from '../../../race/threads/supervision.ts';
import type { Ended, Limits } from '../process/execution.ts';
import { categoryOf } from '../status.ts';
import { resultOfTask, type TaskResult } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import { type ParsedAnswer, parseAnswer, parseError } from './answer.ts';
import { statusOf } from './ended-status.ts';
import type { RunnerSetup } from './settings.ts';
import { startVerifier } from './verifier.ts';

/** Folders below the results' folder. */
export const LOGS = 'logs';
export const WITNESSES = 'witnesses';
const CERTIFICATES = 'certificates';

/** Seconds between the verifier's own limit, at which it answers, and the limit at which it is ended. */
const GRACE_SECONDS = 0.9;
/**
 * Share of the memory limit that the verifying process may use by its own watch, which answers before
 * the limit is reached.
 */
const MEMORY_SHARE = 0.9;
const MEGABYTE = 2 ** 20;
/** Most characters of a log that are kept. */
const LOG_LENGTH = 2 ** 20;

/** A task that is being verified; `answer` goes on to the checks. */
export interface TaskRun {
  readonly ended: Promise<Verified>;
  stop(): void;
}

export interface Verified {
  readonly result: TaskResult;
  readonly answer: ParsedAnswer | null;
  /** The message with which the verifier refused its command line: no other task would fare better. */
  readonly usageError: string | null;
  readonly stopped: boolean;
}

/** Runs `lemmata verify` on one task. `ended` rejects only if the log cannot be written. */
export function verifyTask(
  task: CompetitionTask,
  hash: string,
  setup: RunnerSetup,
  cores: readonly number[] | null,
): TaskRun {
  const { settings } = setup;
  const started = new Date().toISOString();
  const name = fileName(task.id);
  const witness = setup.witnesses
    ? join(WITNESSES, `${name}${task.files.some((file) => /\.btor2?$/.test(file)) ? '.wit' : '.yml'}`)
    : null;
  const [program, ...words] = setup.tool;
  const certificate = setup.certificates === true ? join(CERTIFICATES, name) : null;
  const args = [...words, ...verifyArguments(task, setup, { witness, certificate })];
  const limits: Limits = {
    ...settings,
    wallSeconds: settings.wallSeconds === null ? null : settings.wallSeconds + GRACE_SECONDS,
  };
  const env = { ...process.env, ...setup.companions?.environment };
  const verifier = startVerifier({ program, args, env, cores, documents: certificate !== null }, limits, setup.cgroups);
  return {
    stop: () => verifier.stop(),
    ended: verifier.ended.then(({ ended: raw, reports }) => {
      const ended = beyondLimits(raw, settings);
      const answer = parseAnswer(ended.stdout) ?? standIn(ended, reports);
      const status = statusOf(ended, answer);
      const log = join(LOGS, `${name}.log`);
      writeOrThrow(join(setup.folder, log), logText([program, ...args], ended).slice(0, LOG_LENGTH));
      const result: TaskResult = {
        ...resultOfTask(task, hash),
        status,
        category: categoryOf(status, task),
        cpuSeconds: rounded(ended.cpuSeconds),
        wallSeconds: rounded(ended.wallSeconds),
        memoryBytes: ended.peakBytes,
        exitCode: ended.exitCode,
        signal: ended.signal,
        terminationReason: ended.reason,
        engine: answer?.engine ?? null,
        stage: answer?.stage ?? null,
        reason: answer === null ? problemText(ended) : (answer.reason?.text ?? null),
        safeUpTo: answer?.safeUpTo ?? null,
        witness: witness !== null && existsSync(join(setup.folder, witness)) ? witness : null,
        ...(certificate !== null && existsSync(join(setup.folder, certificate, 'manifest.json'))
          ? { certificate }
          : {}),
        log,
        checks: (answer?.refused ?? []).map((detail) => ({ by: 'certifier', outcome: 'refuted', detail, seconds: 0 })),
        started,
      };
      const usageError = ended.exitCode === 1 ? problemText(ended) : null;
      return { result, answer, usageError, stopped: ended.reason === 'stopped' };
    }),
  };
}

function verifyArguments(
  task: CompetitionTask,
  { settings, folder, companions }: RunnerSetup,
  { witness, certificate }: { readonly witness: string | null; readonly certificate: string | null },
): readonly string[] {
  const { property, dataModel } = task;
  const memory = settings.memoryBytes === null ? null : Math.max(1, (MEMORY_SHARE * settings.memoryBytes) / MEGABYTE);
  return [
    'verify',
    '--json',
    ...(witness === null ? ['--no-minimise'] : ['--witness', join(folder, witness)]),
    ...(certificate === null ? [] : ['--certificate', join(folder, certificate)]),
    ...(settings.wallSeconds === null ? [] : ['--timeout', String(settings.wallSeconds)]),
    ...(memory === null ? [] : ['--memory', String(Math.floor(memory))]),
    // A task without a property gets the reading of external functions that a property file implies.
    ...(property === null ? ['--externals', 'pure'] : ['--property', property.file]),
    ...(dataModel === null ? [] : ['--data-model', dataModel]),
    // Verifiers that race together begin with different engines and use different seeds, unless the run
    // sets these.
    ...(companions === null
      ? []
      : ['--machine', `${companions.machine + 1}/${companions.machines}`, '--seed', String(companions.machine)]),
    ...settings.options,
    ...task.options,
    ...task.files,
  ];
}

/**
 * The answer of a process that was ended, or broke, before it gave one.
 * Null if it had not begun to verify, or ended by itself.
 */
function standIn({ exitCode, signal, reason }: Ended, reports: ProcessReports): ParsedAnswer | null {
  if (reports.limits === null || (signal === null && exitCode !== null && exitCode < 128)) return null;
  return parseAnswer(JSON.stringify(reports.answerFor(brokenBy(reason) ?? abortReason(exitCode, signal))));
}

function brokenBy(reason: Ended['reason']): Broken | null {
  switch (reason) {
    case 'cputime':
    case 'walltime':
      return { kind: 'time-limit', text: 'time limit' };
    case 'memory':
      return { kind: 'memory-limit', text: 'memory limit' };
    case 'stopped':
      return { kind: 'crashed', text: 'stopped' };
    case null:
      return null;
  }
}

/** Adds the limit that the process exceeded, also if it ended by itself. */
function beyondLimits(ended: Ended, { cpuSeconds, wallSeconds }: RunnerSetup['settings']): Ended {
  if (ended.reason !== null) return ended;
  if (cpuSeconds !== null && ended.cpuSeconds > cpuSeconds) return { ...ended, reason: 'cputime' };
  if (wallSeconds !== null && ended.wallSeconds > wallSeconds) return { ...ended, reason: 'walltime' };
  return ended;
}

function problemText({ failed, stdout, stderr }: Ended): string | null {
  const firstLine = stderr.split('\n').find((line) => line.trim() !== '');
  return failed ?? firstLine?.replace(/^lemmata: (error: )?/, '').slice(0, 300) ?? parseError(stdout);
}

function logText(words: readonly string[], { stdout, stderr }: Ended): string {
  return `${words.map((word) => (/^[\w./:=,#+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')}\n\n${stderr}\n${stdout}`;
}

/** A unique file name for a task. */
export function fileName(id: string): string {
  const tag = sha256(id).slice(0, 8);
  return `${id
    .replace(/[^\w.@#-]+/g, '_')
    .replaceAll('#', '.')
    .slice(-120)}-${tag}`;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
