import { unreachable } from '../../base/errors.ts';
import type { ArgumentCount, Variable } from '../../c/ast.ts';

/** The function at which the program begins instead of `main`, and its environment. Plain data. */
export interface Entry {
  readonly function: string;
  /** Number of elements of each object that a pointer argument leads to. */
  readonly size: number;
  /** Content of globals at the call: the initial values of the program, or any values. */
  readonly globals: 'initialised' | 'any';
  /** Whether pointer arguments may be null (`any`), or lead to objects (`valid`). */
  readonly pointers: 'any' | 'valid';
  /** Elements of the objects of single pointer arguments: a number, or the name of a parameter. These are not null. */
  readonly objects: Readonly<Record<string, string>>;
}

export const DEFAULT_ENTRY_SIZE = 8;

/** The hidden function that makes the arguments and calls the function of an {@link Entry}. */
export const ENTRY_FUNCTION = '$entry';
/** Ends of the names of its variables: the objects that pointers lead to, and whether they lead there. */
export const TARGET_SUFFIX = '_target';
export const GIVEN_SUFFIX = '_is_given';

/** Describes the entry in full sentences, for users. */
export function entryText({ function: name, size, globals, pointers, objects }: Entry): string {
  const own = `lead to objects of their own, of ${elements(`${size}`)}`;
  const which = pointers === 'valid' ? own : `are null, or ${own}`;
  const single = Object.entries(objects).map(([pointer, count]) => ` ${pointer} leads to ${elements(count)}.`);
  const content = globals === 'any' ? 'have any value, except constant ones' : 'have their initial values';
  return `Begins at ${name}. Its arguments have any value. Pointers among them ${which}.${single.join('')} Globals ${content}.`;
}

/** `count`: a number, or an expression that is assumed to be in the range that the text names. */
export function elements(count: string): string {
  if (!/^\d+$/.test(count)) return `${count} elements, at most 2^31 - 1`;
  return count === '1' ? '1 element' : `${count} elements`;
}

/** A number of elements in C. */
export function countText(count: ArgumentCount, parameters: readonly Variable[]): string {
  switch (count.kind) {
    case 'number':
      return String(count.value);
    case 'argument':
      return parameters[count.position - 1].name;
    case 'binary':
      return `(${countText(count.left, parameters)} ${count.operator} ${countText(count.right, parameters)})`;
    default:
      return unreachable(count);
  }
}
