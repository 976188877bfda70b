/**
 * Builtins of GCC 12 to 14 that have no meaning here. A call of one is `unsupported`. builtin-table.ts
 * reads this text.
 */

const FAMILIES = `
GOACC_ GOMP_ _ITM_ __asan_ __emutls_ __hwasan_ __sanitizer_ __tsan_ __ubsan_ coro_ eh_ goacc_ ia32_ ms_va_ omp_ setjmp_
speculation_safe_value_ sysv_va_
`;

const NAMES = `
acc_on_device addressof adjust_descriptor adjust_trampoline aggregate_incoming_address apply apply_args bit_cast call_with_static_chain
cexpi cexpif cexpil clog10 clog10f clog10l clzs ctzs cxa_end_cleanup dcgettext descriptor dgettext dwarf_cfa
dwarf_sp_column execl execle execlp extend_pointer fabsd128 fabsd32 fabsd64 fegetenv fegetexceptflag feholdexcept fesetexceptflag
finited128 finited32 finited64 gamma_r gammaf_r gammal_r gettext iceil iceilf iceill ifloor ifloorf ifloorl infd128 infd32 infd64
init_descriptor init_dwarf_reg_size_table init_heap_trampoline init_trampoline irint irintf irintl iround iroundf iroundl is_constant_evaluated
isinfd128 isinfd32 isinfd64 isnand128 isnand32 isnand64 issignaling lceil lceilf lceill lfloor lfloorf lfloorl lgamma_r lgammaf_r lgammal_r
llceil llceilf llceill llfloor llfloorf llfloorl memcmp_eq nand128 nand32 nand64 nansd128 nansd32 nansd64 next_arg nonlocal_goto
nested_func_ptr_created nested_func_ptr_deleted powi powif powil return saveregs set_thread_pointer signbitd128 signbitd32 signbitd64
__strub_enter __strub_leave __strub_update stack_address stack_restore stack_save stdarg_start strcmp_eq strfmon strncmp_eq thread_pointer
trampoline unwind_init unwind_resume update_setjmp_buf
${[
  'huge_val',
  'inf',
  'nan',
  'nans',
  ...'ceil copysign fabs floor fma fmax fmin nearbyint rint round roundeven sqrt trunc'.split(' '),
]
  .map((name) => `${name}f128x`)
  .join(' ')}
`;

const full = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((name) => `__builtin_${name}`);

export const UNSUPPORTED_BUILTINS = {
  names: full(NAMES),
  /** Prefixes of names: builtins of extensions, of the runtime and of vector instructions. */
  families: full(FAMILIES),
};
