import { LemmataError } from '../base/errors.ts';
import type { SourceLocation } from '../base/source.ts';
import type { Variable } from '../c/ast.ts';
import type { CType } from '../c/types.ts';
import type { AutomatonFunction } from '../cfa/automaton.ts';
import type { CellKind, Shape, Shapes } from './shape.ts';
import { MAX_CELLS } from './state.ts';

/** A piece of memory: a variable in a context, a return slot, a heap object, or all the memory that is not modelled. */
export interface MemoryObject {
  /** Unique and stable over the rounds of one encoding. */
  readonly key: string;
  readonly kind: 'static' | 'automatic' | 'slot' | 'heap' | 'function' | 'summary';
  /** Name as people know it. */
  readonly name: string;
  readonly variable: Variable | null;
  /** -1 for globals. */
  readonly context: number;
  readonly type: CType;
  readonly shape: Shape;
  /** First cell. */
  readonly base: number;
  readonly at: SourceLocation | null;
}

/** Object number of NULL, and of integers that were made pointers. */
export const NULL_OBJECT = 0;
/** Heap memory from allocations in loops and memory that undefined functions return: reads give any value, writes are not kept. */
export const SUMMARY_OBJECT = 1;

/**
 * Objects and their cells, made when they are first touched. Only objects whose address is taken get a number; the numbers are what
 * pointers hold. Both stay the same over the rounds of one encoding, unless an object turns out to be accessed as bytes.
 */
export class Objects {
  private readonly byKey = new Map<string, MemoryObject>();
  private readonly byVariable = new Map<number, Map<number, MemoryObject>>();
  private readonly functionNumbers = new Map<number, number>();
  private readonly numbers = new Map<MemoryObject, number>();
  /** Indexed by object number. */
  private readonly numbered: (MemoryObject | null)[] = [];
  private readonly cellKinds: CellKind[] = [];
  private readonly cellObjects: MemoryObject[] = [];
  /** Objects of each context, for the end of their lifetime. */
  private readonly byContext = new Map<number, MemoryObject[]>();
  readonly summary: MemoryObject;

  constructor(
    private readonly shapes: Shapes,
    /** Keys of objects that are kept as bytes. */
    private readonly raw: ReadonlySet<string>,
  ) {
    const shape: Shape = {
      kind: 'opaque',
      type: { kind: 'void' },
      why: 'memory that is not modelled',
      cells: [],
      size: Number.POSITIVE_INFINITY,
    };
    this.summary = {
      key: '*',
      kind: 'summary',
      name: 'unmodelled memory',
      variable: null,
      context: -1,
      type: { kind: 'void' },
      shape,
      base: 0,
      at: null,
    };
    this.numbered.push(null, this.summary);
    this.numbers.set(this.summary, SUMMARY_OBJECT);
  }

  get cellCount(): number {
    return this.cellKinds.length;
  }

  /** How many object numbers are in use. */
  get numberCount(): number {
    return this.numbered.length;
  }

  kindOf(cell: number): CellKind {
    return this.cellKinds[cell];
  }

  ownerOf(cell: number): MemoryObject {
    return this.cellObjects[cell];
  }

  variable(variable: Variable, context: number): MemoryObject {
    const owner = variable.storage === 'static' ? -1 : context;
    let inContext = this.byVariable.get(owner);
    if (inContext === undefined) this.byVariable.set(owner, (inContext = new Map()));
    let object = inContext.get(variable.id);
    if (object === undefined) {
      const kind = owner < 0 ? 'static' : 'automatic';
      object = this.make(`v${variable.id}:${owner}`, kind, variable.name, variable.type, owner, variable, variable.at);
      inContext.set(variable.id, object);
    }
    return object;
  }

  /** The automatic variable's object, if it was touched already. */
  find(variable: number, context: number): MemoryObject | null {
    return this.byVariable.get(context)?.get(variable) ?? null;
  }

  /** Where a context's return value waits for its call to take it. */
  returnSlot(context: number, fn: AutomatonFunction): MemoryObject {
    const key = `r${context}`;
    return this.byKey.get(key) ?? this.make(key, 'slot', `${fn.name}()`, fn.type.result, context, null, fn.at);
  }

  /** The object that the allocation at a linked edge makes; `type` counts at the first call only. */
  heap(edge: number, type: CType, at: SourceLocation): MemoryObject {
    const key = `h${edge}`;
    return this.byKey.get(key) ?? this.make(key, 'heap', `allocation at line ${at.line}`, type, -1, null, at);
  }

  /** The surplus arguments of the call that made the context. */
  arguments(context: number, type: CType, at: SourceLocation): MemoryObject {
    const key = `a${context}`;
    return this.byKey.get(key) ?? this.make(key, 'automatic', '$arguments', type, context, null, at);
  }

  numberOf(object: MemoryObject): number {
    let number = this.numbers.get(object);
    if (number === undefined) {
      number = this.numbered.length;
      this.numbered.push(object);
      this.numbers.set(object, number);
    }
    return number;
  }

  functionNumber(fn: AutomatonFunction): number {
    let number = this.functionNumbers.get(fn.id);
    if (number === undefined) {
      number = this.numbered.length;
      const shape: Shape = { kind: 'opaque', type: fn.type, why: 'code as data', cells: [], size: 1 };
      this.numbered.push({
        key: `f${fn.id}`,
        kind: 'function',
        name: fn.name,
        variable: null,
        context: -1,
        type: fn.type,
        shape,
        base: 0,
        at: fn.at,
      });
      this.functionNumbers.set(fn.id, number);
    }
    return number;
  }

  /** The object of that number; null for NULL and numbers that are not in use. */
  withNumber(number: number): MemoryObject | null {
    return this.numbered[number] ?? null;
  }

  inContext(context: number): readonly MemoryObject[] {
    return this.byContext.get(context) ?? [];
  }

  private make(
    key: string,
    kind: MemoryObject['kind'],
    name: string,
    type: CType,
    context: number,
    variable: Variable | null,
    at: SourceLocation,
  ): MemoryObject {
    const typed = this.shapes.of(type);
    const shape = this.raw.has(key) ? this.shapes.raw(typed.size) : typed;
    const object: MemoryObject = { key, kind, name, variable, context, type, shape, base: this.cellKinds.length, at };
    if (this.cellKinds.length + shape.cells.length > MAX_CELLS)
      throw new LemmataError('E-LIMIT', 'the program has too many variables to encode');
    for (const cell of shape.cells) {
      this.cellKinds.push(cell);
      this.cellObjects.push(object);
    }
    this.byKey.set(key, object);
    const objects = this.byContext.get(context);
    if (objects === undefined) this.byContext.set(context, [object]);
    else objects.push(object);
    return object;
  }
}
