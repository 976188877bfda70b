import type { TransitionSystem } from '../system.ts';
import type { WayBack } from '../way-back.ts';

/** The result of a pass: an equivalent system over the same term store, and the way back. */
export interface PassResult {
  readonly system: TransitionSystem;
  readonly back: WayBack;
}

/** A function from a system to an equivalent one. */
export type Pass = (system: TransitionSystem) => PassResult;

/** Runs passes one after the other; the way back goes through them in reverse. */
export function pipeline(passes: readonly Pass[]): Pass {
  return (original) => {
    let system = original;
    const ways: WayBack[] = [];
    for (const pass of passes) {
      const result = pass(system);
      system = result.system;
      ways.push(result.back);
    }
    return { system, back: ways.reverse().flat() };
  };
}

/** The result of a pass that changed nothing. */
export function unchanged(system: TransitionSystem): PassResult {
  return { system, back: [] };
}
