import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onSignals } from '../../base/signals.ts';
import { formatLocation, type SourceLocation } from '../../base/source.ts';
import type { CheckKind } from '../../program/cfa/checks/kinds.ts';
import type { ContractPart } from '../../program/contracts/hidden-functions.ts';
import type { ContractedFunction } from '../../program/contracts/pass.ts';
import { TRIED } from '../../race/threads/supervision.ts';
import type { CheckFlags } from './flags.ts';
import { write } from './output.ts';

/** The runs of `lemmata check` about one function, each in a process of its own, and their results as one. */

/** The result of a check, as far as the table needs it; `schemas/result.schema.json` has the whole. */
export interface CheckResult {
  readonly kind: CheckKind;
  readonly at: SourceLocation;
  readonly state: 'proved' | 'violated' | 'open' | 'contested';
  readonly contested?: string;
  readonly engine?: string;
  readonly reason?: { readonly text: string };
  readonly run?: unknown;
  readonly compiled?: unknown;
}

/** The object that `lemmata check --json` writes, as far as results are merged. */
interface Result {
  readonly version: number;
  readonly files: readonly string[];
  readonly property: string;
  readonly seconds: number;
  readonly verdict: string;
  readonly results?: readonly {
    readonly property: string;
    readonly verdict: string;
    readonly checks: readonly CheckResult[];
  }[];
  readonly hints?: readonly unknown[];
}

/** One run of `lemmata check`. `result`: null where it has no answer. */
export interface ContractRun {
  readonly seconds: number;
  readonly exitCode: number;
  readonly result: Result | null;
  /** Whether a single run has this verdict. */
  readonly isOneRun: boolean;
}

/** All that the runs about a function show. */
export interface JudgedFunction extends ContractRun {
  readonly checks: readonly CheckResult[];
  /** Whether some call satisfies what the function requires; null: it is not known. */
  readonly isCallable: boolean | null;
  /** The logs in SARIF of its runs, in their order; empty: none were asked for. */
  readonly logs: readonly string[];
}

/** One question about a function. */
export interface RunQuestion {
  readonly part: ContractPart;
  /** Seconds for this run; undefined: no limit. */
  readonly timeout: number | undefined;
  /** Seconds for all runs together, which what an earlier run left open has to have had. */
  readonly wholeLimit: number | undefined;
  /** File for a log in SARIF; null: none is asked for. */
  readonly log: string | null;
  /** The first violated check is answer enough. */
  readonly first?: boolean;
}

/** The knowledge about a question of the thread that listed the contracts. */
export interface ThreadAnswer {
  /** Null: a process has to find the answer. */
  readonly run: ContractRun | null;
  /** Whether the quick stage left the question open. */
  readonly tried: boolean;
}

/** The setup that all runs about a function share. */
export interface RunsSetup {
  /** Words of the command line for the runs about its body, and for other ones. */
  readonly own: readonly string[];
  readonly plain: readonly string[];
  /** Seconds for all runs together; undefined: no limit. */
  readonly limit: number | undefined;
  /** Folder for logs in SARIF; null: none are asked for. */
  readonly folder: string | null;
  /** Answers without a process. */
  readonly near: (name: string, question: RunQuestion) => Promise<ThreadAnswer>;
}

/** The flags of `lemmata check` for a question, besides those of the command line. */
export function flagsOfRun({ part, timeout, wholeLimit, log, first = false }: RunQuestion): Partial<CheckFlags> {
  const ends = part === 'requires' ? { ignoreLoopContracts: true, first: true } : first ? { first } : {};
  const limits = timeout === undefined ? {} : { timeout, ...(wholeLimit === undefined ? {} : { wholeLimit }) };
  return { contractPart: part, ...ends, ...limits, sarif: log ?? undefined };
}

/** Exit codes of checks that are answers: all proved, some open, one violated. */
export const ANSWERS = [0, 5, 10];
/** Exit code where no call satisfies what a function requires: nothing is known about its body. */
const VACUOUS = 5;

/** The part of the time in which a function is judged by instances of what is assumed of all elements. */
const INSTANCES_SHARE = 0.5;
/** The same in seconds where there is no limit. */
const INSTANCES_SECONDS = 30;
/** The part of the time that is left, in which contracts stand for the functions that it calls. */
const CONTRACTS_SHARE = 0.8;
/** The time in seconds that is left for the question whether some call satisfies what is required. */
const LEAST_SECONDS = 5;

