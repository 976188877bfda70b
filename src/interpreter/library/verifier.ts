import type { CType, FloatName, IntegerName } from '../../c/types/types.ts';
import {
  ANY_CONTENT,
  CHECK_CHOICE,
  HINT_CHOICE,
  INTERRUPT_CHOICE,
  NEXT_THREAD,
  ORDER_CHOICE,
  OUTSIDE_READ,
  THREAD_CHOICE,
} from '../../program/cfa/beyond.ts';
import { Halt, undefinedBehaviour } from '../outcome.ts';
import type { Native, NativeCall, Natives } from './native.ts';

/** The functions of SV-COMP. */

/** Suffixes of `__VERIFIER_nondet_`. The result's type is the one that the program declares. */
const NONDET =
  'int uint char uchar schar short ushort long ulong longlong ulonglong int128 uint128 bool float double size_t loff_t off_t pointer pchar ' +
  'unsigned unsigned_int unsigned_long u8 u16 u32 u64 u128 s8 s16 s32 s64 U8 U16 U32 U64 S8 S16 S32 S64 charp const_char_pointer sector_t ' +
  'pthread_t longdouble long_double ldouble time_t ptrdiff_t ssize_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t';

/** Scalar types that memory of any content has as its parts. */
const PARTS: readonly (IntegerName | FloatName | 'pointer')[] = [
  ...([
    'bool',
    'char',
    'schar',
    'uchar',
    'short',
    'ushort',
    'int',
    'uint',
    'long',
    'ulong',
    'llong',
    'ullong',
  ] as const),
  ...(['int128', 'uint128', 'float', 'double', 'long double', '_Float16', '_Float32', '_Float64'] as const),
  ...(['_Float32x', '_Float64x', '_Float128', 'pointer'] as const),
];

function nondet(call: NativeCall): ReturnType<Native> {
  const type: CType = call.resultType;
  if (type.kind === 'void') return undefined;
  return call.runtime.input('nondet', type, call.name);
}

export const VERIFIER_FUNCTIONS = {
  ...Object.fromEntries(NONDET.split(' ').map((suffix) => [`__VERIFIER_nondet_${suffix}`, nondet])),
  ...Object.fromEntries(PARTS.map((name) => [`${ANY_CONTENT}${name}`, nondet])),
  [NEXT_THREAD]: nondet,
  [THREAD_CHOICE]: nondet,
  [INTERRUPT_CHOICE]: nondet,
  [HINT_CHOICE]: nondet,
  [CHECK_CHOICE]: nondet,
  [ORDER_CHOICE]: nondet,
  [OUTSIDE_READ]: nondet,
  __VERIFIER_assume: (call) => {
    const condition = call.value(0);
    if (condition === 0 || condition === 0n) throw new Halt({ kind: 'assumption-violated' });
    return undefined;
  },
  __VERIFIER_error: (call) => {
    throw new Halt({ kind: 'aborted', function: call.name });
  },
  __VERIFIER_atomic_begin: () => undefined,
  __VERIFIER_atomic_end: () => undefined,
  __builtin_unreachable: () => undefinedBehaviour('__builtin_unreachable is reached'),
} satisfies Natives;
