import { resultLines, sortedResults, summaryLine } from '../../output/report/check-results.ts';
import { reasonText } from '../../output/report/unknown-reason.ts';
import { write } from '../output.ts';
import { mayAnswer } from '../supervision.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/**
 * Writes the results of single checks to stdout by file and place, and their number in the last line.
 * Proved ones have lines of their own under --verbose alone.
 */
export class CheckLines implements Reporter {
  constructor(
    private readonly record: EventRecord,
    private readonly options: { readonly quiet: boolean; readonly verbose: boolean },
  ) {}

  async answer({ verdict }: Result): Promise<void> {
    await mayAnswer();
    const { results } = this.record;
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
    await write(process.stdout, `${summaryLine(results)}\n`);
  }
}
