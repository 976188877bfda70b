import { counted } from '../../../base/counted.ts';
import { unreachable } from '../../../base/errors.ts';
import type { RecordedRun } from '../../../certify/replay/recorded-run.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { checkersText, type EvidenceObject, replayText } from './evidence-text.ts';
import { stepCount } from './run-lines.ts';
import type { ReportLine } from './text.ts';

/** Returns the account of a verdict; null for UNKNOWN. */
export function evidenceObject(verdict: Verdict): EvidenceObject | null {
  switch (verdict.kind) {
    case 'safe': {
      const shown = verdict.proof.evidence.map((entry) => ({ ...entry, milliseconds: tenths(entry.milliseconds) }));
      const obligations = shown.reduce((sum, { count }) => sum + count, 0);
      const milliseconds = tenths(verdict.proof.evidence.reduce((sum, entry) => sum + entry.milliseconds, 0));
      return { kind: 'proof', obligations, milliseconds, shown };
    }
    case 'unsafe': {
      const { run, compiled } = verdict;
      const native = compiled !== undefined && compiled.outcome !== 'open';
      const closed = run.kind === 'program' && run.cycle?.repeats === false ? ({ closedSet: true } as const) : {};
      const opinion = compiled === undefined ? {} : { compiled };
      const milliseconds = tenths(verdict.replayMilliseconds);
      return { kind: 'replay', ...sizeOf(run), milliseconds, native, ...opinion, ...closed };
    }
    case 'unknown':
      return null;
    default:
      return unreachable(verdict);
  }
}

function sizeOf(run: RecordedRun): { readonly by: 'interpreter' | 'model'; steps: number; inputs: number } {
  switch (run.kind) {
    case 'program': {
      const further = run.further?.series.reduce((sum, [, , count]) => sum + count, 0) ?? 0;
      return { by: 'interpreter', steps: stepCount(run), inputs: run.inputs.length + further };
    }
    case 'hardware': {
      const inputs = run.steps.reduce((sum, values) => sum + values.length, 0);
      return { by: 'model', steps: run.steps.length, inputs };
    }
    default:
      return unreachable(run);
  }
}

function tenths(milliseconds: number): number {
  return Math.round(10 * milliseconds) / 10;
}

/** Returns the lines of `--verbose` about the account of a verdict. */
export function evidenceLines(verdict: Verdict): readonly ReportLine[] {
  const evidence = evidenceObject(verdict);
  if (evidence === null) return [];
  const line = (text: string): ReportLine => ({ style: 'dim', text });
  if (evidence.kind === 'replay') return [line(`Evidence: ${replayText(evidence)}.`)];
  const { obligations, milliseconds, shown } = evidence;
  const counts = shown.map(({ count }) => String(count));
  const [conditions, numbers, checkers] = [
    aligned(shown.map(({ condition }) => condition)),
    counts.map((count) => count.padStart(Math.max(...counts.map(({ length }) => length)))),
    aligned(shown.map(({ by }) => checkersText(by))),
  ];
  return [
    line(`Evidence: ${counted(obligations, 'obligation')} shown in ${Math.round(milliseconds)} ms`),
    ...shown.map((entry, i) =>
      line(`  ${conditions[i]}  ${numbers[i]}  ${checkers[i]}  ${Math.round(entry.milliseconds)} ms`),
    ),
  ];
}

function aligned(texts: readonly string[]): readonly string[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  return texts.map((text) => text.padEnd(width));
}
