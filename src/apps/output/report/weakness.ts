import { formatLocation } from '../../../base/source.ts';
import type { RecordedRun } from '../../../certify/replay/recorded-run.ts';
import { CHECKS, type CheckKind } from '../../../program/cfa/checks/kinds.ts';
import { WEAKNESSES, type WeaknessDescription } from '../../../program/cfa/checks/weaknesses.ts';
import type { UnknownReason, UnsafeVerdict } from '../../../race/verdict.ts';

/** The weakness that the run met; null: it met none that is known. */
export function weaknessOf(run: RecordedRun): WeaknessDescription | null {
  const weakness = run.kind === 'program' ? (run.fault?.weakness ?? null) : null;
  return weakness === null ? null : WEAKNESSES[weakness];
}

/** Says which block is lost or live where the run ends, in a sentence; '' for other runs. */
export function leakText(run: RecordedRun): string {
  const at = run.kind === 'program' ? run.leaked : undefined;
  return at === undefined ? '' : ` The block was allocated at ${formatLocation(at)}.`;
}

/** The weakness that the run of a failing check met; where it is not known, that of the kind. */
export function failureOf(kind: CheckKind, { run }: Pick<UnsafeVerdict, 'run'>): WeaknessDescription {
  return weaknessOf(run) ?? CHECKS[kind];
}

/** The undefined behaviour in which the runs of an undecided verification end, as a clause. */
export function undefinedText({ what, run }: UnknownReason & { readonly kind: 'undefined-behaviour' }): string {
  const weakness = run === undefined ? null : weaknessOf(run);
  return weakness === null ? `A run has undefined behaviour (${what})` : weakness.happens;
}
