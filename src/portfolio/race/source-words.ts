import { readFileSync } from 'node:fs';
import { Excerpts, isSourceOf } from '../../c/source/excerpts.ts';
import type { ProgramRun, RunStep } from '../../certify/recorded-run.ts';
import type { CheckState, UnknownReason, UnsafeVerdict, Verdict } from '../verdict.ts';

/** Largest file that is read for its expressions, in characters. */
const MOST_CHARACTERS = 4_000_000;
/** Separates what a step does from the value that it has. */
const ARROW = ' -> ';

/**
 * Returns the verdict with the steps of its run in the words of the source files. A step whose place
 * does not show the same expression keeps its text, for example in a macro.
 */
export function inSourceWords(verdict: Verdict): Verdict {
  switch (verdict.kind) {
    case 'safe':
      return verdict;
    case 'unsafe':
      return violationInSourceWords(verdict);
    case 'unknown':
      return { ...verdict, reason: reasonInSourceWords(verdict.reason) };
  }
}

/** The same for what is known about a check. */
export function stateInSourceWords(state: CheckState): CheckState {
  switch (state.kind) {
    case 'proved':
      return state;
    case 'violated':
    case 'contested':
      return { ...state, verdict: violationInSourceWords(state.verdict) };
    case 'open':
      return { ...state, reason: reasonInSourceWords(state.reason) };
  }
}

function violationInSourceWords(verdict: UnsafeVerdict): UnsafeVerdict {
  const { run } = verdict;
  return run.kind === 'program' ? { ...verdict, run: { ...run, steps: sourceSteps(run, readText) } } : verdict;
}

function reasonInSourceWords(reason: UnknownReason): UnknownReason {
  if (reason.kind !== 'undefined-behaviour' || reason.run === undefined) return reason;
  return { ...reason, run: { ...reason.run, steps: sourceSteps(reason.run, readText) } };
}

/** Returns the steps of a run in the words of the files. `read`: text of a file; null if there is none. */
export function sourceSteps(
  { steps }: Pick<ProgramRun, 'steps'>,
  read: (file: string) => string | null,
): readonly RunStep[] {
  const files = new Map<string, Excerpts | null>();
  const known = new Map<string, string>();
  return steps.map((step) => {
    const { at, text } = step;
    const key = `${at.file}:${at.line}:${at.column} ${text}`;
    let written = known.get(key);
    if (written === undefined) {
      let excerpts = files.get(at.file);
      if (excerpts === undefined) {
        const source = read(at.file);
        files.set(at.file, (excerpts = source === null ? null : new Excerpts(source)));
      }
      known.set(key, (written = excerpts === null ? text : inWords(excerpts, step)));
    }
    return written === text ? step : { ...step, text: written };
  });
}

function inWords(excerpts: Excerpts, { at, text }: RunStep): string {
  const arrow = text.lastIndexOf(ARROW);
  const [meaning, value] = arrow < 0 ? [text, ''] : [text.slice(0, arrow), text.slice(arrow)];
  if (meaning.startsWith('switch (') || /^assert\(.*\) fails$|^[\w$]+ is called back$/.test(meaning)) return text;
  const condition = value === `${ARROW}true` || value === `${ARROW}false`;
  const isWritten = (excerpt: string): boolean => isSourceOf(excerpt, meaning);
  const written =
    excerpts.around(at.line, at.column, condition).find(isWritten) ??
    only(excerpts.inLine(at.line, condition).filter((excerpt) => isWritten(excerpt) && isStored(excerpt, meaning)));
  if (written === null) return text;
  // A step has the operand of a negation that decides a branch.
  const negations = leadingNegations(written) - leadingNegations(meaning);
  if (negations > 0 && !condition) return written.replace(LEADING_NEGATIONS, '') + value;
  if (negations > 0) return `${written}${ARROW}${(value === `${ARROW}true`) !== (negations % 2 === 1)}`;
  return `${written}${value === '' ? folded(written, meaning) : value}`;
}

const LEADING_NEGATIONS = /^(?:!(?!=)\s*)+/;

function leadingNegations(text: string): number {
  return LEADING_NEGATIONS.exec(text)?.[0].replace(/\s/g, '').length ?? 0;
}

/** The only text; null if there are several, or none. */
function only(texts: readonly string[]): string | null {
  return texts.length === 1 ? texts[0] : null;
}

/** An operator that stores a value. */
const STORES = /(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--/;

/** Whether both texts store a value, or none does. */
function isStored(excerpt: string, meaning: string): boolean {
  return STORES.test(excerpt) === STORES.test(meaning);
}

/** The constant that the compiler computes from the written text; empty where the text shows it. */
function folded(written: string, meaning: string): string {
  const constant = /^[^=]+ = (-?\d[\w.+-]*)$/.exec(meaning)?.[1];
  const isLiteral = /=\s*([-+]?[\d.][\w.]*|'[^']*')$/.test(written);
  return constant === undefined || isLiteral ? '' : `${ARROW}${constant}`;
}

function readText(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > MOST_CHARACTERS ? null : text;
  } catch {
    return null;
  }
}
