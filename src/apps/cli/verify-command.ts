import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import { exitCodeOf as codeOfSignal } from '../../base/signals.ts';
import { ThreadsNeeded } from '../../race/coordinator/means.ts';
import type { VerifyEvent } from '../../race/events.ts';
import { checkableProof } from '../../race/export.ts';
import { builtInSets } from '../../race/options/configuration.ts';
import type { VerifyOptions } from '../../race/options/options.ts';
import {
  ALONE_MILLISECONDS,
  BROKE_DOWN,
  CAREFUL_THREADS,
  SUPERVISED,
  TRIED,
  UNDECIDED,
} from '../../race/threads/supervision.ts';
import type { Verdict } from '../../race/verdict.ts';
import { startVerification, type Verification, withProof } from '../../race/verify.ts';
import { compileThreadApi } from '../../race/worker/compile-thread.ts';
import { unlimited, within } from '../../race/worker/within.ts';
import type { OpenAnswers } from '../compete/answer-place.ts';
import type { CheckGroups } from '../compete/nats/check-groups.ts';
import type { QueueAddress } from '../compete/nats/connection.ts';
import type { LemmaExchange } from '../compete/nats/lemmas.ts';
import { answerPlace } from './answer-place.ts';
import type { VerifyFlags } from './flags.ts';
import type { NativeReplays } from './native-replays.ts';
import { queueAddress } from './queue-address.ts';
import { checkWritable } from './replace-file.ts';
import { exitCodeOf } from './report-error.ts';
import { certificateTime } from './reporters/certificate.ts';
import { reportersFor } from './reporters/index.ts';
import { EventRecord } from './reporters/record.ts';
import type { Reporter } from './reporters/reporter.ts';
import { exitCodeFor } from './reporters/supervisor.ts';
import { programOptions } from './source-options.ts';
import { age, notifySupervisor, onStop } from './supervision.ts';

/**
 * `lemmata verify`: resolves to the exit code; throws LemmataError for wrong options and input. Null in a process
 * without a supervisor: the verification needs one, and nothing is said.
 */
export async function verifyCommand(named: readonly string[], flags: VerifyFlags): Promise<number | null> {
  const { options, remove } = await hinted(verifyOptions(named, flags), flags);
  checkTogether(flags);
  for (const file of outputFiles(flags)) checkWritable(file);
  const started = performance.now() - age();
  const far = await lemmaExchange(flags);
  const record = new EventRecord(started);
  const alone = process.env[SUPERVISED] === undefined;
  const tried = process.env[TRIED] !== undefined;
  // A replacement process compiles in a thread, whose breakdown it survives.
  const near =
    process.env[BROKE_DOWN] === undefined ? compileThreadApi(alone ? within(ALONE_MILLISECONDS) : unlimited) : null;
  const answers = await answersOf(flags);
  const farChecks = await checkGroups(flags);
  const verification = startVerification(options, { started, far, near, alone, tried, answers, farChecks });
  void verification.closed.then(remove);
  const stopped = onStop(() => verification.stop());
  const limit = async (change: (milliseconds: number | null) => number | null): Promise<void> => {
    const { milliseconds, bytes } = await verification.limits;
    notifySupervisor({ kind: 'limits', json: flags.json ?? false, milliseconds: change(milliseconds), bytes });
  };
  limit((milliseconds) => milliseconds).catch(() => {});
  const events = alone ? await eventsAlone(verification) : verification;
  if (events === null) {
    const signal = await afterTurns(stopped);
    if (signal === null) return null;
    process.stdout.write('Verification result: UNKNOWN (stopped)\n');
    return interruptedBy(signal);
  }
  const reporters = await reportersFor(options, flags, record);
  const native = flags.nativeReplay === true ? await nativeReplays(options, record, started) : null;
  for await (const event of events) {
    for (const reporter of reporters) reporter.event?.(event);
    native?.event(event);
  }
  for (const reporter of reporters) reporter.end?.();
  void far?.close();
  void answers?.close();
  const answered = async (): Promise<void> => {
    // Writing a certificate begins when the time of the verification may be over.
    if (flags.certificate !== undefined) await limit(() => age() + certificateTime(record.elapsed));
  };
  const exitCode = await reportEnd(verification, reporters, { options, native, record, trust: flags.trust, answered });
  await farChecks?.close();
  for (const reporter of reporters) await reporter.close?.();
  const signal = stopped();
  return signal === null || exitCode !== UNDECIDED ? exitCode : interruptedBy(signal);
}

