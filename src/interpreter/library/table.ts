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
  readonly functions: ReadonlyMap<string, Native>;
  readonly processes: ReadonlyMap<string, NativeWithCallbacks>;
}

const PROCESSES = { ...CALLBACK_FUNCTIONS, ...REPORT_FUNCTIONS };

/** All functions that the rows of the library ask the interpreter to run, and those of the compiler and of SV-COMP. */
const FUNCTIONS = {
  ...MISCELLANEOUS_FUNCTIONS,
  ...MEMORY_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...CTYPE_FUNCTIONS,
  ...STDLIB_FUNCTIONS,
  ...STDIO_FUNCTIONS,
  ...SCAN_FUNCTIONS,
  ...LINE_FUNCTIONS,
  ...MATH_FUNCTIONS,
  ...COMPLEX_FUNCTIONS,
  ...FLOAT_CLASS_FUNCTIONS,
  ...FLOAT_ENVIRONMENT_FUNCTIONS,
  ...BIT_FUNCTIONS,
  ...VERIFIER_FUNCTIONS,
  ...WARNING_FUNCTIONS,
  ...WIDE_FUNCTIONS,
  ...CALENDAR_FUNCTIONS,
} satisfies Natives & Readonly<Record<Exclude<RunName, keyof typeof PROCESSES>, Native>>;

export const LIBRARY: Library = {
  functions: new Map(Object.entries<Native>(FUNCTIONS)),
  processes: new Map(Object.entries<NativeWithCallbacks>(PROCESSES)),
};
