import type { Expression, Variable } from '../ast.ts';
import type { Layout } from '../types/layout.ts';

/** Addresses that are known except for the place of an object. */

/** An address, as an object and a distance. */
export interface Address {
  /** The object; null for an absolute address. */
  readonly object: Variable | number | null;
  /** Bytes from its start; for absolute addresses the address itself. */
  readonly offset: bigint;
}

export function sameObject(a: Address, b: Address): boolean {
  return a.object === b.object;
}

/**
 * Returns the address of an lvalue with constant parts only, or null. Their number distinguishes
 * string literals.
 */
export function addressOfLvalue(layout: Layout, e: Expression): Address | null {
  switch (e.kind) {
    case 'variable':
      return e.variable.storage === 'static' && !e.variable.threadLocal ? { object: e.variable, offset: 0n } : null;
    case 'string':
      return { object: e.id, offset: 0n };
    case 'compound-literal':
      return e.variable.storage === 'static' ? { object: e.variable, offset: 0n } : null;
    case 'dereference':
      return addressValue(layout, e.operand);
    case 'member': {
      const base = addressOfLvalue(layout, e.base);
      const record = e.base.type;
      if (base === null || (record.kind !== 'struct' && record.kind !== 'union')) return null;
      return { object: base.object, offset: base.offset + layout.record(record.definition).fields[e.index].offset };
    }
    default:
      return null;
  }
}

/** Returns the value of a pointer (or of an integer made from one) as an address, or null. */
export function addressValue(layout: Layout, e: Expression): Address | null {
  switch (e.kind) {
    case 'integer':
      return { object: null, offset: e.value };
    case 'address':
      return e.operand.kind === 'function' ? null : addressOfLvalue(layout, e.operand);
    case 'array-decay':
      return addressOfLvalue(layout, e.operand);
    case 'convert':
      return e.operand.type.kind === 'pointer' && e.type.kind === 'pointer' ? addressValue(layout, e.operand) : null;
    case 'pointer-add': {
      const base = addressValue(layout, e.pointer);
      const size = layout.sizeOfGnu(e.type.target);
      if (base === null || e.index.kind !== 'integer' || size === null) return null;
      const distance = e.index.value * size;
      return { object: base.object, offset: base.offset + (e.negative ? -distance : distance) };
    }
    default:
      return null;
  }
}
