import { constraintOf } from './text/constraint.ts';
import type { FileText } from './text/file-text.ts';
import type { FoundLoop, TextRange } from './text/found.ts';
import { isWord, tokensOf } from './text/tokens.ts';

/** The reason in words why a transition invariant is not checked. */
export interface Problem {
  readonly why: string;
  /** Whether it is no invariant at all. */
  readonly malformed: boolean;
}

/**
 * Puts the check of a transition invariant into a loop. One visit of the head, which an input chooses,
 * keeps the values of its variables. The invariant must hold between them and those of each later visit,
 * until the loop is left. `choice` names a function that returns any value. Null: it was put there.
 */
export function placeTransition(
  text: FileText,
  loop: FoundLoop,
  value: string,
  source: number,
  errorFunction: string,
  choice: string,
): Problem | null {
  const open = (why: string): Problem => ({ why, malformed: false });
  const whole = text.structure.statements.find(({ kind, start }) => kind === 'head' && start === loop.start);
  if (whole === undefined) return open('its loop is not a statement');
  if (isEnteredInside(text, loop.body)) return open('its loop has labels, so that it may be entered at other places');
  const prefix = `lemmata_earlier_${source}_`;
  const read = transitionText(value, prefix);
  if ('problem' in read) return open(read.problem);
  const parts: string[] = [];
  for (const part of [read.text, ...read.earlier.map(({ expression }) => expression)]) {
    const checked = constraintOf(part, { result: false });
    if ('problem' in checked) return { why: checked.problem, malformed: checked.malformed };
    parts.push(checked.text);
  }
  // The checked texts have one line, and no comments.
  const [stated, ...expressions] = parts;
  const earlier = read.earlier.map(({ visit }, index) => ({ visit, expression: expressions[index] }));
  const seen = `lemmata_seen_${source}`;
  const kept = earlier.map((_value, index) => `${prefix}${index}`);
  const steps = visitText({ text: stated, earlier }, prefix, { seen, errorFunction, choice });
  const variables = [seen, ...kept].map((name) => `${name} = 0`).join(', ');
  text.edits.wrap(whole, `{ long long ${variables}; `, ' }', source);
  const { head, keyword } = loop;
  if (keyword === 'do') text.edits.wrap(head, `{ ${steps} `, ' }', source);
  else if (head.start === head.end) text.edits.wrap(head, ` (({ ${steps} }), 1)`, '', source);
  else text.edits.wrap(head, `(({ ${steps} }), (`, '))', source);
  return null;
}

/** The statements of a visit. Only integers of at most 64 bits are kept: others end in an error of C. */
function visitText(
  { text, earlier }: TransitionText,
  prefix: string,
  { seen, errorFunction, choice }: { readonly seen: string; readonly errorFunction: string; readonly choice: string },
): string {
  const keep = (visit: 'any' | 'last'): string =>
    earlier
      .map((value, index) => (value.visit === visit ? `${prefix}${index} = (long long)(${value.expression}); ` : ''))
      .join('');
  const types = earlier
    .map(({ expression }) => `(void)sizeof(char[sizeof((${expression}) % 1) <= 8 ? 1 : -1]); `)
    .join('');
  const values = earlier.reduceRight(
    (words, { expression }, index) =>
      words.replace(
        new RegExp(`\\b${prefix}${index}\\b`, 'g'),
        () => `((__typeof__((${expression}) + 0))${prefix}${index})`,
      ),
    text,
  );
  const chosen = earlier.some(({ visit }) => visit === 'any') ? `${choice}()` : '1';
  const check = `if (${seen}) { if (!(${values})) ${errorFunction}(); }`;
  return `${types}${check} else if (${chosen}) { ${keep('any')}${seen} = 1; } ${keep('last')}`;
}

/** Whether jumps may lead into the body of a loop: it has labels, or cases of a switch around it. */
function isEnteredInside({ text }: FileText, { start, end }: TextRange): boolean {
  const tokens = tokensOf(text.slice(start, end)).map((token) => token.text);
  const hasSwitch = tokens.includes('switch');
  return tokens.some((word, index) => {
    if (word === 'case' || word === 'default') return !hasSwitch;
    const before = tokens[index - 1] ?? ';';
    return isWord(word) && tokens[index + 1] === ':' && /^(?:[;{}:)]|else|do)$/.test(before);
  });
}

/** A value of an earlier visit that a transition invariant compares with. */
interface EarlierValue {
  /** `any`: each earlier visit of the place since its loop was entered; `last`: the one before. */
  readonly visit: 'any' | 'last';
  /** An expression of C over the variables of the place. */
  readonly expression: string;
}

/** A transition invariant: `text` has the name `prefix` + index for the value `earlier[index]`. */
interface TransitionText {
  readonly text: string;
  readonly earlier: readonly EarlierValue[];
}

const VISITS: Readonly<Record<string, EarlierValue['visit']>> = { AnyPrev: 'any', LastPrev: 'last' };

/**
 * Takes the terms `\at(x, AnyPrev)` and `\at(x, LastPrev)` out of a transition invariant. Returns the
 * reason in words if a term of this form is not understood.
 */
function transitionText(value: string, prefix: string): TransitionText | { readonly problem: string } {
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
