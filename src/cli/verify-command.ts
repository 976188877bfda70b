import type { Diagnostic } from '../c/diagnostics.ts';
import type { ExternalFunction } from '../cfa/externals.ts';
import type { OpenAnswers } from '../compete/answer-place.ts';
import type { LemmaExchange } from '../compete/nats/lemmas.ts';
import { entryOf, type VerifyOptions } from '../portfolio/options/options.ts';
import { BROKE_DOWN, CAREFUL_THREADS, SUPERVISED } from '../portfolio/threads/supervision.ts';
import type { Verdict } from '../portfolio/verdict.ts';
import { startVerification, withProof } from '../portfolio/verify.ts';
import { keeperApi } from '../portfolio/worker/keeper.ts';
import { verdictLine, verdictName } from '../report/verdict-line.ts';
import { answerPlace } from './answer-place.ts';
import type { Broadcast } from './broadcast.ts';
import { write } from './output.ts';
import type { VerifyFlags } from './program.ts';
import { queueAddress } from './queue-address.ts';
import { checkWritable, replaceFile } from './replace-file.ts';
import { asLemmataError, reportError } from './report-error.ts';
import { Screen } from './screen.ts';
import { programOptions } from './source-options.ts';
import { age, mayAnswer, notifySupervisor, onStop } from './supervision.ts';
import { annotate, type Ended, writeSarif } from './tool-outputs.ts';

const EXIT_CODE: Readonly<Record<Verdict['kind'], number>> = { safe: 0, unsafe: 10, unknown: 5 };

/** A verification without a time limit prints a hint after this time, in ms. */
const UNLIMITED_MILLISECONDS = 60_000;

/** `lemmata verify`: resolves to the exit code; throws LemmataError for wrong options and input. */
export async function verifyCommand(named: readonly string[], flags: VerifyFlags): Promise<number> {
  const options = toOptions(named, flags);
  const { files } = options;
  for (const file of [flags.witness, flags.sarif, flags.report]) if (file !== undefined) checkWritable(file);
  const started = performance.now() - age();
  const screen = new Screen({ quiet: flags.quiet ?? false, verbose: flags.verbose ?? false, color: flags.color, started });
  const broken = process.env[BROKE_DOWN];
  if (broken !== undefined && flags.verbose && !flags.quiet) {
    await write(process.stderr, `The verifying process ended with ${broken}: it begins again, with fewer engines at once.\n`);
  }
  const far = await lemmaExchange(flags);
  const broadcast = await broadcastOf(options, flags);
  // A replacement process compiles in a thread, whose breakdown it survives.
  const near = broken === undefined && process.env[SUPERVISED] !== undefined ? keeperApi() : null;
  const answers = await answersOf(flags);
  const verification = startVerification(options, { started, far, near, answers });
  onStop(() => verification.stop());
  verification.limits.then(
    ({ milliseconds, bytes }) => notifySupervisor({ kind: 'limits', json: flags.json ?? false, milliseconds, bytes }),
    () => {},
  );
  const reminder = flags.timeout === undefined && !flags.quiet ? setTimeout(sayUnlimited, UNLIMITED_MILLISECONDS).unref() : null;
  const properties: { name: string; verdict: Verdict }[] = [];
  const diagnostics: Diagnostic[] = [];
  const entry = entryOf(options);
  let externals: readonly ExternalFunction[] = [];
  for await (const event of verification) {
    screen.show(event);
    broadcast?.take(event);
    if (event.kind === 'bound') notifySupervisor({ kind: 'bound', bound: event.bound });
    if (event.kind === 'compiled') ({ externals } = event);
    if (event.kind === 'diagnostic') diagnostics.push(event.diagnostic);
    if (event.kind === 'property') properties.push({ name: event.name, verdict: event.verdict });
  }
  if (reminder !== null) clearTimeout(reminder);
  screen.clear();
  void far?.close();
  void answers?.close();
  let verdict: Verdict;
  try {
    verdict = await verification.result;
  } catch (error) {
    const failed: Ended = { kind: 'failed', error: asLemmataError(error), diagnostics };
    await writeSarif(failed, files, flags);
    broadcast?.fail(error);
    // The screen shows the front end's own messages already.
    const quiet = diagnostics.some(({ severity }) => severity === 'error');
    const exitCode = reportError(error, { json: flags.json ?? false, quiet });
    await annotate(failed, flags);
    await broadcast?.close();
    return exitCode;
  }
  const ended: Ended = { kind: 'verdict', verdict, properties };
  await writeSarif(ended, files, flags);
  broadcast?.conclude(withProof(verdict, await verification.proof));
  const witness =
    flags.witness === undefined || (await writeWitness(flags.witness, withProof(verdict, await verification.proof), options));
  if (flags.json) {
    const { resultObject } = await import('../report/json.ts');
    const shown = withProof(verdict, await verification.proof);
    const { elapsed: milliseconds, statistics, lemmas, checks } = screen;
    const result = resultObject(shown, { files, properties, externals, entry, milliseconds, statistics, lemmas, checks });
    await mayAnswer();
    await write(process.stdout, `${JSON.stringify(result)}\n`);
  } else {
    await mayAnswer();
    for (const { name, verdict: one } of properties) await write(process.stdout, `Property ${name}: ${verdictName(one)}\n`);
    await write(process.stdout, `${verdictLine(verdict)}\n`);
  }
  notifySupervisor({ kind: 'answered', exitCode: EXIT_CODE[verdict.kind] });
  if (!flags.quiet) {
    if (!witness) await write(process.stderr, `No witness is written: there is no format for ${unwritten(verdict, options)}.\n`);
    const { explain } = await import('../report/explain.ts');
    const shown = flags.verbose ? withProof(verdict, await verification.proof) : verdict;
    await write(process.stderr, screen.paint(explain(shown, { verbose: flags.verbose ?? false, externals, entry })));
    const prover = verdict.kind === 'safe' ? verdict.engine : null;
    if (flags.verbose) await write(process.stderr, screen.paint(screen.lemmas.lines(prover)));
  }
  await annotate(ended, flags);
  await broadcast?.close();
  return EXIT_CODE[verdict.kind];
}

