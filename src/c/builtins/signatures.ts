import * as types from '../types/type-basics.ts';
import type { CType, DataModel, FloatName, FloatType, FunctionType } from '../types/types.ts';
import { Qualifier } from '../types/types.ts';

/**
 * Reads prototypes like `int snprintf(char *, size_t, const char *, ...)`: unnamed parameters, no
 * arrays, no pointers to functions.
 */

/** A function's prototype as text. */
export interface Prototype {
  readonly name: string;
  /** The line as written. Tables make it when it is asked for. */
  readonly text: string;
}

/** A prototype whose text is made when it is asked for: a program uses few of the tables' functions. */
export function prototypeOf(name: string, make: () => string): Prototype {
  return {
    name,
    get text() {
      return make();
    },
  };
}

/** Splits a table with one prototype per line. */
export function readPrototypes(table: string): Prototype[] {
  const lines = table.split('\n').filter((line) => line !== '');
  return lines.map((text) => ({ name: /(\w+)\(/.exec(text)![1], text }));
}

/**
 * Suffixes of the forms of a function for types other than double, and their types. `q` is for
 * builtins of x86 only.
 */
const SUFFIX_TYPES = {
  f: 'float',
  l: 'long double',
  f16: '_Float16',
  f32: '_Float32',
  f64: '_Float64',
  f128: '_Float128',
  f32x: '_Float32x',
  f64x: '_Float64x',
  q: '_Float128',
} as const satisfies Readonly<Record<string, FloatName>>;

export type MathSuffix = keyof typeof SUFFIX_TYPES;

/** Returns the form of a prototype written for double that has the suffix. */
export function mathVariant(prototype: Prototype, suffix: MathSuffix): Prototype {
  const name = prototype.name + suffix;
  return prototypeOf(name, () =>
    prototype.text
      .replace(`${prototype.name}(`, `${name}(`)
      // nexttoward takes a long double in each of its forms.
      .replace(/(?<!long )\bdouble\b/g, SUFFIX_TYPES[suffix]),
  );
}

/**
 * Returns the type of a prototype for a data model. `vaList` is the (decayed) type of a va_list
 * parameter.
 */
export function prototypeType(text: string, model: DataModel, vaList: CType): FunctionType {
  const [, result, list] = /^(.*?)\b\w+\((.*)\)$/.exec(text)!;
  const words = list.split(',').map((word) => word.trim());
  const variadic = words[words.length - 1] === '...';
  if (variadic) words.pop();
  const parameters = words.length === 1 && words[0] === 'void' ? [] : words.map((word) => typeOf(word, model, vaList));
  return types.functionOf(typeOf(result.trim(), model, vaList), parameters, variadic);
}

/** Reads a type such as `const char *`, `char * const *`, `_Complex long double`. */
function typeOf(text: string, model: DataModel, vaList: CType): CType {
  const [specifier, ...pointers] = text.split('*').map((part) => part.trim());
  const base = specifier.replace(/^const /, '');
  let type: CType = baseType(base, model, vaList);
  if (base !== specifier) type = types.withQualifiers(type, Qualifier.const);
  for (const qualifier of pointers) {
    type = types.pointerTo(type);
    if (qualifier === 'const') type = types.withQualifiers(type, Qualifier.const);
  }
  return type;
}

function baseType(name: string, model: DataModel, vaList: CType): CType {
  const wide = model === 'LP64';
  switch (name) {
    case 'void':
    // GCC declares the stream functions with a pointer to an unknown object.
    case 'FILE':
      return types.VOID;
    case '_Bool':
      return types.BOOL;
    case 'char':
      return types.CHAR;
    case 'short':
      return types.SHORT;
    case 'uint16_t':
      return types.USHORT;
    case 'int':
      return types.INT;
    case 'unsigned int':
    case 'uint32_t':
      return types.UINT;
    case 'long':
      return types.LONG;
    case 'unsigned long':
      return types.ULONG;
    case 'long long':
      return types.LLONG;
    case 'unsigned long long':
      return types.ULLONG;
    case 'intmax_t':
      return wide ? types.LONG : types.LLONG;
    case 'uint64_t':
      return wide ? types.ULONG : types.ULLONG;
    case 'unsigned __int128':
      return types.UINT128;
    case 'size_t':
      return types.sizeType(model);
    case 'float':
      return types.FLOAT;
    case 'double':
      return types.DOUBLE;
    case 'long double':
      return types.LONG_DOUBLE;
    case '_Float16':
    case '_Float32':
    case '_Float64':
    case '_Float128':
    case '_Float32x':
    case '_Float64x':
      return types.floatType(name);
    case 'va_list':
      return vaList;
    default:
      // Only `_Complex` with a floating type remains in the tables.
      return types.complexOf(baseType(name.replace(/^_Complex /, ''), model, vaList) as FloatType);
  }
}
