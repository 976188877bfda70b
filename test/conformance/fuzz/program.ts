import { checksum } from './checksum.ts';
import { Expressions } from './expressions.ts';
import { arithmetic, hashed } from './features/addresses.ts';
import { byteRead, byteWrite, compare, copy, copyWhole, fill, reinterpret, shift } from './features/bytes.ts';
import { calling, type Procedure, procedure, pureFunctions, VARIADIC, variadicCall } from './features/calls.ts';
import { effects, memberWalk, tables } from './features/effects.ts';
import { frames } from './features/frames.ts';
import { allocated, growing, list, tree } from './features/heap.ts';
import { chain, node, OPERATIONS } from './features/nodes.ts';
import { strings, unusual, variableLength } from './features/others.ts';
import { nullable, pointerTable, roundTrip, walk } from './features/pointers.ts';
import { randomRecords } from './features/records.ts';
import { initial } from './initial.ts';
import { Scope } from './places.ts';
import { Random } from './random.ts';
import { type StatementMaker, Statements } from './statements.ts';
import { declare, definition, FLOATS, INTEGERS, type Type } from './types.ts';

/** What a program may use beside integers, arrays, and control flow. */
export const FEATURES = [
  'records',
  'pointers',
  'bytes',
  'heap',
  'lists',
  'calls',
  'recursion',
  'variadic',
  'strings',
  'floats',
  'vla',
  'unusual',
  'nodes',
  'addresses',
  'frames',
  'effects',
  'stream',
] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * A program up to its inputs: `in(k)` reads k bits; `P(i)` tells that a probe is reached, `R(s)`
 * what was computed in the end.
 */
export interface RandomProgram {
  readonly seed: number;
  readonly features: readonly Feature[];
  readonly text: string;
  readonly probes: number;
  /**
   * Bits that a run may read; it ends, without an error, where it wants more. Null: it may read on
   * for ever.
   */
  readonly endless: boolean;
}

const LIBRARY = [
  'typedef unsigned long size_t;',
  'extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);',
  'extern void free(void *), exit(int), abort(void);',
  'extern void *memset(void *, int, size_t), *memmove(void *, const void *, size_t);',
  'extern int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);',
  'extern char *strcpy(char *, const char *), *strcat(char *, const char *), *strncpy(char *, const char *, size_t), *strchr(const char *, int);',
  'extern size_t strlen(const char *);',
];

