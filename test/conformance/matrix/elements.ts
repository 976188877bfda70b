/**
 * Type of the elements of an object. All texts are C. `@` begins the names of a program's own types
 * and objects, so that many programs fit into one file.
 */
export interface Element {
  readonly name: string;
  /** Name of the type; a declarator may follow directly. */
  readonly type: string;
  /** Declarations of the type. */
  readonly declarations: string;
  /**
   * Returns a statement that gives an lvalue the content number `k`. `k` is an int expression with
   * values from 0 to 15.
   */
  set(lvalue: string, k: string): string;
  /** Returns an initialiser with constant content. */
  literal(k: number): string;
  /** Returns an unsigned expression whose value tells contents apart. */
  read(lvalue: string): string;
  /** Whether the type has padding, which has no observable value. */
  readonly padded: boolean;
  /** Whether any bytes make a value. */
  readonly anyBytes: boolean;
  /** Whether the bytes hold an address. */
  readonly address: boolean;
  readonly text: boolean;
}

const INTEGER = { padded: false, anyBytes: true, address: false, text: false };

function integer(name: string, type: string, factor: string): Element {
  return {
    name,
    type,
    declarations: '',
    set: (lvalue, k) => `${lvalue} = (${type})((${k}) * ${factor} + 1);`,
    literal: (k) => `${k} * ${factor} + 1`,
    read: (lvalue) =>
      type.includes('long') ? `((unsigned)(${lvalue}) ^ (unsigned)((${lvalue}) >> 32))` : `(unsigned)(${lvalue})`,
    ...INTEGER,
  };
}

function character(name: string, type: string): Element {
  return {
    name,
    type,
    declarations: '',
    set: (lvalue, k) => `${lvalue} = (${type})('a' + (${k}));`,
    literal: (k) => `'a' + ${k}`,
    read: (lvalue) => `(unsigned)(unsigned char)(${lvalue})`,
    ...INTEGER,
    text: true,
  };
}

function floating(type: string): Element {
  return {
    name: type,
    type,
    declarations: '',
    set: (lvalue, k) =>
      `${lvalue} = ((${k}) & 3) == 0 ? -2.0f : ((${k}) & 3) == 1 ? 1.5f : ((${k}) & 3) == 2 ? 0.25f : 300.0f;`,
    literal: (k) => ['-2.0f', '1.5f', '0.25f', '300.0f'][k % 4],
    read: (lvalue) => `((${lvalue}) < 0) + 2u * ((${lvalue}) == 1.5f) + 4u * ((${lvalue}) > 1)`,
    padded: false,
    anyBytes: true,
    address: false,
    text: false,
  };
}

const boolean: Element = {
  name: 'bool',
  type: '_Bool',
  declarations: '',
  set: (lvalue, k) => `${lvalue} = ((${k}) & 1) != 0;`,
  literal: (k) => `${k % 2}`,
  read: (lvalue) => `(unsigned)(${lvalue})`,
  ...INTEGER,
  anyBytes: false,
};

const pointer: Element = {
  name: 'pointer',
  type: '@to_int',
  declarations: 'static int @target[4] = { 3, 5, 7, 11 };\ntypedef int *@to_int;\n',
  set: (lvalue, k) => `${lvalue} = @target + ((${k}) & 3);`,
  literal: (k) => `@target + ${k % 4}`,
  read: (lvalue) => `(${lvalue} == 0 ? 2u : (unsigned)*${lvalue})`,
  padded: false,
  anyBytes: false,
  address: true,
  text: false,
};

const callback: Element = {
  ...pointer,
  name: 'function',
  type: '@callback',
  declarations: [
    'static unsigned @one(unsigned x) { return x + 1; }',
    'static unsigned @two(unsigned x) { return x * 2; }',
    'typedef unsigned (*@callback)(unsigned);\n',
  ].join('\n'),
  set: (lvalue, k) => `${lvalue} = (${k}) & 1 ? @two : @one;`,
  literal: (k) => (k % 2 === 1 ? '@two' : '@one'),
  read: (lvalue) => `(${lvalue} == 0 ? 9u : ${lvalue}(5u))`,
};

function record(
  name: string,
  body: string,
  parts: Pick<Element, 'set' | 'literal' | 'read'> & Partial<Element>,
): Element {
  return {
    name,
    type: '@record',
    declarations: `typedef ${body} @record;\n`,
    padded: true,
    anyBytes: true,
    address: false,
    text: false,
    ...parts,
    // The statement is a block, so that it can be a loop's body.
    set: (lvalue, k) => `{ ${parts.set(lvalue, k)} }`,
  };
}

