import type { Precondition } from '../../c/builtins/library/row.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { INT, pointerTo, sizeType } from '../../c/types/type-basics.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import { FORMAT_MISFIT, misfitOf } from '../cfa/checks/formats.ts';
import { LIST_MEETS, LIST_USED } from '../cfa/checks/surplus.ts';
import { literalText } from '../cfa/literal-text.ts';
import * as make from '../cfa/make.ts';
import type { KeptArguments } from './overlap-checks.ts';

/** Checks of arguments that a format of `printf` or `scanf` decides on, those of a `va_list` among them. */

/** Judges the arguments by a literal format here, and by another one in the run. */
export function requireFit(
  call: KeptArguments,
  { at: position, list }: Precondition & { readonly kind: 'format' },
): void {
  const { b, name, values } = call;
  const value = values[position];
  if (value?.type.kind !== 'pointer') return;
  const text = literalText(b.context, value);
  const given = list === undefined ? values.slice(position + 1).map(({ type }) => type) : [];
  if (text !== null && list === undefined) {
    const misfit = misfitOf(b.layout, text, given);
    if (misfit !== null) call.fail({ kind: 'argument', what: `${name} ${misfit}`, violated: make.ONE });
    return;
  }
  const place = list === undefined ? null : listPlace(call, list);
  if (list !== undefined && place === null) return;
  const types = given.map((type) => make.zeroOf(pointerTo(type)));
  const misfit = judged(call, FORMAT_MISFIT, [call.keptPointer(position), ...types], place);
  call.fail({ kind: 'argument', what: `${name} of arguments that do not fit its format`, violated: misfit });
  if (place?.type.kind === 'struct')
    call.checkBehind(() => {
      b.emit({ kind: 'intrinsic', name: LIST_USED, arguments: [], places: [place], result: null }, call.at);
    });
}

/** Emits a gap for runs where a pointer of the list may lead into the place of `to`. */
export function requireListApart(
  call: KeptArguments,
  { to, list, limit }: Precondition & { readonly kind: 'list-apart' },
): void {
  const { b, name, values } = call;
  if (values[to]?.type.kind !== 'pointer') return;
  const place = listPlace(call, list);
  if (place === null) return;
  const size = sizeType(b.context.unit.dataModel);
  const given = limit === undefined ? null : call.keptNumber(limit);
  const most =
    given === null ? make.integer(size, integerRange(size, b.layout).max) : make.convert(b.layout, size, given);
  const meets = judged(call, LIST_MEETS, [call.keptPointer(to), most], place);
  call.fail({ kind: 'unmodelled', of: 'overlap', what: `${name} between objects that may overlap`, violated: meets });
}

function judged({ b, at }: KeptArguments, name: string, args: readonly Expr[], list: Place | null): Expr {
  const result = b.temporary(INT, at);
  b.emit({ kind: 'intrinsic', name, arguments: args, places: list === null ? [] : [list], result }, at);
  return make.load(result);
}

/** The list that an argument passes: on LP64 its record, elsewhere a copy; null: it is none. */
function listPlace(call: KeptArguments, position: number): Place | null {
  const { layout } = call.b;
  if (call.values[position]?.type.kind !== 'pointer') return null;
  let list = call.keptPointer(position);
  while (list.kind === 'convert') list = list.operand;
  if (list.type.kind === 'pointer' && list.type.target.kind === 'struct')
    return make.dereference(layout, list, list.type.target);
  return layout.pointerSize === 4 && list.kind === 'load' ? list.place : null;
}
