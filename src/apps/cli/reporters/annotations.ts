import { isAbsolute, relative, resolve } from 'node:path';
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
  const lines = workflowCommands(findings, 'Lemmata', process.env.GITHUB_WORKSPACE ?? process.cwd());
  await write(process.stderr, lines.map((line) => `${line}\n`).join(''));
}

/**
 * Findings as workflow commands of GitHub Actions, one per line, which the runner shows beside the
 * program's lines (docs.github.com: Workflow commands for GitHub Actions). `workspace`: the folder of
 * the repository, to which file names are relative.
 */
export function workflowCommands(findings: readonly Finding[], title: string, workspace: string): readonly string[] {
  return findings.flatMap(({ level, text, at }) => {
    if (level === 'none') return [];
    const place = at === null ? {} : { file: fileIn(workspace, at.file), line: at.line, col: at.column };
    const properties = Object.entries({ ...place, title }).map(
      ([name, value]) => `${name}=${escapedProperty(`${value}`)}`,
    );
    return [`::${level} ${properties.join(',')}::${escaped(text)}`];
  });
}

function fileIn(workspace: string, file: string): string {
  const path = relative(workspace, resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
