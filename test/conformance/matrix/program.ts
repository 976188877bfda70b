import { Random } from '../fuzz/random.ts';
import { PLACES } from './blocks.ts';
import { type Cell, ITSELF } from './cells.ts';
import type { Element } from './elements.ts';
import { OPERATIONS, type Scene } from './operations.ts';
import type { Place } from './places.ts';

/** Largest value of the inputs `a`, `b` and `c`; the least is 0. */
export const LARGEST_INPUT = 3;

/** Declarations of the library functions that the programs call. */
export const LIBRARY = `typedef unsigned long size_t;
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void free(void *);
extern void *memcpy(void *restrict, const void *restrict, size_t), *mempcpy(void *restrict, const void *restrict, size_t);
extern void *memmove(void *, const void *, size_t), *memset(void *, int, size_t), *memchr(const void *, int, size_t);
extern int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
extern char *strcpy(char *restrict, const char *restrict), *strncpy(char *restrict, const char *restrict, size_t);
extern char *stpcpy(char *restrict, const char *restrict), *strcat(char *restrict, const char *restrict);
extern char *strncat(char *restrict, const char *restrict, size_t), *strchr(const char *, int), *strrchr(const char *, int);
extern char *strstr(const char *, const char *), *strdup(const char *), *strndup(const char *, size_t);
extern size_t strlen(const char *), strnlen(const char *, size_t), strspn(const char *, const char *), strcspn(const char *, const char *);
`;

/**
 * Writes the declarations of a cell and its function `unsigned @run(int a, int b, int c)`. The
 * function returns a checksum of the operation's effects.
 */
export function functionOf(cell: Cell): string {
  const random = new Random(cell.seed);
  const { element, from } = cell;
  const target = PLACES[cell.to]({ name: 'd', element, random });
  const source = from === ITSELF ? null : PLACES[from]({ name: 's', element, random });
  const places = source === null ? [target] : [target, source];
  const range = rangeOf(cell, target, source ?? target, random);
  const steps =
    cell.access === 'function'
      ? inFunction(cell, target, source ?? target, random)
      : inPlace(cell, target, source ?? target, random);
  const body = [
    'unsigned r = 0, sum = 0;',
    ...places.map(({ locals }) => locals),
    ...places.map((place, i) => (place.initialised ? '' : fill(element, place, i))),
    range,
    steps.body,
    ...observe(cell, target, source, random),
    'return sum;',
  ];
  return [
    element.declarations,
    ...places.map(({ globals }) => `${globals}\n`),
    steps.functions,
    'static unsigned @run(int a, int b, int c) {\n',
    indent(body.join('\n')),
    '}\n',
  ].join('');
}

function indent(text: string): string {
  return text
    .replace(/^(?=.)/gm, '  ')
    .replace(/\n+/g, '\n')
    .concat('\n');
}

function fill(element: Element, { pointer, count }: Place, i: number): string {
  const content = i === 0 ? 'i + 1' : 'i * 2 + b';
  return count === '1'
    ? element.set(`(${pointer})[0]`, content.replace('i', '0'))
    : `for (int i = 0; i < ${count}; i++) { ${element.set(`(${pointer})[i]`, content)} }`;
}

/** Declares `to`, `from` and `n`: the operation's first elements in its objects, and its number of elements. */
function rangeOf({ sizes }: Cell, target: Place, source: Place, random: Random): string {
  if (sizes === 'constant') {
    const n = random.between(1, Math.min(target.least, source.least));
    const to = random.between(0, target.least - n);
    const from = random.between(0, source.least - n);
    return random.chance(50)
      ? `enum { to = ${to}, from = ${from}, n = ${n} };`
      : `int to = ${to}, from = ${from}, n = ${n};`;
  }
  const start = (place: Place): string => (place.most === 1 || random.chance(40) ? '0' : `c < ${place.count} ? c : 0`);
  return [
    `int to = ${start(target)}, from = ${start(source)}, n = ${random.pick(['b', 'b', 'b + 1', '4 - b'])};`,
    `if (n > ${target.count} - to) n = ${target.count} - to;`,
    `if (n > ${source.count} - from) n = ${source.count} - from;`,
  ].join('\n');
}

interface Steps {
  readonly functions: string;
  readonly body: string;
}

function sceneOf({ element }: Cell, target: Place, source: Place, random: Random): Scene {
  return {
    element,
    random,
    to: atom(target.pointer),
    from: atom(source.pointer),
    toCount: target.count,
    fromCount: source.count,
    toStart: 'to',
    fromStart: 'from',
    count: 'n',
    fromWritable: source.writable,
  };
}

const atom = (text: string): string => (/^[@\w]+$/.test(text) ? text : `(${text})`);

function inPlace(cell: Cell, target: Place, source: Place, random: Random): Steps {
  const scene = sceneOf(cell, target, source, random);
  const operation = OPERATIONS[cell.operation];
  if (cell.access === 'names') return { functions: '', body: `{\n${operation.body(scene)}\n}` };
  const { type } = cell.element;
  const variables = `${type} *x = ${target.pointer}; const ${type} *y = ${source.pointer};`;
  return { functions: '', body: `{\n${variables}\n${operation.body({ ...scene, to: 'x', from: 'y' })}\n}` };
}

function inFunction(cell: Cell, target: Place, source: Place, random: Random): Steps {
  const { type } = cell.element;
  const scene = { ...sceneOf(cell, target, source, random), to: 'x', from: 'y', toCount: 'xs', fromCount: 'ys' };
  const parameters = `${type} *x, int xs, const ${type} *y, int ys, int to, int from, int n, int b, int c`;
  const body = OPERATIONS[cell.operation].body(scene);
  return {
    functions: `static unsigned @operation(${parameters}) {\n  unsigned r = 0;\n${indent(body)}  return r;\n}\n`,
    body: `r = @operation(${target.pointer}, ${target.count}, ${source.pointer}, ${source.count}, to, from, n, b, c);`,
  };
}

/** Returns statements that mix the objects into `sum`. */
function observe({ element }: Cell, target: Place, source: Place | null, random: Random): string[] {
  const mix = (value: string): string => `sum = (sum << 5 | sum >> 27) ^ ${value};`;
  const bytes = !element.padded && !element.address;
  const style = random.weighted([
    [5, 'all'],
    [3, 'element'],
    [bytes ? 2 : 0, 'byte'],
  ] as const);
  const look = ({ pointer, count }: Place): string => {
    const read = (index: string): string => element.read(`(${pointer})[${index}]`);
    switch (style) {
      case 'all':
        return `for (int i = 0; i < ${count}; i++) ${mix(read('i'))}`;
      case 'element':
        return `if (c < ${count}) ${mix(read('c'))} else ${mix(read('0'))}`;
      case 'byte':
        return mix(`((const unsigned char *)(${pointer}))[(c * 5 + 1) % (int)(${count} * sizeof(${element.type}))]`);
    }
  };
  const statements = [look(target), mix('r')];
  if (source?.writable && random.chance(50)) statements.push(look(source));
  for (const value of target.around) if (random.chance(60)) statements.push(mix(value));
  return statements;
}
