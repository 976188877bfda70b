import { declare, isPlain, sameType, sizeOf, type Type } from '../fuzz/types.ts';
import { type Build, type Row, sizeText, takesAnyBytes } from './build.ts';

/** Makes statements on rows; null where no row fits. */
export type Operation = (build: Build) => string[] | null;

const isNumber = ({ type }: Row): boolean => type.kind === 'integer';

const pointerTo = (type: Type): string => declare({ kind: 'pointer', to: type }, '');

/** Returns a number of elements that both rows have. */
function common(build: Build, to: Row, from: Row): string {
  const { random } = build;
  const sure = random.between(1, Math.min(to.least, from.least));
  if (random.chance(45)) return `${sure}`;
  return `(${to.count} < ${from.count} ? ${to.count} : ${from.count})`;
}

function pair(build: Build, accept: (row: Row) => boolean = () => true): readonly [Row, Row] | null {
  const to = build.row(accept);
  const from = to === null ? null : build.row((row) => row !== to && accept(row) && sameType(row.type, to.type));
  return to === null || from === null ? null : [to, from];
}

const writeElement: Operation = (build) => {
  const row = build.row();
  return row === null ? null : build.assign(`${row.pointer}[${build.index(row)}]`, row.type);
};

const update: Operation = (build) => {
  const row = build.row(isNumber);
  if (row === null) return null;
  const i = build.fresh('i');
  const operator = build.random.pick(['+=', '^=', '-=', '=', '|=']);
  return [`for (int ${i} = 0; ${i} < ${row.count}; ${i}++) ${row.pointer}[${i}] ${operator} ${build.value(i)};`];
};

/** Moves a pointer through a row, forwards or backwards. */
const walk: Operation = (build) => {
  const row = build.row(isNumber);
  if (row === null) return null;
  const { random } = build;
  const p = build.fresh('p');
  const type = pointerTo(row.type);
  const change = `${random.pick(['+=', '^=', '='])} ${build.value()}`;
  return random.pick([
    [`for (${type} ${p} = ${row.pointer}; ${p} != ${row.pointer} + ${row.count}; ${p}++) *${p} ${change};`],
    [`for (${type} ${p} = ${row.pointer}; ${p} < &${row.pointer}[${row.count}]; ) *${p}++ ${change};`],
    [`for (${type} ${p} = ${row.pointer} + ${row.count}; ${p} > ${row.pointer}; ) *--${p} ${change};`],
    [
      `for (${type} ${p} = ${row.pointer}, *e_${p} = ${row.pointer} + ${row.count}; ${p} != e_${p}; ${p}++) *${p} ${change};`,
    ],
  ]);
};

const fillBytes: Operation = (build) => {
  const row = build.row(({ type }) => takesAnyBytes(type));
  if (row === null) return null;
  const { random } = build;
  const whole = random.chance(60);
  const from = whole ? 0 : random.below(row.least);
  const count = whole ? row.count : `${random.between(1, row.least - from)}`;
  const value = random.pick(['0', '255', `${random.below(128)}`, build.value()]);
  return [`memset(${row.pointer}${from === 0 ? '' : ` + ${from}`}, ${value}, ${count} * ${sizeText(row.type)});`];
};

/** Copies elements from one row to another, in one of many ways. */
const copyElements: Operation = (build) => {
  const rows = pair(build);
  if (rows === null) return null;
  const { random } = build;
  const [to, from] = rows;
  const count = common(build, to, from);
  const size = sizeText(to.type);
  const i = build.fresh('i');
  return random.weighted<() => string[]>([
    [6, () => [`memcpy(${to.pointer}, ${from.pointer}, ${count} * ${size});`]],
    [2, () => [`memmove(${to.pointer}, ${from.pointer}, ${count} * ${size});`]],
    [1, () => [`__builtin_memcpy(${to.pointer}, ${from.pointer}, ${count} * sizeof *${to.pointer});`]],
    [2, () => [`for (int ${i} = 0; ${i} < ${count}; ${i}++) ${to.pointer}[${i}] = ${from.pointer}[${i}];`]],
    [2, () => [`copy_(${to.pointer}, ${from.pointer}, ${count} * ${size});`]],
    [2, () => [`${to.pointer}[${build.index(to)}] = ${from.pointer}[${build.index(from)}];`]],
    [2, () => [`memcpy(&${to.pointer}[${build.index(to)}], &${from.pointer}[${build.index(from)}], ${size});`]],
    [
      2,
      () => {
        const [a, b] = [random.below(to.least), random.below(from.least)];
        const most = Math.min(to.least - a, from.least - b);
        return [`memcpy(${to.pointer} + ${a}, ${from.pointer} + ${b}, ${random.between(1, most)} * ${size});`];
      },
    ],
  ])();
};

