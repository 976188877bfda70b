import type { SourceLocation } from '../base/source.ts';
import type { Encoding } from './encoding.ts';
import type { MemoryObject } from './memory/objects.ts';
import type { Shape } from './memory/shape.ts';

/** What the encoding decided about a program, as plain data; `schemas/system.schema.json` describes it. */
export interface EncodingDecisions {
  /** Widths in bits; `numbers`: how many object numbers are in use. */
  readonly pointers: { readonly objectBits: number; readonly offsetBits: number; readonly numbers: number };
  readonly objects: readonly ObjectDecision[];
  readonly calls: {
    readonly inlined: number;
    readonly laidOutOnce: readonly { readonly function: string; readonly recursive: boolean }[];
  };
}

export interface ObjectDecision {
  readonly name: string;
  readonly kind: MemoryObject['kind'];
  readonly at: SourceLocation | null;
  /** What pointers to it hold; null if its address is not taken. */
  readonly number: number | null;
  /** Many objects, told apart by an instance number. */
  readonly family: boolean;
  readonly layout: ObjectLayout;
}

/** How the content is kept. Sizes in bytes, null where unbounded. */
export type ObjectLayout =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'struct'; readonly cells: number }
  /** `elements: 'each'`: every element for itself; `'as one'`: as one array term. */
  | { readonly kind: 'array'; readonly count: number; readonly elements: 'each' | 'as one' }
  /** `content: 'bits'`: one bit-vector; `'array'`: an array of bytes. */
  | { readonly kind: 'bytes'; readonly size: number | null; readonly content: 'bits' | 'array' }
  | { readonly kind: 'not kept'; readonly why: string };

export function encodingDecisions({ pointers, objects, linked }: Encoding): EncodingDecisions {
  const once = linked.contexts.filter(({ shared }) => shared);
  return {
    pointers: { objectBits: pointers.objectWidth, offsetBits: pointers.offsetWidth, numbers: objects.numberCount },
    objects: objects.all.map((object) => ({
      name: object.name,
      kind: object.kind,
      at: object.at ?? object.variable?.at ?? null,
      number: objects.numberIfAny(object),
      family: object.family !== null,
      layout: layoutOf(object.shape),
    })),
    calls: {
      inlined: linked.contexts.length - once.length - (linked.contexts[0]?.shared ? 0 : 1),
      laidOutOnce: once.map(({ function: { name }, recursion }) => ({ function: name, recursive: recursion !== null })),
    },
  };
}

function layoutOf(shape: Shape): ObjectLayout {
  const size = Number.isFinite(shape.size) ? shape.size : null;
  switch (shape.kind) {
    case 'scalar':
      return { kind: 'scalar' };
    case 'record':
      return { kind: 'struct', cells: shape.cells.length };
    case 'list':
      return { kind: 'array', count: shape.count, elements: 'each' };
    case 'region':
      return { kind: 'array', count: shape.count, elements: 'as one' };
    case 'blob':
      return { kind: 'bytes', size, content: 'bits' };
    case 'bytes':
      return { kind: 'bytes', size, content: 'array' };
    case 'opaque':
      return { kind: 'not kept', why: shape.why };
  }
}
