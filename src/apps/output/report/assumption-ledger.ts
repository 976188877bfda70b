import type { Assumption } from '../../../program/cfa/assumptions.ts';
import type { ExternalFunction } from '../../../program/cfa/externals.ts';
import type { VerifyEvent } from '../../../race/events.ts';

/** Collects the assumptions of a verification from its events. */
export class AssumptionLedger {
  externals: readonly ExternalFunction[] = [];
  assumptions: readonly Assumption[] = [];
  preprocessed: Readonly<Record<string, string>> = {};

  take(event: VerifyEvent): void {
    if (event.kind === 'compiled') {
      this.externals = event.externals;
      this.assumptions = event.assumptions;
      this.preprocessed = event.preprocessed;
    }
    if (event.kind !== 'trials' || event.vacuous === undefined) return;
    const vacuous = event.vacuous.map(({ name, at }) => ({ kind: 'vacuous', function: name, at }) as const);
    this.assumptions = [...vacuous, ...this.assumptions];
  }
}
