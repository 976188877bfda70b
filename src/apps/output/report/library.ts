import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import { TemporaryFolder } from '../../../base/temporary-folder.ts';
import { FolderStore } from '../../../race/cache/folder-store.ts';
import type { EngineStatistics, VerifyEvent } from '../../../race/events.ts';
import { checkableProof } from '../../../race/export.ts';
import { entryOf, type VerifyOptions } from '../../../race/options/options.ts';
import type { Proof, SafeVerdict, Verdict } from '../../../race/verdict.ts';
import { startVerification, type Verification, withProof } from '../../../race/verify.ts';
import { type StatedHint, withHints } from '../witness/hints.ts';
import { AssumptionLedger } from './assumption-ledger.ts';
import type { StatedAssumption } from './assumptions.ts';
import { CheckLedger } from './check-ledger.ts';
import type { CheckResult } from './check-results.ts';
import type { EvidenceObject } from './evidence-text.ts';
import { resultObject } from './json.ts';
import { LemmaLedger } from './lemma-ledger.ts';

/** Options of the library: those of a verification, and how it is connected to the caller. */
export interface LibraryOptions extends Omit<VerifyOptions, 'files' | 'hinted'> {
  /** See `VerifyOptions.files`. Files of `sources` are taken besides these. */
  readonly files?: readonly string[];
  /**
   * Texts of files by their names. Names that end in `.h` are headers, all others are verified. `flags` has
   * their options under these names, too.
   */
  readonly sources?: Readonly<Record<string, string>>;
  /**
   * Conditions that may hold at places of the program. They are tried first and never trusted. A place is `FILE:LINE`, a
   * function for its begin, or `FUNCTION.N` for its loop with a number from 0.
   */
  readonly hints?: readonly { readonly place: string; readonly expression: string }[];
  /** Folder in which answers are kept from one verification to the next; each is checked again. Default: none. */
  readonly cache?: string;
  /** Ends the verification with the verdict unknown (stopped) when it is aborted. */
  readonly signal?: AbortSignal;
}

/** Options of {@link decide}. */
export interface DecideOptions extends LibraryOptions {
  /** Folder that gets the certificate of the answer: proofs and runs as files that other programs check. Default: none. */
  readonly certificate?: string;
}

/** A result in the words of `--json`; `schemas/result.schema.json` describes all fields. */
export interface Answer {
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN';
  readonly files: readonly string[];
  readonly property: string;
  readonly seconds: number;
  readonly assumptions?: readonly StatedAssumption[];
  /** The reason for UNKNOWN. */
  readonly reason?: { readonly kind: string; readonly text: string };
  /** The account of the check; absent for UNKNOWN. */
  readonly evidence?: EvidenceObject;
  /** The files of the option `certificate`, and what could not be written; null: UNKNOWN has no certificate. */
  readonly certified?: { readonly files: readonly string[]; readonly missing: readonly string[] } | null;
  readonly [field: string]: unknown;
}

/**
 * Verifies a program or a hardware model in threads of this process and returns at once.
 *
 * A program or an engine that exhausts memory is normally contained. V8 can still abort the whole
 * process; only a separate process protects against that (the command line has one). Throws LemmataError
 * `E-USAGE` for sources whose names are not relative.
 */
export function verify(options: LibraryOptions): Verification {
  return start(options).verification;
}

/**
 * Verifies like {@link verify} and resolves to the result in the words of `--json`. `onEvent` is called
 * for each event. Rejects with LemmataError as `Verification.result` does.
 */
