import { LemmataError } from '../../../base/errors.ts';
import type { SourceLocation } from '../../../base/source.ts';
import type { CType } from '../../../c/types/types.ts';
import type { AutomatonFunction } from '../../../program/cfa/automaton.ts';
import type { CellKind, Shape } from '../../shapes/shape.ts';
import { SUMMARY_OBJECT } from '../plan/pointer-format.ts';
import type { MemoryObject } from './object.ts';
import { MAX_CELLS } from './state.ts';

const UNMODELLED: MemoryObject = {
  key: '*',
  kind: 'summary',
  name: 'unmodelled memory',
  variable: null,
  context: -1,
  type: { kind: 'void' },
  shape: {
    kind: 'opaque',
    type: { kind: 'void' },
    why: 'memory that is not modelled',
    cells: [],
    size: Number.POSITIVE_INFINITY,
  },
  base: 0,
  cells: [],
  family: null,
  at: null,
};

/**
 * Objects by their keys, with cells from consecutive numbers. Only objects whose address is taken get a
 * number, which pointers hold; functions, labels and unmodelled memory have no cells.
 */
export class ObjectTable {
  readonly #byKey = new Map<string, MemoryObject>();
  /** Numbers of functions and labels, by key. */
  readonly #codeNumbers = new Map<string, number>();
  /** Object numbers of functions whose address is taken, by the function's id. */
  readonly functionNumbers = new Map<number, number>();
  readonly summary = UNMODELLED;
  readonly #numbers = new Map<MemoryObject, number>([[UNMODELLED, SUMMARY_OBJECT]]);
  /** Indexed by object number. */
  readonly #numbered: (MemoryObject | null)[] = [null, UNMODELLED, null];
  readonly #cellKinds: CellKind[] = [];
  readonly #cellObjects: MemoryObject[] = [];
  /** Objects of each context, for the end of their lifetime. */
  readonly #byContext = new Map<number, MemoryObject[]>();
  readonly #numberedByContext = new Map<number, MemoryObject[]>();

  /** All objects in use, except functions, labels and the summary of unmodelled memory. */
  get all(): readonly MemoryObject[] {
    return [...this.#byKey.values()];
  }

  /** Pointer targets that are not among {@link all}: functions, labels, unmodelled memory. */
  get others(): readonly MemoryObject[] {
    return this.#numbered.filter(
      (object): object is MemoryObject => object?.kind === 'function' || object?.kind === 'summary',
    );
  }

  get cellCount(): number {
    return this.#cellKinds.length;
  }

  /** Number of object numbers in use. */
  get numberCount(): number {
    return this.#numbered.length;
  }

  kindOf(cell: number): CellKind {
    return this.#cellKinds[cell];
  }

  ownerOf(cell: number): MemoryObject {
    return this.#cellObjects[cell];
  }

  /** Returns the object of that key; null if it has not been made. */
  withKey(key: string): MemoryObject | null {
    return this.#byKey.get(key) ?? null;
  }

  numberOf(object: MemoryObject): number {
    let number = this.#numbers.get(object);
    if (number === undefined) {
      number = this.#numbered.length;
      this.#numbered.push(object);
      this.#numbers.set(object, number);
      push(this.#numberedByContext, object.context, object);
    }
    return number;
  }

  /** Returns the object's number; null if its address was not taken. */
  numberIfAny(object: MemoryObject): number | null {
    return this.#numbers.get(object) ?? null;
  }

  functionNumber(fn: AutomatonFunction): number {
    const number = this.#codeNumber(`f${fn.id}`, fn.name, fn.type, fn.at);
    this.functionNumbers.set(fn.id, number);
    return number;
  }

  /** Returns the object number of a label whose address is taken. It is the same in all activations. */
  labelNumber(fn: number, location: number): number {
    return this.#codeNumber(`l${fn}:${location}`, 'label', { kind: 'void' }, null);
  }

  #codeNumber(key: string, name: string, type: CType, at: SourceLocation | null): number {
    let number = this.#codeNumbers.get(key);
    if (number === undefined) {
      number = this.#numbered.length;
      const shape: Shape = { kind: 'opaque', type, why: 'code as data', cells: [], size: 1 };
      const common = { kind: 'function', variable: null, context: -1, base: 0, cells: [], family: null } as const;
      const object: MemoryObject = { ...common, key, name, type, shape, at };
      this.#numbered.push(object);
      this.#numbers.set(object, number);
      this.#codeNumbers.set(key, number);
    }
    return number;
  }

  /** Returns the object of that number; null for NULL and unused numbers. */
  withNumber(number: number): MemoryObject | null {
    return this.#numbered[number] ?? null;
  }

  inContext(context: number): readonly MemoryObject[] {
    return this.#byContext.get(context) ?? [];
  }

  /** Returns the objects of a context whose address is taken. */
  numberedIn(context: number): readonly MemoryObject[] {
    return this.#numberedByContext.get(context) ?? [];
  }

  /** Enters an object, whose cells follow those of all others. Throws LemmataError `E-LIMIT`. */
  add(described: Omit<MemoryObject, 'base'>): MemoryObject {
    const { key, context, cells } = described;
    const object: MemoryObject = { ...described, base: this.#cellKinds.length };
    if (this.#cellKinds.length + cells.length > MAX_CELLS)
      throw new LemmataError('E-LIMIT', 'the program has too many variables to encode');
    for (const cell of cells) {
      this.#cellKinds.push(cell);
      this.#cellObjects.push(object);
    }
    this.#byKey.set(key, object);
    push(this.#byContext, context, object);
    return object;
  }
}

function push(lists: Map<number, MemoryObject[]>, context: number, object: MemoryObject): void {
  const list = lists.get(context);
  if (list === undefined) lists.set(context, [object]);
  else list.push(object);
}
