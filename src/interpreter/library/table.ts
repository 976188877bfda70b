import type { RunName } from '../../c/builtins/library/table.ts';
import { BIT_FUNCTIONS } from './bits.ts';
import { CALENDAR_FUNCTIONS } from './calendar.ts';
import { CALLBACK_FUNCTIONS } from './callbacks.ts';
import { COMPLEX_FUNCTIONS } from './complex-functions.ts';
import { CTYPE_FUNCTIONS } from './ctype.ts';
import { FLOAT_CLASS_FUNCTIONS } from './float-class.ts';
import { FLOAT_ENVIRONMENT_FUNCTIONS } from './float-environment.ts';
import { LINE_FUNCTIONS } from './lines.ts';
import { MATH_FUNCTIONS } from './math.ts';
import { MEMORY_FUNCTIONS } from './memory-functions.ts';
import { MISCELLANEOUS_FUNCTIONS } from './miscellaneous.ts';
import type { Native, Natives, NativeWithCallbacks } from './native.ts';
import { REPORT_FUNCTIONS, WARNING_FUNCTIONS } from './reports.ts';
import { SCAN_FUNCTIONS } from './scan.ts';
import { STDIO_FUNCTIONS } from './stdio.ts';
import { STDLIB_FUNCTIONS } from './stdlib.ts';
import { STRING_FUNCTIONS } from './string-functions.ts';
import { VERIFIER_FUNCTIONS } from './verifier.ts';
import { WIDE_FUNCTIONS } from './wide-functions.ts';

/** The implementations of library functions by name. */
export interface Library {
  readonly functions: Pick<ReadonlyMap<string, Native>, 'get' | 'has' | 'keys'>;
  readonly processes: ReadonlyMap<string, NativeWithCallbacks>;
}

const PROCESSES = { ...CALLBACK_FUNCTIONS, ...REPORT_FUNCTIONS };

/** The functions that the compiler and SV-COMP name, and all that the rows of the library ask the interpreter to run. */
const TABLES = [
  MISCELLANEOUS_FUNCTIONS,
  MEMORY_FUNCTIONS,
  STRING_FUNCTIONS,
  CTYPE_FUNCTIONS,
  STDLIB_FUNCTIONS,
  STDIO_FUNCTIONS,
  SCAN_FUNCTIONS,
  LINE_FUNCTIONS,
  MATH_FUNCTIONS,
  COMPLEX_FUNCTIONS,
  FLOAT_CLASS_FUNCTIONS,
  FLOAT_ENVIRONMENT_FUNCTIONS,
  BIT_FUNCTIONS,
  VERIFIER_FUNCTIONS,
  WARNING_FUNCTIONS,
  WIDE_FUNCTIONS,
  CALENDAR_FUNCTIONS,
] as const satisfies readonly Natives[];

type Names<Table> = Table extends unknown ? keyof Table : never;
/** Rows that ask for a function that no table has; an error of types where there are any. */
type Missing = Exclude<RunName, Names<(typeof TABLES)[number]> | keyof typeof PROCESSES>;
type Complete<Table> = [Missing] extends [never] ? Table : { readonly missing: Missing };

/** The functions that were looked up so far. A start joins no tables: a program calls few of their functions. */
const found = new Map<string, Native | undefined>();

function functionNamed(name: string): Native | undefined {
  if (!found.has(name))
    found.set(name, (TABLES as readonly Natives[]).find((table) => Object.hasOwn(table, name))?.[name]);
  return found.get(name);
}

export const LIBRARY: Complete<Library> = {
  functions: {
    get: functionNamed,
    has: (name) => functionNamed(name) !== undefined,
    keys: () => TABLES.flatMap((table) => Object.keys(table)).values(),
  },
  processes: new Map(Object.entries<NativeWithCallbacks>(PROCESSES)),
};
