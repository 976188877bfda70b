import type { SourceLocation } from '../../../base/source.ts';
import type { ProgramRun } from '../../../certify/replay/recorded-run.ts';
import { FileText } from './text/file-text.ts';
import type { TextRange } from './text/found.ts';

/** A violation, with the statement or full expression that it happens in. */
export interface ViolationPlace {
  readonly at: SourceLocation;
  /** Null: the text of the file has none there. */
  readonly whole: SourceLocation | null;
}

/**
 * The innermost place of a violation that is in a statement of the given files. A lost block is violated where the
 * last pointer to it goes. Checks at the end of the program are placed at a function of the library, whose call is
 * meant. `textOf` gives the text of a file; null: it is none of them.
 */
export function violationPlace(
  { error, callStack, lost }: Pick<ProgramRun, 'error' | 'callStack' | 'lost'>,
  textOf: (file: string) => string | null,
): ViolationPlace {
  if (lost !== undefined) return violationPlace({ error: lost.at, callStack: lost.callStack }, textOf);
  const texts = new Map<string, FileText | null>();
  for (const at of [error, ...callStack.map((frame) => frame.at).reverse()]) {
    if (!texts.has(at.file)) {
      const text = textOf(at.file);
      texts.set(at.file, text === null ? null : new FileText(at.file, text));
    }
    const whole = wholeAt(texts.get(at.file) ?? null, at);
    if (whole !== null) return { at, whole };
  }
  return { at: error, whole: null };
}

function wholeAt(text: FileText | null, at: SourceLocation): SourceLocation | null {
  if (text === null) return null;
  const { statements, expressions } = text.structure;
  const simple = statements.filter(({ kind }) => kind === 'simple');
  const found = text.innermost<TextRange>({ file_name: at.file, line: at.line, column: at.column }, [
    ...simple,
    ...expressions,
  ]);
  return found === null ? null : { file: at.file, ...text.placeOf(found.start) };
}

/** The beginning of the simple statement around a place; null: none is there. */
export function simpleStatementAt(text: FileText, at: SourceLocation): SourceLocation | null {
  const simple = text.structure.statements.filter(({ kind }) => kind === 'simple');
  const found = text.innermost({ file_name: at.file, line: at.line, column: at.column }, simple);
  return found === null ? null : { file: at.file, ...text.placeOf(found.start) };
}