/** Tells of the signal that ended an undecided verification, and returns its exit code. */
function interruptedBy(signal: NodeJS.Signals): number {
  process.stderr.write(`lemmata: interrupted by ${signal}\n`);
  return codeOfSignal(signal);
}

/** Calls a function once signals are heard that came while the process computed. */
async function afterTurns<T>(call: () => T): Promise<T> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  return call();
}

/** The events of a verification that has ended; null: it needs a thread, and what it said is to be forgotten. */
async function eventsAlone(verification: Verification): Promise<readonly VerifyEvent[] | null> {
  const events: VerifyEvent[] = [];
  for await (const event of verification) events.push(event);
  const why = await verification.result.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(why instanceof ThreadsNeeded)) return events;
  if (why.tried) process.env[TRIED] = '1';
  return null;
}

/** The files that options name for outputs. */
function outputFiles({ witness, sarif, report, test }: VerifyFlags): readonly string[] {
  return [witness, sarif, report, test].filter((file) => file !== undefined);
}

/** Throws LemmataError `E-USAGE` for flags that contradict each other. */
function checkTogether(flags: VerifyFlags): void {
  const { quiet, verbose, exchange, share, stream, tokenFile, queue, cache, portfolio, only } = flags;
  const contradiction =
    quiet === true && verbose === true
      ? '--quiet and --verbose contradict each other'
      : // Groups of checks keep their answers on that server in any case.
        exchange === false && share !== undefined && only === undefined
        ? '--no-exchange and --share contradict each other'
        : tokenFile !== undefined && stream === undefined
          ? '--token-file needs --stream'
          : queue !== undefined && cache !== undefined
            ? '--queue keeps answers on its server: leave out --cache'
            : queue !== undefined && !builtInSets().includes(portfolio)
              ? '--queue needs a built-in set of engines: workers do not have the file of --portfolio'
              : null;
  if (contradiction !== null) throw new LemmataError('E-USAGE', contradiction);
  const outputs = outputFiles(flags).flatMap((file) => (file.startsWith('/dev/') ? [] : [resolve(file)]));
  const twice = outputs.find((file, index) => outputs.indexOf(file) < index);
  if (twice !== undefined) throw new LemmataError('E-USAGE', `two options write ${twice}`);
}

/** Few verifications compile programs. */
async function nativeReplays(options: VerifyOptions, record: EventRecord, started: number): Promise<NativeReplays> {
  const { NativeReplays: Loaded } = await import('./native-replays.ts');
  return new Loaded(options, record, started);
}

/** Has the end of a verification reported; resolves to the exit code. */
async function reportEnd(
  verification: Verification,
  reporters: readonly Reporter[],
  {
    options,
    native,
    record,
    trust,
    answered,
  }: {
    readonly options: VerifyOptions;
    readonly native: NativeReplays | null;
    readonly record: EventRecord;
    readonly trust: VerifyFlags['trust'];
    readonly answered: () => Promise<void>;
  },
): Promise<number> {
  let verdict: Verdict;
  try {
    verdict = await verification.result;
    if (native !== null) verdict = await native.answered(verdict);
    if (trust === 'proof') {
      const { withCheckedProof } = await import('../output/certificate/collection.ts');
      verdict = await withCheckedProof(verdict, record.elapsed, (one) => checkableProof(options, one));
    }
  } catch (error) {
    for (const reporter of reporters) await reporter.fail?.(error);
    return exitCodeOf(error);
  }
  const result = { verdict, proved: async () => withProof(verdict, await verification.proof) };
  for (const reporter of reporters) await reporter.answer?.(result);
  await answered();
  for (const reporter of reporters) await reporter.explain?.(result);
  return exitCodeFor(verdict, record);
}

