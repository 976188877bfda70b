import type { SourceLocation } from '../../base/source.ts';
import { constantInteger } from '../semantics/constants.ts';
import { convert } from '../types/arithmetic.ts';
import { accept, type Context, expect, report, type SwitchState, warn } from './context.ts';

/** A label of a switch, as read in front of its statement (C11 6.8.1, 6.8.4.2). */
export type CaseMark =
  | { readonly kind: 'case'; readonly low: bigint; readonly high: bigint; readonly at: SourceLocation }
  | { readonly kind: 'default'; readonly at: SourceLocation };

/** Reads a case label or a range of them (GNU). Null: the label stands for nothing, which is reported. */
export function parseCase(c: Context, at: SourceLocation): CaseMark | null {
  c.scanner.advance();
  const low = c.grammar.conditional(c);
  const lowValue = constantInteger(c, low);
  const highValue = accept(c, '...') ? constantInteger(c, c.grammar.conditional(c)) : lowValue;
  expect(c, ':');
  c.function!.definedLabels++;
  const state = c.function!.switches.at(-1);
  if (state === undefined) {
    report(c, 'C1506', ['case'], at);
    return null;
  }
  const bounds = { low: convertCase(c, state, lowValue), high: convertCase(c, state, highValue), at };
  if (bounds.low > bounds.high) {
    warn(c, 'C1963', [], at);
    return null;
  }
  state.cases.push(bounds);
  return { kind: 'case', ...bounds };
}

/** Reads `default:`. */
export function parseDefault(c: Context, at: SourceLocation): CaseMark {
  c.scanner.advance();
  expect(c, ':');
  c.function!.definedLabels++;
  const state = c.function!.switches.at(-1);
  if (state === undefined) report(c, 'C1506', ['default'], at);
  else if (state.hasDefault) report(c, 'C1507', [], at);
  else state.hasDefault = true;
  return { kind: 'default', at };
}

/** Returns the value of a case label in the type of the switch (C11 6.8.4.2p5). */
function convertCase(c: Context, state: SwitchState, value: bigint): bigint {
  return convert(value, state.type, c.layout)!.value as bigint;
}

/** Reports case labels that overlap. */
export function checkCases(c: Context, state: SwitchState): void {
  const sorted = [...state.cases].sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0));
  let widest = sorted[0];
  for (const [index, current] of sorted.entries()) {
    if (index === 0) continue;
    if (current.low <= widest.high)
      report(c, 'C1508', [current.low], current.at, [{ message: 'previously used here', at: widest.at }]);
    if (current.high > widest.high) widest = current;
  }
}
