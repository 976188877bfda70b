import type { Expression, Initializer } from '../ast.ts';
import { isCharacter, isRecord, isVariableLength } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { ArrayType, CType } from '../types/types.ts';
import { accept, type Context, deepen, expect, sees, unexpected, warn } from './context.ts';
import { failure, MAX_DEPTH } from './failures.ts';
import { coveredBy, InitializerEntries } from './initializer-entries.ts';
import type { Aggregate } from './initializer-frames.ts';
import { atDesignator, type Frame, newFrame, parseDesignators, skipUnnamed, subType } from './initializer-frames.ts';
import type { DesignatedRange } from './initializer-overrides.ts';
import { Intervals } from './initializer-overrides.ts';

/**
 * Initialisers (C11 6.7.9), flattened while they are read: designators, brace elision, GNU ranges and
 * old-style designators.
 */

function isAggregate(type: CType): type is Aggregate {
  return type.kind === 'array' || type.kind === 'struct' || type.kind === 'union' || type.kind === 'vector';
}

/**
 * Reads the initialiser after `=` for an object of that type. The returned type has its length, if
 * that was unknown.
 */
export function parseInitializer(
  c: Context,
  type: CType,
  isStatic: boolean,
): { type: CType; initializer: Initializer } {
  const { at } = c.scanner;
  if (isVariableLength(type)) throw failure('C1432', [], at);
  const entries = new InitializerEntries(c, isStatic);
  let length = 0;
  if (sees(c, '{')) length = parseBraces(c, entries, type, [], null);
  else {
    const e = c.grammar.assignment(c);
    if (type.kind === 'array') {
      if (!fillsWhole(e, type)) throw failure('C1433', [formatType(type)], at);
      length = e.type.kind === 'array' && typeof e.type.length === 'bigint' ? Number(e.type.length) : 0;
    }
    entries.store(e, type, [], null);
  }
  let complete = type;
  if (type.kind === 'array' && type.length === 'unknown') complete = { ...type, length: BigInt(length) };
  return { type: complete, initializer: { zeroFirst: !coveredBy(complete, entries), entries: entries.list } };
}

/** Whether the expression initialises an aggregate as a whole, not its first part. */
function fillsWhole(e: Expression, type: Aggregate): boolean {
  switch (type.kind) {
    case 'struct':
    case 'union':
      return isRecord(e.type) && e.type.definition === type.definition;
    case 'vector':
      return e.type.kind === 'vector';
    case 'array': {
      if (e.type.kind !== 'array' || (e.kind !== 'string' && e.kind !== 'compound-literal')) return false;
      const { element } = type;
      const given = e.type.element;
      if (e.kind === 'string' && isCharacter(element) && isCharacter(given)) return true;
      return (
        element.kind === given.kind && (element.kind !== 'integer' || element.name === (given as typeof element).name)
      );
    }
  }
}

/**
 * Reads a list in braces for an object of that type at `path`. Returns the number of elements that an
 * array of unknown length gets.
 */
function parseBraces(
  c: Context,
  entries: InitializerEntries,
  type: CType,
  path: readonly number[],
  range: DesignatedRange | null,
): number {
  const { scanner } = c;
  deepen(c);
  const { at } = scanner;
  expect(c, '{');
  let length = 0;
  if (!isAggregate(type)) parseScalar(c, entries, type, path, range);
  else if (type.kind === 'array' && sees(c, 'string') && type.element.kind === 'integer')
    length = parseString(c, entries, type, path, range);
  else {
    if (isRecord(type) && type.definition.fields === null) throw failure('C1303', [formatType(type)], at);
    length = parseList(c, entries, type, path, range);
  }
  accept(c, ',');
  expect(c, '}');
  c.depth--;
  return length;
}

/** Reads a list in braces that starts with a string, for an array of integers. */
function parseString(
  c: Context,
  entries: InitializerEntries,
  type: ArrayType,
  path: readonly number[],
  range: DesignatedRange | null,
): number {
  const e = c.grammar.assignment(c);
  if (e.kind !== 'string') {
    entries.store(e, type.element, [...path, 0], range);
    // The string is the start of an expression after all, such as `"abc"[0]`.
    return accept(c, ',') && !sees(c, '}') ? parseList(c, entries, type, path, range, 1) : 1;
  }
  entries.store(e, type, path, range);
  return e.units.length;
}

