import type { SourceLocation } from '../../base/source.ts';
import type { Name } from '../lex/names.ts';
import { type Context, type LabelState, report } from './context.ts';
import { failure } from './failures.ts';

/** Labels of the function being read (C11 6.8.1); those of `__label__` belong to a block. */

function newLabel(c: Context, name: string, at: SourceLocation): LabelState {
  return { label: { id: c.program.nextLabel(), name, addressTaken: false, at }, defined: false };
}

/** Returns the label of that name, which may be defined later. */
export function labelOf(c: Context, name: Name, at: SourceLocation): LabelState {
  const fn = c.function;
  if (fn === null) throw failure('C1502', [name.text], at);
  for (let i = fn.localLabels.length - 1; i >= 0; i--) {
    const local = fn.localLabels[i].get(name.text);
    if (local) return local;
  }
  for (let around = fn.outer; around !== null; around = around.outer) {
    if (around.localLabels.some((labels) => labels.has(name.text))) {
      throw failure('C1336', [`a jump out of a nested function to '${name.text}'`], at);
    }
  }
  let state = fn.labels.get(name.text);
  if (state === undefined) {
    state = newLabel(c, name.text, at);
    fn.labels.set(name.text, state);
  }
  return state;
}

/** Defines a label at the current place. A second definition is an error (C1503). */
export function defineLabel(c: Context, name: Name, at: SourceLocation): LabelState {
  const state = labelOf(c, name, at);
  if (state.defined)
    report(c, 'C1503', [name.text], at, [{ message: 'previous definition is here', at: state.label.at }]);
  state.defined = true;
  c.function!.definedLabels++;
  (state.label as { at: SourceLocation }).at = at;
  return state;
}

/** Declares `__label__ name` at the start of a block. */
export function declareLocalLabel(c: Context, labels: Map<string, LabelState>, name: Name, at: SourceLocation): void {
  if (labels.has(name.text)) report(c, 'C1503', [name.text], at);
  labels.set(name.text, newLabel(c, name.text, at));
}
