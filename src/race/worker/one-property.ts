import { LemmataError } from '../../base/errors.ts';
import { askedSystem } from '../../certify/proof/parts.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { CertifierJob } from '../messages/certification.ts';

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

/** The system without the errors of some checks. Errors without names stay. */
function withoutChecks(system: TransitionSystem, open: readonly string[]): TransitionSystem {
  const { terms } = system;
  const left = new Set(open);
  const blocks = system.blocks.map((block) => {
    if (block.bads.length === 0) return block;
    const bads = block.bads.filter(({ name }) => !left.has(name));
    return { ...block, bads, bad: terms.orAll(bads.map(({ term }) => term)) };
  });
  return { ...system, blocks };
}

/**
 * The part of the system as compiled that a certificate covers: one of its properties, and the errors
 * of some blocks (null: all). Checks that it leaves open have no errors here.
 */
export function claimedSystem(
  system: TransitionSystem,
  { property, asked, open }: Pick<CertifierJob, 'property' | 'asked' | 'open'>,
): TransitionSystem {
  if (open !== undefined && asked !== null)
    throw new LemmataError('E-INTERNAL', 'a part of the system has not all errors of a check');
  const one = open === undefined ? oneProperty(system, property) : withoutChecks(system, open);
  return asked === null ? one : askedSystem(one, asked);
}
