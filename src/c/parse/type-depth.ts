import type { SourceLocation } from '../../base/source.ts';
import type { CType, Field, RecordDefinition } from '../types/types.ts';
import { failure, MAX_DEPTH } from './failures.ts';

/**
 * The depth of nested types: pointers, arrays and functions in one another, records by value. Later
 * stages recurse over types.
 */
export class TypeDepths {
  readonly #known = new WeakMap<CType | RecordDefinition, number>();

  /** Throws C1703 if the type is nested too deeply. Linear in the parts added since the last check. */
  check(type: CType, at: SourceLocation): void {
    // Few types are so deep that their depth has to be stored.
    let inner: CType | null = type;
    for (let i = 0; i < 8 && inner !== null; i++) inner = isPlain(inner) ? partOf(inner) : inner;
    if (inner === null) return;
    if (this.#depthOf(type) > MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], at);
  }

  /** Records the members of a record that is now complete. */
  complete(definition: RecordDefinition, fields: readonly Field[]): void {
    let depth = 0;
    for (const field of fields) depth = Math.max(depth, this.#depthOf(field.type));
    this.#known.set(definition, depth + 1);
    if (depth >= MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], definition.at);
  }

  #depthOf(type: CType): number {
    const chain: CType[] = [];
    let inner: CType | null = type;
    let depth = 0;
    while (inner !== null) {
      const known = this.#known.get(inner);
      if (known !== undefined) {
        depth = known;
        break;
      }
      chain.push(inner);
      if (inner.kind === 'struct' || inner.kind === 'union') depth = this.#known.get(inner.definition) ?? 0;
      inner = partOf(inner);
    }
    for (let i = chain.length - 1; i >= 0; i--) this.#known.set(chain[i], ++depth);
    return depth;
  }
}

function isPlain(type: CType): boolean {
  return type.kind !== 'struct' && type.kind !== 'union';
}

/**
 * Returns the type that a derived type is made of. Records that a pointer leads to are named, not
 * nested.
 */
function partOf(type: CType): CType | null {
  switch (type.kind) {
    case 'pointer':
      return type.target.kind === 'struct' || type.target.kind === 'union' ? null : type.target;
    case 'array':
      return type.element;
    case 'function':
      return type.result;
    default:
      return null;
  }
}
