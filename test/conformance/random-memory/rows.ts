import { declare, type Type } from '../fuzz/types.ts';
import { type Build, MOST_ELEMENTS, type Row, sizeText } from './build.ts';

/** Makers of rows; each gives all elements a value. */

interface Made {
  readonly pointer: string;
  readonly count: string;
  readonly least: number;
  readonly most: number;
  readonly block?: boolean;
}

type Maker = (build: Build, type: Type) => Made;

const constantCount = (build: Build): Made & { readonly pointer: '' } => {
  const count = build.random.between(1, MOST_ELEMENTS);
  return { pointer: '', count: `${count}`, least: count, most: count };
};

const variableCount = (build: Build): Made & { readonly pointer: '' } => {
  const { text, least, most } = build.count();
  return { pointer: '', count: text, least, most };
};

/** Stores the number of elements in a variable, so that later changes of its inputs do not change it. */
function keptCount(build: Build): Made & { readonly pointer: '' } {
  const made = variableCount(build);
  const name = build.fresh('n');
  build.lines.push(`int ${name} = ${made.count};`);
  return { ...made, count: name };
}

const globalArray: Maker = (build, type) => {
  const made = constantCount(build);
  const name = build.global('g');
  build.globals.push(`static ${declare({ kind: 'array', of: type, length: made.least }, name)};`);
  return { ...made, pointer: name };
};

const localArray: Maker = (build, type) => {
  const made = constantCount(build);
  const name = build.fresh('x');
  const before = build.random.chance(15) ? 'static ' : '';
  build.lines.push(`${before}${declare({ kind: 'array', of: type, length: made.least }, name)};`);
  return { ...made, pointer: name };
};

const variableArray: Maker = (build, type) => {
  const made = keptCount(build);
  const name = build.fresh('v');
  build.lines.push(`${declare(type, `${name}[${made.count}]`)};`);
  return { ...made, pointer: name };
};

const allocated: Maker = (build, type) => {
  const made = build.random.chance(50) ? keptCount(build) : constantCount(build);
  const name = build.fresh('h');
  const size = sizeText(type);
  const call = build.random.pick([
    `malloc(${made.count} * ${size})`,
    `malloc(${made.count} * sizeof *${name})`,
    `calloc(${made.count}, ${size})`,
    `realloc(0, ${made.count} * ${size})`,
    `realloc(malloc(${size}), ${made.count} * ${size})`,
  ]);
  build.lines.push(`${declare({ kind: 'pointer', to: type }, name)} = ${call};`);
  build.blocks.push(name);
  return { ...made, pointer: name, block: true };
};

const onStack: Maker = (build, type) => {
  const made = keptCount(build);
  const name = build.fresh('s');
  build.lines.push(
    `${declare({ kind: 'pointer', to: type }, name)} = __builtin_alloca(${made.count} * ${sizeText(type)});`,
  );
  return { ...made, pointer: name };
};

const flexible: Maker = (build, type) => {
  const made = keptCount(build);
  const name = build.fresh('f');
  const record = `struct ${build.global('F')}`;
  const head = build.random.pick([
    'int length;',
    'char tag; short length;',
    'unsigned length : 5, tag : 3;',
    'long length;',
  ]);
  build.globals.push(`${record} { ${head} ${declare(type, 'data[]')}; };`);
  build.lines.push(
    `${record} *${name} = malloc(sizeof *${name} + ${made.count} * ${sizeText(type)});`,
    `${name}->length = ${made.count};`,
  );
  build.blocks.push(name);
  return { ...made, pointer: `${name}->data`, count: build.random.chance(50) ? `(int)${name}->length` : made.count };
};

const member: Maker = (build, type) => {
  const made = constantCount(build);
  const name = build.fresh('m');
  const record = `struct ${build.global('M')}`;
  const array = declare({ kind: 'array', of: type, length: made.least }, 'inner');
  build.globals.push(
    `${record} { ${build.random.pick(['char', 'short', 'int', 'long'])} before; ${array}; char after; };`,
  );
  if (build.random.chance(50)) {
    build.lines.push(`${record} ${name};`);
    return { ...made, pointer: `${name}.inner` };
  }
  build.lines.push(
    `${record} *${name} = malloc(${build.random.chance(50) ? `sizeof *${name}` : `sizeof(${record})`});`,
  );
  build.blocks.push(name);
  return { ...made, pointer: `${name}->inner` };
};

