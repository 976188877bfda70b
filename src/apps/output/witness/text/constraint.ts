import { isWord, tokensOf } from './tokens.ts';

/**
 * A constraint as a C expression, or the reason in words why it is none that can be checked.
 * `malformed`: no reader of the format can check it.
 */
export type Constraint = { readonly text: string } | { readonly problem: string; readonly malformed: boolean };

/** The name that stands for `\result` in the changed program. */
export const RESULT = 'lemmata_result';

const CHANGES = /^(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
/** Words that a parenthesis follows in an expression without effects. */
const OPERATORS = /^(?:sizeof|_Alignof|__alignof__|__typeof__|typeof|__real__|__imag__)$/;

/**
 * Reads a constraint of a witness. It must be an expression without effects: no assignment, no call.
 * `\result` is allowed where a call returns. The text comes back in one line, without comments.
 */
export function constraintOf(value: string, { result }: { readonly result: boolean }): Constraint {
  const tokens = tokensOf(value);
  if (tokens.length === 0) return malformed('it is empty');
  const words: string[] = [];
  const open: string[] = [];
  for (const [index, { text }] of tokens.entries()) {
    const next = tokens[index + 1]?.text ?? '';
    if (text === '\\') {
      if (next !== 'result' || !result) return { problem: `\\${next} is not understood`, malformed: false };
      continue;
    }
    if (tokens[index - 1]?.text === '\\') words.push(RESULT);
    else words.push(text);
    if (CHANGES.test(text)) return malformed(`${text} would change the program's state`);
    if (isWord(text) && next === '(' && !OPERATORS.test(text))
      return { problem: `${text} is called`, malformed: false };
    if (/^[;{}#@]$/.test(text) || text === '...') return malformed(`${text} is not part of an expression`);
    if (text === '==' && next === '>') return { problem: '==> is not understood', malformed: false };
    if (text === '(' || text === '[') open.push(text);
    else if (text in OPENING && open.pop() !== OPENING[text]) return malformed(`${text} has no partner`);
  }
  return open.length === 0 ? { text: words.join(' ') } : malformed(`${open[0]} has no partner`);
}

function malformed(problem: string): Constraint {
  return { problem, malformed: true };
}
