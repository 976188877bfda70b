import type { Finding } from '../../output/report/finding.ts';
import { write } from '../output.ts';
import { asLemmataError } from '../report-error.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes annotations of the program's lines to stderr, in a job of GitHub Actions. */
export class AnnotationReporter implements Reporter {
  constructor(private readonly record: EventRecord) {}

  async explain({ verdict }: Result): Promise<void> {
    const { verdictFinding } = await import('../../output/report/finding.ts');
    const { properties, results } = this.record;
    if (results !== null) {
      const { resultFinding, sortedResults } = await import('../../output/report/check-results.ts');
      return annotate(sortedResults(results).map(resultFinding));
    }
    const found =
      properties.length === 0
        ? [verdictFinding(verdict)]
        : properties.map((one) => verdictFinding(one.verdict, one.name));
    await annotate(found);
  }

  async fail(error: unknown): Promise<void> {
    const { failureFindings } = await import('../../output/report/finding.ts');
    await annotate(failureFindings({ error: asLemmataError(error), diagnostics: this.record.diagnostics }));
  }
}

async function annotate(findings: readonly Finding[]): Promise<void> {
  const { workflowCommands } = await import('../../output/report/github.ts');
  const lines = workflowCommands(findings, 'Lemmata', process.env.GITHUB_WORKSPACE ?? process.cwd());
  await write(process.stderr, lines.map((line) => `${line}\n`).join(''));
}
