/** Builtins that are no ordinary functions, grouped by what the parser has to do with them. */
export type SpecialGroup =
  /** Variable arguments; `va_list` parameters are references. */
  | 'varargs'
  /** Take types, or choose among expressions; folded. */
  | 'type'
  /** Give the place at which the call is written. */
  | 'place'
  /** Compute on the bits of integers of any width. */
  | 'bits'
  /** Value of the first argument (the others are hints), or nothing at all. */
  | 'hint'
  /** 1 or 0 at compile time. */
  | 'constant'
  /** Type-generic arithmetic that reports overflow: (a, b, pointer to result) or, `_p`, (a, b, value of the result's type). */
  | 'overflow'
  /** Type-generic classification and comparison of floating values; the result is int. */
  | 'float-class'
  /** Floating constants: infinity, NaN, largest value. */
  | 'float-constant'
  /** Ends the execution. */
  | 'control'
  /** Memory with the lifetime of the function, size of the object behind a pointer. */
  | 'memory'
  /** The call stack. */
  | 'frame'
  /** Vectors: lane permutation and conversion. */
  | 'vector'
  /** Makes a complex number of two real ones. */
  | 'complex'
  /** Non-local jumps. */
  | 'jump'
  | 'atomic'
  | 'sync';

const GROUPS: Readonly<Record<SpecialGroup, string>> = {
  varargs: 'va_start va_end va_copy va_arg next_arg va_arg_pack va_arg_pack_len stdarg_start saveregs',
  type: 'types_compatible_p choose_expr offsetof classify_type has_attribute tgmath',
  place: 'LINE FILE FUNCTION',
  bits: bitNames(),
  hint: 'expect expect_with_probability assume_aligned prefetch speculation_safe_value launder __clear_cache assoc_barrier',
  constant: 'constant_p is_constant_evaluated cpu_init cpu_is cpu_supports',
  overflow: overflowNames(),
  'float-class': floatClassNames(),
  'float-constant': floatConstantNames(),
  control: 'unreachable trap',
  memory: 'alloca alloca_with_align alloca_with_align_and_max object_size dynamic_object_size stack_save stack_restore',
  frame:
    'frame_address return_address extract_return_addr frob_return_addr apply apply_args return unwind_init dwarf_cfa eh_return',
  vector: 'shuffle shufflevector convertvector',
  complex: 'complex',
  jump: 'setjmp longjmp',
  atomic: '',
  sync: '',
};

/** Names the forms for any type (GCC 14), and those of C23's stdbit.h (GCC 14, rotations GCC 15). */
function bitNames(): string {
  const standard = ['leading', 'trailing'].flatMap((end) => [
    `${end}_zeros`,
    `${end}_ones`,
    `first_${end}_zero`,
    `first_${end}_one`,
  ]);
  const others = 'count_zeros count_ones has_single_bit bit_width bit_floor bit_ceil rotate_left rotate_right'.split(' ');
  return `clzg ctzg clrsbg ffsg parityg popcountg ${[...standard, ...others].map((name) => `stdc_${name}`).join(' ')}`;
}

function overflowNames(): string {
  const names: string[] = [];
  for (const operation of ['add', 'sub', 'mul']) {
    names.push(`${operation}_overflow`, `${operation}_overflow_p`);
    for (const prefix of ['s', 'u']) for (const suffix of ['', 'l', 'll']) names.push(`${prefix}${operation}${suffix}_overflow`);
  }
  return names.join(' ');
}

function floatClassNames(): string {
  const generic =
    'fpclassify isfinite isnormal isgreater isgreaterequal isless islessequal islessgreater isunordered isinf_sign signbit issignaling';
  const typed = ['isnan', 'isinf', 'finite', 'signbit'].flatMap((name) => [name, `${name}f`, `${name}l`]);
  return `${generic} isfinitef isfinitel isinfd32 isnand32 ${typed.join(' ')}`;
}

function floatConstantNames(): string {
  const suffixes = ['', 'f', 'l', 'q', 'f16', 'f32', 'f64', 'f128', 'f32x', 'f64x'];
  return ['huge_val', 'inf', 'nan', 'nans'].flatMap((name) => suffixes.map((suffix) => name + suffix)).join(' ');
}

/** Group by full name. `__atomic_*` and `__sync_*` go by their prefix. */
export const SPECIAL_BUILTINS: ReadonlyMap<string, SpecialGroup> = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) =>
    names
      .split(' ')
      .filter((name) => name !== '')
      .map((name): [string, SpecialGroup] => [`__builtin_${name}`, group as SpecialGroup]),
  ),
);
