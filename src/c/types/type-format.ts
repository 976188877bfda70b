import type { CType, FloatName, IntegerName } from './types.ts';
import { Qualifier } from './types.ts';

/** C types in C's notation, including declarator syntax. */

const INTEGER_NAMES: Readonly<Record<IntegerName, string>> = {
  bool: '_Bool',
  char: 'char',
  schar: 'signed char',
  uchar: 'unsigned char',
  short: 'short',
  ushort: 'unsigned short',
  int: 'int',
  uint: 'unsigned int',
  long: 'long',
  ulong: 'unsigned long',
  llong: 'long long',
  ullong: 'unsigned long long',
  int128: '__int128',
  uint128: 'unsigned __int128',
};

const QUALIFIER_NAMES: readonly (readonly [number, string])[] = [
  [Qualifier.const, 'const'],
  [Qualifier.volatile, 'volatile'],
  [Qualifier.restrict, 'restrict'],
  [Qualifier.atomic, '_Atomic'],
];

/**
 * Limit of the characters that {@link formatType} produces from one type. Longer texts are cut with
 * `...`.
 */
const MAX_LENGTH = 2000;

function qualifierPrefix(type: CType): string {
  const set = type.qualifiers ?? 0;
  if (set === 0) return '';
  return QUALIFIER_NAMES.filter(([bit]) => (set & bit) !== 0)
    .map(([, name]) => `${name} `)
    .join('');
}

/** Formats the type as in a cast: `int (*)[3]`. A VLA's length is printed as `*`. */
export function formatType(type: CType): string {
  return formatDeclaration(type, '');
}

/**
 * Formats a declaration of `name` with that type: `int (*name)[3]`. Texts beyond 2,000 characters are
 * cut with `...`.
 */
export function formatDeclaration(type: CType, name: string): string {
  let declarator = name;
  let inner = type;
  for (;;) {
    if (declarator.length > MAX_LENGTH) return `... ${declarator.slice(0, MAX_LENGTH)} ...`;
    if (inner.kind === 'pointer') {
      declarator = `*${qualifierPrefix(inner)}${declarator}`;
      const target: CType = inner.target;
      if ((target.kind === 'array' && target.record === undefined) || target.kind === 'function')
        declarator = `(${declarator.trimEnd()})`;
      inner = target;
    } else if (inner.kind === 'array' && inner.record !== undefined) {
      const specifier = `${qualifierPrefix(inner.element)}${inner.record.name}`;
      return declarator === '' ? specifier : `${specifier} ${declarator.trimEnd()}`;
    } else if (inner.kind === 'array') {
      const length = inner.length === 'unknown' ? '' : inner.length === 'variable' ? '*' : inner.length.toString();
      declarator = `${declarator.trimEnd()}[${length}]`;
      inner = inner.element;
    } else if (inner.kind === 'function') {
      declarator = `${declarator.trimEnd()}(${formatParameters(inner)})`;
      inner = inner.result;
    } else {
      break;
    }
  }
  const specifier = `${qualifierPrefix(inner)}${formatSpecifier(inner)}`;
  return declarator === '' ? specifier : `${specifier} ${declarator.trimEnd()}`;
}

function formatParameters(type: CType & { kind: 'function' }): string {
  if (!type.prototyped) return '';
  const parts: string[] = [];
  let length = 0;
  for (const parameter of type.parameters) {
    const part = formatType(parameter.type);
    length += part.length;
    if (length > MAX_LENGTH) {
      parts.push('...');
      return parts.join(', ');
    }
    parts.push(part);
  }
  if (type.variadic) parts.push('...');
  return parts.length === 0 ? 'void' : parts.join(', ');
}

function formatSpecifier(type: Exclude<CType, { kind: 'pointer' | 'array' | 'function' }>): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'integer':
      return INTEGER_NAMES[type.name];
    case 'float':
      return type.name satisfies FloatName;
    case 'complex':
      return `_Complex ${type.base.kind === 'integer' ? INTEGER_NAMES[type.base.name] : type.base.name}`;
    case 'vector': {
      const element = type.element.kind === 'integer' ? INTEGER_NAMES[type.element.name] : type.element.name;
      return `__vector(${type.count}) ${element}`;
    }
    case 'struct':
    case 'union':
    case 'enum':
      return `${type.kind} ${type.definition.tag ?? '<anonymous>'}`;
  }
}
