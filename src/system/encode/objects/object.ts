import type { SourceLocation } from '../../../base/source.ts';
import type { Variable } from '../../../c/ast.ts';
import type { CType } from '../../../c/types/types.ts';
import type { CellKind, Shape } from '../../shapes/shape.ts';

/**
 * A piece of memory: a variable in a context, a return slot, a heap object or a family of them, or all
 * unmodelled memory.
 */
export interface MemoryObject {
  /** Unique and stable over the rounds of one encoding. */
  readonly key: string;
  readonly kind: 'static' | 'automatic' | 'slot' | 'heap' | 'address' | 'function' | 'moved' | 'summary';
  /** The name that is shown to users. */
  readonly name: string;
  readonly variable: Variable | null;
  /** The context of an automatic object; -1 for globals. */
  readonly context: number;
  readonly type: CType;
  /** The shape of one instance. */
  readonly shape: Shape;
  /** First cell. */
  readonly base: number;
  /** Cells from `base` on: those of the shape, lifted to arrays over the instances for a family. */
  readonly cells: readonly CellKind[];
  /** The family, if there are many objects of this kind with instance numbers; null otherwise. */
  readonly family: Family | null;
  readonly at: SourceLocation | null;
}

/**
 * Objects that one allocation in a loop makes, or that are one variable in several activations of its
 * function.
 */
export interface Family {
  /**
   * The current instance: the next one of an allocation, or that of the running activation for a
   * variable.
   */
  readonly counter: MemoryObject;
  /**
   * The number of instances so far, for a variable of a recursive function. Null for other families,
   * whose `counter` holds it. Instances are numbered from 0 on.
   */
  readonly made: MemoryObject | null;
  /** Whether their initial content is zero (calloc). */
  readonly zeroed: boolean;
}

/** Returns the key of the objects that the allocation at a linked edge makes. */
export function heapKey(edge: number): string {
  return `h${edge}`;
}

/** Returns the linked edge of the allocation that makes a block of the heap. */
export function allocationOf({ key }: MemoryObject): number {
  return Number(key.slice(heapKey(0).length - 1));
}

/** Width in bits of the encoding's own counters. */
export const COUNTER_BITS = 32;
