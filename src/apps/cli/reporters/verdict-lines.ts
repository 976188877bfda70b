import { verdictLine, verdictName } from '../../output/report/verdict-line.ts';
import { write } from '../output.ts';
import { mayAnswer } from '../supervision.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes a line for the verdict to stdout, after one for each property of a model with several ones. */
export class VerdictLines implements Reporter {
  constructor(private readonly record: EventRecord) {}

  async answer({ verdict }: Result): Promise<void> {
    await mayAnswer();
    for (const { name, verdict: one } of this.record.properties)
      await write(process.stdout, `Property ${name}: ${verdictName(one)}\n`);
    await write(process.stdout, `${verdictLine(verdict)}\n`);
  }
}
