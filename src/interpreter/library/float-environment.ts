import { controlWord, roundingOf } from '../float-environment.ts';
import { Halt } from '../outcome.ts';
import type { Native, Natives } from './native.ts';

/** fenv.h. The rounding mode is exact; exception flags are not kept. */

const FE_DFL_ENV = -1;

const withoutFlags: Native = (call) => {
  call.runtime.approximate.add('floating-point exception flags');
  return 0;
};

const setEnvironment: Native = (call) => {
  const address = BigInt.asIntN(8 * call.runtime.pointerSize, BigInt(call.pointer(0)));
  if (address !== BigInt(FE_DFL_ENV)) throw new Halt({ kind: 'unsupported', construct: call.name });
  call.runtime.floats.mode = 'nearest-even';
  return 0;
};

export const FLOAT_ENVIRONMENT_FUNCTIONS = {
  fegetround: (call) => controlWord(call.runtime.floats.mode),
  fesetround: (call) => {
    const mode = roundingOf(call.int(0));
    if (mode === null) return 1;
    call.runtime.floats.mode = mode;
    return 0;
  },
  fesetenv: setEnvironment,
  feupdateenv: setEnvironment,
  feclearexcept: () => 0,
  feraiseexcept: () => 0,
  fetestexcept: withoutFlags,
  fedisableexcept: withoutFlags,
  feenableexcept: withoutFlags,
  fegetexcept: withoutFlags,
} satisfies Natives;
