import type { Random } from '../fuzz/random.ts';
import type { Element } from './elements.ts';

/** Consecutive elements within an object that an operation reads or writes. */
export interface Place {
  /** Declarations at file level. */
  readonly globals: string;
  /** Statements that make the object. */
  readonly locals: string;
  /** C expression for a pointer to the first element. */
  readonly pointer: string;
  /** C expression for the number of elements. `least` (at least 1) and `most` bound its value. */
  readonly count: string;
  readonly least: number;
  readonly most: number;
  /** Whether the elements have values from the start. */
  readonly initialised: boolean;
  readonly writable: boolean;
  /** Lvalue of the whole object, if it consists of elements of one type only; otherwise null. */
  readonly whole: string | null;
  /** Unsigned expressions for the values beside the elements. */
  readonly around: readonly string[];
}

export interface PlaceRequest {
  /** Prefix of all declared names. */
  readonly name: string;
  readonly element: Element;
  readonly random: Random;
}

/** Makes a place of one kind. */
export type PlaceMaker = (request: PlaceRequest) => Place;

interface Extent {
  readonly count: string;
  readonly least: number;
  readonly most: number;
}

const constant = (n: number): Extent => ({ count: `${n}`, least: n, most: n });

/** Makes a number of elements that depends on the input `a`, which is from 0 to 3. */
export const inputExtent = ({ random }: PlaceRequest): Extent => {
  const more = random.between(1, 2);
  return { count: `(a + ${more})`, least: more, most: 3 + more };
};

export const smallExtent = ({ random }: PlaceRequest): Extent => constant(random.between(2, 4));

/** Makes a place with nothing around it. */
export function plain(extent: Extent, parts: Partial<Place> & Pick<Place, 'pointer'>): Place {
  return { globals: '', locals: '', initialised: false, writable: true, whole: null, around: [], ...extent, ...parts };
}

/** Makes an initialiser of `n` elements. */
export function list(element: Element, n: number, from: number): string {
  return `{ ${Array.from({ length: n }, (_, i) => element.literal((from + i) & 15)).join(', ')} }`;
}

/**
 * Chooses the type of the members before and behind the elements in a record. The elements' own
 * type makes no padding.
 */
function neighbour({ element, random }: PlaceRequest): {
  readonly type: string;
  set(l: string, k: string): string;
  read(l: string): string;
} {
  if (random.chance(50)) return element;
  const type = random.pick(['char', 'int', 'long', 'unsigned short']);
  return { type, set: (lvalue, k) => `${lvalue} = (${type})(${k});`, read: (lvalue) => `(unsigned)(${lvalue})` };
}

const scalar: PlaceMaker = ({ name, element }) =>
  plain(constant(1), { locals: `${element.type} ${name};`, pointer: `&${name}`, whole: name });

const array: PlaceMaker = (request) => {
  const { name, element } = request;
  const extent = smallExtent(request);
  return plain(extent, { locals: `${element.type} ${name}[${extent.count}];`, pointer: name, whole: name });
};

const matrix: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = smallExtent(request);
  const row = random.pick(['1', 'c > 2']);
  return plain(extent, {
    locals: [
      `${element.type} ${name}[2][${extent.count}];`,
      `for (int i = 0; i < ${extent.count}; i++) { ${element.set(`${name}[0][i]`, 'i + 4')} ${element.set(`${name}[1][i]`, 'i + 8')} }`,
    ].join('\n'),
    pointer: `${name}[${row}]`,
    initialised: true,
    around: [
      element.read(`${name}[0][0]`),
      element.read(`${name}[1][0]`),
      element.read(`${name}[0][${extent.most - 1}]`),
    ],
  });
};

/**
 * Puts the elements into the middle of a record. `reach` leads from the record to the member with
 * the elements.
 */
