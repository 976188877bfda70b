import type { Variable } from '../../c/ast.ts';
import { type CType, Qualifier } from '../../c/types/types.ts';
import { isEnvironmentText } from './environment.ts';

/**
 * Constant objects, which no code may write. A `const volatile` object is not one, since its
 * environment may write it.
 */

/** Whether a variable is a string literal, or constant as a whole. */
export function isConstantVariable({ name, type }: Variable): boolean {
  return name.startsWith('$string') || isConstantType(type);
}

/**
 * Whether a variable of that name holds a text of the library, which a program may only read. It is a message
 * of `strerror` (C11 7.24.6.2p3) or a variable of the environment (7.22.4.6p4). Models write it by its name.
 */
export function isLibraryText(name: string): boolean {
  return name.startsWith(textOf('')) || isEnvironmentText(name);
}

/** The name of the variable with the text that a function of the library returns. */
export function textOf(functionName: string): string {
  return `$constant_of_${functionName}`;
}

/** Whether the part of an object at a path, as in `StaticValue.path`, is constant. */
export function isConstantPart(root: CType, path: readonly number[]): boolean {
  let type = root;
  let constant = isConstantType(type);
  for (const index of path) {
    if (type.kind === 'struct' || type.kind === 'union') {
      const field = type.definition.fields?.[index];
      if (field === undefined) return constant;
      ({ type } = field);
    } else if (type.kind === 'array' || type.kind === 'vector') type = type.element;
    else return constant;
    constant ||= isConstantType(type);
  }
  return constant;
}

function isConstantType(type: CType): boolean {
  let inner = type;
  let qualifiers = inner.qualifiers ?? 0;
  while (inner.kind === 'array') {
    inner = inner.element;
    qualifiers |= inner.qualifiers ?? 0;
  }
  return (qualifiers & Qualifier.const) !== 0 && (qualifiers & Qualifier.volatile) === 0;
}
