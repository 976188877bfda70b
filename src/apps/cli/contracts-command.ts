import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { onSignals } from '../../base/signals.ts';
import { formatLocation } from '../../base/source.ts';
import { type CheckKind, CLAUSE_CHECKS } from '../../program/cfa/checks/kinds.ts';
import type { ContractedFunction } from '../../program/contracts/pass.ts';
import { listContracts } from '../../race/export.ts';
import type { VerifyOptions } from '../../race/options/options.ts';
import { type ContractFlags, flagsOfCheck } from './flags.ts';
import { write } from './output.ts';
import { replaceFile } from './replace-file.ts';
import { reportDiagnostics } from './report-diagnostics.ts';
import { programOptions } from './source-options.ts';

/** The result of a check, as far as the table needs it; `schemas/result.schema.json` has the whole. */
interface CheckResult {
  readonly kind: CheckKind;
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
  readonly state: 'proved' | 'violated' | 'open' | 'contested';
  readonly engine?: string;
  readonly reason?: { readonly kind: string; readonly text?: string };
}

/** An invariant that is written at a loop, and the answer about it. */
interface WrittenInvariant {
  readonly hint: string;
  readonly at: CheckResult['at'];
  readonly state: 'proved' | 'false' | 'not inductive' | 'open';
  readonly written?: true;
}

/** The result of one function: `result` is what `lemmata check --json` writes about it. */
interface ContractResult {
  readonly of: ContractedFunction;
  readonly seconds: number;
  readonly exitCode: number;
  readonly checks: readonly CheckResult[];
  readonly invariants: readonly WrittenInvariant[];
  readonly result: unknown;
  /** Whether some call satisfies what the function requires; null: it is not known. */
  readonly isCallable: boolean | null;
}

/** Exit codes of checks that are answers: all proved, some open, one violated. */
const ANSWERS = [0, 5, 10];
/** Exit code where no call satisfies what a function requires: nothing is known about its body. */
const VACUOUS = 5;

/**
 * `lemmata contracts`: judges each function with a contract and a body in a process of its own. `words`: the
 * command line. Resolves to the exit code; throws LemmataError for wrong options and input.
 */
