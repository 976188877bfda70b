/**
 * Functions that programs for CBMC and ESBMC call without a definition. Their manuals give them the
 * meaning of SV-COMP's functions.
 */

/** Name of SV-COMP's function with the same meaning, by name. */
const SAME: ReadonlyMap<string, string> = new Map(
  ['CPROVER', 'ESBMC'].flatMap((tool) =>
    ['assume', 'atomic_begin', 'atomic_end'].map((what) => [`__${tool}_${what}`, `__VERIFIER_${what}`] as const),
  ),
);

/**
 * Types of assumptions that the program calls without a declaration, as prototypes. A condition is
 * compared with zero in its own type.
 */
export const ASSUMPTION_PROTOTYPES = `
void __VERIFIER_assume(_Bool)
void __CPROVER_assume(_Bool)
void __ESBMC_assume(_Bool)
`;

/** Returns the name of SV-COMP's function that the name stands for; the name itself if there is none. */
export function verifierName(name: string): string {
  return SAME.get(name) ?? name;
}

/** Whether a function of this name only returns any value, by the conventions of CBMC and ESBMC. */
export function isChoice(name: string): boolean {
  return /^nondet_\w/.test(name);
}
