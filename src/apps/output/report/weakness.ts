import { formatLocation } from '../../../base/source.ts';
import type { ProgramRun, RecordedRun, TakenOrder } from '../../../certify/replay/recorded-run.ts';
import { CHECKS, type CheckKind } from '../../../program/cfa/checks/kinds.ts';
import { WEAKNESSES, type WeaknessDescription } from '../../../program/cfa/checks/weaknesses.ts';
import type { UnknownReason, UnsafeVerdict } from '../../../race/verdict.ts';

/** The weakness that the run met; null: it met none that is known. */
export function weaknessOf(run: RecordedRun): WeaknessDescription | null {
  const weakness = run.kind === 'program' ? (run.fault?.weakness ?? null) : null;
  return weakness === null ? null : WEAKNESSES[weakness];
}

/** Most orders of evaluation that a sentence names. */
const SHOWN_ORDERS = 3;

/**
 * Says which block is lost or live where the run ends, and which orders of evaluation it takes in place of GCC's;
 * '' for other runs.
 */
export function circumstances(run: RecordedRun): string {
  if (run.kind !== 'program') return '';
  const { leaked, lost, orders = [] } = run;
  const block = leaked === undefined ? '' : ` The block was allocated at ${formatLocation(leaked)}${lossText(lost)}.`;
  return orders.length === 0
    ? block
    : `${block} The run takes an order that C leaves open: ${ordersText(orders)}. GCC takes another.`;
}

function lossText(lost: ProgramRun['lost']): string {
  return lost === undefined ? '' : `, and its last pointer goes at ${formatLocation(lost.at)}`;
}

/** Names orders of evaluation, as a part of a sentence. */
export function ordersText(orders: readonly TakenOrder[]): string {
  const named = orders.slice(0, SHOWN_ORDERS).map(({ what }) => what);
  const further = orders.length - named.length;
  return `${named.join(', ')}${further === 0 ? '' : ` and ${further} more`}`;
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
