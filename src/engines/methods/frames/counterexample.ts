import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { SystemTrace, TransitionSystem } from '../../../system/transys/system.ts';

/** True if the run ends in bad in its last step and rests on no doubt. */
export function isCertain(system: TransitionSystem, trace: SystemTrace): boolean {
  let doubtful = false;
  const end = simulateTrace(system, trace, {
    doubt: () => {
      doubtful = true;
    },
  });
  return end.kind === 'bad' && !doubtful && system.doubts.every(({ hasCondition: told }) => told);
}
