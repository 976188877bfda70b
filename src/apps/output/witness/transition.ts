import { constraintOf } from './text/constraint.ts';
import { type TransitionText, transitionText } from './text/earlier.ts';
import type { FileText } from './text/file-text.ts';
import type { FoundLoop, Range } from './text/found.ts';
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
function isEnteredInside({ text }: FileText, { start, end }: Range): boolean {
  const tokens = tokensOf(text.slice(start, end)).map((token) => token.text);
  const hasSwitch = tokens.includes('switch');
  return tokens.some((word, index) => {
    if (word === 'case' || word === 'default') return !hasSwitch;
    const before = tokens[index - 1] ?? ';';
    return isWord(word) && tokens[index + 1] === ':' && /^(?:[;{}:)]|else|do)$/.test(before);
  });
}
