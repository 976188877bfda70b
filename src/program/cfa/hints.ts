import type { SourceLocation } from '../../base/source.ts';

/**
 * A condition that a user, a script or a witness expects to hold at a place of the program. It changes no
 * run: a choice of inputs decides at each visit whether the condition is looked at, and only then may it fail.
 */
export interface Hint {
  /** Name of the error function that is called where it fails. */
  readonly name: string;
  readonly expression: string;
  /** Where it is stated. */
  readonly at: SourceLocation;
}

/** A program with its hints. */
export interface HintedProgram {
  readonly hints: readonly Hint[];
  /** Files with the hints in them, by the names of the program's files. */
  readonly copies: Readonly<Record<string, string>>;
}

const PREFIX = '__lemmata_hint_';

/** The name of the error function of a hint, by its number. */
export function hintFunction(number: number): string {
  return `${PREFIX}${number}`;
}

/** Whether the function is called where a hint fails. */
export function isHint(functionName: string): boolean {
  return functionName.startsWith(PREFIX);
}
