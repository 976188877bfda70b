import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { sizeType } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';
import { fold, tryConstantInteger } from './constants.ts';
import { integerNode, intNode } from './nodes.ts';

/** A place in an object whose size GCC knows without optimisation. Sizes and distances are in bytes. */
interface SizedPlace {
  /** Size of the whole object. */
  readonly size: bigint;
  /** Distance from the object's start. */
  readonly offset: bigint;
  /**
   * Size of the member or array that starts at the place. Null inside such a part, where GCC's answer
   * depends on how the program wrote the place.
   */
  readonly part: bigint | null;
}

/**
 * Returns `__builtin_object_size(pointer, mode)`, which does not evaluate its pointer. The size is a
 * constant where GCC gives one with and without optimisation. Elsewhere GCC without optimisation
 * answers that the size is unknown: `(size_t)-1` or, for modes 2 and 3, 0. Proofs hold for any answer
 * there. `__builtin_object_size_open` is for pointers of which GCC may know more even without
 * optimisation.
 */
export function objectSize(c: Context, pointer: Expression, modeArgument: Expression, at: SourceLocation): Expression {
  const mode = tryConstantInteger(c, modeArgument);
  if (mode === null || mode < 0n || mode > 3n) throw failure('C1412', [], modeArgument.at);
  const type = sizeType(c.model);
  const known = knownValue(c, fold(c, pointer, false));
  const whole = (mode & 1n) === 0n;
  if (known !== null && known.offset >= 0n && (whole || known.part !== null)) {
    const rest = whole ? known.size - known.offset : known.part!;
    return integerNode(rest < 0n ? 0n : rest, type, at);
  }
  const name = known === null ? '__builtin_object_size' : '__builtin_object_size_open';
  return { kind: 'builtin', name, type, at, arguments: [intNode(Number(mode), at)] };
}

function knownValue(c: Context, e: Expression): SizedPlace | null {
  switch (e.kind) {
    case 'address':
    case 'array-decay':
      return knownPlace(c, e.operand);
    case 'convert':
      return e.type.kind === 'pointer' && e.operand.type.kind === 'pointer' ? knownValue(c, e.operand) : null;
    case 'pointer-add': {
      const base = knownValue(c, e.pointer);
      const size = c.layout.sizeOfGnu(e.type.target);
      if (base === null || e.index.kind !== 'integer' || size === null) return null;
      const distance = e.index.value * size;
      return { size: base.size, offset: base.offset + (e.negative ? -distance : distance), part: null };
    }
    default:
      return null;
  }
}

function knownPlace(c: Context, e: Expression): SizedPlace | null {
  switch (e.kind) {
    case 'variable':
    case 'compound-literal':
    case 'string': {
      const type = e.kind === 'string' ? e.type : e.variable.type;
      const size = fixedSize(c, type);
      return size === null ? null : { size, offset: 0n, part: size };
    }
    case 'member': {
      const base = knownPlace(c, e.base);
      const record = e.base.type;
      if (base === null || (record.kind !== 'struct' && record.kind !== 'union')) return null;
      const offset = base.offset + c.layout.record(record.definition).fields[e.index].offset;
      return { size: base.size, offset, part: base.part === null ? null : fixedSize(c, e.type) };
    }
    case 'dereference': {
      const base = knownValue(c, e.operand);
      return base === null ? null : { ...base, part: null };
    }
    default:
      return null;
  }
}

/**
 * Returns the size of a type. Null if the type has no size yet, computes it, or lets an initialiser
 * make it larger.
 */
function fixedSize(c: Context, type: CType): bigint | null {
  if (type.kind === 'function' || type.kind === 'void') return null;
  if (type.kind === 'struct') {
    const fields = type.definition.fields ?? [];
    const last = fields[fields.length - 1]?.type;
    if (last?.kind === 'array' && (last.length === 'unknown' || last.length === 0n)) return null;
  }
  return c.layout.sizeOf(type);
}