export async function contractsCommand(
  named: readonly string[],
  flags: ContractFlags,
  words: readonly string[],
): Promise<number> {
  const options = programOptions(named, { ...flagsOfCheck(flags), contract: '' });
  const { functions, diagnostics } = await listContracts({ ...options, contract: undefined });
  reportDiagnostics(diagnostics, { warnings: false });
  if (functions === null) return 2;
  const chosen = flags.function;
  // Each file that includes a header would judge its functions again.
  const own = functions.filter(({ at }) => options.files.includes(at.file));
  const asked =
    chosen === undefined ? (own.length > 0 ? own : functions) : functions.filter(({ name }) => chosen.includes(name));
  const missing = flags.function?.find((name) => !functions.some((one) => one.name === name));
  if (missing !== undefined) throw new LemmataError('E-INPUT', `no function ${missing} has a contract and a body`);
  if (functions.length === 0)
    throw new LemmataError(
      'E-INPUT',
      'no function has a contract and a body: clauses such as __CPROVER_ensures stand behind a declarator',
    );
  const given = passedOn(words);
  const { certificate } = flags;
  const json = flags.json === true;
  if (!json) await write(process.stdout, `${row(HEADER)}\n`);
  const judged: ContractResult[] = [];
  const queue = [...asked];
  const one = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const done = await withVacuity(
        await judgeFully(next, functions, given, { certificate, seconds: flags.timeout }),
        given,
      );
      judged.push(done);
      if (!json) await write(process.stdout, `${row(cells(done))}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(flags.jobs, asked.length) }, one));
  if (json) {
    const list = judged.map(({ of: { name, at, clauses }, seconds, exitCode, isCallable, result }) => ({
      name,
      at,
      clauses,
      verdict: verdictOf(exitCode),
      callable: isCallable,
      seconds,
      result,
    }));
    await write(process.stdout, `${JSON.stringify({ version: 1, functions: list }, null, 2)}\n`);
  } else await write(process.stdout, judged.map(failuresOf).join(''));
  if (certificate !== undefined) await writeManifest(certificate, options, judged);
  return exitCodeOf(judged);
}

/** Writes the manifest over the folders of functions. */
async function writeManifest(folder: string, options: VerifyOptions, judged: readonly ContractResult[]): Promise<void> {
  const { aboutContract, collectionText, MANIFEST, summaryHead } = await import('../output/certificate/collection.ts');
  const has = (name: string): boolean => existsSync(join(folder, name, MANIFEST));
  const parts = judged.map(({ of: { name }, exitCode, isCallable }) => {
    const state = exitCode === 10 ? 'violated' : exitCode === 0 && isCallable === true ? 'proved' : 'open';
    return { about: aboutContract(name), state, ...(has(name) ? { in: name } : {}) } as const;
  });
  const head = summaryHead(options, parts);
  const text = collectionText(head, parts, [], (file) => readFileSync(join(folder, file), 'utf8'));
  mkdirSync(folder, { recursive: true });
  replaceFile(join(folder, MANIFEST), text);
}

/** The words of the command line for each check: without the command, and options of it alone. */
function passedOn(words: readonly string[]): readonly string[] {
  const own = words.toSpliced(words.indexOf('contracts'), 1);
  const kept: string[] = [];
  for (let i = 0; i < own.length; i++) {
    if (['--function', '--jobs', '--certificate'].includes(own[i])) i++;
    else if (!/^--(function=|jobs=|certificate=|json$)/.test(own[i])) kept.push(own[i]);
  }
  return kept;
}

/** The part of the time in which a function is judged by instances of what is assumed of all elements. */
const INSTANCES_SHARE = 0.5;
/** The same in seconds where there is no limit. */
const INSTANCES_SECONDS = 30;

/**
 * Judges a function. Where a proof assumes something of all elements, the checked ones often suffice. Contracts of
 * others may allow a run that is none of the program: a broken function is judged again with their bodies.
 * `seconds`: limit of each proof. `certificate`: folder for folders of proofs.
 */
async function judgeFully(
  of: ContractedFunction,
  all: readonly ContractedFunction[],
  words: readonly string[],
  { certificate, seconds }: { readonly certificate: string | undefined; readonly seconds: number | undefined },
): Promise<ContractResult> {
  const given = certificate === undefined ? words : ['--certificate', join(certificate, of.name), ...words];
  const limit = (rest: number): readonly string[] =>
    seconds === undefined ? [] : ['--timeout', `${Math.max(1, rest)}`];
  let spent = 0;
  if (of.isQuantified) {
    const share = seconds === undefined ? ['--timeout', `${INSTANCES_SECONDS}`] : limit(seconds * INSTANCES_SHARE);
    const byInstances = await judge(of, [...given, '--contract-part', 'instances', ...share]);
    if (byInstances.exitCode === 0) return byInstances;
    spent = byInstances.seconds;
  }
  const whole = await judge(of, [...given, ...limit((seconds ?? 0) - spent)]);
  const first = { ...whole, seconds: spent + whole.seconds };
  const others = all.filter(({ name }) => name !== of.name).flatMap(({ name }) => ['--inline', name]);
  if (first.exitCode !== 10 || others.length === 0) return first;
  const second = await judge(of, [...others, ...given]);
  return { ...second, seconds: first.seconds + second.seconds };
}

/** A proof about calls that cannot be proves nothing: it counts as open. */
async function withVacuity(judged: ContractResult, given: readonly string[]): Promise<ContractResult> {
  if (judged.exitCode !== 0) return judged;
  const { exitCode, seconds } = await judge(judged.of, [
    '--contract-part',
    'requires',
    '--ignore-loop-contracts',
    '--first',
    ...given,
  ]);
  const isCallable = exitCode === 10 ? true : exitCode === 0 ? false : null;
  return {
    ...judged,
    isCallable,
    seconds: judged.seconds + seconds,
    exitCode: isCallable === false ? VACUOUS : 0,
  };
}

/** Judges a function in a process of its own, whose breakdown leaves other functions alone. */
async function judge(of: ContractedFunction, given: readonly string[]): Promise<ContractResult> {
  const started = performance.now();
  const words = [process.argv[1], 'check', '--contract', of.name, '--json', ...given];
  // The command ends, too, when this process is gone: that closes its channel.
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
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
  const result: unknown = ANSWERS.includes(exitCode) ? JSON.parse(text) : null;
  return {
    of,
    seconds,
    exitCode,
    checks: checksOf(result),
    invariants: invariantsOf(result),
    result,
    isCallable: null,
  };
}

function checksOf(result: unknown): readonly CheckResult[] {
  const { results = [] } = (result ?? {}) as {
    readonly results?: readonly { readonly checks: readonly CheckResult[] }[];
  };
  return results.flatMap(({ checks }) => checks);
}

function invariantsOf(result: unknown): readonly WrittenInvariant[] {
  const { hints = [] } = (result ?? {}) as { readonly hints?: readonly WrittenInvariant[] };
  return hints.filter(({ written }) => written === true);
}

const HEADER = ['function', 'contract', 'frame', 'faults', 'seconds', 'engines'] as const;
const WIDTHS = [36, 10, 10, 10, 8, 0];

function row(values: readonly string[]): string {
  return values
    .map((value, i) => value.padEnd(WIDTHS[i]))
    .join(' ')
    .trimEnd();
}

function cells({ of, checks, seconds, exitCode, isCallable }: ContractResult): readonly string[] {
  if (!ANSWERS.includes(exitCode)) return [of.name, 'error', '', '', seconds.toFixed(1), ''];
  const engines = new Set(checks.flatMap(({ engine }) => (engine === undefined ? [] : [engine])));
  return [
    of.name,
    isCallable === false ? 'vacuous' : stateOf(checks.filter(({ kind }) => kind === 'requires' || kind === 'ensures')),
    stateOf(checks.filter(({ kind }) => kind === 'assigns')),
    stateOf(checks.filter(({ kind }) => !CLAUSE_CHECKS.some((clause) => clause === kind))),
    seconds.toFixed(1),
    [...engines].sort().join(' '),
  ];
}

/** The worst state of some checks. */
function stateOf(checks: readonly CheckResult[]): string {
  if (checks.length === 0) return 'nothing';
  if (checks.some(({ state }) => state === 'violated')) return 'broken';
  return checks.every(({ state }) => state === 'proved') ? 'proved' : 'open';
}

/** Lines about a function: the checks that are not proved, and the invariants in its sources that are wrong. */
function failuresOf({ of, checks, invariants, isCallable }: ContractResult): string {
  if (isCallable === false) {
    const { file, line, column } = of.at;
    return `${of.name}: no call satisfies what it requires (${file}:${line}:${column}), so that nothing is proved\n`;
  }
  const failed = checks
    .filter(({ state }) => state !== 'proved')
    .map(({ kind, at, state }) => `${kind} ${state === 'violated' ? 'fails' : 'is open'} at ${formatLocation(at)}`);
  const wrong = invariants
    .filter(({ state }) => state === 'false' || state === 'not inductive')
    .map(({ hint, at, state }) => `written invariant ${state} at ${formatLocation(at)}: ${hint}`);
  return [...failed, ...wrong].map((line) => `${of.name}: ${line}\n`).join('');
}

function verdictOf(exitCode: number): string {
  return exitCode === 0 ? 'TRUE' : exitCode === 10 ? 'FALSE' : exitCode === 5 ? 'UNKNOWN' : 'ERROR';
}

/** 10 if a function is violated, else the first error, else 5 if something is open. */
function exitCodeOf(judged: readonly ContractResult[]): number {
  const codes = judged.map(({ exitCode }) => exitCode);
  if (codes.includes(10)) return 10;
  return codes.find((code) => !ANSWERS.includes(code)) ?? (codes.includes(5) ? 5 : 0);
}
