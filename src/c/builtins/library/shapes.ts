import type { CType, FunctionType } from '../../types/types.ts';

/**
 * Shapes of function types: just enough of a type to determine whether a declaration means the
 * library's function.
 */

/**
 * The shape of a type. Integers of all widths share one shape, and so do all pointers, because
 * programs without headers confuse both.
 */
type Shape = 'void' | 'integer' | 'pointer' | 'float' | 'double' | 'long double' | 'complex' | 'record' | 'other';

/** The shape of a function type. */
export interface CallShape {
  readonly result: Shape;
  readonly parameters: readonly Shape[];
  readonly variadic: boolean;
  /** False for `f()`, which leaves the parameters open. */
  readonly prototyped: boolean;
}

/** Reads the shape of a prototype as the library's tables write it. */
export function shapeOfPrototype(text: string): CallShape {
  const [, result, list] = /^(.*?)\w+\((.*)\)$/.exec(text)!;
  const words = list.split(',').map((word) => word.trim());
  const variadic = words[words.length - 1] === '...';
  if (variadic) words.pop();
  const parameters = words.length === 1 && words[0] === 'void' ? [] : words.map(shapeOfWord);
  return { result: shapeOfWord(result.trim()), parameters, variadic, prototyped: true };
}

function shapeOfWord(word: string): Shape {
  if (word.includes('*') || word === 'va_list') return 'pointer';
  if (word.startsWith('_Complex')) return 'complex';
  switch (word) {
    case 'void':
    case 'float':
    case 'double':
    case 'long double':
      return word;
    case 'struct':
      return 'record';
    default:
      return 'integer';
  }
}

/** Returns the shape of a declared function. */
export function shapeOfFunction({ result, parameters, variadic, prototyped }: FunctionType): CallShape {
  return {
    result: shapeOfType(result),
    parameters: parameters.map(({ type }) => shapeOfType(type)),
    variadic,
    prototyped,
  };
}

function shapeOfType(type: CType): Shape {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'integer':
    case 'enum':
      return 'integer';
    case 'pointer':
    case 'array':
      return 'pointer';
    case 'float':
      return type.name === 'float' || type.name === 'double' || type.name === 'long double' ? type.name : 'other';
    case 'complex':
      return 'complex';
    case 'struct':
    case 'union':
      return 'record';
    case 'function':
    case 'vector':
      return 'other';
  }
}

/**
 * Whether a declaration of that shape may mean the library's function. A result may be left out, or be
 * declared where the library has none. A declaration `f()` fits unless the function is variadic; with
 * `variadicToo` it fits even then.
 */
export function fits(declared: CallShape, known: CallShape, variadicToo: boolean): boolean {
  if (declared.result !== known.result && declared.result !== 'void' && known.result !== 'void') return false;
  if (!declared.prototyped) return !known.variadic || variadicToo;
  if (declared.variadic !== known.variadic || declared.parameters.length !== known.parameters.length) return false;
  return declared.parameters.every((shape, i) => {
    const wanted = known.parameters[i];
    // Addresses of sockets are transparent unions in glibc's headers, and pointers elsewhere.
    return shape === wanted || (shape === 'pointer' && wanted === 'record');
  });
}
