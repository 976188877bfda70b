import type { SourceLocation } from '../../../base/source.ts';
import type { Proof } from '../../../race/verdict.ts';
import { loopInvariants } from '../report/loop-invariants.ts';
import { witnessLocation } from './location.ts';
import { loopTransitions } from './loop-transitions.ts';
import type { Sources } from './sources.ts';
import { FileText } from './text/file-text.ts';

const LOOP_KEYWORDS = ['for', 'while', 'do'];

/**
 * The loop invariants of a proof, each at the first character of its loop, or behind its label. Only conjuncts that C can
 * express are written: leaving one out makes the invariant weaker, not wrong. A proof that all runs end
 * has transition invariants as well. A proof without any has the invariant `1` at some loop or
 * statement, because the format wants one. [] if the files have no statement.
 */
export function invariantSet(proof: Proof, sources: Sources, files: readonly string[]): readonly object[] {
  const isLoop = (at: SourceLocation | null): at is SourceLocation =>
    at !== null && LOOP_KEYWORDS.some((keyword) => sources.hasWord(at, keyword));
  const stated = loopInvariants(proof).flatMap(({ at, keyword, expression }) => {
    if (at === null || expression === null || expression === '1') return [];
    if (isLoop(at)) return [element('loop_invariant', witnessLocation(at), expression)];
    // The format has no loops of jumps; the statement behind the label is visited in each turn.
    const place = keyword.startsWith('label ') ? statementBehind(at, files) : null;
    return place === null ? [] : [element('location_invariant', place, expression)];
  });
  const descents = loopTransitions(proof).flatMap(({ at, expression }) =>
    isLoop(at) ? [element('loop_transition_invariant', witnessLocation(at), expression, 'ext_c_expression')] : [],
  );
  const all = [...stated, ...descents];
  return all.length > 0 ? all : trivial(files);
}

/** The place of the first statement that begins behind a label; null: it is not in the files. */
function statementBehind({ file, line, column }: SourceLocation, files: readonly string[]): object | null {
  if (!files.includes(file)) return null;
  const text = FileText.read(file);
  const behind = text.structure.statements.filter(({ start }) => {
    const at = text.placeOf(start);
    return at.line > line || (at.line === line && at.column > column);
  });
  const statement = first(behind);
  return statement === null ? null : placeIn(text, statement.start);
}

/** The invariant `1` at the first loop, or else at the first statement. */
function trivial(files: readonly string[]): readonly object[] {
  const texts = files.map((file) => FileText.read(file));
  for (const text of texts) {
    const loop = first(text.structure.loops);
    if (loop !== null) return [element('loop_invariant', placeIn(text, loop.start), '1')];
  }
  for (const text of texts) {
    const statement = first(text.structure.statements);
    if (statement !== null) return [element('location_invariant', placeIn(text, statement.start), '1')];
  }
  return [];
}

function first<T extends { readonly start: number }>(elements: readonly T[]): T | null {
  return elements.reduce<T | null>((best, one) => (best === null || one.start < best.start ? one : best), null);
}

function placeIn(text: FileText, offset: number): object {
  return witnessLocation({ file: text.file, ...text.placeOf(offset) });
}

function element(type: string, location: object, value: string, format = 'c_expression'): object {
  return { invariant: { type, location, value, format } };
}