function parseScalar(
  c: Context,
  entries: InitializerEntries,
  type: CType,
  path: readonly number[],
  range: DesignatedRange | null,
): void {
  if (sees(c, '}')) {
    entries.incomplete = true;
    return;
  }
  if (sees(c, '{')) parseBraces(c, entries, type, path, range);
  else {
    if (atDesignator(c)) throw unexpected(c, 'a value');
    entries.store(c.grammar.assignment(c), type, path, range);
  }
  while (accept(c, ',') && !sees(c, '}')) skipExcess(c);
}

/** Reads an excess element, which initialises nothing. */
function skipExcess(c: Context): void {
  warn(c, 'C1967', [], c.scanner.at);
  if (sees(c, '{')) {
    deepen(c);
    c.scanner.advance();
    while (!sees(c, '}')) {
      skipExcess(c);
      if (!accept(c, ',')) break;
    }
    expect(c, '}');
    c.depth--;
  } else c.grammar.assignment(c);
}

function parseList(
  c: Context,
  entries: InitializerEntries,
  type: Aggregate,
  path: readonly number[],
  range: DesignatedRange | null,
  start = 0,
): number {
  const base = newFrame(type, start);
  const frames: Frame[] = [base];
  const visited = new Intervals(start);
  const since = entries.list.length;
  let length = start;
  while (!sees(c, '}')) {
    if (atDesignator(c)) {
      frames.length = 1;
      parseDesignators(c, frames);
      entries.designated = true;
    } else {
      while (frames.length > 1 && top(frames).index >= top(frames).count) {
        frames.pop();
        advance(top(frames));
      }
      if (base.index >= base.count && frames.length === 1) {
        skipExcess(c);
        if (!accept(c, ',')) break;
        continue;
      }
    }
    const { index } = base;
    const last = base.last ?? index;
    // A union has one place for all of its members.
    const again = visited.meets(type.kind === 'union' ? 0 : index, type.kind === 'union' ? Infinity : last);
    parseElement(c, entries, frames, path, range, entries.designated && again ? since : null);
    visited.add(index, last);
    length = Math.max(length, last + 1);
    advance(top(frames));
    if (!accept(c, ',')) break;
  }
  return length;
}

function top(frames: readonly Frame[]): Frame {
  return frames[frames.length - 1];
}

/** Moves to the next part. */
function advance(frame: Frame): void {
  if (frame.type.kind === 'union') frame.index = frame.count;
  else frame.index = skipUnnamed(frame.type, (frame.last ?? frame.index) + 1);
  frame.last = null;
}

/**
 * Reads one element at the place that the frames give. Entries from `since` on may already set it
 * (null: none do).
 */
function parseElement(
  c: Context,
  entries: InitializerEntries,
  frames: Frame[],
  path: readonly number[],
  range: DesignatedRange | null,
  since: number | null,
): void {
  const { at } = c.scanner;
  let type = subType(top(frames), at);
  if (sees(c, '{')) {
    entries.each(frames, path, range, false, (place, placeRange) => {
      if (since !== null) overridden(entries, frames, place, placeRange, since, true);
      parseBraces(c, entries, type, place, placeRange);
    });
    return;
  }
  const e = c.grammar.assignment(c);
  while (isAggregate(type) && !fillsWhole(e, type)) {
    const frame = newFrame(type, 0);
    if (frame.count === 0) {
      // An empty structure takes no value: the value belongs to the next part.
      advance(top(frames));
      while (frames.length > 1 && top(frames).index >= top(frames).count) {
        frames.pop();
        advance(top(frames));
      }
      if (top(frames).index >= top(frames).count) {
        warn(c, 'C1967', [], at);
        return;
      }
    } else {
      frames.push(frame);
      if (frames.length > MAX_DEPTH) throw failure('C1703', [MAX_DEPTH], at);
    }
    type = subType(top(frames), at);
  }
  entries.each(frames, path, range, true, (place, placeRange) => {
    if (since !== null) overridden(entries, frames, place, placeRange, since, false);
    entries.store(e, type, place, placeRange);
  });
}

/**
 * Removes overridden entries. Braces replace all earlier entries of their object (C11 6.7.9p19), and a
 * member of a union those of the others.
 */
function overridden(
  entries: InitializerEntries,
  frames: readonly Frame[],
  place: readonly number[],
  range: DesignatedRange | null,
  since: number,
  braces: boolean,
): void {
  const outer = place.length - frames.length;
  for (const [level, { type, index }] of frames.entries())
    if (type.kind === 'union') entries.drop(place.slice(0, outer + level), range, since, index);
  if (braces) entries.drop(place, range, since);
  entries.refusePartsOfValues(place, range, since);
}
