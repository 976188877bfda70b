import { isAbsolute, relative, resolve } from 'node:path';
import type { Finding } from './finding.ts';

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
