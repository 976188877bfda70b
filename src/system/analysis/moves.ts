import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { linearForm, type ValueOf } from './linear.ts';

/** The least and the most that is added to a number. */
export interface Move {
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * The move of a term in a step, as a number that is signed or not. Null if the next value is no such sum.
 * `pos + n` adds 0 to 255 where n is a byte. A sum that may wrap around adds less: with x + 1, x grows by 1
 * or falls by 2^width - 1.
 */
export function moves(terms: TermStore, term: Term, next: Term, signed: boolean, value: ValueOf): Move | null {
  if (next === term) return { least: 0n, most: 0n };
  if (terms.op(term) === Op.ZEXT && terms.op(next) === Op.ZEXT && !signed)
    return moves(terms, terms.arg(term, 0), terms.arg(next, 0), false, value);
  return terms.op(next) === Op.ADD ? added(terms, term, next, signed, value) : null;
}

function added(terms: TermStore, term: Term, next: Term, signed: boolean, value: ValueOf): Move | null {
  const { width, parts, constant } = linearForm(terms, next, value);
  const before = value(term);
  if (parts.get(term) !== 1n || before === null) return null;
  let least = BigInt.asIntN(width, constant);
  let most = least;
  for (const [part, factor] of parts) {
    if (part === term) continue;
    const v = value(part);
    if (v === null) return null;
    const times = BigInt.asIntN(width, factor);
    least += times * (times > 0n ? v.low : v.high);
    most += times * (times > 0n ? v.high : v.low);
  }
  const turn = 1n << BigInt(width);
  const first = signed ? -turn / 2n : 0n;
  const [low, high] = signed ? [before.signedLow, before.signedHigh] : [before.low, before.high];
  const falls = high + most >= first + turn;
  const rises = low + least < first;
  // A sum may wrap around once, in one direction.
  if ((falls && rises) || least < -turn || most > turn) return null;
  return { least: falls ? least - turn : least, most: rises ? most + turn : most };
}