/**
 * Judges a function. Where a proof assumes something of all elements, the checked ones often suffice. Contracts of
 * others may allow a run that is none of the program, so that a violated check is judged again with their bodies. A
 * check is proved if it is in one of the runs.
 */
export async function judgeFunction(
  of: ContractedFunction,
  { own, plain, limit, folder, near }: RunsSetup,
): Promise<JudgedFunction> {
  let spent = 0;
  const logs: string[] = [];
  /** `share`: the part of the time that is left. */
  const run = async (part: ContractPart, share: number): Promise<ContractRun> => {
    const log = folder === null ? null : join(folder, `${of.name}-${logs.length}.sarif`);
    const left = limit === undefined ? undefined : Math.max(1, share * (limit - spent));
    const timeout = left ?? (part === 'instances' ? INSTANCES_SECONDS : undefined);
    const judged = await ask(own, { part, timeout, wholeLimit: limit, log });
    if (log !== null && existsSync(log)) logs.push(readFileSync(log, 'utf8'));
    return judged;
  };
  const ask = async (given: readonly string[], question: RunQuestion): Promise<ContractRun> => {
    const begun = performance.now();
    const { run, tried } = await near(of.name, question);
    const seconds = (performance.now() - begun) / 1000;
    spent += seconds;
    if (run !== null) return run;
    const timeout = question.timeout === undefined ? undefined : Math.max(1, question.timeout - seconds);
    const words = wordsOf(flagsOfRun({ ...question, timeout }));
    const judged = await runCheck(of.name, [...given, ...words], tried ? { [TRIED]: '1' } : {});
    spent += judged.seconds;
    return judged;
  };
  const byInstances = of.isQuantified ? await run('instances', INSTANCES_SHARE) : null;
  let judged = byInstances;
  if (judged?.exitCode !== 0) {
    const whole = await run('all', of.calls.length > 0 ? CONTRACTS_SHARE : 1);
    const known = byInstances === null ? whole : merged(whole, byInstances);
    judged = known.exitCode === 10 && of.calls.length > 0 ? withBodies(known, await run('bodies', 1)) : known;
  }
  if (judged.exitCode !== 0) return { ...judged, seconds: spent, checks: checksOf(judged), isCallable: null, logs };
  const timeout = limit === undefined ? undefined : Math.max(LEAST_SECONDS, limit - spent);
  const called = await ask(plain, { part: 'requires', timeout, wholeLimit: limit, log: null });
  const isCallable = called.exitCode === 10 ? true : called.exitCode === 0 ? false : null;
  const exitCode = isCallable === false ? VACUOUS : 0;
  return { ...judged, exitCode, seconds: spent, checks: checksOf(judged), isCallable, logs };
}

/** The words of the command line for such flags. */
export function wordsOf({
  contractPart,
  first,
  ignoreLoopContracts,
  timeout,
  wholeLimit,
  sarif,
}: Partial<CheckFlags>): readonly string[] {
  const withValue = (name: string, value: string | number | undefined): readonly string[] =>
    value === undefined ? [] : [name, `${value}`];
  return [
    ...withValue('--contract-part', contractPart),
    ...withValue('--timeout', timeout),
    ...withValue('--whole-limit', wholeLimit),
    ...withValue('--sarif', sarif),
    ...(first === true ? ['--first'] : []),
    ...(ignoreLoopContracts === true ? ['--ignore-loop-contracts'] : []),
  ];
}

/** The first result, in which checks are proved, too, that the other one proves. */
function merged(first: ContractRun, other: ContractRun): ContractRun {
  const known = byPlace(other);
  return withStates(first, (check) => {
    const also = known.get(keyOf(check));
    return check.state !== 'proved' && also?.state === 'proved' ? also : check;
  });
}

/** The facts about an open check that only a run fails which contracts of other functions allow. */
const BY_CONTRACTS = {
  bound: null,
  reason: { kind: 'incomplete', text: 'contracts of other functions allow a run that fails it' },
};

/**
 * The first result, in which a violated check has the state that it has with the bodies of all functions. A
 * check that is none there is about a contract in place of a body: it is proved if all checks there are.
 */
