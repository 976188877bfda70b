import { LemmataError } from '../../base/errors.ts';
import { askedSystem } from '../../certify/parts.ts';
import type { TransitionSystem } from '../../transys/system.ts';

/** The system with a single one of its properties (by index in `Block.bads`); null leaves it unchanged. */
export function oneProperty(system: TransitionSystem, property: number | null): TransitionSystem {
  if (property === null) return system;
  const blocks = system.blocks.map((block) => {
    const only = block.bads[property];
    if (only === undefined) throw new LemmataError('E-INTERNAL', `there is no property ${property}`);
    return { ...block, bad: only.term, bads: [only] };
  });
  return { ...system, blocks };
}

/**
 * The part of the system as compiled that a certificate covers: one of its properties, and the errors
 * of some blocks (null: all).
 */
export function claimedSystem(
  system: TransitionSystem,
  { property, asked }: { readonly property: number | null; readonly asked: readonly number[] | null },
): TransitionSystem {
  const one = oneProperty(system, property);
  return asked === null ? one : askedSystem(one, asked);
}
