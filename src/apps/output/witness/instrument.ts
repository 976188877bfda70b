import type { StatedInvariant } from './read-witness.ts';
import { inputDeclaration, unusedInput } from './text/any-value.ts';
import { type ChangedText, changedText } from './text/changed-text.ts';
import { constraintOf } from './text/constraint.ts';
import { FileText, fileOf } from './text/file-text.ts';
import type { TextRange } from './text/found.ts';
import { type Problem, placeTransition } from './transition.ts';

/** The programs of a task, with each invariant as a check at its place. */
export interface Instrumented {
  readonly kind: 'instrumented';
  readonly texts: readonly ChangedText[];
}

/** An invariant that is not checked: its index, and the reason in words. */
export interface NotChecked {
  readonly kind: 'not-checked';
  readonly invariant: number;
  readonly why: string;
  /** Whether it is no invariant at all. */
  readonly malformed: boolean;
}

/**
 * Puts a check of each invariant where it is to hold: whenever the head of its loop is reached, or
 * before its statement. Transition invariants are checked between visits of the head. A check calls the error function if the invariant does not hold. `declaration`
 * comes first in each text.
 */
export function instrumented(
  files: readonly string[],
  invariants: readonly Omit<StatedInvariant, 'at'>[],
  errorFunction: string,
  declaration = '',
): Instrumented | NotChecked {
  const texts = new Map(files.map((file) => [file, FileText.read(file)]));
  const choice = unusedInput(texts.values());
  for (const [index, invariant] of invariants.entries()) {
    const problem = place(texts, invariant, index, errorFunction, choice);
    if (problem !== null) return { kind: 'not-checked', invariant: index, ...problem };
  }
  const compares = invariants.some(({ type }) => type === 'loop_transition_invariant') && choice !== null;
  const head = compares ? `${declaration} ${inputDeclaration(choice)}` : declaration;
  return { kind: 'instrumented', texts: [...texts.values()].map((text) => changedText(text, head)) };
}

function place(
  texts: ReadonlyMap<string, FileText>,
  { type, location, value }: Omit<StatedInvariant, 'at'>,
  source: number,
  errorFunction: string,
  choice: string | null,
): Problem | null {
  const open = (why: string): Problem => ({ why, malformed: false });
  if (type === 'location_transition_invariant') return open('it compares visits of a place that is no loop');
  const file = fileOf(location, [...texts.keys()]);
  const text = file === null ? undefined : texts.get(file);
  if (text === undefined) return open(`${location.file_name} is not one of the programs`);
  if (type === 'loop_transition_invariant') {
    const loop = text.at(location, text.structure.loops, ({ start }) => start);
    if (loop === null) return open('no loop begins there');
    if (choice === null) return open('the program calls all functions that could choose a visit');
    return placeTransition(text, loop, value, source, errorFunction, choice);
  }
  const read = constraintOf(value, { result: false });
  if ('problem' in read) return { why: read.problem, malformed: read.malformed };
  const check = `(void)((${read.text}) || (${errorFunction}(), 0))`;
  const why = placeCheck(text, { type, location }, { check, source });
  return why === null ? null : open(why);
}

/** A check as a C expression without a value. */
interface PlacedCheck {
  readonly check: string;
  /** The element of the witness that it comes from. */
  readonly source: number;
  /** Words between the check and the text that goes on at an offset; absent: none. */
  readonly goesOn?: (offset: number) => string;
}

/** Puts a check where an invariant is to hold; returns the reason in words why there is no such place, or null. */
export function placeCheck(
  text: FileText,
  { type, location }: Pick<StatedInvariant, 'location'> & { readonly type: 'loop_invariant' | 'location_invariant' },
  { check, source, goesOn = () => '' }: PlacedCheck,
): string | null {
  const { loops, statements, expressions } = text.structure;
  const wrap = (range: TextRange, before: string, behind: string): null => {
    text.edits.wrap(range, before + goesOn(range.start), behind === '' ? '' : behind + goesOn(range.end), source);
    return null;
  };
  if (type === 'loop_invariant') {
    const loop = text.at(location, loops, ({ start }) => start);
    if (loop === null) return 'no loop begins there';
    const { head, keyword } = loop;
    if (keyword === 'do') return wrap(head, `{ ${check}; `, ' }');
    // A loop without a condition continues.
    return head.start === head.end ? wrap(head, ` (${check}, 1)`, '') : wrap(head, `(${check}, (`, '))');
  }
  const statement = text.at(location, statements, ({ start }) => start);
  if (statement !== null)
    return statement.beside ? wrap(statement, `${check}; `, '') : wrap(statement, `{ ${check}; `, ' }');
  const expression = text.at(location, expressions, ({ start }) => start);
  return expression === null ? 'no statement begins there' : wrap(expression, `(${check}, (`, '))');
}
