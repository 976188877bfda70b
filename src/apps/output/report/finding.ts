import { type LemmataError, unreachable } from '../../../base/errors.ts';
import type { SourceLocation } from '../../../base/source.ts';
import type { Diagnostic } from '../../../c/diagnostics.ts';
import type { ProgramRun } from '../../../certify/replay/recorded-run.ts';
import type { UnknownReason, Verdict } from '../../../race/verdict.ts';
import { inputsText } from './inputs-text.ts';
import { reasonText, toldBound } from './unknown-reason.ts';
import { violated, violationText } from './verdict-line.ts';
import { circumstances, undefinedText, weaknessOf } from './weakness.ts';

/** A result for tools that read results line by line: one sentence, and the place that it is about. */
export interface Finding {
  readonly level: 'error' | 'warning' | 'none';
  readonly text: string;
  readonly at: SourceLocation | null;
}

/**
 * The reason for a missing verdict: the front end's messages, if any, and the error that ended the
 * verification.
 */
export interface Failure {
  readonly error: Pick<LemmataError, 'code' | 'message' | 'at'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The verdict; for models with several properties, that on `property`. */
export function verdictFinding(verdict: Verdict, property: string | null = null): Finding {
  const about = property === null ? '' : `${property}: `;
  switch (verdict.kind) {
    case 'safe':
      return { level: 'none', text: `${about}No run violates the property (proved by ${verdict.engine}).`, at: null };
    case 'unknown': {
      const { reason } = verdict;
      const bound = toldBound(verdict.safeUpTo);
      const known = bound === null ? '' : ` No run of at most ${bound} steps violates the property.`;
      return {
        level: 'warning',
        text: `${about}Not decided: ${reasonText(reason)}.${known}`,
        at: 'at' in reason ? reason.at : null,
      };
    }
    case 'unsafe': {
      const { run } = verdict;
      if (run.kind === 'hardware')
        return { level: 'error', text: `A run violates ${run.property} in step ${run.steps.length - 1}.`, at: null };
      const kind = violated(verdict);
      const what =
        kind === 'unreach-call'
          ? `A run calls ${run.errorFunction}()`
          : (weaknessOf(run)?.happens ?? violationText(kind, run.errorFunction));
      const text = `${what}, ${inputsText(run)}.${circumstances(run)}`;
      return { level: 'error', text, at: run.error };
    }
    default:
      return unreachable(verdict);
  }
}

/** The undefined behaviour that a run met before it reached the error; null: there is none, or no run is known. */
export function undefinedFinding(reason: UnknownReason): (Finding & { readonly run: ProgramRun }) | null {
  if (reason.kind !== 'undefined-behaviour' || reason.run === undefined) return null;
  const { run } = reason;
  return { level: 'warning', text: `${undefinedText(reason)}, ${inputsText(run)}.`, at: run.error, run };
}

/** The errors in the program, or else the error that ended the verification. */
export function failureFindings({ error, diagnostics }: Failure): readonly Finding[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [{ level: 'error', text: error.message, at: error.at }];
  return errors.map(({ message, at }) => ({ level: 'error', text: message, at }));
}
