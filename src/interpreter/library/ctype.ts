import { CLASSES, classBit, narrowly, toLower, toUpper } from '../../c/builtins/characters.ts';
import { forEach, type Native, type NativeCall, type Natives } from './native.ts';

/** The functions of ctype.h and wctype.h in the C locale. */

/** The function of a class, of characters or of wide ones: in the C locale those beyond ASCII are in none. */
function classFunction(name: string): Native {
  const index = CLASSES.findIndex(([each]) => each === name.replace(/^isw?/, ''));
  const [, test] = CLASSES[index];
  // GCC computes isdigit itself, also without optimisation.
  const isComputed = /^isw?digit$/.test(name);
  return (call: NativeCall) => {
    if (!test(call.int(0))) return 0;
    return isComputed ? 1 : classBit(index, call.runtime.layout.byteOrder);
  };
}

const toByte: Native = (call) => (call.int(0) >>> 0 < 128 ? call.int(0) : -1);

export const CTYPE_FUNCTIONS = {
  ...forEach(
    CLASSES.map(([name]) => `is${name}` as const),
    classFunction,
  ),
  ...forEach(
    CLASSES.map(([name]) => `isw${name}` as const),
    classFunction,
  ),
  tolower: (call) => narrowly(toLower)(call.int(0)),
  toupper: (call) => narrowly(toUpper)(call.int(0)),
  towlower: (call) => toLower(call.int(0)),
  towupper: (call) => toUpper(call.int(0)),
  btowc: toByte,
  wctob: toByte,
  isascii: (call) => (call.int(0) >>> 0 < 128 ? 1 : 0),
} satisfies Natives;
