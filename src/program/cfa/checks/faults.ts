import { formatLocation, type SourceLocation } from '../../../base/source.ts';
import { checkFunction, type MemoryKind } from './kinds.ts';

/**
 * Checks of memory by place. No operation calls them: encoder and interpreter judge accesses and
 * releases themselves, and ask here which check fails. Plain data.
 */
export interface PlacedFaults {
  /** Names of the functions of single checks, by {@link faultKey}. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of the checks whose failure is an error. At others, runs end without blame. */
  readonly open: ReadonlySet<string>;
}

/** The end of a run at a fault that the program watches for. */
export type FaultEnd =
  /** The run is at the error, as if it had called the function. */
  | { readonly kind: 'error'; readonly function: string }
  /** The check is not open: the run ends without blame. */
  | { readonly kind: 'masked' }
  /** No check has that place, so that nothing is known about the fault. */
  | { readonly kind: 'unplaced' };

/** Identifies a check of memory among those of a program. */
export function faultKey(kind: MemoryKind, at: SourceLocation): string {
  return `${kind}:${formatLocation(at)}`;
}

/**
 * Returns how a run ends that meets the fault. `at`: place of the first edge that leaves the location
 * of the operation; null if there is none.
 */
export function endOfFault(faults: PlacedFaults | null, kind: MemoryKind, at: SourceLocation | null): FaultEnd {
  if (faults === null) return { kind: 'error', function: checkFunction(kind) };
  const name = at === null ? undefined : faults.names.get(faultKey(kind, at));
  if (name === undefined) return { kind: 'unplaced' };
  return faults.open.has(name) ? { kind: 'error', function: name } : { kind: 'masked' };
}