function inRecord(
  request: PlaceRequest,
  parts: { readonly before: string; readonly after: string; readonly heap: boolean },
): Place {
  const { name, element, random } = request;
  const { before, after, heap } = parts;
  const extent = smallExtent(request);
  const beside = neighbour(request);
  const tag = `@${name}_record`;
  const dot = heap ? '->' : '.';
  const path = before === '' ? 'v' : random.pick(['in[1].v', 'in[c & 1].v']);
  const inner = `${element.type} v[${extent.count}];`;
  const body = before === '' ? inner : `struct { ${before} ${inner} } in[2];`;
  const all = before === '' ? ['v'] : ['in[0].v', 'in[1].v'];
  const at = (member: string): string => `${name}${dot}${member}`;
  const fill = all.map(
    (member, i) => `for (int i = 0; i < ${extent.count}; i++) ${element.set(`${at(member)}[i]`, `i + ${4 * i + 1}`)}`,
  );
  return plain(extent, {
    globals: `struct ${tag} { ${beside.type} tag; ${body} ${after} ${beside.type} end; };`,
    locals: [
      heap ? `struct ${tag} *${name} = malloc(sizeof(struct ${tag}));` : `struct ${tag} ${name};`,
      beside.set(at('tag'), '9'),
      beside.set(at('end'), 'c'),
      after === '' ? '' : `${at('low')} = 2; ${at('high')} = c;`,
      ...fill,
    ].join('\n'),
    pointer: at(path),
    initialised: true,
    around: [
      beside.read(at('tag')),
      beside.read(at('end')),
      ...(after === '' ? [] : [`${at('low')} + 16u * ${at('high')}`]),
      ...all.map((member) => element.read(`${at(member)}[0]`)),
    ],
  });
}

const struct: PlaceMaker = (request) => inRecord(request, { before: '', after: '', heap: false });
const nestedStruct: PlaceMaker = (request) => inRecord(request, { before: 'char mark;', after: '', heap: false });
const bitFields: PlaceMaker = (request) =>
  inRecord(request, { before: '', after: 'unsigned low : 5; unsigned : 3; unsigned high : 9;', heap: false });
const heapRecord: PlaceMaker = (request) =>
  inRecord(request, { before: request.random.pick(['', 'short mark;']), after: '', heap: true });

const unionMember: PlaceMaker = (request) => {
  const { name, element } = request;
  const extent = smallExtent(request);
  return plain(extent, {
    globals: `union @${name}_union { ${element.type} v[${extent.count}]; unsigned char bytes[sizeof(${element.type}) * ${extent.count}]; long word; };`,
    locals: `union @${name}_union ${name};`,
    pointer: `${name}.v`,
    around: element.padded || element.address ? [] : [`${name}.bytes[sizeof(${element.type}) - 1]`],
  });
};

const variableLength: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = random.chance(25) ? smallExtent(request) : inputExtent(request);
  return plain(extent, {
    locals: `int ${name}_length = ${extent.count};\n${element.type} ${name}[${name}_length];`,
    pointer: name,
    whole: name,
  });
};

const middle: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = smallExtent(request);
  const by = random.pick(['1', '2', 'c', '(c & 1)', '(b > 1)']);
  return plain(extent, {
    locals: [
      `${element.type} ${name}_all[${extent.most + 4}];`,
      `for (int i = 0; i < ${extent.most + 4}; i++) ${element.set(`${name}_all[i]`, 'i + 3')}`,
      `${element.type} *${name} = ${name}_all + ${by};`,
    ].join('\n'),
    pointer: name,
    initialised: true,
    around: [
      ...Array.from({ length: 3 }, (_, i) => element.read(`${name}_all[${i}]`)),
      element.read(`${name}_all[${extent.most + 3}]`),
    ],
  });
};

/** Kinds of objects of automatic storage, and records. */
export const AUTOMATIC: Readonly<Record<string, PlaceMaker>> = {
  scalar,
  array,
  matrix,
  struct,
  nested: nestedStruct,
  'bit-fields': bitFields,
  union: unionMember,
  vla: variableLength,
  middle,
  'heap struct': heapRecord,
};
