import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { InputInstance } from './certificate.ts';
import type { SystemTrace } from './system.ts';
import { invariantBack, traceBack, type WayBack } from './way-back.ts';

/**
 * The reason why a run has no end, although it may meet no state twice: a closed recurrence set (Chen,
 * Cook, Fuhs, Nimkar, O'Hearn, TACAS 2014). The stem is a run into the set. From each state of the set,
 * the step with the chosen inputs is possible, rests on no doubt, and leads into the set again.
 */
export interface Recurrent {
  /** The steps before the run is in the set. */
  readonly stem: SystemTrace;
  /** The set, as a formula over the state variables. */
  readonly set: Term;
  /** Values of inputs of blocks in the set, one entry at most for a block. Other inputs may have any values. */
  readonly choices: readonly InputInstance[];
}

/** Returns the certificate of the original that a certificate of the reduced system stands for. */
export function recurrentBack(terms: TermStore, way: WayBack, { stem, set, choices }: Recurrent): Recurrent {
  const input = (index: number): number => way.reduce((known, { inputs }) => inputs[known], index);
  return {
    stem: traceBack(way, stem),
    set: invariantBack(terms, way, set),
    choices: choices.map(({ block, values }) => ({
      block,
      values: values.map(([index, value]) => [input(index), value] as const),
    })),
  };
}
