import { LemmataError } from '../../base/errors.ts';
import type { TransitionSystem } from '../../transys/system.ts';

/** The system with one of its properties only (by index in `Block.bads`); null leaves it as it is. */
export function oneProperty(system: TransitionSystem, property: number | null): TransitionSystem {
  if (property === null) return system;
  const blocks = system.blocks.map((block) => {
    const only = block.bads[property];
    if (only === undefined) throw new LemmataError('E-INTERNAL', `there is no property ${property}`);
    return { ...block, bad: only.term, bads: [only] };
  });
  return { ...system, blocks };
}