/** The same program for the same seed and features. Without features some are drawn. */
export function randomProgram(seed: number, wanted: readonly Feature[] | null = null): RandomProgram {
  const random = new Random(seed);
  const features =
    wanted ?? FEATURES.filter((feature) => random.chance(feature === 'stream' ? 15 : feature === 'floats' ? 12 : 28));
  const has = (feature: Feature): boolean => features.includes(feature);
  const expressions = new Expressions(random);
  expressions.floats = has('floats');
  const globals = new Scope(0, null);
  const makers: (readonly [number, StatementMaker])[] = [];
  const types: Type[] = INTEGERS.filter(() => random.chance(50));
  if (types.length === 0) types.push(INTEGERS[0]);
  if (has('floats')) types.push(random.pick(FLOATS));
  const statements = new Statements(expressions, makers, types);
  const lines = [...LIBRARY];

  const variable = (type: Type, name: string): void => {
    const value = initial(expressions, globals, type, true);
    if (value === null) return;
    lines.push(
      `${random.chance(50) ? 'static ' : ''}${declare(type, name)}${random.chance(80) || type.kind === 'pointer' || type.kind === 'record' ? ` = ${value}` : ''};`,
    );
    globals.add(name, type);
  };
  for (let i = 0; i < random.between(1, 3); i++) variable(random.pick(types), `g${i}`);
  if (random.chance(60))
    variable({ kind: 'array', of: random.pick(types), length: random.pick([2, 3, 4, 8, 70]) }, 'ga');
  if (has('records')) {
    const pointees = has('pointers')
      ? globals.roots.map(({ type }) => type).filter(({ kind }) => kind === 'integer')
      : [];
    const records = randomRecords(random, pointees, has('floats'));
    lines.push(...records.map(definition));
    types.push(...records);
    for (const [i, record] of records.entries()) variable(record, `gr${i}`);
    if (random.chance(50)) variable({ kind: 'array', of: random.pick(records), length: 2 }, 'gra');
  }
  if (has('pointers')) {
    const pointee = random.pick(globals.roots).type;
    variable({ kind: 'pointer', to: pointee }, 'gp');
    variable({ kind: 'pointer', to: { kind: 'pointer', to: pointee } }, 'gpp');
    makers.push([3, walk], [2, pointerTable], [1, roundTrip], [2, nullable]);
  }
  if (has('bytes')) {
    makers.push([2, byteWrite], [2, byteRead], [2, reinterpret], [1, fill], [2, copy], [1, shift], [1, compare]);
    if (has('records')) makers.push([1, copyWhole]);
  }
  if (has('heap')) makers.push([3, allocated], [3, growing]);
  if (has('lists')) makers.push([4, list], [1, tree]);
  if (has('strings')) makers.push([4, strings]);
  if (has('vla')) makers.push([3, variableLength]);
  if (has('unusual')) makers.push([3, unusual]);
  if (has('variadic')) {
    lines.push(...VARIADIC);
    makers.push([3, variadicCall]);
  }
  if (has('nodes')) {
    lines.push(...OPERATIONS);
    makers.push([4, node], [2, chain]);
  }
  if (has('addresses')) makers.push([3, hashed], [2, arithmetic]);
  if (has('effects')) makers.push([4, effects], [2, tables], [2, memberWalk]);
  if (has('frames')) lines.push(...frames(expressions, random.between(1, 2)));
  if (has('calls') || has('recursion'))
    lines.push(...pureFunctions(expressions, random.between(1, 2), has('recursion')));
  if (has('calls')) {
    const procedures: Procedure[] = [];
    const shape = [
      random.pick(types),
      has('pointers') ? ({ kind: 'pointer', to: random.pick(types) } as const) : random.pick(types),
    ];
    const count = random.between(1, 3);
    for (let i = 0; i < count; i++) {
      const parameters = random.chance(60) ? shape : [random.pick(types)];
      const { lines: body, made } = procedure(statements, globals, `h${i}`, parameters);
      lines.push(...body);
      procedures.push(made);
      if (i === 0) makers.push([4, calling(procedures)]);
    }
  }
  lines.push(...mainFunction(statements, globals, has('stream')));
  return { seed, features, text: `${lines.join('\n')}\n`, probes: statements.probes, endless: has('stream') };
}

function mainFunction(statements: Statements, globals: Scope, stream: boolean): string[] {
  const { random, expressions } = statements;
  const scope = new Scope(1, globals);
  const reads = Array.from({ length: random.between(2, 3) }, (_, i) => {
    scope.add(`n${i}`, INTEGERS[0]);
    const bits = random.between(1, 2);
    return `int n${i} = in(${bits})${random.chance(30) ? ` - ${random.between(1, 3)}` : ''};`;
  });
  const locals = Array.from({ length: random.between(1, 3) }, (_, i) => {
    const type = random.pick(statements.types);
    const value = initial(expressions, scope, type, false);
    if (value === null) return '';
    scope.add(`x${i}`, type);
    return `${declare(type, `x${i}`)} = ${value};`;
  });
  const before = statements.statements(scope, random.between(2, 5), 2);
  const body = stream
    ? [
        'while (in(1)) {',
        ...statements.block(scope, random.between(1, 3), 1),
        `if (${expressions.integer(scope, 1)}) { ${statements.probe()} }`,
        '}',
      ]
    : statements.statements(scope, random.between(1, 4), 2);
  return [
    'int main(void) {',
    ...reads,
    ...locals,
    ...before,
    ...body,
    'unsigned long sum = 17;',
    ...checksum(scope),
    'R(sum);',
    'return 0;',
    '}',
  ];
}