/** Moves a part of a row within the row. */
const shift: Operation = (build) => {
  const row = build.row(({ least }) => least > 1);
  if (row === null) return null;
  const size = sizeText(row.type);
  return build.random.chance(50)
    ? [`memmove(${row.pointer}, ${row.pointer} + 1, (${row.count} - 1) * ${size});`]
    : [`memmove(${row.pointer} + 1, ${row.pointer}, (${row.count} - 1) * ${size});`];
};

/** Copies the bytes of one row over those of a row of any type. */
const copyBytes: Operation = (build) => {
  const to = build.row(({ type }) => takesAnyBytes(type));
  const from = to === null ? null : build.row((row) => row !== to && isPlain(row.type) && takesAnyBytes(row.type));
  if (to === null || from === null) return null;
  const room = `${to.count} * ${sizeText(to.type)}`;
  const given = `${from.count} * ${sizeText(from.type)}`;
  const n = build.fresh('b');
  return [
    '{',
    `unsigned long ${n} = ${room} < ${given} ? ${room} : ${given};`,
    ...(build.random.chance(30)
      ? [`if (${n} > ${build.random.between(1, 9)}) ${n} = ${build.random.between(1, 9)};`]
      : []),
    `${build.random.pick(['memmove', 'memcpy', 'copy_'])}(${to.pointer}, ${from.pointer}, ${n});`,
    '}',
  ];
};

const writeByte: Operation = (build) => {
  const row = build.row(({ type }) => takesAnyBytes(type));
  if (row === null) return null;
  const bytes = `${row.least} * (unsigned)${sizeText(row.type)}`;
  return [`((unsigned char *)${row.pointer})[(unsigned)(${build.value()}) % (${bytes})] = ${build.value()};`];
};

const readByte: Operation = (build) => {
  const row = build.row(({ type }) => isPlain(type));
  if (row === null || build.scalars.length === 0) return null;
  const bytes = `${row.least} * (unsigned)${sizeText(row.type)}`;
  return [
    `${build.random.pick(build.scalars)} = ((unsigned char *)${row.pointer})[(unsigned)(${build.value()}) % (${bytes})];`,
  ];
};

/** Accesses the integers of a row as integers of another width. */
const reinterpret: Operation = (build) => {
  const row = build.row(({ type }) => type.kind === 'integer' && type.bits > 8);
  if (row === null || row.type.kind !== 'integer') return null;
  const view = build.random.pick(
    row.type.bits === 64
      ? ['int', 'short', 'unsigned']
      : row.type.bits === 32
        ? ['short', 'unsigned short']
        : ['char', 'signed char'],
  );
  const count = row.least * sizeOf(row.type);
  return [
    `((${view} *)${row.pointer})[(unsigned)(${build.value()}) % (${count} / sizeof(${view}))] ${build.random.pick(['=', '+=', '^='])} ${build.value()};`,
  ];
};

const compare: Operation = (build) => {
  const rows = pair(build, ({ type }) => isPlain(type) && takesAnyBytes(type));
  if (rows === null || build.scalars.length === 0) return null;
  const [a, b] = rows;
  const call = `memcmp(${a.pointer}, ${b.pointer}, ${common(build, a, b)} * ${sizeText(a.type)})`;
  return [`${build.random.pick(build.scalars)} = (${call} > 0) + 2 * (${call} == 0);`];
};

/** Makes a block larger or smaller, and gives new elements values. */
const resize: Operation = (build) => {
  const row = build.row(({ block }) => block);
  if (row === null) return null;
  const { random } = build;
  const at = build.rows.indexOf(row);
  const n = build.fresh('n');
  const i = build.fresh('i');
  const more = random.pick(['1', '2', build.inputs[0].name, `${build.inputs[0].name} + 1`]);
  const most = row.most + Math.max(2, build.inputs[0].high + 1);
  const size = sizeText(row.type);
  if (random.chance(30) && row.least > 1) {
    build.rows[at] = { ...row, count: `${row.least - 1}`, least: row.least - 1, most: row.least - 1 };
    return [`${row.pointer} = realloc(${row.pointer}, ${row.least - 1} * ${size});`];
  }
  // New elements have no value before the loop gives them one, so that only old elements are read there.
  const values = build.assign(`${row.pointer}[${i}]`, row.type, i);
  build.rows[at] = { ...row, count: n, most };
  const call = random.chance(70)
    ? `realloc(${row.pointer}, ${n} * ${size})`
    : `memcpy(malloc(${n} * ${size}), ${row.pointer}, ${row.count} * ${size})`;
  return [
    `int ${n} = ${row.count} + ${more};`,
    `${row.pointer} = ${call};`,
    `for (int ${i} = ${row.count}; ${i} < ${n}; ${i}++) {`,
    ...values,
    '}',
  ];
};

