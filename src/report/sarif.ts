import packageJson from '../../package.json' with { type: 'json' };
import { unreachable } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { Verdict } from '../portfolio/verdict.ts';
import { reasonText } from './verdict-line.ts';

const RULE = 'unreach-call';

/**
 * The verdict in SARIF 2.1.0: an error with the run that leads there as code flow for FALSE, `pass` for TRUE, `open` for UNKNOWN. The latter two have level
 * `none`, so that code scanners raise no alarm.
 */
export function sarifText(verdict: Verdict): string {
  const { errorFunction } = verdict.property;
  const driver = {
    name: 'Lemmata',
    version: packageJson.version,
    rules: [{ id: RULE, shortDescription: { text: 'No run calls the error function' } }],
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results: [{ ruleId: RULE, ...resultOf(verdict, errorFunction) }] }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(verdict: Verdict, errorFunction: string): object {
  switch (verdict.kind) {
    case 'safe':
      return { kind: 'pass', level: 'none', message: { text: `No run calls ${errorFunction} (proved by ${verdict.engine}).` } };
    case 'unknown':
      return { kind: 'open', level: 'none', message: { text: `Not decided: ${reasonText(verdict.reason)}.` } };
    case 'unsafe': {
      const { run } = verdict;
      if (run.kind === 'hardware') return { level: 'error', message: { text: `A run violates ${run.property}.` } };
      const steps = run.steps.map(({ at, depth, text }) => ({
        nestingLevel: depth,
        location: { ...place(at), message: { text } },
      }));
      return {
        level: 'error',
        message: { text: `A run calls ${errorFunction}.` },
        locations: [place(run.error)],
        codeFlows: [{ threadFlows: [{ locations: steps }] }],
      };
    }
    default:
      return unreachable(verdict);
  }
}

function place({ file, line, column }: SourceLocation): object {
  const uri = file.split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line, startColumn: column } } };
}
