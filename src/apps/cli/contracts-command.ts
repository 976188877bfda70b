import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { stronglyConnected } from '../../base/graph.ts';
import { formatLocation, type SourceLocation } from '../../base/source.ts';
import { TemporaryFolder } from '../../base/temporary-folder.ts';
import { CLAUSE_CHECKS } from '../../program/cfa/checks/kinds.ts';
import type { ContractedFunction } from '../../program/contracts/pass.ts';
import { type ContractList, withContracts } from '../../race/export.ts';
import type { VerifyOptions } from '../../race/options/options.ts';
import {
  ANSWERS,
  type CheckResult,
  type JudgedFunction,
  judgeFunction,
  type RunQuestion,
  verdictOf,
} from './contract-runs.ts';
import type { ContractThread } from './contract-thread.ts';
import { type ContractFlags, flagsOfCheck } from './flags.ts';
import { write } from './output.ts';
import { replaceFile } from './replace-file.ts';
import { reportDiagnostics } from './report-diagnostics.ts';
import { programOptions } from './source-options.ts';

/** An invariant that is written at a loop, and the answer about it. */
interface WrittenInvariant {
  readonly hint: string;
  readonly at: CheckResult['at'];
  readonly state: 'proved' | 'false' | 'not inductive' | 'open';
  readonly written?: true;
}

/** The result of one function. */
interface ContractResult extends JudgedFunction {
  readonly of: ContractedFunction;
  readonly invariants: readonly WrittenInvariant[];
  /** Proved clauses that say nothing of the body. */
  readonly empty: readonly SourceLocation[];
}

/**
 * `lemmata contracts`: judges each function with a contract and a body in a process of its own. `words`: the
 * command line. Resolves to the exit code; throws LemmataError for wrong options and input.
 */
export async function contractsCommand(
  named: readonly string[],
  flags: ContractFlags,
  words: readonly string[],
): Promise<number> {
  const single = (['test', 'stream'] as const).find((name) => flags[name] !== undefined);
  if (single !== undefined)
    throw new LemmataError('E-USAGE', `--${single} is about one function: lemmata check --contract NAME`);
  const options = programOptions(named, { ...flagsOfCheck(flags), contract: '' });
  return withContracts({ ...options, contract: undefined }, async (list, thread) => {
    // Other commands share the bundle, and do without its code.
    const { ContractThread } = await import('./contract-thread.ts');
    const near = await ContractThread.open(named, flags, thread, list);
    return judgeContracts(list, options, flags, words, near).finally(() => near.close());
  });
}

