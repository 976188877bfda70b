import { basename } from 'node:path';
import type { VerifyOptions } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { write } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

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
    const text = await this.#text(verdict);
    if (text !== null) replaceFile(this.file, text);
  }

  async explain(): Promise<void> {
    if (this.#missing !== null && !this.quiet) await write(process.stderr, `No test is written: ${this.#missing}.\n`);
  }

  async #text(verdict: Verdict): Promise<string | null> {
    const { files, dataModel = 'LP64', entry } = this.options;
    if (verdict.kind !== 'unsafe' || verdict.run.kind !== 'program') {
      this.#missing = 'only a FALSE of a C program has a run to repeat';
      return null;
    }
    if (entry !== undefined) {
      this.#missing = 'the run does not begin at main';
      return null;
    }
    if (this.record.hasThreads) {
      this.#missing = 'C cannot say in which order threads run';
      return null;
    }
    const { executableTest } = await import('../../output/report/c-test.ts');
    const { externals } = this.record;
    const text = executableTest(verdict.run, { files, dataModel, externals, name: basename(this.file) });
    if (text === null) this.#missing = 'C has no constant for an input of the run, or its end is no call';
    return text;
  }
}
