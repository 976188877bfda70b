import { entryOf, type VerifyOptions } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import {
  resultLines,
  sortedResults,
  summaryLine,
  unusedIgnores,
  unusedLine,
} from '../../output/report/check-results.ts';
import { hintLines } from '../../output/report/hint-results.ts';
import { reasonText } from '../../output/report/unknown-reason.ts';
import { verdictLine, verdictName } from '../../output/report/verdict-line.ts';
import { write } from '../output.ts';
import { writeErrorObject } from '../report-error.ts';
import { mayAnswer } from '../supervision.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes what is known of the hints to stdout, in their order. */
async function writeHints({ hints }: EventRecord, { quiet, verbose }: TextOptions): Promise<void> {
  for (const result of sortedResults(hints)) {
    const lines = hintLines(result, verbose);
    await write(process.stdout, (quiet ? lines.slice(0, 1) : lines).map(({ text }) => `${text}\n`).join(''));
  }
}

interface TextOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/**
 * Writes the results of single checks to stdout by file and place, and their number in the last line.
 * Proved ones have lines of their own under --verbose alone.
 */
export class CheckLines implements Reporter {
  constructor(
    private readonly record: EventRecord,
    private readonly options: TextOptions,
  ) {}

  async answer({ verdict }: Result): Promise<void> {
    await mayAnswer();
    await writeHints(this.record, this.options);
    const { results, ignores } = this.record;
    const { quiet, verbose } = this.options;
    if (results === null) {
      const why = verdict.kind === 'unknown' ? `: ${reasonText(verdict.reason)}` : '';
      return write(process.stdout, `Checks: not decided${why}\n`);
    }
    for (const result of sortedResults(results)) {
      if (result.state.kind === 'proved' && !verbose) continue;
      const lines = resultLines(result, verbose);
      await write(process.stdout, (quiet ? lines.slice(0, 1) : lines).map(({ text }) => `${text}\n`).join(''));
    }
    for (const unused of unusedIgnores(results, ignores)) await write(process.stdout, `${unusedLine(unused)}\n`);
    await write(process.stdout, `${summaryLine(results)}\n`);
  }
}

/** Writes a line for the verdict to stdout, after one for each property of a model with several ones. */
export class VerdictLines implements Reporter {
  constructor(
    private readonly record: EventRecord,
    private readonly options: TextOptions,
  ) {}

  async answer({ verdict }: Result): Promise<void> {
    await mayAnswer();
    await writeHints(this.record, this.options);
    for (const { name, verdict: one } of this.record.properties)
      await write(process.stdout, `Property ${name}: ${verdictName(one)}\n`);
    await write(process.stdout, `${verdictLine(verdict)}\n`);
  }
}

/** Writes the result of `--json` to stdout. */
export class JsonReporter implements Reporter {
  constructor(
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
  ) {}

  async answer({ proved }: Result): Promise<void> {
    const result = await jsonResult(this.options, this.record, await proved());
    await mayAnswer();
    await write(process.stdout, `${JSON.stringify(result)}\n`);
  }

  fail(error: unknown): void {
    writeErrorObject(error);
  }
}

/** The object of `--json`. */
export async function jsonResult(options: VerifyOptions, record: EventRecord, verdict: Verdict): Promise<object> {
  const { resultObject } = await import('../../output/report/json.ts');
  const { properties, externals, assumptions, elapsed: milliseconds, statistics, lemmas } = record;
  const { checks, results, hints, ignores } = record;
  return resultObject(verdict, {
    ...{ files: options.files, entry: entryOf(options), milliseconds },
    ...{ properties, externals, assumptions, statistics, lemmas, checks, results, hints, ignores },
  });
}
