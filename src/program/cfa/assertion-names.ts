/** Functions that programs call to report an error. SV-COMP used the second one until 2020. */
export const ERROR_FUNCTIONS: readonly string[] = ['reach_error', '__VERIFIER_error'];

/**
 * Functions that the macro `assert` of C libraries calls when the assertion fails. The names are those
 * of glibc and musl, macOS and the BSDs, newlib, MinGW, Solaris and Android.
 */
export const ASSERTION_FAILURES: readonly string[] = [
  '__assert_fail',
  '__assert_perror_fail',
  '__assert',
  '__assert_rtn',
  '__assert13',
  '__assert2',
  '__assert_func',
  '__assert_c99',
  '_assert',
  '_wassert',
];

/**
 * Functions without a body that assert their first argument. They are `assert` without its header, and
 * the names that other verifiers use.
 */
export const CHECKS: readonly string[] = [
  'assert',
  '__VERIFIER_assert',
  '__CPROVER_assert',
  '__CPROVER_precondition',
  '__CPROVER_postcondition',
  '__ESBMC_assert',
  'klee_assert',
  'sassert',
];

/** Whether a function of this name asserts its first argument if it has no body. */
export function isCheck(name: string): boolean {
  return CHECKS.includes(name);
}

/** Whether a call of the function means that an assertion failed. */
export function isAssertion(name: string): boolean {
  return ASSERTION_FAILURES.includes(name) || CHECKS.includes(name);
}
