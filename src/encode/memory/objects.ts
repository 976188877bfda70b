import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { AutomatonFunction } from '../../cfa/automaton.ts';
import type { CellKind, Shape, Shapes } from '../../shapes/shape.ts';
import type { Sort } from '../../terms/sort.ts';
import { UINT } from '../../types/type-tools.ts';
import type { CType, ScalarType } from '../../types/types.ts';
import { MAX_CELLS } from '../blocks/state.ts';
import { type InstancedVariables, variableKey } from '../calls/instanced.ts';
import { type HeapPlan, typeOf } from './heap-plan.ts';
import { COUNTER_BITS, type Family, heapKey, type MemoryObject, SUMMARY_OBJECT } from './object.ts';

/** Prefix of the keys of places that blocks have left. */
const FORMER_PLACE = 'o';

/**
 * Objects and their cells, made at their first use. Only objects whose address is taken get a number,
 * which pointers hold. Cells and numbers stay the same over the rounds of one encoding, unless an
 * object turns out to be accessed as bytes.
 */
export class Objects {
  readonly #byKey = new Map<string, MemoryObject>();
  readonly #byVariable = new Map<number, Map<number, MemoryObject>>();
  /** Numbers of functions and labels, by key. */
  readonly #codeNumbers = new Map<string, number>();
  /** Object numbers of functions whose address is taken, by the function's id. */
  readonly functionNumbers = new Map<number, number>();
  readonly #numbers = new Map<MemoryObject, number>();
  /** Indexed by object number. */
  readonly #numbered: (MemoryObject | null)[] = [];
  readonly #cellKinds: CellKind[] = [];
  readonly #cellObjects: MemoryObject[] = [];
  /** Objects of each context, for the end of their lifetime. */
  readonly #byContext = new Map<number, MemoryObject[]>();
  readonly summary: MemoryObject;

