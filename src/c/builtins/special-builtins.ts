import type { Treatment } from './library/row.ts';

/** Builtins that are not ordinary functions, grouped by their treatment in the parser. */
export type SpecialGroup =
  /** Variable arguments; `va_list` parameters are references. */
  | 'varargs'
  /** Take types, or choose among expressions. They are folded. */
  | 'type'
  /** Give the place at which the call is written. */
  | 'place'
  /** Compute on the bits of integers of any width. */
  | 'bits'
  /** Give the value of the first argument (the others are hints), or have no effect at all. */
  | 'hint'
  /** 1 or 0 at compile time. */
  | 'constant'
  /**
   * Type-generic arithmetic that reports overflow: (a, b, pointer to result) or, `_p`, (a, b, value of
   * the result's type).
   */
  | 'overflow'
  /** Type-generic classification and comparison of floating values; the result is int. */
  | 'float-class'
  /** Floating constants: infinity, NaN, largest value. */
  | 'float-constant'
  /** Ends the execution. */
  | 'control'
  /** Memory with the lifetime of the function, and the size of the object behind a pointer. */
  | 'memory'
  /** The call stack. */
  | 'frame'
  /** Vectors: lane permutation and conversion. */
  | 'vector'
  /** Makes a complex number from two real ones. */
  | 'complex'
  /** Non-local jumps. */
  | 'jump'
  | 'atomic'
  | 'sync';

const MODIFICATIONS = ['add', 'sub', 'and', 'or', 'xor', 'nand'];
/**
 * Suffixes of the forms for objects of that many bytes. The empty one stands for the type of the
 * pointer's target.
 */
const SIZES = ['', '_1', '_2', '_4', '_8', '_16'];

function atomicNames(): string {
  const exact =
    'load_n store_n exchange_n compare_exchange_n thread_fence signal_fence always_lock_free is_lock_free clear test_and_set';
  const sized = [
    'load',
    'store',
    'exchange',
    'compare_exchange',
    ...MODIFICATIONS.flatMap((m) => [`fetch_${m}`, `${m}_fetch`]),
  ];
  return [...exact.split(' '), ...sized.flatMap((name) => SIZES.map((size) => name + size))]
    .map((name) => `__atomic_${name}`)
    .join(' ');
}

function syncNames(): string {
  const sized = [
    ...'bool_compare_and_swap val_compare_and_swap lock_test_and_set lock_release'.split(' '),
    ...MODIFICATIONS.flatMap((m) => [`fetch_and_${m}`, `${m}_and_fetch`]),
  ];
  return ['synchronize', ...sized.flatMap((name) => SIZES.map((size) => name + size))]
    .map((name) => `__sync_${name}`)
    .join(' ');
}

/** Forms for any type (GCC 14), and those of C23's stdbit.h (GCC 14, rotations GCC 15) without `stdc_`. */
const BIT_BUILTINS = [
  ...(['clzg', 'ctzg', 'clrsbg', 'ffsg', 'parityg', 'popcountg'] as const),
  ...(['leading_zeros', 'leading_ones', 'first_leading_zero', 'first_leading_one'] as const),
  ...(['trailing_zeros', 'trailing_ones', 'first_trailing_zero', 'first_trailing_one'] as const),
  ...([
    'count_zeros',
    'count_ones',
    'has_single_bit',
    'bit_width',
    'bit_floor',
    'bit_ceil',
    'rotate_left',
    'rotate_right',
  ] as const),
] as const;

export type BitBuiltin = (typeof BIT_BUILTINS)[number];

/** Finds the builtin on bits of that name; null if there is none. */
export function bitBuiltinNamed(name: string): BitBuiltin | null {
  const plain = name.replace(/^__builtin_(stdc_)?/, '');
  return BIT_BUILTINS.find((each) => each === plain) ?? null;
}

function bitNames(): string {
  return BIT_BUILTINS.map((name) => (name.endsWith('g') ? name : `stdc_${name}`)).join(' ');
}

function overflowNames(): string {
  const names: string[] = [];
  for (const operation of ['add', 'sub', 'mul']) {
    names.push(`${operation}_overflow`, `${operation}_overflow_p`);
    for (const prefix of ['s', 'u'])
      for (const suffix of ['', 'l', 'll']) names.push(`${prefix}${operation}${suffix}_overflow`);
  }
  return names.join(' ');
}

function floatClassNames(): string {
  const generic =
    'fpclassify isfinite isnormal isgreater isgreaterequal isless islessequal islessgreater isunordered iseqsig isinf_sign';
  const typed = ['isnan', 'isinf', 'finite', 'signbit'].flatMap((name) => [name, `${name}f`, `${name}l`]);
  return `${generic} ${typed.join(' ')}`;
}

function floatConstantNames(): string {
  const suffixes = ['', 'f', 'l', 'q', 'f16', 'f32', 'f64', 'f128', 'f32x', 'f64x'];
  return ['huge_val', 'inf', 'nan', 'nans'].flatMap((name) => suffixes.map((suffix) => name + suffix)).join(' ');
}

/**
 * Names without the prefix `__builtin_`, by the treatment of calls. Atomic and sync ones are whole
 * names.
 */
const GROUPS: Readonly<Record<SpecialGroup, Partial<Record<Treatment, string>>>> = {
  varargs: { formula: 'va_start va_end va_copy va_arg', translated: 'va_arg_pack va_arg_pack_len' },
  type: { translated: 'types_compatible_p choose_expr offsetof classify_type tgmath', approximate: 'has_attribute' },
  place: { translated: 'LINE FILE FUNCTION' },
  bits: { formula: bitNames() },
  hint: {
    translated:
      'assume expect expect_with_probability assume_aligned prefetch speculation_safe_value launder __clear_cache assoc_barrier',
  },
  constant: { translated: 'constant_p cpu_init', approximate: 'cpu_is cpu_supports' },
  overflow: { translated: overflowNames() },
  'float-class': { formula: floatClassNames() },
  'float-constant': { translated: floatConstantNames() },
  control: { ends: 'unreachable trap' },
  memory: {
    formula: 'alloca alloca_with_align alloca_with_align_and_max',
    translated: 'object_size dynamic_object_size clear_padding',
  },
  frame: { approximate: 'frame_address return_address', translated: 'extract_return_addr frob_return_addr' },
  vector: { formula: 'shuffle shufflevector convertvector' },
  complex: { translated: 'complex' },
  jump: { control: 'setjmp longjmp' },
  atomic: { translated: atomicNames() },
  sync: { translated: syncNames() },
};

/** Group and treatment by full name. */
export const SPECIAL_BUILTINS: ReadonlyMap<string, { readonly group: SpecialGroup; readonly treatment: Treatment }> =
  new Map(
    Object.entries(GROUPS).flatMap(([group, treatments]) =>
      Object.entries(treatments).flatMap(([treatment, names]) =>
        names
          .split(' ')
          .map((name) => [
            name.startsWith('__atomic_') || name.startsWith('__sync_') ? name : `__builtin_${name}`,
            { group: group as SpecialGroup, treatment: treatment as Treatment },
          ]),
      ),
    ),
  );
