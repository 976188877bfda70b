import { replaceFile } from '../replace-file.ts';
import { asLemmataError } from '../report-error.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

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
