import type { SourceLocation } from '../../../base/source.ts';
import type { CType } from '../../../c/types/types.ts';
import type { HeapPlan } from './heap-plan.ts';

/** The type and place of an access that finds nothing of its type where it goes. */
export interface Misfit {
  readonly type: CType;
  readonly at: SourceLocation;
}

/** Decisions about objects, which rounds of encoding revise. Keys of objects are the same in all rounds. */
export interface Decided {
  /** Objects to keep as bytes, with the access that requires it. */
  readonly raw: ReadonlyMap<string, Misfit>;
  /** The representation of allocations' objects. */
  readonly heap: ReadonlyMap<string, HeapPlan>;
  /**
   * Linked edges of allocations that make blocks of the family of another edge: both are one call, in copies of its
   * function.
   */
  readonly families: ReadonlyMap<number, number>;
  /** Automatic objects whose lifetimes must be told apart: pointers to an earlier one may exist at an access. */
  readonly outlived: ReadonlySet<string>;
  /** Linked locations of library calls that execute the library's model in C. */
  readonly models: ReadonlySet<number>;
  /** Cut points of counted loops whose turns no constants decide. */
  readonly open: ReadonlySet<number>;
}

export const NOTHING_DECIDED: Decided = {
  raw: new Map(),
  heap: new Map(),
  families: new Map(),
  outlived: new Set(),
  models: new Set(),
  open: new Set(),
};
