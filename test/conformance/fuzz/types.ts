/** The types of random programs, as text in the end. */
export type Type =
  | { readonly kind: 'integer'; readonly name: string; readonly bits: number; readonly signed: boolean }
  | { readonly kind: 'float'; readonly name: 'float' | 'double' | 'long double' }
  | { readonly kind: 'pointer'; readonly to: Type }
  | { readonly kind: 'array'; readonly of: Type; readonly length: number }
  | { readonly kind: 'record'; readonly name: string; readonly union: boolean; readonly fields: readonly Field[] };

export interface Field {
  readonly name: string;
  readonly type: Type;
  /** Width of a bit-field. */
  readonly bits: number | null;
}

const integer = (name: string, bits: number, signed: boolean): Type => ({ kind: 'integer', name, bits, signed });

export const INT = integer('int', 32, true);
export const UNSIGNED = integer('unsigned', 32, false);
export const CHAR = integer('char', 8, true);
export const UNSIGNED_CHAR = integer('unsigned char', 8, false);

export const INTEGERS: readonly Type[] = [
  INT,
  UNSIGNED,
  CHAR,
  UNSIGNED_CHAR,
  integer('signed char', 8, true),
  integer('short', 16, true),
  integer('unsigned short', 16, false),
  integer('long', 64, true),
  integer('unsigned long', 64, false),
  integer('long long', 64, true),
  integer('_Bool', 1, false),
];

export const FLOATS: readonly Type[] = [
  { kind: 'float', name: 'double' },
  { kind: 'float', name: 'float' },
  { kind: 'float', name: 'long double' },
];

/** `declare(int *[3], "x")` is `int *x[3]`. */
export function declare(type: Type, name: string): string {
  switch (type.kind) {
    case 'integer':
    case 'float':
    case 'record':
      return name === '' ? type.name : `${type.name} ${name}`;
    case 'pointer':
      return declare(type.to, type.to.kind === 'array' ? `(*${name})` : `*${name}`);
    case 'array':
      return declare(type.of, `${name}[${type.length}]`);
  }
}

export function sameType(a: Type, b: Type): boolean {
  return declare(a, '') === declare(b, '');
}

/** Whether some part satisfies the predicate; what a pointer points to is no part. */
export function hasPart(type: Type, is: (type: Type) => boolean): boolean {
  if (is(type)) return true;
  if (type.kind === 'array') return hasPart(type.of, is);
  return type.kind === 'record' && type.fields.some((field) => hasPart(field.type, is));
}

/**
 * Whether each byte of an object of the type is part of some integer: no padding that differs
 * between compilers is to be seen.
 */
export function isPlain(type: Type): boolean {
  if (type.kind === 'integer') return true;
  if (type.kind === 'float') return type.name !== 'long double';
  return type.kind === 'array' && isPlain(type.of);
}

/** Bytes of an array of integers or an integer or a float. */
export function sizeOf(type: Type): number {
  switch (type.kind) {
    case 'integer':
      return Math.max(1, type.bits / 8);
    case 'float':
      return type.name === 'float' ? 4 : type.name === 'double' ? 8 : 16;
    case 'pointer':
      return 8;
    case 'array':
      return type.length * sizeOf(type.of);
    case 'record':
      throw new Error('the compiler knows the size of records');
  }
}

export function definition(record: Type): string {
  if (record.kind !== 'record') throw new Error('only records are defined');
  const fields = record.fields.map(
    ({ name, type, bits }) => `${declare(type, name)}${bits === null ? '' : ` : ${bits}`};`,
  );
  return `${record.name} { ${fields.join(' ')} };`;
}
