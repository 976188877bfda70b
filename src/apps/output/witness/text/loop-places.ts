import type { SourceLocation } from '../../../../base/source.ts';
import type { FileText } from './file-text.ts';
import type { FoundLoop, TextRange } from './found.ts';

/** Signs and words that change a variable, also behind a macro's name. */
const CHANGES = /\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=|\b[A-Z_][A-Z0-9_]*\s*\(/;

/** The loop that begins at a place; null: none does. */
export function loopAt(text: FileText, { line, column }: SourceLocation): FoundLoop | null {
  const found = text.structure.loops.find(({ start }) => {
    const place = text.placeOf(start);
    return place.line === line && place.column === column;
  });
  return found ?? null;
}

/** The first statement in the body of a loop, which each turn passes; null: the body has none. */
export function bodyOfLoop(text: FileText, { body }: FoundLoop): TextRange | null {
  const inside = text.structure.statements.filter(({ start, end }) => start >= body.start && end <= body.end);
  const block = inside.find(({ kind, start }) => kind === 'block' && start === body.start);
  const [first] = inside.filter((one) => one !== block).sort((a, b) => a.start - b.start);
  return first ?? null;
}

/**
 * The statement whose beginning each turn of a loop passes once, with the values at the head of the loop.
 * Null: the condition may change values, or the body begins with a loop, a label or an empty statement.
 * Functions of the program may change values, others only give them.
 */
export function firstVisited(text: FileText, loop: FoundLoop): TextRange | null {
  const found = conditionChanges(text, loop) ? null : bodyOfLoop(text, loop);
  if (found === null || text.structure.loops.some(({ start }) => start === found.start)) return null;
  return /^(?:;|\w+\s*:)/.test(text.text.slice(found.start, found.end)) ? null : found;
}

/** Whether the condition of a loop changes values, as far as its text shows. */
function conditionChanges({ text, structure }: FileText, { keyword, head }: FoundLoop): boolean {
  if (keyword === 'do') return false;
  const own = new Set(structure.bodies.map(({ name }) => name));
  const inHead = structure.calls.filter(({ start, end }) => start >= head.start && end <= head.end);
  return CHANGES.test(text.slice(head.start, head.end)) || inHead.some(({ name }) => name === null || own.has(name));
}
