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
  /** Whether it is written in the program, as an invariant of a loop; absent: it is not. */
  readonly isWritten?: true;
  /** Whether it is guessed from what a contract ensures. No answer about it is told. */
  readonly isGuess?: true;
}

/** Whether a place lies in the expression of the hint. */
export function isWithin(hint: Hint, { file, line }: SourceLocation): boolean {
  const { at, isWritten } = hint;
  return isWritten === true ? file === placeWithin(hint).file : file === at.file && line === at.line;
}

/**
 * The place of all parts of a hint that is written in the program. The name of the hint stands in front of the
 * file, since other code may stand in the same line.
 */
export function placeWithin({ name, at }: Pick<Hint, 'name' | 'at'>): SourceLocation {
  return { ...at, file: `${name} ${at.file}` };
}

/** The place as people know it. */
export function shownPlace(at: SourceLocation): SourceLocation {
  return isHint(at.file) ? { ...at, file: at.file.slice(at.file.indexOf(' ') + 1) } : at;
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
