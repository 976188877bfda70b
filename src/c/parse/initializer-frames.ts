import type { SourceLocation } from '../../base/source.ts';
import { constantInteger } from '../semantics/constants.ts';
import { memberPath } from '../semantics/member-nodes.ts';
import { isRecord } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { ArrayType, CType, RecordType, VectorType } from '../types/types.ts';
import { accept, type Context, expect, sees, unexpected } from './context.ts';
import { failure } from './failures.ts';

/** A type made of parts. */
export type Aggregate = ArrayType | RecordType | VectorType;

/**
 * The position of the next element in a braced initialiser: one frame for each aggregate that is open
 * without its own braces.
 */
export interface Frame {
  readonly type: Aggregate;
  /** Index of the next part. */
  index: number;
  /** Last part of a GNU range that starts at `index`. */
  last: number | null;
  /** Number of parts; Infinity for arrays of unknown length. */
  readonly count: number;
}

/** Opens a frame for an aggregate, at its first part from `index` on that takes an initialiser. */
export function newFrame(type: Aggregate, index: number): Frame {
  return { type, index: skipUnnamed(type, index), last: null, count: partCount(type) };
}

function partCount(type: Aggregate): number {
  switch (type.kind) {
    case 'array':
      return typeof type.length === 'bigint' ? Number(type.length) : Number.POSITIVE_INFINITY;
    case 'vector':
      return type.count;
    case 'struct':
    case 'union': {
      const { fields } = type.definition;
      // A record that has only unnamed bit-fields has no part to set.
      return skipUnnamed(type, 0) >= (fields?.length ?? 0) ? 0 : fields!.length;
    }
  }
}

/** Returns the next member from `index` on that takes an initialiser. Unnamed bit-fields take none. */
export function skipUnnamed(type: Aggregate, index: number): number {
  if (type.kind !== 'struct' && type.kind !== 'union') return index;
  const fields = type.definition.fields ?? [];
  let next = index;
  while (next < fields.length && fields[next].name === null && fields[next].bits !== undefined) next++;
  return next;
}

/** Returns the type of the part at the frame's index. */
export function subType(frame: Frame, at: SourceLocation): CType {
  const { type, index } = frame;
  if (type.kind === 'array' || type.kind === 'vector') return type.element;
  const field = type.definition.fields?.[index];
  if (field === undefined) throw failure('C1433', [formatType(type)], at);
  return field.type;
}

/** Whether the current token starts `.name`, `[index]` or the old GNU `name:`. */
export function atDesignator(c: Context): boolean {
  const { kind } = c.scanner;
  if (kind === '.' || kind === '[') return true;
  return kind === 'identifier' && c.scanner.peek() === ':';
}

/** Reads designators and the `=` behind them. The frames then lead to the designated part. */
export function parseDesignators(c: Context, frames: Frame[]): void {
  const { scanner } = c;
  let first = true;
  const open = (): Frame => {
    if (first) {
      first = false;
      return frames[0];
    }
    const type = subType(frames[frames.length - 1], scanner.at);
    if (type.kind !== 'array' && type.kind !== 'struct' && type.kind !== 'union' && type.kind !== 'vector')
      throw failure('C1434', [formatType(type)], scanner.at);
    const frame = newFrame(type, 0);
    frames.push(frame);
    return frame;
  };
  if (sees(c, 'identifier')) {
    designateMember(open(), frames, scanner.name.text, scanner.at);
    scanner.advance();
    expect(c, ':');
    return;
  }
  while (sees(c, '.') || sees(c, '[')) {
    const { at } = scanner;
    if (accept(c, '.')) {
      if (!sees(c, 'identifier')) throw unexpected(c, 'a member name');
      designateMember(open(), frames, scanner.name.text, at);
      scanner.advance();
      continue;
    }
    const frame = open();
    if (frame.type.kind !== 'array' && frame.type.kind !== 'vector')
      throw failure('C1435', [formatType(frame.type)], at);
    scanner.advance();
    frame.index = indexValue(c, frame);
    frame.last = accept(c, '...') ? indexValue(c, frame) : null;
    if (frame.last !== null && frame.last < frame.index) throw failure('C1436', [], at);
    expect(c, ']');
  }
  accept(c, '=');
}

function indexValue(c: Context, frame: Frame): number {
  const { at } = c.scanner;
  const value = constantInteger(c, c.grammar.conditional(c));
  if (value < 0n || value >= BigInt(Number.MAX_SAFE_INTEGER) || Number(value) >= frame.count)
    throw failure('C1437', [value], at);
  return Number(value);
}

function designateMember(start: Frame, frames: Frame[], name: string, at: SourceLocation): void {
  let frame = start;
  if (!isRecord(frame.type)) throw failure('C1434', [formatType(frame.type)], at);
  const path = memberPath(frame.type.definition, name);
  if (path === null) throw failure('C1425', [formatType(frame.type), name], at);
  for (const [level, index] of path.entries()) {
    if (level > 0) {
      frame = newFrame(subType(frame, at) as Aggregate, 0);
      frames.push(frame);
    }
    frame.index = index;
  }
}
