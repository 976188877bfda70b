import type { SourceLocation } from '../../base/source.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { LinkedProgram } from '../../program/cfa/linked.ts';
import type { Shape } from '../shapes/shape.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { Encoding } from './machine/encoding.ts';
import type { MemoryObject } from './objects/object.ts';
import type { HeapPlan } from './plan/heap-plan.ts';

/** The encoder's decisions about a program, as plain data. `schemas/system.schema.json` describes it. */
export interface EncodingDecisions {
  /** Widths in bits; `numbers`: how many object numbers are in use. */
  readonly pointers: { readonly objectBits: number; readonly offsetBits: number; readonly numbers: number };
  readonly objects: readonly ObjectDecision[];
  /** One entry for each state variable of the system as compiled, in order. */
  readonly state: readonly StateDecision[];
  readonly calls: CallDecisions;
  /** Loops that blocks execute, as they fill objects with constants. */
  readonly executed: readonly SourceLocation[];
}

/** The representation of one object. */
export interface ObjectDecision {
  readonly name: string;
  readonly kind: MemoryObject['kind'];
  readonly at: SourceLocation | null;
  /** The object's number in pointers; null if its address is not taken. */
  readonly number: number | null;
  /** Whether this is a family of objects, which an instance number distinguishes. */
  readonly family: boolean;
  readonly layout: ObjectLayout;
  /** Why the layout is not that of the declared type; null where it is. */
  readonly because: Reason | null;
}

/** The reason for a representation, as text, and its place in the source. */
interface Reason {
  readonly what: string;
  readonly at: SourceLocation | null;
}

/** The representation of the content. Sizes in bytes, null where unbounded. */
export type ObjectLayout =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'struct'; readonly cells: number }
  /** `elements: 'each'`: cells for each element. `'as one'`: one array term for all. */
  | { readonly kind: 'array'; readonly count: number; readonly elements: 'each' | 'as one' }
  /** `content: 'bits'`: one bit-vector; `'array'`: an array of bytes. */
  | { readonly kind: 'bytes'; readonly size: number | null; readonly content: 'bits' | 'array' }
  | { readonly kind: 'not kept'; readonly why: string };

/** The part of the program that a state variable stands for. */
export interface StateDecision {
  readonly variable: string;
  /** Index of the object that it is a part of; null for other variables. */
  readonly object: number | null;
  /**
   * Numbers of the objects that the pointer may lead to at the cut points, 0 being null. Only for the
   * half of a pointer that names the object; null for others.
   */
  readonly targets: readonly number[] | 'anywhere' | null;
}

/** The sizes of the linked program, and its functions that are laid out once. */
export interface CallDecisions {
  readonly edges: number;
  readonly inlined: number;
  readonly laidOutOnce: readonly SharedFunction[];
}

/** A function that is laid out once, with the number of its calls. */
interface SharedFunction {
  readonly function: string;
  readonly calls: number;
  readonly recursive: boolean;
  /** The other functions of the same recursion. */
  readonly with: readonly string[];
}

/** Describes the encoder's decisions. `system` is the one that `encode` returned. */
export function encodingDecisions(system: TransitionSystem, encoding: Encoding): EncodingDecisions {
  const { objects } = encoding;
  const { pointers, linked, cuts } = encoding.plan;
  const executed = new Set([...encoding.executed].map((cut) => cuts.locations[cut]));
  const all = [...objects.all, ...objects.others];
  const indices = new Map(all.map((object, index) => [object, index]));
  return {
    pointers: { objectBits: pointers.objectWidth, offsetBits: pointers.offsetWidth, numbers: objects.numberCount },
    objects: all.map((object) => ({
      name: object.name,
      kind: object.kind,
      at: object.at ?? object.variable?.at ?? null,
      number: objects.numberIfAny(object),
      family: object.family !== null,
      layout: layoutOf(object.shape),
      because: reasonFor(encoding, object),
    })),
    state: system.stateVars.map(({ term, name }) => stateOf(encoding, indices, term, name)),
    calls: callDecisions(linked),
    executed: linked.loops.flatMap(({ location, mark }) => (executed.has(location) ? [mark.at] : [])),
  };
}

function stateOf(
  encoding: Encoding,
  indices: ReadonlyMap<MemoryObject, number>,
  term: Term,
  variable: string,
): StateDecision {
  const cell = encoding.cellOf(term);
  const object = cell === null ? null : (indices.get(encoding.objects.ownerOf(cell)) ?? null);
  const targets = encoding.known.pointsTo.get(term);
  if (targets === undefined) return { variable, object, targets: null };
  return { variable, object, targets: targets === null ? 'anywhere' : [...targets].sort((a, b) => a - b) };
}

function reasonFor({ plan: { decided }, revisions }: Encoding, { key }: MemoryObject): Reason | null {
  const misfit = decided.raw.get(key);
  if (misfit !== undefined) return { what: `accessed as ${formatType(misfit.type)}`, at: misfit.at };
  const plan = revisions.planOf(key);
  return plan === undefined ? null : { what: allocatedFor(plan), at: null };
}

function allocatedFor({ element, guessed, size, many }: HeapPlan): string {
  const held = guessed ? 'with elements of unknown type' : `to hold ${formatType(element)}`;
  return `${held}${size === null ? ', of a size that is not constant' : ''}${many ? ', allocated in a loop' : ''}`;
}

function callDecisions({ contexts, edges }: LinkedProgram): CallDecisions {
  const calls = new Uint32Array(contexts.length);
  for (const { op } of edges) if (op.kind === 'enter' && op.call !== null) calls[op.into]++;
  const once = contexts.filter(({ shared }) => shared);
  const byRecursion = new Map<number, number[]>();
  for (const { id, recursion } of once) {
    if (recursion === null) continue;
    const members = byRecursion.get(recursion);
    if (members === undefined) byRecursion.set(recursion, [id]);
    else members.push(id);
  }
  return {
    edges: edges.length,
    inlined: contexts.length - once.length - (contexts[0]?.shared ? 0 : 1),
    laidOutOnce: once.map(({ id, function: { name }, recursion }) => ({
      function: name,
      calls: calls[id],
      recursive: recursion !== null,
      with: (recursion === null ? [] : (byRecursion.get(recursion) ?? []))
        .filter((other) => other !== id)
        .map((other) => contexts[other].function.name),
    })),
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
