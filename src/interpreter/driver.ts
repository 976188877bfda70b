import type { Frame } from './activation.ts';
import type { CompileContext, Eval } from './context.ts';

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
