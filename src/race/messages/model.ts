import type { PackedTerm } from '../../logic/terms/pack.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { Target } from '../../system/transys/target.ts';
import type { WayBack } from '../../system/transys/way-back.ts';
import type { SystemFacts } from '../facts.ts';
import type { Property } from '../property.ts';

/** A program or a hardware model, compiled for a target. It is made once, and never changes. */
export interface ModelOf<System> {
  /** The number by which calls of the compile thread name it. */
  readonly id: number;
  /** The system as compiled, on which certificates are checked. */
  readonly system: System;
  /** The system on which engines work. */
  readonly reduced: System;
  /** Leads from the reduced system to the one as compiled. */
  readonly wayBack: WayBack;
  /** The errors of the system as compiled that the reduced one has. */
  readonly target: Target;
  /** Property with the functions whose calls are errors in this model. */
  readonly property: Property;
  /** `v8.serialize` of the program that runs execute; null for hardware. */
  readonly program: SharedArrayBuffer | null;
  /** Facts of the reduced system. */
  readonly facts: SystemFacts;
  /** Conditions over the state of the reduced system that hints expect to hold. */
  readonly candidates: readonly PackedTerm[];
}

/** A model as threads share it. */
export type Model = ModelOf<SharedSystem>;

/** The errors of the system as compiled that are decided together with a target of the reduced system. */
export function coveredBy({ target: whole }: Pick<Model, 'target'>, target: Target): Target {
  return target.kind === 'all' ? whole : target;
}