const padded = record('padded struct', 'struct { char c; int i; }', {
  set: (lvalue, k) => `${lvalue}.c = (char)(${k}); ${lvalue}.i = (${k}) * 0x01010203;`,
  literal: (k) => `{ ${k}, ${k} * 0x01010203 }`,
  read: (lvalue) => `((unsigned)${lvalue}.i ^ (unsigned char)${lvalue}.c * 64u)`,
});

const nested = record('nested struct', 'struct { char c; struct { short x; int y[2]; } in; signed char z; }', {
  set: (lvalue, k) =>
    `${lvalue}.c = 1; ${lvalue}.in.x = (short)((${k}) * 0x0102); ${lvalue}.in.y[0] = (${k}); ${lvalue}.in.y[1] = -(${k}); ${lvalue}.z = (signed char)(${k});`,
  literal: (k) => `{ 1, { ${k} * 0x0102, { ${k}, -${k} } }, ${k} }`,
  read: (lvalue) =>
    `((unsigned)${lvalue}.in.x + 3u * ${lvalue}.in.y[0] + 5u * ${lvalue}.in.y[1] + (unsigned char)${lvalue}.z + (unsigned char)${lvalue}.c)`,
});

const packedFields = record('struct of bit-fields', 'struct { unsigned a : 3; int b : 13; unsigned c : 16; }', {
  set: (lvalue, k) => `${lvalue}.a = (${k}) & 7; ${lvalue}.b = -(${k}); ${lvalue}.c = (${k}) * 4099u & 0xffff;`,
  literal: (k) => `{ ${k & 7}, -${k}, ${(k * 4099) & 0xffff} }`,
  read: (lvalue) => `(${lvalue}.a + ((unsigned)${lvalue}.b << 3) + ((unsigned)${lvalue}.c << 12))`,
  padded: false,
});

const union = record('union', 'union { int i; short s[2]; unsigned char b[4]; }', {
  set: (lvalue, k) => `${lvalue}.i = 0x04030201; ${lvalue}.s[1] = (short)(${k});`,
  literal: (k) => `{ ${k * 65536 + 0x0201} }`,
  read: (lvalue) => `((unsigned)${lvalue}.i ^ ${lvalue}.b[2] * 8u)`,
  padded: false,
});

const holder = record('struct with a pointer', 'struct { short n; int *p; }', {
  declarations: 'static int @target[4] = { 3, 5, 7, 11 };\ntypedef struct { short n; int *p; } @record;\n',
  set: (lvalue, k) => `${lvalue}.n = (short)(${k}); ${lvalue}.p = @target + ((${k}) & 3);`,
  literal: (k) => `{ ${k}, @target + ${k % 4} }`,
  read: (lvalue) => `((${lvalue}.p == 0 ? 2u : (unsigned)*${lvalue}.p) + 16u * (unsigned short)${lvalue}.n)`,
  anyBytes: false,
  address: true,
});

const pair = record('struct of an array', 'struct { short v[3]; }', {
  set: (lvalue, k) => `${lvalue}.v[0] = (short)(${k}); ${lvalue}.v[1] = 77; ${lvalue}.v[2] = (short)((${k}) * 258);`,
  literal: (k) => `{ { ${k}, 77, ${k} * 258 } }`,
  read: (lvalue) =>
    `((unsigned short)${lvalue}.v[0] + 3u * (unsigned short)${lvalue}.v[1] + 7u * (unsigned short)${lvalue}.v[2])`,
  padded: false,
});

/** Types of elements with their weights in random choices. */
export const ELEMENTS: readonly (readonly [weight: number, element: Element])[] = [
  [4, character('char', 'char')],
  [3, character('unsigned char', 'unsigned char')],
  [2, integer('short', 'short', '0x0102')],
  [6, integer('int', 'int', '0x01020304')],
  [3, integer('unsigned', 'unsigned', '0x01020304u')],
  [3, integer('long', 'long', '0x0102030405060708L')],
  [1, boolean],
  [2, floating('float')],
  [1, floating('double')],
  [3, pointer],
  [1, callback],
  [3, padded],
  [2, nested],
  [2, packedFields],
  [2, union],
  [2, holder],
  [2, pair],
];