/** The exchange of lemmas with other machines; null without `--share`. */
async function lemmaExchange(flags: VerifyFlags): Promise<LemmaExchange | null> {
  // An empty environment variable names no server.
  const address = queueAddress(flags.share === '' ? undefined : flags.share, flags);
  if (address === null) return null;
  const { LemmaExchange } = await import('../compete/nats/lemmas.ts');
  return new LemmaExchange(address, (text) => void process.stderr.write(flags.quiet ? '' : `${text}\n`));
}

/** The store of earlier answers; null without `--cache`. */
async function answersOf(flags: VerifyFlags): Promise<OpenAnswers | null> {
  const place = answerPlace(flags.cache, flags);
  if (place === null) return null;
  const { openAnswers } = await import('../compete/answer-place.ts');
  return openAnswers(place, (text) => void process.stderr.write(flags.quiet ? '' : `${text}\n`));
}

/** Null without `--stream` and `--report`. */
async function broadcastOf(options: VerifyOptions, flags: VerifyFlags): Promise<Broadcast | null> {
  if (flags.stream === undefined && flags.report === undefined) return null;
  const { Broadcast } = await import('./broadcast.ts');
  return new Broadcast(options, flags);
}

function toOptions(files: readonly string[], flags: VerifyFlags): VerifyOptions {
  const showsLemmas = flags.json === true || flags.stream !== undefined || flags.report !== undefined;
  return {
    ...programOptions(files, flags),
    timeout: flags.timeout,
    memory: flags.memory,
    threads: process.env[BROKE_DOWN] === undefined ? flags.threads : Math.min(CAREFUL_THREADS, flags.threads ?? CAREFUL_THREADS),
    portfolio: flags.portfolio,
    engines: flags.engines,
    exchange: flags.exchange,
    machine: flags.machine,
    minimise: flags.minimise && (showsLemmas || flags.witness !== undefined || (flags.verbose === true && flags.quiet !== true)),
    provenance: showsLemmas || flags.verbose === true,
    outline: flags.stream !== undefined || flags.report !== undefined,
    seed: flags.seed,
  };
}

/** False if no witness format can express the verdict, though it was decided. */
async function writeWitness(file: string, verdict: Verdict, options: VerifyOptions): Promise<boolean> {
  if (options.entry !== undefined) return verdict.kind === 'unknown';
  const { witnessText } = await import('../witness/witness.ts');
  const text = witnessText(verdict, { files: options.files, dataModel: options.dataModel ?? 'LP64' });
  if (text === null) return verdict.kind === 'unknown';
  replaceFile(file, text);
  return true;
}

function unwritten(verdict: Verdict, { entry }: VerifyOptions): string {
  if (entry !== undefined) return 'runs and proofs that do not begin at main';
  if (verdict.kind === 'unsafe' && verdict.run.kind === 'program')
    return 'runs in which external functions change memory or call back';
  return verdict.kind === 'safe' ? 'proofs of hardware models' : 'large arrays that are not zero in runs of hardware models';
}

function sayUnlimited(): void {
  void write(
    process.stderr,
    'lemmata: there is no time limit; --timeout sets one, and Ctrl-C ends the search with the results so far\n',
  );
}
