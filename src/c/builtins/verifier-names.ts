/**
 * Functions that programs for CBMC, ESBMC, KLEE and SeaHorn call without a definition. Their manuals give
 * them the meaning of SV-COMP's functions, or of C's.
 */

/** The function that gives memory any content. */
export const ANY_MEMORY = '__VERIFIER_nondet_memory';

/** Name of the function with the same meaning, by name. Further arguments, such as names of inputs, mean nothing. */
const SAME: ReadonlyMap<string, string> = new Map([
  ...['CPROVER', 'ESBMC'].flatMap((tool) =>
    ['assume', 'atomic_begin', 'atomic_end'].map((what) => [`__${tool}_${what}`, `__VERIFIER_${what}`] as const),
  ),
  ['klee_assume', '__VERIFIER_assume'],
  ['klee_make_symbolic', ANY_MEMORY],
  ['klee_abort', '__VERIFIER_error'],
  ['klee_report_error', '__VERIFIER_error'],
  ['klee_silent_exit', '_exit'],
  ['__SEAHORN_assume', '__VERIFIER_assume'],
  ['__SEA_assume', '__VERIFIER_assume'],
  ['__SEAHORN_error', '__VERIFIER_error'],
]);

/**
 * Types of functions without a result that the program calls without a declaration, as prototypes. A condition is
 * compared with zero in its own type.
 */
export const ASSUMPTION_PROTOTYPES = `
void __VERIFIER_assume(_Bool)
void __CPROVER_assume(_Bool)
void __ESBMC_assume(_Bool)
void __SEAHORN_assume(_Bool)
void __SEA_assume(_Bool)
void klee_assume(_Bool)
void __CPROVER_assert(_Bool, ...)
void __CPROVER_precondition(_Bool, ...)
void __CPROVER_postcondition(_Bool, ...)
void __ESBMC_assert(_Bool, ...)
void __CPROVER_cover(_Bool)
void __CPROVER_input(const char *, ...)
void __CPROVER_output(const char *, ...)
void __CPROVER_printf(const char *, ...)
`;

/** Returns the name of the function that the name stands for; the name itself if there is none. */
export function verifierName(name: string): string {
  return SAME.get(name) ?? name;
}

/** Whether the name is one of other verifiers that has a meaning. */
export function isVerifierName(name: string): boolean {
  return (
    SAME.has(name) || isSilent(name) || /^__(CPROVER_(assert|precondition|postcondition)|ESBMC_assert)$/.test(name)
  );
}

/** Whether a function of this name does nothing that a program can notice: hints, messages and goals of coverage. */
export function isSilent(name: string): boolean {
  return /^__CPROVER_(cover|input|output|printf)$|^klee_(prefer_cex|posix_prefer_cex|warning(_once)?|print_(expr|range)|stack_trace|set_forking|mark_global|(open|close)_merge)$/.test(
    name,
  );
}

/** Whether a function of this name only returns any value, by the conventions of those verifiers. */
export function isChoice(name: string): boolean {
  return /^(nondet_\w+|nd|nd_(bool|u?char|u?short|u?int|u?long|size_t|u?int(8|16|32|64)_t)|klee_(int|range|choose))$/.test(
    name,
  );
}
