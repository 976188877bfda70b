import type { Expression } from '../../../c/ast.ts';
import type { Layout } from '../../../c/types/layout.ts';
import { isVariableRecord } from '../../../c/types/type-basics.ts';
import type { CType, RecordType } from '../../../c/types/types.ts';
import { directCallee } from '../jump-survey.ts';

/**
 * The records of which a program may make several objects in a row, as far as its expressions say. A pointer to a
 * part of one such object may be moved to the parts of the next.
 */
export class RecordRows {
  readonly #keys = new Set<string | number>();

  constructor(private readonly layout: Layout) {}

  has(record: RecordType): boolean {
    return this.#keys.has(keyOf(record));
  }

  /** Notes arrays, pointers that are moved, and allocations of more than one object. */
  see(e: Expression): void {
    if (e.type.kind === 'array') this.#add(e.type);
    else if (e.type.kind !== 'pointer') return;
    else if (MOVES.has(e.kind) || (e.kind === 'convert' && this.#isLarger(e.operand, e.type.target)))
      this.#add(e.type.target);
  }

  /** Whether a call may allocate more bytes than one object of the type has. */
  #isLarger(call: Expression, type: CType): boolean {
    if (call.kind !== 'call') return false;
    const name = directCallee(call.callee)?.name ?? '';
    if (!ALLOCATORS.has(name)) return false;
    const sizes = call.arguments.map(constantOf);
    const size = name === 'calloc' ? times(sizes[0] ?? null, sizes[1] ?? null) : (sizes.at(-1) ?? null);
    const one = this.layout.sizeOf(type);
    return size === null || one === null || size > one;
  }

  #add(type: CType): void {
    const part = innermost(type);
    if (isRecord(part)) this.#keys.add(keyOf(part));
  }
}

/** The expressions that move pointers. */
const MOVES: ReadonlySet<Expression['kind']> = new Set(['pointer-add', 'increment', 'compound-assign']);

/** The functions whose result leads to memory that holds no pointers. */
export const ALLOCATORS: ReadonlySet<string> = new Set(['malloc', 'calloc', 'aligned_alloc', 'memalign', 'valloc']);

function constantOf(e: Expression): bigint | null {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'integer' ? inner.value : null;
}

function times(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a * b;
}

export function isRecord(type: CType): type is RecordType {
  return type.kind === 'struct' || type.kind === 'union';
}

/** One structure may be declared in several files. */
export function keyOf({ definition: { tag, id } }: RecordType): string | number {
  return tag ?? id;
}

/** The type of the elements of an array, row by row, or the type itself. */
export function innermost(type: CType): CType {
  let inner = type;
  while (inner.kind === 'array' && !isVariableRecord(inner)) inner = inner.element;
  return inner;
}