export async function decide(
  { certificate, ...options }: DecideOptions,
  onEvent: (event: VerifyEvent) => void = () => {},
): Promise<Answer> {
  const { verification, task, names } = start(options);
  const statistics = new Map<string, EngineStatistics>();
  const ledgers = { lemmas: new LemmaLedger(), checks: new CheckLedger() };
  const assumed = new AssumptionLedger();
  const properties: { readonly name: string; readonly verdict: Verdict }[] = [];
  const hints: CheckResult[] = [];
  const code = certificate === undefined ? null : await import('../certificate/collection.ts');
  const certified = code === null ? null : new code.CertificateLedger();
  const begun = performance.now();
  for await (const event of verification) {
    for (const ledger of [ledgers.lemmas, ledgers.checks, assumed]) ledger.take(event);
    if (event.kind === 'statistics') statistics.set(event.engine, event.values);
    if (event.kind === 'property') properties.push({ name: event.name, verdict: event.verdict });
    if (event.kind === 'check' && event.check.hint !== undefined) hints.push(event);
    certified?.take(event);
    onEvent(event);
  }
  const verdict = withProof(await verification.result, await verification.proof);
  const { externals, assumptions } = assumed;
  const milliseconds = performance.now() - begun;
  const context = { files: names, milliseconds, statistics, properties, externals, assumptions, entry: entryOf(task) };
  const answer = resultObject(verdict, { ...context, ...ledgers, hints }) as Answer;
  if (certificate === undefined || code === null || certified === null) return answer;
  const { sources = {} } = options;
  const read = (file: string): string | Uint8Array => sources[file] ?? readFileSync(file);
  const asked = { ...withoutSources(options), files: names };
  const prove = (one: SafeVerdict): Promise<Proof> => checkableProof(task, one);
  const written = await code.certificateOf(verdict, asked, { milliseconds, read, prove }, certified);
  if (written === null) return { ...answer, certified: null };
  code.writeCertificate(certificate, written);
  return { ...answer, certified: { files: [...written.files.keys()], missing: written.missing } };
}

/** The options of a verification that a manifest tells. */
function withoutSources({ sources, hints, cache, signal, ...options }: LibraryOptions): Omit<LibraryOptions, 'files'> {
  return options;
}

interface Started {
  readonly verification: Verification;
  readonly task: VerifyOptions;
  /** The files as the caller names them. */
  readonly names: readonly string[];
}

function start({ files = [], sources = {}, hints = [], cache, signal, ...options }: LibraryOptions): Started {
  const stored = store(sources);
  const all = [...files, ...stored.files];
  const hinted = hints.length === 0 ? null : withHints(all, hints.map(statedHint));
  const task: VerifyOptions = {
    ...options,
    files: all,
    ...(hinted === null ? {} : { hinted: hinted.hinted }),
    includes: [...(options.includes ?? []), ...stored.includes],
    flags: { ...options.flags, ...stored.flagsOf(options.flags ?? {}) },
  };
  const answers = cache === undefined ? null : new FolderStore(cache);
  const verification = startVerification(task, { answers });
  void verification.closed.then(stored.remove);
  void verification.closed.then(hinted?.remove);
  if (signal?.aborted === true) verification.stop();
  const stop = (): void => verification.stop();
  signal?.addEventListener('abort', stop, { once: true });
  void verification.closed.then(() => signal?.removeEventListener('abort', stop));
  return { verification, task, names: [...files, ...Object.keys(sources).filter((name) => !isHeader(name))] };
}

/** Messages name a hint of the caller by its number. */
function statedHint(hint: { readonly place: string; readonly expression: string }, index: number): StatedHint {
  return { ...hint, at: { file: 'hints', line: index + 1, column: 1 } };
}

/** Writes texts into a folder of their own. Messages name them as the caller does. */
function store(sources: Readonly<Record<string, string>>) {
  const names = Object.keys(sources);
  const outside = names.find((name) => isAbsolute(name) || normalize(name).startsWith('..') || /["\n]/.test(name));
  if (outside !== undefined) throw new LemmataError('E-USAGE', `the name of a source must be relative: ${outside}`);
  if (names.length === 0) return { files: [], includes: [], flagsOf: () => ({}), remove: () => {} };
  const temporary = new TemporaryFolder('text');
  const folder = temporary.path;
  for (const name of names) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, /\.[chi]$/.test(name) ? `# 1 "${name}"\n${sources[name]}` : sources[name]);
  }
  return {
    files: names.filter((name) => !isHeader(name)).map((name) => join(folder, name)),
    includes: [folder],
    /** The flags of the stored files, from those of the texts. */
    flagsOf: (flags: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(names.flatMap((name) => (name in flags ? [[join(folder, name), flags[name]]] : []))),
    remove: () => temporary.remove(),
  };
}

function isHeader(name: string): boolean {
  return name.endsWith('.h');
}
