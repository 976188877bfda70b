import { type Diagnostic, excerptOf } from '../diagnostics.ts';
import { newDirectiveState, readDirective } from '../lex/directives.ts';
import type { SourceText } from './source-text.ts';

/** Finds the text of a place that is known by the file and line of its line mark. */

interface Segment {
  /** Offset of the first line, and its number in the file that the marks name. */
  readonly offset: number;
  readonly line: number;
}

/** Returns the segments of a preprocessed text by the file that its line marks name. */
function segmentsOf(text: string, file: string): Map<string, Segment[]> {
  const state = newDirectiveState(file);
  const segments = new Map<string, Segment[]>([[file, [{ offset: 0, line: 1 }]]]);
  let line = 1;
  let offset = 0;
  while (offset < text.length) {
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    if (/^[ \t]*#/.test(text.slice(offset, Math.min(end, offset + 40)))) {
      readDirective(state, text.slice(offset, end).trimStart(), line);
      const list = segments.get(state.file);
      const segment = { offset: end + 1, line: line + 1 + state.delta };
      if (list) list.push(segment);
      else segments.set(state.file, [segment]);
    }
    offset = end + 1;
    line++;
  }
  return segments;
}

/** Adds the source lines to diagnostics that lack them, in one pass over each text. */
export function withExcerpts(diagnostics: readonly Diagnostic[], sources: readonly SourceText[]): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const texts = sources.flatMap((source) => [...(source.originals ?? []), source]);
  const maps = texts.map(({ text, file }) => ({ text, segments: segmentsOf(text, file) }));
  return diagnostics.map((each) => {
    const { at, excerpt } = each;
    if (at === null || excerpt !== null) return each;
    for (const { text, segments } of maps) {
      const offset = offsetOf(text, segments.get(at.file) ?? [], at.line);
      if (offset !== null)
        return { ...each, excerpt: excerptOf(text, Math.min(offset + at.column - 1, lineEnd(text, offset))) };
    }
    return each;
  });
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Returns the offset of the start of a line, in the last segment that begins at or before it. */
function offsetOf(text: string, segments: readonly Segment[], line: number): number | null {
  let best: Segment | null = null;
  for (const segment of segments)
    if (segment.line <= line && (best === null || segment.line >= best.line)) best = segment;
  if (best === null) return null;
  let { offset } = best;
  for (let at = best.line; at < line; at++) {
    const newline = text.indexOf('\n', offset);
    if (newline < 0) return null;
    offset = newline + 1;
  }
  return offset > text.length ? null : offset;
}
