import { entryOf, type VerifyOptions } from '../../../race/options/options.ts';
import { write } from '../output.ts';
import { writeErrorObject } from '../report-error.ts';
import { mayAnswer } from '../supervision.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes the result of `--json` to stdout. */
export class JsonReporter implements Reporter {
  constructor(
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
  ) {}

  async answer({ proved }: Result): Promise<void> {
    const { resultObject } = await import('../../output/report/json.ts');
    const verdict = await proved();
    const {
      properties,
      externals,
      assumptions,
      elapsed: milliseconds,
      statistics,
      lemmas,
      checks,
      results,
    } = this.record;
    const { files } = this.options;
    const entry = entryOf(this.options);
    const result = resultObject(verdict, {
      files,
      properties,
      externals,
      assumptions,
      entry,
      milliseconds,
      statistics,
      lemmas,
      checks,
      results,
    });
    await mayAnswer();
    await write(process.stdout, `${JSON.stringify(result)}\n`);
  }

  fail(error: unknown): void {
    writeErrorObject(error);
  }
}
