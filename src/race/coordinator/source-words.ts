import { readFileSync } from 'node:fs';
import { Excerpts, isSourceOf } from '../../c/source/excerpts.ts';
import type { RunStep } from '../../certify/replay/recorded-run.ts';
import type { CheckState, UnknownReason, UnsafeVerdict, Verdict } from '../verdict.ts';

/** Largest file that is read for its expressions, in characters. */
const MOST_CHARACTERS = 4_000_000;
/** Separates what a step does from the value that it has. */
const ARROW = ' -> ';

/**
 * Gives the steps of runs the words of the source files, each of which is read and divided once. A step
 * whose place does not show the same expression keeps its text, for example in a macro.
 */
export class SourceWords {
  readonly #files = new Map<string, Excerpts | null>();
  readonly #known = new Map<string, string>();

  /** `read`: text of a file; null if there is none. */
  constructor(private readonly read: (file: string) => string | null = readText) {}

  verdict(verdict: Verdict): Verdict {
    switch (verdict.kind) {
      case 'safe':
        return verdict;
      case 'unsafe':
        return this.#violation(verdict);
      case 'unknown':
        return { ...verdict, reason: this.#reason(verdict.reason) };
    }
  }

  /** The state of a check. */
  state(state: CheckState): CheckState {
    switch (state.kind) {
      case 'proved':
        return state;
      case 'violated':
      case 'contested':
        return { ...state, verdict: this.#violation(state.verdict) };
      case 'open':
        return { ...state, reason: this.#reason(state.reason) };
    }
  }

  steps(steps: readonly RunStep[]): readonly RunStep[] {
    return steps.map((step) => {
      const { at, text } = step;
      const key = `${at.file}:${at.line}:${at.column} ${text}`;
      let written = this.#known.get(key);
      if (written === undefined) {
        const excerpts = this.#excerpts(at.file);
        this.#known.set(key, (written = excerpts === null ? text : inWords(excerpts, step)));
      }
      return written === text ? step : { ...step, text: written };
    });
  }

  #violation(verdict: UnsafeVerdict): UnsafeVerdict {
    const { run } = verdict;
    return run.kind === 'program' ? { ...verdict, run: { ...run, steps: this.steps(run.steps) } } : verdict;
  }

  #reason(reason: UnknownReason): UnknownReason {
    if (reason.kind !== 'undefined-behaviour' || reason.run === undefined) return reason;
    return { ...reason, run: { ...reason.run, steps: this.steps(reason.run.steps) } };
  }

  #excerpts(file: string): Excerpts | null {
    let excerpts = this.#files.get(file);
    if (excerpts === undefined) {
      const source = this.read(file);
      this.#files.set(file, (excerpts = source === null ? null : new Excerpts(source)));
    }
    return excerpts;
  }
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
