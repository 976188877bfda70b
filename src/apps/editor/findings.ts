import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type InlayHint,
} from 'vscode-languageserver/node';
import type { SourceLocation } from '../../base/source.ts';
import type { RecordedRun } from '../../certify/replay/recorded-run.ts';
import { inputText } from '../output/report/input-text.ts';
import type { LoopInvariant } from '../output/report/loop-invariants.ts';
import type { FoundRun, Outcome } from './outcome.ts';
import type { Places } from './places.ts';

/** A diagnostic of the protocol, and the document that it belongs to. */
export interface PlacedDiagnostic {
  readonly uri: string;
  readonly diagnostic: Diagnostic;
}

/** Most places that one diagnostic lists. Editors show all of them at once. */
const MOST_RELATED = 60;
const MOST_LABEL = 120;

/**
 * Returns the findings as diagnostics: an error for a violation, with its run; information for what is
 * not decided. `uri`: the document that findings without a place belong to.
 */
export function diagnosticsOf(outcome: Outcome, uri: string, places: Places): readonly PlacedDiagnostic[] {
  const findings = outcome.findings.flatMap((finding, index) =>
    finding.level === 'none' ? [] : [placed(finding.at, uri, places, diagnosticOf(outcome, finding, index, places))],
  );
  const warnings = outcome.warnings.map(({ message, at, code }) =>
    placed(at, uri, places, { severity: DiagnosticSeverity.Warning, message, code }),
  );
  return [...findings, ...warnings];
}

function placed(
  at: SourceLocation | null,
  uri: string,
  places: Places,
  diagnostic: Omit<Diagnostic, 'range' | 'source'>,
): PlacedDiagnostic {
  const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const range = at === null ? top : places.range(at);
  return { uri: at === null ? uri : places.uri(at), diagnostic: { ...diagnostic, range, source: 'Lemmata' } };
}

function diagnosticOf(
  { verdict }: Outcome,
  finding: FoundRun,
  index: number,
  places: Places,
): Omit<Diagnostic, 'range' | 'source'> {
  const { level, text, at, run } = finding;
  // A program without a function main, for example, is no mistake of a line.
  const severe = level === 'error' && !(verdict === 'ERROR' && at === null);
  return {
    severity: severe ? DiagnosticSeverity.Error : DiagnosticSeverity.Information,
    message: text,
    ...(run === null ? {} : { relatedInformation: related(run, places), data: { run: index } }),
  };
}

/** The inputs and the steps of a run; of a long run its last ones. */
function related(run: RecordedRun, places: Places): DiagnosticRelatedInformation[] {
  if (run.kind !== 'program') return [];
  const steps = run.steps.map(({ at, text }) => ({ at, message: text }));
  const inputs = run.inputs.map((input) => ({ at: input.at, message: `input: ${inputText(input)}` }));
  const shown = steps.length > 0 ? steps : inputs;
  return shown
    .slice(-MOST_RELATED)
    .map(({ at, message }) => ({ location: { uri: places.uri(at), range: places.range(at) }, message }));
}

/** The invariants at the heads of a document's loops, in C where C can express them. */
export function hintsOf(invariants: readonly LoopInvariant[], uri: string, places: Places): readonly InlayHint[] {
  return invariants.flatMap(({ at, keyword, lines }) => {
    if (at === null || places.uri(at) !== uri || lines.length === 0) return [];
    const where = keyword === 'threads' ? ' between the steps of threads' : '';
    const text = `invariant${where}: ${lines.join(' && ')}`;
    const label = text.length > MOST_LABEL ? `${text.slice(0, MOST_LABEL)}...` : text;
    return [{ position: places.lineEnd(at), label, tooltip: lines.join('\n'), paddingLeft: true }];
  });
}
