import { freeze, type SharedTerms, thaw } from '../../logic/terms/share.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { TransitionSystem } from './system.ts';

/** A system as plain data: when it is posted to a thread, its terms are shared, not copied. */
export interface SharedSystem {
  readonly terms: SharedTerms;
  /** The system without its store. Terms are numbers, the same in every store thawed from `terms`. */
  readonly system: Omit<TransitionSystem, 'terms'>;
}

/** The system in shared memory. Terms made later in its store are not part of it. */
export function freezeSystem(system: TransitionSystem): SharedSystem {
  const { terms, ...rest } = system;
  return { terms: freeze(terms), system: rest };
}

/**
 * The same system over a store of its own, in which every term keeps its number. `termLimit` as for
 * TermStore.
 */
export function thawSystem(shared: SharedSystem, termLimit?: number): TransitionSystem {
  const terms: TermStore = thaw(shared.terms, termLimit);
  return { terms, ...shared.system };
}