/** Writes through a pointer to one of two rows. */
const choice: Operation = (build) => {
  const rows = pair(build);
  if (rows === null) return null;
  const [a, b] = rows;
  const q = build.fresh('q');
  const least = Math.min(a.least, b.least);
  const type = pointerTo(a.type);
  const at = `(unsigned)(${build.value()}) % ${least}`;
  const condition = `${build.random.pick(build.inputs).name} ${build.random.pick(['> 1', '== 0', '& 1'])}`;
  const ways = [
    [`${type} ${q} = ${condition} ? ${a.pointer} : ${b.pointer};`],
    [`${type} ${q} = ${a.pointer};`, `if (${condition}) ${q} = ${b.pointer};`],
    [
      `${declare({ kind: 'pointer', to: a.type }, `t_${q}[2]`)} = { ${a.pointer}, ${b.pointer} };`,
      `${type} ${q} = t_${q}[(${condition}) != 0];`,
    ],
    [
      `${type} a_${q} = ${a.pointer};`,
      `${type} b_${q} = ${b.pointer};`,
      `${declare({ kind: 'pointer', to: { kind: 'pointer', to: a.type } }, `t_${q}`)} = ${condition} ? &a_${q} : &b_${q};`,
      `*t_${q} = ${a.pointer};`,
      `${type} ${q} = b_${q};`,
    ],
    [
      `struct { char c; ${declare({ kind: 'pointer', to: a.type }, 'p')}; } s_${q} = { 1, ${condition} ? ${a.pointer} : ${b.pointer} }, d_${q};`,
      build.random.pick([
        `d_${q} = s_${q};`,
        `memcpy(&d_${q}, &s_${q}, sizeof s_${q});`,
        `copy_(&d_${q}, &s_${q}, sizeof s_${q});`,
      ]),
      `${type} ${q} = d_${q}.p;`,
    ],
    [
      `${type} f_${q} = ${condition} ? ${a.pointer} : ${b.pointer};`,
      `${type} ${q};`,
      `memcpy(&${q}, &f_${q}, sizeof ${q});`,
    ],
  ];
  // The comparison of runs does not know the addresses of objects, so this choice is rare.
  const asNumber = [
    `unsigned long i_${q} = (unsigned long)(${condition} ? ${a.pointer} : ${b.pointer});`,
    `${type} ${q} = (${type})i_${q};`,
  ];
  const body = build.random.chance(5) ? asNumber : build.random.pick(ways);
  return ['{', ...body, ...build.assign(`${q}[${at}]`, a.type), '}'];
};

/** Passes a struct to a function that returns it. */
const byValue: Operation = (build) => {
  const row = build.row(({ type }) => type.kind === 'record');
  if (row === null) return null;
  const f = build.global('pass');
  const name = declare(row.type, '');
  const at = `${row.pointer}[${build.index(row)}]`;
  build.globals.push(`static ${name} ${f}(${name} r, ${name} *other) { ${name} t = *other; *other = r; return t; }`);
  return [`{ ${name} t = ${at}; t = ${f}(t, &${at}); ${row.pointer}[${build.index(row)}] = t; }`];
};

/** Sorts a row by insertion. */
const sort: Operation = (build) => {
  const row = build.row((one) => isNumber(one) && one.most <= 5);
  if (row === null) return null;
  const { pointer: p, count, type } = row;
  return [
    `for (int i = 1; i < ${count}; i++) {`,
    `${declare(type, 'key')} = ${p}[i]; int j = i;`,
    `while (j > 0 && ${p}[j - 1] > key) { ${p}[j] = ${p}[j - 1]; j--; }`,
    `${p}[j] = key;`,
    '}',
  ];
};

export const OPERATIONS: readonly (readonly [number, Operation])[] = [
  [4, writeElement],
  [3, update],
  [3, walk],
  [4, fillBytes],
  [10, copyElements],
  [3, shift],
  [4, copyBytes],
  [2, writeByte],
  [2, readByte],
  [2, reinterpret],
  [2, compare],
  [5, resize],
  [5, choice],
  [2, byValue],
  [1, sort],
];
