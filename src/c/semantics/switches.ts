import { type Context, report, type SwitchState } from '../parse/context.ts';
import { convert } from '../type/arithmetic.ts';

/** Value of a case label in the type of the switch (C11 6.8.4.2p5). */
export function convertCase(c: Context, state: SwitchState, value: bigint): bigint {
  return convert(value, state.type, c.layout)!.value as bigint;
}

/** Reports case labels that overlap. */
export function checkCases(c: Context, state: SwitchState): void {
  const sorted = [...state.cases].sort((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0));
  let widest = sorted[0];
  for (const [index, current] of sorted.entries()) {
    if (index === 0) continue;
    if (current.low <= widest!.high)
      report(c, 'C1508', [current.low], current.at, [{ message: 'previously used here', at: widest!.at }]);
    if (current.high > widest!.high) widest = current;
  }
}
