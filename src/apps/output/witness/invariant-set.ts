import type { SourceLocation } from '../../../base/source.ts';
import type { Proof } from '../../../race/verdict.ts';
import { loopInvariants } from '../report/loop-invariants.ts';
import { type WitnessPlace, witnessLocation } from './location.ts';
import { loopTransitions } from './loop-transitions.ts';
import type { Sources } from './sources.ts';
import { FileText } from './text/file-text.ts';
import { firstVisited, loopAt } from './text/loop-places.ts';

const LOOP_KEYWORDS = ['for', 'while', 'do'];

/**
 * The loop invariants of a proof, each at the first character of its loop, or behind its label. Only conjuncts that C can
 * express are written: leaving one out makes the invariant weaker, not wrong. A proof that all runs end
 * has transition invariants as well. A proof without any has the invariant `1` at some loop or
 * statement, because the format wants one. [] if the files have no statement.
 *
 * Validators find no head of a loop without a condition, or with a call in it, and some take no loop
 * invariants beside transition invariants. Such an invariant stands at the first statement of the body.
 */
export function invariantSet(proof: Proof, sources: Sources, files: readonly string[]): readonly object[] {
  const texts = new Map(files.map((file) => [file, FileText.read(file)]));
  const isLoop = (at: SourceLocation | null): at is SourceLocation =>
    at !== null && LOOP_KEYWORDS.some((keyword) => sources.hasWord(at, keyword));
  const descents = loopTransitions(proof).filter(({ at }) => isLoop(at));
  const stated = loopInvariants(proof).flatMap(({ at, keyword, expression }) => {
    if (at === null || expression === null || expression === '1') return [];
    const text = texts.get(at.file);
    if (text === undefined) return [];
    if (isLoop(at)) {
      const inBody = insideLoop(text, at, descents.length > 0);
      if (inBody !== null) return [element('location_invariant', placeIn(text, inBody), expression)];
      return descents.length > 0 ? [] : [element('loop_invariant', placedIn(text, at), expression)];
    }
    // The format has no loops of jumps; the statement behind the label is visited in each turn.
    const place = keyword.startsWith('label ') ? statementBehind(text, at) : null;
    return place === null ? [] : [element('location_invariant', place, expression)];
  });
  const transitions = descents.flatMap(({ at, expression }) => {
    const text = texts.get(at.file);
    if (text === undefined) return [];
    return [element('loop_transition_invariant', placedIn(text, at), expression, 'ext_c_expression')];
  });
  const all = [...stated, ...transitions];
  return all.length > 0 ? all : trivial([...texts.values()]);
}

/**
 * The offset in the body of a loop where its invariant stands instead; null: it stands at the head.
 * `always`: wherever the condition changes nothing.
 */
function insideLoop(text: FileText, at: SourceLocation, always: boolean): number | null {
  const loop = loopAt(text, at);
  if (loop === null) return null;
  const { head, keyword } = loop;
  const calls = text.structure.calls.some(({ start, end }) => start >= head.start && end <= head.end);
  if (!always && (keyword === 'do' || (head.start < head.end && !calls))) return null;
  return firstVisited(text, loop)?.start ?? null;
}

/** The place of the first statement that begins behind a label; null: it is not in the file. */
function statementBehind(text: FileText, { line, column }: SourceLocation): WitnessPlace | null {
  const behind = text.structure.statements.filter(({ start }) => {
    const at = text.placeOf(start);
    return at.line > line || (at.line === line && at.column > column);
  });
  const statement = first(behind);
  return statement === null ? null : placeIn(text, statement.start);
}

/** The invariant `1` at the first loop, or else at the first statement. */
function trivial(texts: readonly FileText[]): readonly object[] {
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

function placeIn(text: FileText, offset: number): WitnessPlace {
  return placedIn(text, { file: text.file, ...text.placeOf(offset) });
}

/** A place of an invariant. It names the function: some validators need that, though the format does not. */
function placedIn(text: FileText, at: SourceLocation): WitnessPlace {
  const body = text.innermost(witnessLocation(at), text.structure.bodies);
  return { ...witnessLocation(at), ...(body === null ? {} : { function: body.name }) };
}

function element(type: string, location: WitnessPlace, value: string, format = 'c_expression'): object {
  return { invariant: { type, location, value, format } };
}
