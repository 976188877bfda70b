import type { FunctionDeclaration } from '../../c/ast.ts';
import { classifyFunction, type FunctionOrigin } from '../../c/builtins/classify.ts';
import { libraryEntry } from '../../c/builtins/library/table.ts';
import { verifierName } from '../../c/builtins/verifier-names.ts';

/** Kind of a library function that takes part in jumps between functions. */
export type JumpKind = 'setjmp' | 'longjmp';

const NAMES: readonly (readonly [RegExp, JumpKind])[] = [
  [/^(_|__)?(sig)?setjmp$/, 'setjmp'],
  [/^((_|sig)?longjmp|__(sig)?longjmp_chk)$/, 'longjmp'],
];

/**
 * Returns the kind of the library's function of that name; null for others and for a function of the
 * program.
 */
export function jumpKind({
  name,
  origin,
}: {
  readonly name: string;
  readonly origin: FunctionOrigin;
}): JumpKind | null {
  if (origin !== 'library') return null;
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/**
 * Returns the name that decides the meaning of the function. A label of `asm` may name a library
 * function, and functions of other verifiers stand for those of SV-COMP.
 */
function linkName({ name, asmName }: FunctionDeclaration): string {
  return asmName !== null && libraryEntry(name) === null && libraryEntry(asmName) !== null
    ? asmName
    : verifierName(name);
}

/** Returns the name and the origin of a function without a body. */
export function undefinedOrigin(declaration: FunctionDeclaration): {
  readonly name: string;
  readonly origin: FunctionOrigin;
} {
  const name = linkName(declaration);
  return { name, origin: classifyFunction({ ...declaration, name, defined: false }) };
}
