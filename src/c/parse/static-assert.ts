import { tryConstantInteger } from '../semantics/constants.ts';
import { accept, type Context, expect, report, sees, unexpected } from './context.ts';
import { failure } from './failures.ts';

/** Reads `_Static_assert(condition, "message");` (C11 6.7.10; the message may be missing, as in C2X). */
export function parseStaticAssert(c: Context): void {
  const { scanner } = c;
  scanner.advance();
  expect(c, '(');
  const at = scanner.at;
  const condition = tryConstantInteger(c, c.grammar.conditional(c));
  let message = '';
  if (accept(c, ',')) {
    if (!sees(c, 'string')) throw unexpected(c, 'a string');
    while (sees(c, 'string')) {
      message += scanner.spelling.slice(1, -1);
      scanner.advance();
    }
  }
  expect(c, ')');
  expect(c, ';');
  if (condition === null) throw failure('C1412', [], at);
  if (condition === 0n) report(c, 'C1414', [message], at);
}
