import { isAssertion, isCheck } from '../../../program/cfa/assertion-names.ts';
import type { Waypoint } from './read-witness.ts';
import { Rules } from './rules.ts';
import type { FileText } from './text/file-text.ts';
import type { FoundCall, TextRange } from './text/found.ts';
import { tokensOf } from './text/tokens.ts';

/** The target of a violation sequence, guarded. */
export interface Target {
  readonly complete: boolean;
  /** Whether no run violates the property there before its turn. */
  readonly guarded: boolean;
  /** The threads that come to it; none: any. */
  readonly threads: readonly number[];
  readonly file: string;
  /** Lines, from 1. */
  readonly first: number;
  readonly last: number;
}

/**
 * Guards the target, where the property is violated after `turn` segments. Calls of error functions
 * elsewhere block a run. In the target they block it before its turn. Where the violation is none that
 * the text shows, the target's statement blocks runs before its turn if `waits` holds. Its turn begins
 * with the first of the last waypoints `before` that are calls in the statement itself. Some runs along the
 * witness are lost then; else some runs that do not follow it stay. `blocked` is the statement that blocks a run.
 * Only `threads` pass the target in its turn; none: each thread does. A statement that calls one of the functions
 * `defined` does not block a run, which may pass the last waypoints within the call.
 */
export function guardTarget(
  texts: readonly FileText[],
  text: FileText,
  { location }: Waypoint,
  before: readonly Waypoint[],
  errorFunctions: readonly string[],
  turn: number,
  source: number,
  waits: boolean,
  {
    blocked,
    threads,
    defined,
  }: { readonly blocked: string; readonly threads: readonly number[]; readonly defined: ReadonlySet<string> },
): Target | { readonly problem: string } {
  const isError = ({ name }: FoundCall): boolean =>
    name !== null && (errorFunctions.includes(name) || (name === 'assert' && errorFunctions.some(isAssertion)));
  const errors = texts.flatMap((other) => other.structure.calls.filter(isError).map((call) => ({ other, call })));
  const others = threads.map((thread) => `${Rules.THREAD} != ${thread}`).join(' && ');
  const early = (from: number): string => `${Rules.TURN} != ${from}${others === '' ? '' : ` || (${others})`}`;
  const range = targetRange(text, location, isError);
  if (range === null) return { problem: 'no statement or full expression begins there' };
  // Threads that the witness does not number may start, too.
  let complete = threads.length === 0;
  let guarded = false;
  for (const { other, call } of errors) {
    const inTarget = other === text && call.start >= range.start && call.end <= range.end;
    if (call.name === null || !isCheck(call.name)) {
      const words = inTarget ? `({ if (${early(turn)}) ${blocked} ` : `({ ${blocked} `;
      other.edits.wrap(call, words, '; })', source);
      guarded ||= inTarget;
      continue;
    }
    // A check violates the property only if what it asserts is false.
    const asserted = call.arguments.length === 0 ? null : other.text.slice(call.arguments[0].start, call.close);
    if (asserted === null || !isPure(asserted)) {
      if (!inTarget) complete = false;
      continue;
    }
    const before = inTarget ? `(${early(turn)}) && ` : '';
    other.edits.wrap(call, `({ if (${before}!(${asserted})) ${blocked} `, '; })', source);
    guarded ||= inTarget;
  }
  const isLate = turn > 0 || threads.length > 0;
  const isCall = text.structure.calls.some(
    ({ name, start, end }) => name !== null && defined.has(name) && start >= range.start && end <= range.end,
  );
  if (!guarded && isLate && waits && !isCall) {
    complete = false;
    guarded = true;
    const isWithin = (one: Waypoint): boolean =>
      one.type === 'function_return' &&
      one.location.file_name === location.file_name &&
      text.innermost(one.location, [range]) !== null;
    const outside = before.findLastIndex((one) => !isWithin(one));
    const wait = `if (${early(turn - (before.length - 1 - outside))}) ${blocked}`;
    if (range.form === 'comma') text.edits.wrap(range, `(({ ${wait} }), (`, '))', source);
    else if (range.form === 'beside') text.edits.wrap(range.whole, `${wait} `, '', source);
    else text.edits.wrap(range.whole, `{ ${wait} `, ' }', source);
  }
  return {
    complete,
    guarded: guarded || !isLate,
    threads,
    file: text.file,
    first: text.placeOf(range.start).line,
    last: text.placeOf(Math.max(range.start, range.end - 1)).line,
  };
}

/** `whole`: the statement with its body. */
type TargetRange = TextRange & { readonly form: 'beside' | 'braces' | 'comma'; readonly whole: TextRange };

/** The statement or full expression that begins at a place; without a column one with an error call. */
function targetRange(
  text: FileText,
  location: Waypoint['location'],
  isError: (call: FoundCall) => boolean,
): TargetRange | null {
  const { statements, expressions, calls } = text.structure;
  const candidates: TargetRange[] = [
    ...statements
      .filter(({ kind }) => kind !== 'block')
      .map(({ start, end, kind, beside }) => ({
        start,
        end: kind === 'head' ? headEnd(text, start, end) : end,
        form: beside ? ('beside' as const) : ('braces' as const),
        whole: { start, end },
      })),
    ...expressions.map(({ start, end }) => ({ start, end, form: 'comma' as const, whole: { start, end } })),
  ];
  const wrong = calls.filter(isError);
  const violating = candidates.filter(({ start, end }) => wrong.some((call) => call.start >= start && call.end <= end));
  const offset = ({ start }: TextRange): number => start;
  // The smallest of those that begin there.
  violating.sort((a, b) => a.end - a.start - (b.end - b.start));
  const found = text.at(location, violating, offset) ?? text.at(location, candidates, offset);
  if (found !== null) return found;
  // Lemmata and others name the call itself, which need not be a full expression.
  const call = text.at(location, wrong, offset);
  if (call !== null) return { start: call.start, end: call.end, form: 'comma', whole: call };
  return text.innermost(location, candidates);
}

/** The end of the head of a statement: its body is no part of the target. */
function headEnd(text: FileText, start: number, end: number): number {
  const { loops, branchings } = text.structure;
  const conditions = [
    ...branchings.filter(({ places }) => places[0] === start).map(({ condition }) => condition.end),
    ...loops.filter((loop) => loop.start === start && loop.keyword === 'for').map(({ body }) => body.start),
  ];
  return conditions.length === 0 ? end : Math.max(...conditions);
}

/** Whether an expression has no effects, so that it can be computed twice. */
function isPure(words: string): boolean {
  const tokens = tokensOf(words);
  return tokens.every(
    ({ text }, index) =>
      !/^(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=)$/.test(text) &&
      !(/^[A-Za-z_]/.test(text) && tokens[index + 1]?.text === '(' && text !== 'sizeof'),
  );
}