const matrixRow: Maker = (build, type) => {
  const made = constantCount(build);
  const name = build.fresh('w');
  const rows = build.random.between(2, 3);
  const matrix: Type = { kind: 'array', of: { kind: 'array', of: type, length: made.least }, length: rows };
  build.lines.push(`${declare(matrix, name)};`, `memset(${name}, 0, sizeof ${name});`);
  return {
    ...made,
    pointer: `${name}[${build.random.pick(['0', '1', `(unsigned)${build.random.pick(build.inputs).name} % ${rows}`])}]`,
  };
};

const familyRow: Maker = (build, type) => {
  const made = keptCount(build);
  const name = build.fresh('y');
  const blocks = build.random.between(2, 3);
  const i = build.fresh('i');
  build.lines.push(
    `${declare({ kind: 'pointer', to: type }, `${name}[${blocks}]`)};`,
    `for (int ${i} = 0; ${i} < ${blocks}; ${i}++) { ${name}[${i}] = ${build.random.pick(['malloc', 'malloc'])}(${made.count} * ${sizeText(type)}); memset(${name}[${i}], 0, ${made.count} * ${sizeText(type)}); }`,
  );
  for (let k = 0; k < blocks; k++) build.blocks.push(`${name}[${k}]`);
  return {
    ...made,
    pointer: `${name}[${build.random.pick(['0', '1', `(unsigned)${build.random.pick(build.inputs).name} % ${blocks}`])}]`,
  };
};

const held: Maker = (build, type) => {
  const made = keptCount(build);
  const name = build.fresh('k');
  const record = `struct ${build.global('H')}`;
  build.globals.push(`${record} { char tag; ${declare({ kind: 'pointer', to: type }, 'at')}; int length; };`);
  build.lines.push(
    `${record} ${name} = { 1, malloc(${made.count} * ${sizeText(type)}), ${made.count} };`,
    ...(build.random.chance(40) ? [`${record} c_${name} = ${name};`] : []),
  );
  build.blocks.push(`${name}.at`);
  const copied = build.lines[build.lines.length - 1].includes(` c_${name} `) && build.random.chance(60);
  return { ...made, pointer: `${copied ? 'c_' : ''}${name}.at`, count: `${name}.length` };
};

const handedOut: Maker = (build, type) => {
  const made = keptCount(build);
  const name = build.fresh('o');
  const maker = build.global('make');
  const pointer: Type = { kind: 'pointer', to: type };
  build.globals.push(
    `static void ${maker}(${declare({ kind: 'pointer', to: pointer }, 'out')}, int n) { *out = malloc(n * ${sizeText(type)}); }`,
  );
  build.lines.push(`${declare(pointer, name)} = 0;`, `${maker}(&${name}, ${made.count});`);
  build.blocks.push(name);
  return { ...made, pointer: name, block: true };
};

const inUnion: Maker = (build, type) => {
  const made = constantCount(build);
  const name = build.fresh('u');
  const array = declare({ kind: 'array', of: type, length: made.least }, 'values');
  build.lines.push(
    `union { unsigned char bytes[${made.least} * ${sizeText(type)}]; ${array}; } ${name};`,
    `memset(&${name}, 0, sizeof ${name});`,
  );
  return { ...made, pointer: `${name}.values` };
};

const MAKERS: readonly (readonly [number, Maker])[] = [
  [4, globalArray],
  [4, localArray],
  [4, variableArray],
  [8, allocated],
  [2, onStack],
  [4, flexible],
  [4, member],
  [2, matrixRow],
  [3, familyRow],
  [3, held],
  [2, handedOut],
  [2, inUnion],
];

/** Makes a row, gives its elements values, and adds the row to the program. */
export function makeRow(build: Build, type: Type): Row {
  const row: Row = { block: false, ...build.random.weighted(MAKERS)(build, type), type };
  build.lines.push(...fill(build, row));
  if (build.random.chance(70) || row.least < 2) build.rows.push(row);
  else build.rows.push(middleOf(build, row));
  return row;
}

function fill(build: Build, { pointer, count, type }: Row): string[] {
  const i = build.fresh('i');
  return [`for (int ${i} = 0; ${i} < ${count}; ${i}++) {`, ...build.assign(`${pointer}[${i}]`, type, i), '}'];
}

/** Makes a row of the elements from the second one on, with a pointer of its own. */
function middleOf(build: Build, { pointer, type, count, least, most }: Row): Row {
  const name = build.fresh('p');
  build.lines.push(
    `${declare({ kind: 'pointer', to: type }, name)} = ${build.random.pick([`${pointer} + 1`, `&${pointer}[1]`])};`,
  );
  return { pointer: name, type, count: `(${count} - 1)`, least: least - 1, most: most - 1, block: false };
}
