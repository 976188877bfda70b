import {
  allInputs,
  changingFunctions,
  type InputSeries,
  type ProgramRun,
} from '../../../certify/replay/recorded-run.ts';
import { ASSERTION_FAILURES, ERROR_FUNCTIONS, isAssertion, isCheck } from '../../../program/cfa/assertion-names.ts';
import { type CheckKind, checkOf, isLeakKind } from '../../../program/cfa/checks/kinds.ts';
import type { ExternalFunction } from '../../../program/cfa/externals.ts';
import { inputFunction, systemDefinitions } from '../../../race/native-data.ts';
import { commandLine } from './command-line.ts';
import { ordersText } from './weakness.ts';

/** Function that returns the characters of the standard input. */
const CHARACTERS = 'getchar';
/** Exit status of the test if the error function has no body of its own, as in other tools' tests. */
export const ERROR_EXIT = 107;

/**
 * Functions that programs may declare without calling them on this run: without a body they would not
 * be linked.
 */
const NONDETERMINISTIC: Readonly<Record<string, string>> = {
  bool: '_Bool',
  char: 'char',
  double: 'double',
  float: 'float',
  int: 'int',
  int128: '__int128',
  long: 'long',
  longlong: 'long long',
  pointer: 'void *',
  schar: 'signed char',
  short: 'short',
  size_t: '__SIZE_TYPE__',
  u16: 'unsigned short',
  u32: 'unsigned int',
  u64: 'unsigned long long',
  u8: 'unsigned char',
  uchar: 'unsigned char',
  uint: 'unsigned int',
  uint128: 'unsigned __int128',
  ulong: 'unsigned long',
  ulonglong: 'unsigned long long',
  unsigned: 'unsigned int',
  ushort: 'unsigned short',
};

/** A compiler with options, and variables of the run, with which a fault is reported. */
interface Sanitised {
  readonly compiler: 'cc' | 'clang';
  readonly options: string;
  /** Words before the command. */
  readonly environment?: string;
}

const UNDEFINED = (checks: string): Sanitised => ({ compiler: 'cc', options: `-g -fsanitize=${checks}` });
/** GCC has no such sanitisers. */
const CLANG = (checks: string): Sanitised => ({ compiler: 'clang', options: `-g -fwrapv -fsanitize=${checks}` });
const LEAK: Sanitised = {
  compiler: 'cc',
  options: '-g -fsanitize=address',
  environment: 'ASAN_OPTIONS=detect_leaks=1 ',
};
/** A live block counts as lost if no pointer counts. */
const NO_ROOTS = 'LSAN_OPTIONS=use_globals=0:use_stacks=0:use_registers=0:use_tls=0 ';

/** How a fault of the kind is seen outside of Lemmata, or why no tool shows it, as a clause. */
const SANITISERS: Readonly<Record<CheckKind, Sanitised | string>> = {
  overflow: UNDEFINED('signed-integer-overflow,shift-base,integer-divide-by-zero'),
  division: UNDEFINED('integer-divide-by-zero'),
  shift: UNDEFINED('shift-exponent'),
  conversion: UNDEFINED('float-cast-overflow'),
  alignment: UNDEFINED('alignment'),
  deref: UNDEFINED('address,null,bounds,object-size'),
  free: UNDEFINED('address'),
  unreachable: UNDEFINED('unreachable'),
  representation: UNDEFINED('bool'),
  overlap: UNDEFINED('address -fno-builtin'),
  memtrack: LEAK,
  memcleanup: { ...LEAK, environment: `${LEAK.environment}${NO_ROOTS}` },
  'data-race': UNDEFINED('thread -pthread'),
  wrap: CLANG('unsigned-integer-overflow'),
  truncation: CLANG('implicit-integer-truncation,implicit-integer-sign-change'),
  assertion: 'the run ends at an assertion of its own',
  argument: 'no sanitiser knows for which arguments a function of the library is defined',
  sequence: 'compilers choose one order, in which nothing is to be seen',
  uninitialised: 'tools report a value that is missing where it is used, and not where it is read',
  deadlock: 'a run that waits for ever gives no report',
  requires: 'the run begins at a function with a contract',
  ensures: 'the run begins at a function with a contract',
  assigns: 'the run begins at a function with a contract',
};

/** The reason why no tool shows where a run fails, as a clause; null: one does. */
export function unseen({ errorFunction }: Pick<ProgramRun, 'errorFunction'>): string | null {
  const check = checkOf(errorFunction);
  const how = check === null ? null : SANITISERS[check];
  return typeof how === 'string' ? how : null;
}