/** The server over which machines exchange lemmas, and groups of checks; null: there is none. */
function sharedServer(flags: VerifyFlags): QueueAddress | null {
  // An empty environment variable names no server.
  return queueAddress(flags.queue ?? (flags.share === '' ? undefined : flags.share), flags);
}

/** The exchange of lemmas with other machines; null without them. */
async function lemmaExchange(flags: VerifyFlags): Promise<LemmaExchange | null> {
  const address = sharedServer(flags);
  if (address === null || flags.exchange === false) return null;
  const { LemmaExchange } = await import('../compete/nats/lemmas.ts');
  return new LemmaExchange(address, (text) => void process.stderr.write(flags.quiet ? '' : `${text}\n`));
}

/** The workers of `--queue`; null without it. The code is that of `lemmata compete`, which is loaded on demand. */
async function checkGroups(flags: VerifyFlags): Promise<CheckGroups | null> {
  const address = flags.queue === undefined ? null : sharedServer(flags);
  if (address === null) return null;
  const { CheckGroups: Loaded } = await import('./compete-command.ts');
  const { portfolio, engines, exchange } = flags;
  const options = [
    ...(engines === undefined ? ['--portfolio', portfolio] : ['--engines', engines.join(',')]),
    ...(exchange === false ? ['--no-exchange'] : []),
  ];
  const say = (text: string): void => void process.stderr.write(flags.quiet ? '' : `${text}\n`);
  return new Loaded({ address, toolVersion: packageJson.version, script: process.argv[1], options, say });
}

/** The store of earlier answers; null without one. Groups of checks have theirs on the server of the queue. */
async function answersOf(flags: VerifyFlags): Promise<OpenAnswers | null> {
  const address = flags.queue === undefined && flags.only === undefined ? null : sharedServer(flags);
  const place = address === null ? answerPlace(flags.cache, flags) : ({ kind: 'queue', address } as const);
  if (place === null) return null;
  const { openAnswers } = await import('../compete/answer-place.ts');
  return openAnswers(place, (text) => void process.stderr.write(flags.quiet ? '' : `${text}\n`));
}

/** The options with the hints of `--hints`, and what removes their files. The code is loaded on demand. */
async function hinted(
  options: VerifyOptions,
  { hints }: VerifyFlags,
): Promise<{ readonly options: VerifyOptions; readonly remove: () => void }> {
  if (hints === undefined) return { options, remove: () => {} };
  const { readHints, withHints } = await import('../output/witness/hints.ts');
  const made = withHints(options.files, readHints(hints));
  return { options: { ...options, hinted: made.hinted }, remove: made.remove };
}

/** The options of a verification, from those of the command line. */
export function verifyOptions(files: readonly string[], flags: VerifyFlags): VerifyOptions {
  const showsLemmas = flags.json === true || flags.stream !== undefined || flags.report !== undefined;
  return {
    ...programOptions(files, flags),
    eachCheck: flags.each ?? flags.only !== undefined,
    only: flags.only,
    firstViolation: flags.first,
    retry: flags.retry,
    timeout: flags.timeout,
    wholeTimeout: flags.wholeLimit,
    memory: flags.memory,
    threads:
      process.env[BROKE_DOWN] === undefined
        ? flags.threads
        : Math.min(CAREFUL_THREADS, flags.threads ?? CAREFUL_THREADS),
    portfolio: flags.portfolio,
    engines: flags.engines,
    exchange: flags.exchange,
    machine: flags.machine,
    minimise:
      flags.minimise &&
      (showsLemmas || flags.witness !== undefined || (flags.verbose === true && flags.quiet !== true)),
    provenance: showsLemmas || flags.verbose === true,
    outline: flags.stream !== undefined || flags.report !== undefined,
    seed: flags.seed,
  };
}