function withBodies(first: ContractRun, bodies: ContractRun): ContractRun {
  const places = byPlace(bodies);
  const own = byPlace(first);
  const made = withStates(first, (check) => {
    const there = places.get(keyOf(check));
    if (check.state === 'proved' || (check.state === 'open' && there?.state !== 'proved')) return check;
    if (there !== undefined) return there;
    const { run: _run, engine: _engine, compiled: _compiled, ...known } = check;
    return bodies.exitCode === 0 ? { ...known, state: 'proved' } : { ...known, state: 'open', ...BY_CONTRACTS };
  });
  const further = checksOf(bodies).filter((check) => check.state === 'violated' && !own.has(keyOf(check)));
  if (further.length === 0) return made;
  const isOther = (check: CheckResult): boolean => further.includes(check);
  const groups = (bodies.result?.results ?? []).map((group) => ({ ...group, checks: group.checks.filter(isOther) }));
  return answered(made, [...(made.result?.results ?? []), ...groups.filter(({ checks }) => checks.length > 0)]);
}

function withStates(judged: ContractRun, state: (check: CheckResult) => CheckResult): ContractRun {
  const groups = judged.result?.results ?? [];
  return answered(
    judged,
    groups.map((group) => ({ ...group, checks: group.checks.map(state) })),
  );
}

/** The result with these checks, and the verdict that they have together. */
function answered(judged: ContractRun, groups: NonNullable<Result['results']>): ContractRun {
  const { result } = judged;
  // A run that ended before its checks were told has no other verdict.
  if (result === null || codeOf(checksOf(judged)) !== judged.exitCode) return judged;
  const codes = groups.map(({ checks }) => codeOf(checks));
  const results = groups.map((group, i) => ({ ...group, verdict: verdictOf(codes[i]) }));
  const exitCode = codeOf(groups.flatMap(({ checks }) => checks));
  const verdict = verdictOf(exitCode);
  if (verdict === result.verdict) return { ...judged, result: { ...result, results } };
  // Other facts are about the verdict of one run.
  const { version, files, property, seconds, hints } = result;
  const head = { version, files, property, seconds, verdict };
  return {
    ...judged,
    exitCode,
    isOneRun: false,
    result: { ...head, results, ...(hints === undefined ? {} : { hints }) },
  };
}

function codeOf(checks: readonly CheckResult[]): number {
  if (checks.some(({ state }) => state === 'violated')) return 10;
  return checks.every(({ state }) => state === 'proved') ? 0 : 5;
}

export function verdictOf(exitCode: number): string {
  return exitCode === 0 ? 'TRUE' : exitCode === 10 ? 'FALSE' : exitCode === 5 ? 'UNKNOWN' : 'ERROR';
}

function byPlace(judged: ContractRun): ReadonlyMap<string, CheckResult> {
  return new Map(checksOf(judged).map((check) => [keyOf(check), check]));
}

function keyOf({ kind, at, contested }: CheckResult): string {
  return `${kind} ${contested} ${formatLocation(at)}`;
}

/** The checks of a run; [] for one without an answer. */
export function checksOf({ result }: Pick<ContractRun, 'result'>): readonly CheckResult[] {
  return (result?.results ?? []).flatMap(({ checks }) => checks);
}

/**
 * Judges a function by one run of `lemmata check` in a process of its own, whose breakdown leaves other functions alone.
 * `variables`: environment variables besides those of this process.
 */
export async function runCheck(
  name: string,
  given: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<ContractRun> {
  const started = performance.now();
  const words = [process.argv[1], 'check', '--contract', name, '--json', ...given];
  // The command ends, too, when this process is gone: that closes its channel.
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env });
  const dispose = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], () => child.kill('SIGTERM'));
  const parts: Buffer[] = [];
  const messages: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => parts.push(part));
  child.stderr?.on('data', (part: Buffer) => messages.push(part));
  const exitCode = await new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 6));
    child.once('error', () => resolve(6));
  });
  dispose();
  const seconds = Math.round(performance.now() - started) / 1000;
  // Each function repeats the messages about the sources.
  if (!ANSWERS.includes(exitCode)) await write(process.stderr, Buffer.concat(messages).toString());
  const text = Buffer.concat(parts).toString();
  return {
    seconds,
    exitCode,
    isOneRun: true,
    result: ANSWERS.includes(exitCode) ? (JSON.parse(text) as Result) : null,
  };
}