export interface TestContext {
  readonly files: readonly string[];
  readonly dataModel: 'ILP32' | 'LP64';
  /** Name of the test's file. */
  readonly name?: string;
  /** External functions of the program. */
  readonly externals?: readonly Pick<ExternalFunction, 'name'>[];
}

/**
 * A C file that, compiled together with the program, makes it take a run to the error.
 * It defines the functions that gave the run its inputs. Null if C cannot express an input (arrays and
 * structs), if external functions change memory, and if inputs of the run are unknown.
 */
export function executableTest(
  run: Pick<ProgramRun, 'inputs' | 'further' | 'error' | 'errorFunction' | 'arguments'> &
    Partial<Pick<ProgramRun, 'environment' | 'steps' | 'orders'>>,
  { files, dataModel, name: testName = 'THIS-FILE.c', externals = [] }: TestContext,
): string | null {
  const all = allInputs(run);
  if (all === null || changingFunctions(run).length > 0) return null;
  const given = all.filter(({ kind }) => kind === 'nondet' || kind === 'unknown-function');
  // The library's own functions read the inputs of `getchar` from the standard input.
  const characters = given.filter(({ name }) => name === CHARACTERS);
  const called = given
    .filter(({ name }) => name !== CHARACTERS)
    .map((each) => ({ ...each, name: inputFunction(each.name) }));
  const { errorFunction } = run;
  const check = checkOf(errorFunction);
  const how = check === null ? null : SANITISERS[check];
  const sanitiser = typeof how === 'string' ? null : how;
  if (!called.every(isPlain) || (sanitiser === null && !/^\w+$/.test(errorFunction))) return null;
  const byName = new Map<string, InputSeries[]>();
  for (const input of called) {
    const known = byName.get(input.name);
    if (known === undefined) byName.set(input.name, [input]);
    else known.push(input);
  }
  const left = all.length - given.length;
  const command = commandLine('./test', run.arguments ?? [], run.environment);
  return `${[
    sanitiser !== null
      ? `// Takes the program to the fault in line ${run.error.line}, which a sanitiser reports:`
      : isAssertion(errorFunction)
        ? `// Takes the program to the assertion in line ${run.error.line}, which fails:`
        : `// Takes the program to the call of ${errorFunction} in line ${run.error.line}:`,
    `//   ${compiling(sanitiser ?? { compiler: 'cc', options: '-fwrapv' }, dataModel, files, testName)} && ${standardInput(characters)}${sanitiser?.environment ?? ''}${command}; echo $?`,
    sanitiser !== null
      ? check !== null && isLeakKind(check)
        ? '// The report names the line that allocates the block.'
        : '// The report names that line.'
      : ASSERTION_FAILURES.includes(errorFunction)
        ? '// It ends as a failing assertion does, which is 134 where abort ends it.'
        : `// It ends with ${ERROR_EXIT}, or as the program's own ${errorFunction} does.`,
    ...(left > 0
      ? [
          '// The run also rests on allocations that fail, or on values of variables that are not initialised: those cannot be set here.',
        ]
      : []),
    ...(run.steps?.some(({ thread }) => thread !== null) === true
      ? ['// The run also rests on the order of steps of several threads: that cannot be set here.']
      : []),
    ...(run.orders === undefined
      ? []
      : [
          `// The run also rests on orders that C leaves open: ${ordersText(run.orders)}.`,
          '// GCC takes another order, so that the test may end without the error. Other compilers may take this one.',
        ]),
    ...beginning(sanitiser === null ? [errorFunction] : ERROR_FUNCTIONS),
    ...[...byName].flatMap(([name, values]) => definition(name, values)),
    ...idleFunctions(externals, byName),
    ...[
      systemDefinitions(
        given.map(({ name }) => name),
        '',
      ),
    ].filter((text) => text !== ''),
    '// Not called on this run.',
    ...zeroInputs(byName),
  ].join('\n')}\n`;
}

/** A C file that, compiled together with a program without errors, has it run; inputs are zero. */
export function plainTest(
  errorFunctions: readonly string[],
  { files, dataModel, name = 'THIS-FILE.c', externals = [] }: TestContext,
): string {
  return `${[
    '// Has the program run without inputs, or with zeros in place of them:',
    `//   ${compiling(UNDEFINED('address -fwrapv'), dataModel, files, name)} && ${commandLine('./test', [])}; echo $?`,
    `// It ends with ${ERROR_EXIT} at an error function.`,
    ...beginning(errorFunctions.filter((one) => /^\w+$/.test(one))),
    ...idleFunctions(externals, new Map()),
    ...zeroInputs(new Map()),
  ].join('\n')}\n`;
}

/** The command that compiles a test as `test`. */
function compiling(
  { compiler, options }: Sanitised,
  dataModel: TestContext['dataModel'],
  files: readonly string[],
  testName: string,
): string {
  const sources = files.filter((name) => /^[\w./-]+\.[ci]$/.test(name)).join(' ');
  return `${compiler} ${dataModel === 'ILP32' ? '-m32 ' : ''}${options} -o test ${sources} ${testName}`;
}

/** The definitions that each test has. */
function beginning(errorFunctions: readonly string[]): readonly string[] {
  return [
    '#include <stdio.h>',
    '#include <stdlib.h>',
    '',
    '#define WEAK __attribute__((weak))',
    '',
    ...errorFunctions.flatMap(errorDefinition),
    ...['VERIFIER', 'CPROVER', 'ESBMC'].flatMap((tool) => [
      `WEAK void __${tool}_assume(int condition) {`,
      '  if (!condition) _Exit(0);',
      '}',
      `WEAK void __${tool}_atomic_begin(void) {}`,
      `WEAK void __${tool}_atomic_end(void) {}`,
    ]),
    '',
  ];
}

/** Defines the functions for inputs that have no values here. */
function zeroInputs(byName: ReadonlyMap<string, unknown>): readonly string[] {
  return Object.entries(NONDETERMINISTIC).flatMap(([name, type]) => {
    const whole = `__VERIFIER_nondet_${name}`;
    if (byName.has(whole)) return [];
    const line = `WEAK ${type}${type.endsWith('*') ? '' : ' '}${whole}(void) { return 0; }`;
    return type.includes('int128') ? ['#ifdef __SIZEOF_INT128__', line, '#endif'] : [line];
  });
}

/** Makes shell words that give the program the characters, up to the first end of the input. */
function standardInput(characters: readonly InputSeries[]): string {
  if (characters.length === 0) return '';
  let text = '';
  for (const { constant, count } of characters) {
    const code = Number(constant);
    if (!(code >= 0)) break;
    text += `\\${code.toString(8).padStart(3, '0')}`.repeat(count);
  }
  return `printf '${text}' | `;
}

/** Defines the error function. The library has its own functions for failing assertions. */
function errorDefinition(name: string): readonly string[] {
  if (ASSERTION_FAILURES.includes(name)) return [];
  const end = ['  fputs("the error is reached\\n", stderr);', `  _Exit(${ERROR_EXIT});`, '}'];
  if (!isCheck(name)) return [`WEAK void ${name}(void) {`, ...end];
  return [`WEAK void ${name}(int condition, ...) {`, '  if (condition) return;', ...end];
}

/** Defines external functions that return nothing on the run: the program would not be linked without them. */
function idleFunctions(
  externals: readonly Pick<ExternalFunction, 'name'>[],
  byName: ReadonlyMap<string, unknown>,
): readonly string[] {
  const idle = externals.filter(({ name }) => !byName.has(name));
  if (idle.length === 0) return [];
  return ['// They return nothing on this run.', ...idle.map(({ name }) => `WEAK void ${name}() {}`), ''];
}

function definition(name: string, values: readonly InputSeries[]): readonly string[] {
  const type = typeOf(values[0]);
  const once = values.every(({ count }) => count === 1);
  return [
    // Defined without a prototype, because the program may call it with arguments.
    `${type} ${name}() {`,
    `  static ${type} const values[] = {${values.map(({ constant }) => constant).join(', ')}};`,
    ...(once ? [] : [`  static unsigned long left[] = {${values.map(({ count }) => count).join(', ')}};`]),
    '  static unsigned long next;',
    ...(once ? [] : ['  if (next < sizeof left / sizeof left[0] && left[next] == 0) next++;']),
    '  if (next == sizeof values / sizeof values[0]) {',
    `    fputs("${name} is called more often than on the run\\n", stderr);`,
    '    _Exit(1);',
    '  }',
    once ? '  return values[next++];' : '  left[next]--;\n  return values[next];',
    '}',
    '',
  ];
}

/** Whether C has a constant for it, and its type is known in any file. */
function isPlain(input: InputSeries): boolean {
  return (
    input.constant !== null &&
    /^[-+\w.()*/ '"]+$/.test(input.constant) &&
    /^[A-Za-z_]\w*$/.test(input.name) &&
    /^[\w ]+\**$/.test(typeOf(input)) &&
    !/\b(struct|union|enum)\b/.test(typeOf(input))
  );
}

/** Enumerations are passed as integers; what a pointer leads to does not matter. */
function typeOf({ type }: InputSeries): string {
  const plain = type.replace(/\b(const|volatile)\b ?/g, '').trim();
  return plain.endsWith('*') ? 'void *' : plain.startsWith('enum ') ? 'unsigned int' : plain;
}
