import type { Expression, Variable } from '../../../c/ast.ts';
import type { CType } from '../../../c/types/types.ts';
import { shapeOf } from '../../cfa/compatible.ts';
import { isConstantVariable } from '../../cfa/constant-objects.ts';

/** An access to an object by an expression, or by a function that it calls. */
export interface Access {
  readonly write: boolean;
  /** The object; null: memory that a pointer leads to. */
  readonly variable: Variable | null;
  /** Members and constant indices from the variable down, as far as they are constant. */
  readonly path: readonly number[];
  /** Whether variable and path alone determine what is accessed. */
  readonly exact: boolean;
  /** Type of the accessed value; null: bytes of any type. */
  readonly type: CType | null;
  /** The innermost member that contains the access; null outside of structures. */
  readonly member: { readonly record: number; readonly index: number } | null;
  /** The variable with the pointer that leads to the object; null for other pointers. */
  readonly through: Variable | null;
  /** Whether a function without a body accesses what it can reach. Such a function leaves any values. */
  readonly outside: boolean;
}

/** Returns the access of an lvalue; null: no other expression can name its object. */
export function accessOf(lvalue: Expression, write: boolean): Access | null {
  let path: number[] = [];
  let exact = true;
  let member: Access['member'] = null;
  let type: CType | null = lvalue.type;
  const made = (variable: Variable | null, through: Variable | null = null): Access => ({
    ...{ write, variable, path: path.reverse(), exact: exact && variable !== null, type, member, through },
    outside: false,
  });
  for (let inner = lvalue; ; ) {
    switch (inner.kind) {
      case 'variable':
      case 'compound-literal':
        return made(inner.variable);
      case 'complex-part':
        exact = false;
        inner = inner.operand;
        break;
      case 'member': {
        const record = inner.base.type;
        if (record.kind === 'struct') {
          member ??= { record: record.definition.id, index: inner.index };
          path.push(inner.index);
        } else {
          // Members of a union share their bytes.
          path = [];
          exact = false;
          type = null;
        }
        inner = inner.base;
        break;
      }
      case 'dereference': {
        const element = elementIn(inner.operand);
        if (element === null) return made(null, pointerVariable(inner.operand));
        if (element.index === null) {
          path = [];
          exact = false;
        } else path.push(element.index);
        inner = element.array;
        break;
      }
      default:
        return null;
    }
  }
}

/** The array whose element a pointer leads to, with the index if it is constant; null for other pointers. */
function elementIn(pointer: Expression): { readonly array: Expression; readonly index: number | null } | null {
  if (pointer.kind === 'array-decay') return { array: pointer.operand, index: 0 };
  if (pointer.kind !== 'pointer-add' || pointer.pointer.kind !== 'array-decay') return null;
  const index = pointer.index.kind === 'convert' ? pointer.index.operand : pointer.index;
  const constant = index.kind === 'integer' && !pointer.negative ? Number(index.value) : null;
  return { array: pointer.pointer.operand, index: constant };
}

/** The variable whose value a pointer is computed from. */
function pointerVariable(pointer: Expression): Variable | null {
  let inner = pointer;
  while (inner.kind === 'convert' || inner.kind === 'pointer-add')
    inner = inner.kind === 'convert' ? inner.operand : inner.pointer;
  return inner.kind === 'load' && inner.operand.kind === 'variable' ? inner.operand.variable : null;
}

/** Returns the access to all bytes that a pointer leads to. */
export function bytesBehind(pointer: Expression, write: boolean): Access | null {
  let inner = pointer;
  while (inner.kind === 'convert' || inner.kind === 'pointer-add')
    inner = inner.kind === 'convert' ? inner.operand : inner.pointer;
  if (inner.kind === 'integer' || inner.kind === 'function') return null;
  const access =
    inner.kind === 'address' || inner.kind === 'array-decay'
      ? accessOf(inner.operand, write)
      : { ...MEMORY, write, through: pointerVariable(inner) };
  return access === null ? null : { ...access, path: [], exact: false, type: null, member: null };
}

/** A write of any memory. */
export const MEMORY: Access = {
  ...{ write: true, variable: null, path: [], exact: false, type: null, member: null, through: null, outside: false },
};

/** The writes of a function without a body. */
export const OUTSIDE: Access = { ...MEMORY, outside: true };

/** Whether two accesses may meet. `addressed`: ids of variables whose address the program takes. */
export function mayMeet(a: Access, b: Access, addressed: ReadonlySet<number>): boolean {
  if ((!a.write && !b.write) || (a.outside && b.outside)) return false;
  if (a.variable !== null && b.variable !== null) return a.variable.id === b.variable.id && isPrefix(a.path, b.path);
  const { variable } = a.variable === null ? b : a;
  const reached = variable === null || addressed.has(variable.id) || (variable.external && (a.outside || b.outside));
  // A write to a constant object is undefined in itself.
  if (!reached || (variable !== null && isConstantVariable(variable))) return false;
  return mayShare(a, b);
}

function isPrefix(a: readonly number[], b: readonly number[]): boolean {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether the types allow that two lvalues lead to one object (C11 6.5p7). */
function mayShare(a: Access, b: Access): boolean {
  if (a.type === null || b.type === null) return true;
  const [own, other] = [shapeOf(a.type), shapeOf(b.type)];
  const wide = [a.type, b.type].some(({ kind }) => ['struct', 'union', 'array', 'vector', 'complex'].includes(kind));
  if (wide) return true;
  if (
    a.member !== null &&
    b.member !== null &&
    (a.member.record !== b.member.record || a.member.index !== b.member.index)
  )
    return false;
  return own === other || own === 'char' || other === 'char';
}

/** Identifies an access among those of a function. */
export function keyOf({ write, variable, path, type, member, outside }: Access): string {
  const what = type === null ? '*' : shapeOf(type);
  const part = member === null ? '' : `${member.record}.${member.index}`;
  return `${write ? 'w' : 'r'}${outside ? 'o' : ''}${variable?.id ?? ''}:${path.join('.')}:${what}:${part}`;
}

/** Names what both accesses lead to. */
export function nameOf(a: Access, b: Access): string {
  const variable = a.variable ?? b.variable;
  if (variable === null) return 'the same memory';
  return `\`${variable.name}\``;
}
