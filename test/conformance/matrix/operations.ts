import type { Random } from '../fuzz/random.ts';
import type { Element } from './elements.ts';
import { TEXT_OPERATIONS } from './text-operations.ts';

/** Objects of an operation. All strings are C expressions. */
export interface Scene {
  readonly element: Element;
  readonly random: Random;
  /** Pointer to the first element of the destination. */
  readonly to: string;
  readonly from: string;
  /** Number of elements behind `to`. */
  readonly toCount: string;
  readonly fromCount: string;
  /**
   * Index of the first element in the destination. No operation leaves its objects by these indices
   * and `count`.
   */
  readonly toStart: string;
  readonly fromStart: string;
  readonly count: string;
  /** Whether the operation may write to the source. */
  readonly fromWritable: boolean;
}

export interface Operation {
  /** Tells whether the operation applies to elements of this type. */
  suits(element: Element): boolean;
  /**
   * Returns the operation's statements. Its result goes into the unsigned variable `r`. `c` is an
   * input from 0 to 3.
   */
  body(scene: Scene): string;
}

const any = (): boolean => true;

/** Returns pointers to the operation's first elements, and its size in bytes. */
function usual({ element, to, from, toStart, fromStart, count }: Scene): { to: string; from: string; size: string } {
  const at = (pointer: string, start: string): string => (start === '0' ? pointer : `${pointer} + ${start}`);
  const size = count === '1' ? `sizeof(${element.type})` : `${count} * sizeof(${element.type})`;
  return { to: at(to, toStart), from: at(from, fromStart), size };
}

const sign = (call: string, address: boolean): string =>
  address ? `r = (${call}) == 0;` : `{ int t = ${call}; r = t < 0 ? 1 : t > 0 ? 2 : 3; }`;

const copy: Operation = {
  suits: any,
  body: (scene) => {
    const { to, from, size } = usual(scene);
    const name = scene.random.pick(['memcpy', 'memcpy', '__builtin_memcpy', 'mempcpy']);
    return `if (${scene.count} > 0) ${name}(${to}, ${from}, ${size});`;
  },
};

const move: Operation = {
  suits: any,
  body: (scene) => {
    const { to, from, size } = usual(scene);
    return `memmove(${to}, ${from}, ${size});`;
  },
};

const moveWithin: Operation = {
  suits: any,
  body: (scene) => {
    const { to, from, size } = usual(scene);
    const { element, toCount, random } = scene;
    const by = random.pick([
      `memmove(${scene.to} + 1, ${scene.to}, (${toCount} - 1) * sizeof(${element.type}));`,
      `memmove(${scene.to}, ${scene.to} + 1, (${toCount} - 1) * sizeof(${element.type}));`,
      `if (c < ${toCount}) memmove(${scene.to} + c, ${scene.to}, (${toCount} - c) * sizeof(${element.type}));`,
    ]);
    return `memmove(${to}, ${from}, ${size});\n${by}`;
  },
};

const set: Operation = {
  suits: any,
  body: (scene) => {
    const { to, size } = usual(scene);
    const value = scene.element.anyBytes ? scene.random.pick(['0', '0', '1', '255', 'c', 'c * 65', '-1']) : '0';
    return `memset(${to}, ${value}, ${size});`;
  },
};

const compare: Operation = {
  suits: ({ padded }) => !padded,
  body: (scene) => {
    const { to, from, size } = usual(scene);
    const equal = `if (c == 2) { ${copy.body(scene).replace('mempcpy', 'memcpy')} }`;
    return `${scene.random.chance(50) ? equal : ''}\n${sign(`memcmp(${to}, ${from}, ${size})`, scene.element.address)}`;
  },
};

const assign: Operation = {
  suits: any,
  body: ({ to, from, toStart, fromStart, random }) => {
    const target = random.pick([`${to}[${toStart}]`, `*(${to} + ${toStart})`]);
    return `${target} = ${random.pick([`${from}[${fromStart}]`, `*(${from} + ${fromStart})`])};`;
  },
};

const assignStruct: Operation = {
  suits: any,
  body: ({ element, to, from, toCount, fromCount, random }) => {
    const n = random.between(1, 2);
    const pair = `struct @group_${n}`;
    const declare = `${pair} { ${element.type} v[${n}]; };`;
    const assignment = random.pick([
      `*(${pair} *)(${to}) = *(${pair} *)(${from});`,
      `${pair} t = *(${pair} *)(${from}); *(${pair} *)(${to}) = t;`,
      `${pair} t; memcpy(&t, ${from}, sizeof t); *(${pair} *)(${to}) = t;`,
      `${pair} *t = (${pair} *)(${to}); *t = *(${pair} *)(${from});`,
    ]);
    return `${declare}\nif (${toCount} >= ${n} && ${fromCount} >= ${n}) { ${assignment} }`;
  },
};

const reallocate: Operation = {
  suits: any,
  body: (scene) => {
    const { element, fromCount, from, to, count, random } = scene;
    const { to: target } = usual(scene);
    const first = random.pick([fromCount, `(${fromCount} + c)`]);
    const next = random.pick([count, `(${count} + 1)`, `(${count} + c)`]);
    return [
      `${element.type} *t = malloc(${first} * sizeof(${element.type}));`,
      `memcpy(t, ${from}, ${fromCount} * sizeof(${element.type}));`,
      random.chance(30) ? `t[0] = ${to}[0];` : '',
      `t = realloc(t, (${next} + 1) * sizeof(${element.type}));`,
      `int m = ${count} < ${fromCount} ? ${count} : ${fromCount};`,
      random.chance(50)
        ? `memcpy(${target}, t, m * sizeof(${element.type}));`
        : `for (int i = 0; i < m; i++) (${target})[i] = t[i];`,
      random.chance(50) ? 'free(t);' : '',
    ].join('\n');
  },
};

