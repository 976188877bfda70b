import type { AutomatonFunction, Location } from '../program/cfa/automaton.ts';
import type { Frame } from './activation.ts';
import type { CompileContext, Eval } from './context.ts';

/**
 * Follows a run step by step, and all its accesses to memory that places of the program make. Closures
 * alone execute such runs. The library's own accesses are not told.
 */
export interface Driver {
  /** Called before the step that leaves a location. A result of false ends the run as `stopped`. */
  step(fn: AutomatonFunction, location: Location): boolean;
  /** `size` in bytes; `atomic`: the object's type is atomic. */
  access(address: number, size: number, write: boolean, atomic: boolean): void;
}

/** Bytes of a memory location, around the address of an access to a part of it. */
export interface Extent {
  /** Bytes before the address. */
  readonly before: number;
  readonly size: number;
}

/** Makes an access tell the driver about itself, if the run has one. */
export function told(
  { runtime }: CompileContext,
  address: Eval<number>,
  { before, size }: Extent,
  write: boolean,
  atomic: boolean,
): Eval<number> {
  const { driver } = runtime.options;
  if (driver === undefined) return address;
  return (f: Frame) => {
    const at = address(f);
    driver.access(at - before, size, write, atomic);
    return at;
  };
}
