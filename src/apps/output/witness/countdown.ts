import { ENDED } from './rules.ts';
import type { FileText } from './text/file-text.ts';
import { tokensOf } from './text/tokens.ts';

/** Counter of the visits that remain until the next mark. */
export const LEFT = 'lemmata_left';
/** Visits of counted places before the first mark, and between two marks. */
const BEFORE_FIRST = 1_000_000;
export const BETWEEN = 1000;

/** Ways back that are counted nowhere. */
const OTHER_WAYS = /\b(?:goto|(?:sig|_)?setjmp|(?:sig|_)?longjmp|asm|__asm__|__asm)\b/;
/** Words of loops. */
const LOOPS = /\b(?:for|while|do|goto)\b/;

/**
 * Ends runs that visit too many heads of loops and beginnings of functions without a mark. A run without
 * end then calls the mark again and again, because every way back passes one of these places. False, and
 * nothing is changed, if the texts may have other ways back: jumps, or loops in macros and headers.
 */
export function countDown(texts: readonly FileText[], defines: readonly string[]): boolean {
  if (defines.some((text) => LOOPS.test(text)) || texts.some(({ text }) => hasOtherWays(text))) return false;
  const count = `if (${LEFT}-- == 0) ${ENDED}`;
  for (const { structure, edits } of texts) {
    for (const { head, keyword } of structure.loops) {
      if (keyword === 'do') edits.wrap(head, `{ ${count} `, ' }', 0);
      else if (head.start === head.end) edits.wrap(head, ` (({ ${count} }), 1)`, '', 0);
      else edits.wrap(head, `(({ ${count} }), (`, '))', 0);
    }
    for (const brace of structure.bodies) edits.wrap({ start: brace + 1, end: brace + 1 }, ` ${count}`, '', 0);
  }
  return true;
}

function hasOtherWays(text: string): boolean {
  if (tokensOf(text).some((token) => OTHER_WAYS.test(token.text))) return true;
  const directives = text.replace(/\\\r?\n/g, ' ').match(/^[ \t]*#.*$/gm) ?? [];
  return directives.some(
    (line) => /^[ \t]*#[ \t]*include[ \t]*[^<\s]/.test(line) || (/define/.test(line) && LOOPS.test(line)),
  );
}

/** The declaration of the counter in the first text, or in others. */
export function countdownDeclaration(isFirst: boolean): string {
  return isFirst ? `unsigned int ${LEFT} = ${BEFORE_FIRST};` : `extern unsigned int ${LEFT};`;
}