const loopByCharacter: Operation = {
  suits: any,
  body: (scene) => {
    const { to, from, size } = usual(scene);
    const byte = scene.random.pick(['char', 'unsigned char']);
    const loop = scene.random.pick([
      `for (int i = 0; i < (int)(${size}); i++) t[i] = f[i];`,
      `for (int i = (int)(${size}); i-- > 0; ) t[i] = f[i];`,
      `for (size_t i = ${size}; i != 0; i--) *t++ = *f++;`,
    ]);
    return `{ ${byte} *t = (${byte} *)(${to}); const ${byte} *f = (const ${byte} *)(${from});\n${loop} }`;
  },
};

const loopByElement: Operation = {
  suits: any,
  body: ({ element, to, from, toStart, fromStart, count, random }) =>
    random.pick([
      `for (int i = 0; i < ${count}; i++) ${to}[${toStart} + i] = ${from}[${fromStart} + i];`,
      `{ ${element.type} *t = ${to} + ${toStart}; const ${element.type} *f = ${from} + ${fromStart}; const ${element.type} *e = f + ${count}; while (f != e) *t++ = *f++; }`,
      `for (int i = 0; i < ${count}; i++) ${to}[${toStart} + ${count} - 1 - i] = ${from}[${fromStart} + i];`,
    ]),
};

const swap: Operation = {
  suits: any,
  body: ({ element, to, toCount, from, fromStart, random }) =>
    [
      `${element.type} t = ${to}[0];`,
      random.chance(50) ? `${to}[0] = ${to}[${toCount} - 1];` : `memcpy(${to}, ${to} + ${toCount} - 1, sizeof t);`,
      `${to}[${toCount} - 1] = t;`,
      `if (c == 1) ${to}[0] = ${from}[${fromStart}];`,
    ].join('\n'),
};

const throughUnion: Operation = {
  suits: any,
  body: ({ element, to, from, toStart, fromStart, random }) => {
    const change =
      element.anyBytes && !element.padded
        ? `u.b[${random.pick(['0', 'sizeof u.e - 1', 'c & (sizeof u.e - 1)'])}] ^= c;`
        : '';
    return [
      `union { ${element.type} e; unsigned char b[sizeof(${element.type})]; } u, w;`,
      `u.e = ${from}[${fromStart}];`,
      change.includes('c & (') && /struct|record/.test(element.type) ? 'u.b[0] ^= c;' : change,
      random.chance(50) ? 'w = u;' : 'for (int i = 0; i < (int)sizeof u.b; i++) w.b[i] = u.b[i];',
      `${to}[${toStart}] = w.e;`,
    ].join('\n');
  },
};

const poke: Operation = {
  suits: ({ anyBytes, padded }) => anyBytes && !padded,
  body: ({ element, to, from, toStart, fromStart, random }) => {
    const where = random.pick(['0', `c % (int)sizeof(${element.type})`, `(int)sizeof(${element.type}) - 1`]);
    return `((unsigned char *)(${to} + ${toStart}))[${where}] = ((const unsigned char *)(${from} + ${fromStart}))[0] ^ (b == 3);`;
  },
};

const pointerToPointer: Operation = {
  suits: any,
  body: (scene) => {
    const { element, to, from, toStart, fromStart, count, random } = scene;
    const cast = `(${element.type} *)`;
    const size = `${count} * sizeof(${element.type})`;
    return random.pick([
      `${element.type} *t = ${cast}${from}; ${element.type} **p = &t; *p = ${cast}${to}; for (int i = 0; i < ${count}; i++) (*p)[${toStart} + i] = ${from}[${fromStart} + i];`,
      `${element.type} *t[2] = { ${cast}${to}, ${cast}${from} }; if (${count} > 0) memcpy(t[0] + ${toStart}, t[1] + ${fromStart}, ${size});`,
      `${element.type} *t = ${cast}(${to}) + ${toStart}; ${element.type} **p = &t; for (int i = 0; i < ${count}; i++) *(*p)++ = ${from}[${fromStart} + i];`,
      `struct { ${element.type} *t, *f; } q = { ${cast}${to}, ${cast}${from} }, w; memcpy(&w, &q, sizeof q); if (${count} > 0) memcpy(w.t + ${toStart}, w.f + ${fromStart}, ${size});`,
      `void *t[2]; t[c & 1] = ${cast}${to}; t[!(c & 1)] = ${cast}${from}; if (${count} > 0) memcpy((${element.type} *)t[c & 1] + ${toStart}, (${element.type} *)t[!(c & 1)] + ${fromStart}, ${size});`,
    ]);
  },
};

const roundTrip: Operation = {
  suits: any,
  body: (scene) => {
    const { to, from, size } = usual(scene);
    const { element, random } = scene;
    const make = random.pick([
      `unsigned char t[4 * sizeof(${element.type})];`,
      `void *t = malloc(4 * sizeof(${element.type}));`,
    ]);
    return [
      make,
      `int m = ${scene.count} < 4 ? ${scene.count} : 4;`,
      `memcpy(t, ${from}, m * sizeof(${element.type}));`,
      `if (c != 3) memcpy(${to}, t, m * sizeof(${element.type}));`,
      random.chance(30) ? `else memset(${to}, 0, ${size});` : '',
    ].join('\n');
  },
};

/** All operations, by name. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  copy,
  move,
  'move within': moveWithin,
  set,
  compare,
  assign,
  'assign struct': assignStruct,
  realloc: reallocate,
  'loop by character': loopByCharacter,
  'loop by element': loopByElement,
  swap,
  union: throughUnion,
  poke,
  'pointer to pointer': pointerToPointer,
  'round trip': roundTrip,
  ...TEXT_OPERATIONS,
};