  constructor(
    private readonly shapes: Shapes,
    /** Keys of the objects that are kept as bytes. */
    private readonly raw: Pick<ReadonlySet<string>, 'has'>,
    private readonly instanced: InstancedVariables,
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
      cells: [],
      family: null,
      at: null,
    };
    this.#numbered.push(null, this.summary, null);
    this.#numbers.set(this.summary, SUMMARY_OBJECT);
  }

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

  variable(variable: Variable, context: number): MemoryObject {
    const owner = variable.storage === 'static' ? -1 : context;
    let inContext = this.#byVariable.get(owner);
    if (inContext === undefined) this.#byVariable.set(owner, (inContext = new Map()));
    let object = inContext.get(variable.id);
    if (object === undefined) {
      const kind = owner < 0 ? 'static' : 'automatic';
      const key = variableKey(variable, owner);
      const family = owner >= 0 && this.instanced.has(variable, owner) ? this.#instancesOf(key, variable, owner) : null;
      object = this.#make(key, kind, variable.name, variable.type, owner, variable, variable.at, family);
      inContext.set(variable.id, object);
    }
    return object;
  }

  #instancesOf(key: string, { name, at }: Variable, context: number): Family {
    const type: CType = { kind: 'integer', name: this.shapes.instanceCounter() };
    const title = `instance of ${name}`;
    // Only the last of several activations exists here; the end of each gives the next number.
    if (!this.instanced.isRecursive(context))
      return { counter: this.#make(`i${key}`, 'static', title, type, -1, null, at), made: null, zeroed: false };
    const counter = this.#make(`i${key}`, 'slot', title, type, context, null, at);
    const made = this.#make(`n${key}`, 'static', `count of ${name}`, type, -1, null, at);
    return { counter, made, zeroed: false };
  }

  /** Returns the automatic variable's object; null if it has not been made. */
  find(variable: number, context: number): MemoryObject | null {
    return this.#byVariable.get(context)?.get(variable) ?? null;
  }

  /** Returns the object that holds a context's return value until its call takes it. */
  returnSlot(context: number, fn: AutomatonFunction): MemoryObject {
    const key = `r${context}`;
    return this.#byKey.get(key) ?? this.#make(key, 'slot', `${fn.name}()`, fn.type.result, context, null, fn.at);
  }

  /**
   * Returns one of the encoding's own numbers, of 32 bits, which starts as zero. `key` is unique among
   * them.
   */
  counter(key: string, name: string): MemoryObject {
    return this.#byKey.get(key) ?? this.#make(key, 'static', name, UINT, -1, null, null);
  }

  /** Returns the object of that key; null if it has not been made. */
  withKey(key: string): MemoryObject | null {
    return this.#byKey.get(key) ?? null;
  }

  /**
   * The call that entered the running activation of a function that is laid out once; 0 if there is
   * none.
   */
  callNumber(context: number, fn: AutomatonFunction): MemoryObject {
    return this.counter(`c${context}`, `${fn.name}@call`);
  }

  /**
   * The stack on which earlier activations of a recursive function keep their values of an object. Each
   * cell is an array, indexed by depth.
   */
  stack(of: MemoryObject): MemoryObject {
    const key = `s${of.key}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const index: Sort = { kind: 'bv', width: COUNTER_BITS };
    const { shape: element } = of;
    const cells = of.cells.map(({ sort, role }): CellKind => ({ sort: { kind: 'array', index, element: sort }, role }));
    const size = Number.POSITIVE_INFINITY;
    const shape: Shape = {
      kind: 'region',
      element,
      count: 2 ** 32,
      stride: element.size,
      steps: [1],
      indexWidth: 32,
      cells,
      size,
    };
    return this.#add({
      key,
      kind: 'static',
      name: `${of.name}@stack`,
      variable: null,
      context: -1,
      type: of.type,
      shape,
      cells,
      family: null,
      at: of.at,
    });
  }

  /**
   * Returns the object or the family that the allocation at a linked edge makes. Only the first call
   * uses the plan.
   */
  heap(edge: number, plan: HeapPlan, at: SourceLocation): MemoryObject {
    const key = heapKey(edge);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const { zeroed } = plan;
    const type = typeOf(plan);
    const name = `allocation at line ${at.line}`;
    if (!plan.many) return this.#make(key, 'heap', name, type, -1, null, at);
    const count: CType = { kind: 'integer', name: this.shapes.instanceCounter() };
    const counter = this.#make(`n${edge}`, 'static', `count of ${name}`, count, -1, null, at);
    return this.#make(key, 'heap', name, type, -1, null, at, { counter, made: null, zeroed });
  }

  /** The surplus arguments of the call that made the context. */
  arguments(context: number, type: CType, at: SourceLocation): MemoryObject {
    const key = `a${context}`;
    return this.#byKey.get(key) ?? this.#make(key, 'automatic', '$arguments', type, context, null, at);
  }

  /** The hidden variable (or family of them) that holds an object's address. */
  address(object: MemoryObject): MemoryObject {
    const key = `@${object.key}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const at = object.at ?? { file: '', line: 1, column: 1 };
    return this.#make(
      key,
      'address',
      `address of ${object.name}`,
      this.shapes.addressType(),
      -1,
      null,
      at,
      object.family,
    );
  }

  /** The hidden bit (one for each object of a family) that says whether an object's lifetime has ended. */
  ended(object: MemoryObject): MemoryObject {
    return this.#bitOf(object, `e${object.key}`, `end of ${object.name}`);
  }

  /**
   * The hidden number (one for each object of a family) of the bytes of an object without a fixed size,
   * of the width of offsets.
   */
  extent(object: MemoryObject, width: number): MemoryObject {
    const cell: CellKind = { sort: { kind: 'bv', width }, role: 'value' };
    return this.#hidden(object, `u${object.key}`, `size of ${object.name}`, cell, UINT);
  }

  /** The cell of {@link extent}; null if no access asked for it. */
  extentCell(object: MemoryObject): number | null {
    return this.#byKey.get(`u${object.key}`)?.base ?? null;
  }

  /**
   * The hidden bit (one for each object of a family) that says whether `realloc` may have moved a block
   * while pointers to it were left.
   */
  moved(object: MemoryObject): MemoryObject {
    return this.#bitOf(object, `m${object.key}`, `move of ${object.name}`);
  }

  /** The hidden bit that says whether a block is live; of a family, the number of its live blocks. */
  live(block: MemoryObject): MemoryObject {
    const key = `b${block.key}`;
    return block.family === null
      ? this.#bitOf(block, key, `life of ${block.name}`)
      : this.counter(key, `live blocks of ${block.name}`);
  }

  /** The hidden counter of blocks whose address the program dropped at once. */
  get dropped(): MemoryObject {
    return this.counter('b', 'blocks without a pointer');
  }

  #bitOf(object: MemoryObject, key: string, name: string): MemoryObject {
    const bit: CellKind = { sort: { kind: 'bv', width: 1 }, role: 'value' };
    return this.#hidden(object, key, name, bit, { kind: 'integer', name: 'bool' });
  }

  /** Returns a hidden scalar of an object, or one for each object of a family. It starts as zero. */
  #hidden(object: MemoryObject, key: string, name: string, cell: CellKind, type: ScalarType): MemoryObject {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const shape: Shape = { kind: 'scalar', type, field: null, cells: [cell], size: this.shapes.sizeOf(type) };
    const family = object.family === null ? null : { ...object.family, zeroed: true };
    const cells = family === null ? [cell] : [this.shapes.lifted(cell)];
    return this.#add({
      key,
      kind: 'static',
      name,
      variable: null,
      context: -1,
      type,
      shape,
      cells,
      family,
      at: object.at,
    });
  }

  /** The object that {@link ended} made; null if it has not been made. */
  endedIfAny(object: MemoryObject): MemoryObject | null {
    return this.#byKey.get(`e${object.key}`) ?? null;
  }

  /** The target of pointers to the old place of a block that `realloc` moved: no object lies there. */
  placeLeft(block: MemoryObject): MemoryObject {
    const known = this.placeLeftIfAny(block);
    if (known !== null) return known;
    const type: CType = { kind: 'void' };
    const size = Number.POSITIVE_INFINITY;
    const shape: Shape = { kind: 'opaque', type, why: 'place that a block has left', cells: [], size };
    const { family, at } = block;
    const name = `former place of ${block.name}`;
    const key = FORMER_PLACE + block.key;
    return this.#add({ key, kind: 'moved', name, variable: null, context: -1, type, shape, cells: [], family, at });
  }

  /** The object that {@link placeLeft} made; null if it has not been made. */
  placeLeftIfAny(block: MemoryObject): MemoryObject | null {
    return this.#byKey.get(FORMER_PLACE + block.key) ?? null;
  }

  /** Returns the block that has left the place. */
  blockOf({ key }: MemoryObject): MemoryObject {
    return this.#byKey.get(key.slice(FORMER_PLACE.length))!;
  }

  /** The object that {@link moved} made; null if it has not been made. */
  movedIfAny(object: MemoryObject): MemoryObject | null {
    return this.#byKey.get(`m${object.key}`) ?? null;
  }

  numberOf(object: MemoryObject): number {
    let number = this.#numbers.get(object);
    if (number === undefined) {
      number = this.#numbered.length;
      this.#numbered.push(object);
      this.#numbers.set(object, number);
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

  #make(
    key: string,
    kind: MemoryObject['kind'],
    name: string,
    type: CType,
    context: number,
    variable: Variable | null,
    at: SourceLocation | null,
    family: Family | null = null,
  ): MemoryObject {
    const typed = this.shapes.of(type);
    const shape = this.raw.has(key) ? this.shapes.raw(typed.size) : typed;
    const cells = family === null ? shape.cells : shape.cells.map((cell) => this.shapes.lifted(cell));
    return this.#add({ key, kind, name, variable, context, type, shape, cells, family, at });
  }

  #add(described: Omit<MemoryObject, 'base'>): MemoryObject {
    const { key, context, cells } = described;
    const object: MemoryObject = { ...described, base: this.#cellKinds.length };
    if (this.#cellKinds.length + cells.length > MAX_CELLS)
      throw new LemmataError('E-LIMIT', 'the program has too many variables to encode');
    for (const cell of cells) {
      this.#cellKinds.push(cell);
      this.#cellObjects.push(object);
    }
    this.#byKey.set(key, object);
    const objects = this.#byContext.get(context);
    if (objects === undefined) this.#byContext.set(context, [object]);
    else objects.push(object);
    return object;
  }
}
