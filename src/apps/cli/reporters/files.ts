import { basename } from 'node:path';
import { isHardware, notRepeated, type VerifyOptions } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { write } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import { asLemmataError } from '../report-error.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes the file of `--witness`, or explains why there is none. */
export class WitnessReporter implements Reporter {
  #written = false;

  constructor(
    private readonly file: string,
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
    private readonly quiet: boolean,
  ) {}

  async answer({ proved }: Result): Promise<void> {
    const verdict = await proved();
    const { files, dataModel = 'LP64', entry } = this.options;
    if (entry !== undefined || notRepeated(this.options) !== null) return;
    const { witnessText } = await import('../../output/witness/witness.ts');
    const text = witnessText(verdict, { files, dataModel, threads: this.record.hasThreads });
    if (text === null) return;
    replaceFile(this.file, text);
    this.#written = true;
  }

  async explain({ verdict }: Result): Promise<void> {
    if (this.#written || this.quiet || verdict.kind === 'unknown') return;
    const what = unwritten(verdict, this.options, this.record.hasThreads);
    await write(process.stderr, `No witness is written: there is no format for ${what}.\n`);
  }
}

/** The verdicts that no witness format can express, in words. */
function unwritten(verdict: Verdict, options: VerifyOptions, hasThreads: boolean): string {
  const { entry, files } = options;
  if (entry !== undefined) return 'runs and proofs that do not begin at main';
  if (options.byteOrder === 'big') return 'big-endian machines';
  if (notRepeated(options) !== null) return 'runs and proofs with acts from outside the program';
  if (verdict.property.kind === 'termination') {
    if (verdict.kind === 'safe') return 'proofs of files without a statement';
    return 'cycles with very many inputs';
  }
  if (hasThreads && verdict.kind === 'unsafe') return 'runs with very many steps of threads';
  if (verdict.kind === 'unsafe' && verdict.run.kind === 'program')
    return 'runs in which external functions change memory or call back';
  return verdict.kind === 'safe'
    ? files.some(isHardware)
      ? 'proofs of hardware models'
      : 'proofs of files without a statement'
    : 'large arrays that are not zero in runs of hardware models';
}

/** Writes the file of `--test`: C code that takes the program to the error. Explains why there is none. */
export class TestReporter implements Reporter {
  #missing: string | null = null;

  constructor(
    private readonly file: string,
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
    private readonly quiet: boolean,
  ) {}

  async answer({ verdict }: Result): Promise<void> {
    const { testOf } = await import('../../output/report/verdict-test.ts');
    const { externals, hasThreads } = this.record;
    const test = testOf(verdict, this.options, { externals, threads: hasThreads, name: basename(this.file) });
    if ('text' in test) replaceFile(this.file, test.text);
    else this.#missing = test.why;
  }

  async explain(): Promise<void> {
    if (this.#missing !== null && !this.quiet) await write(process.stderr, `No test is written: ${this.#missing}.\n`);
  }
}

/** Writes the file of `--sarif`. */
export class SarifReporter implements Reporter {
  constructor(
    private readonly file: string,
    private readonly files: readonly string[],
    private readonly record: EventRecord,
  ) {}

  async answer({ verdict }: Result): Promise<void> {
    const { sarifOfChecks, sarifText } = await import('../../output/report/sarif.ts');
    const { properties, results } = this.record;
    const context = { files: this.files, base: process.cwd(), properties };
    replaceFile(this.file, results === null ? sarifText(verdict, context) : sarifOfChecks(results, context));
  }

  async fail(error: unknown): Promise<void> {
    const { sarifFailureText } = await import('../../output/report/sarif.ts');
    const { diagnostics } = this.record;
    const failure = { error: asLemmataError(error), diagnostics };
    replaceFile(this.file, sarifFailureText(failure, { files: this.files, base: process.cwd() }));
  }
}
