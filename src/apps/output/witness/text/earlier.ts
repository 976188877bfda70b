import { tokensOf } from './tokens.ts';

/** A value of an earlier visit that a transition invariant compares with. */
export interface EarlierValue {
  /** `any`: each earlier visit of the place since its loop was entered; `last`: the one before. */
  readonly visit: 'any' | 'last';
  /** An expression of C over the variables of the place. */
  readonly expression: string;
}

/** A transition invariant: `text` has the name `prefix` + index for the value `earlier[index]`. */
export interface TransitionText {
  readonly text: string;
  readonly earlier: readonly EarlierValue[];
}

const VISITS: Readonly<Record<string, EarlierValue['visit']>> = { AnyPrev: 'any', LastPrev: 'last' };

/**
 * Takes the terms `\at(x, AnyPrev)` and `\at(x, LastPrev)` out of a transition invariant. Returns the
 * reason in words if a term of this form is not understood.
 */
export function transitionText(value: string, prefix: string): TransitionText | { readonly problem: string } {
  const tokens = tokensOf(value);
  let text = '';
  let done = 0;
  const earlier: EarlierValue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at].text !== '\\' || tokens[at + 1]?.text !== 'at') continue;
    const open = at + 2;
    const close = tokens[open]?.text === '(' ? closing(tokens, open) : null;
    if (close === null) return { problem: '\\at has no arguments' };
    const name = tokens[close - 1].text;
    const visit = VISITS[name];
    if (visit === undefined || tokens[close - 2]?.text !== ',' || close - 2 === open + 1)
      return { problem: `\\at(..., ${name}) is not understood` };
    const expression = value.slice(tokens[open + 1].start, tokens[close - 3].end);
    if (expression.includes('\\')) return { problem: `\\at(${expression}, ${name}) is not understood` };
    text += `${value.slice(done, tokens[at].start)} ${prefix}${earlier.length} `;
    earlier.push({ visit, expression });
    done = tokens[close].end;
    at = close;
  }
  return { text: text + value.slice(done), earlier };
}

/** The index of the parenthesis that closes the one at `open`; null: none does. */
function closing(tokens: readonly { readonly text: string }[], open: number): number | null {
  for (let at = open, depth = 0; at < tokens.length; at++) {
    if (tokens[at].text === '(') depth++;
    else if (tokens[at].text === ')' && --depth === 0) return at;
  }
  return null;
}