async function judgeContracts(
  { functions, outlines, diagnostics }: ContractList,
  options: VerifyOptions,
  flags: ContractFlags,
  words: readonly string[],
  near: ContractThread,
): Promise<number> {
  reportDiagnostics(diagnostics, { warnings: false });
  if (functions === null) return 2;
  if (flags.suggest !== undefined) {
    const outline = outlines.find(({ name }) => name === flags.suggest);
    if (outline === undefined) throw new LemmataError('E-INPUT', `no function ${flags.suggest} has a body`);
    const { suggestContract } = await import('./contract-suggestion.ts');
    return suggestContract(outline, {
      files: options.files,
      words: passedOn(words),
      seconds: flags.timeout,
      isAcsl: flags.acsl === true,
      near: (question, files) => near.answer(outline.name, question, files),
    });
  }
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
  const { certificate, sarif, report } = flags;
  const json = flags.json === true;
  const hasLogs = sarif !== undefined || report !== undefined;
  const outputs = hasLogs ? await import('./contract-outputs.ts') : null;
  const page = outputs === null || report === undefined ? null : new outputs.ContractPage(report, options, asked);
  const logs = hasLogs ? new TemporaryFolder('contracts') : null;
  if (!json) await write(process.stdout, `${row(HEADER)}\n`);
  const judged: ContractResult[] = [];
  const queue = [...asked];
  const one = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const own = certificate === undefined ? given : ['--certificate', join(certificate, next.name), ...given];
      page?.begin(next);
      const setup = {
        ...{ own, plain: given, limit: flags.timeout, folder: logs?.path ?? null },
        near: (name: string, question: RunQuestion) => near.answer(name, question),
      };
      const made = await judgeFunction(next, setup);
      const empty = made.exitCode === 0 ? await near.emptyClauses(next.name) : [];
      const done = { ...made, of: next, invariants: invariantsOf(made.result), empty };
      judged.push(done);
      page?.end(done);
      if (!json) await write(process.stdout, `${row(cells(done))}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(flags.jobs, asked.length) }, one));
  // Several at once end in any order.
  const order = new Map(asked.map((of, i) => [of, i]));
  judged.sort((a, b) => (order.get(a.of) ?? 0) - (order.get(b.of) ?? 0));
  const list = judged.map(objectOf);
  if (json) await write(process.stdout, `${JSON.stringify({ version: 1, functions: list }, null, 2)}\n`);
  else await write(process.stdout, [...judged.map(failuresOf), ...cyclesOf(asked)].join(''));
  logs?.remove();
  if (certificate !== undefined) await writeManifest(certificate, options, judged);
  const code = exitCodeOf(judged);
  const log = outputs?.joinedSarif(judged, process.cwd()) ?? null;
  if (sarif !== undefined && log !== null) replaceFile(sarif, log);
  page?.write(judged, code, list, log);
  return code;
}

/** A function in the JSON of all. */
function objectOf({ of, seconds, exitCode, isCallable, result, empty }: ContractResult): object {
  const { name, at, clauses, calls } = of;
  const verdict = verdictOf(exitCode);
  return { ...{ name, at, clauses, calls, verdict }, callable: isCallable, empty, seconds, result };
}

/** Writes the manifest over the folders of functions. */
async function writeManifest(folder: string, options: VerifyOptions, judged: readonly ContractResult[]): Promise<void> {
  const { aboutContract, collectionText, MANIFEST, summaryHead } = await import('../output/certificate/collection.ts');
  const has = (name: string): boolean => existsSync(join(folder, name, MANIFEST));
  const parts = judged.map(({ of: { name }, exitCode, isCallable, isOneRun }) => {
    const state = exitCode === 10 ? 'violated' : exitCode === 0 && isCallable === true && isOneRun ? 'proved' : 'open';
    return { about: aboutContract(name), state, ...(has(name) ? { in: name } : {}) } as const;
  });
  const head = summaryHead(options, parts);
  const text = collectionText(head, parts, [], (file) => readFileSync(join(folder, file), 'utf8'));
  mkdirSync(folder, { recursive: true });
  replaceFile(join(folder, MANIFEST), text);
}

/** Options about all functions together, each with a value. */
const OWN_OPTIONS = ['--function', '--jobs', '--certificate', '--sarif', '--report', '--suggest'];

/** The words of the command line for each check: without the command, and options of it alone. */
function passedOn(words: readonly string[]): readonly string[] {
  const own = words.toSpliced(words.indexOf('contracts'), 1);
  const kept: string[] = [];
  for (let i = 0; i < own.length; i++) {
    if (OWN_OPTIONS.includes(own[i])) i++;
    else if (own[i] !== '--json' && own[i] !== '--acsl' && !OWN_OPTIONS.some((name) => own[i].startsWith(`${name}=`)))
      kept.push(own[i]);
  }
  return kept;
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

function cells({ of, checks, seconds, exitCode, isCallable, result }: ContractResult): readonly string[] {
  if (!ANSWERS.includes(exitCode)) return [of.name, 'error', '', '', seconds.toFixed(1), ''];
  // The time ended before the checks were known.
  if (result?.results === undefined) return [of.name, 'open', 'open', 'open', seconds.toFixed(1), ''];
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
function failuresOf({ of, checks, invariants, isCallable, empty }: ContractResult): string {
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
  const idle = empty.map(
    (at) => `ensures at ${formatLocation(at)} follows from clauses before it, whatever the body does`,
  );
  return [...failed, ...wrong, ...idle].map((line) => `${of.name}: ${line}\n`).join('');
}

/** Lines about functions that rest on their own contracts, over calls of others or at once. */
function cyclesOf(asked: readonly ContractedFunction[]): readonly string[] {
  const index = new Map(asked.map(({ name }, i) => [name, i]));
  const successors = asked.map(({ calls }) => calls.flatMap((name) => index.get(name) ?? []));
  const component = stronglyConnected(successors);
  return [...new Set(component)].flatMap((number) => {
    const part = asked.flatMap((_, i) => (component[i] === number ? [i] : []));
    if (part.length === 1 && !successors[part[0]].includes(part[0])) return [];
    const names = part.map((i) => asked[i].name).join(', ');
    return [`${names}: calls in a circle rest on contracts, so that nothing is said about their end\n`];
  });
}

/** 10 if a function is violated, else the first error, else 5 if something is open. */
function exitCodeOf(judged: readonly ContractResult[]): number {
  const codes = judged.map(({ exitCode }) => exitCode);
  if (codes.includes(10)) return 10;
  return codes.find((code) => !ANSWERS.includes(code)) ?? (codes.includes(5) ? 5 : 0);
}
