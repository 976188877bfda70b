import type { SourceLocation } from '../../../base/source.ts';
import type { Variable } from '../../../c/ast.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { AutomatonFunction } from '../../../program/cfa/automaton.ts';
import type { CellKind, Shape, Shapes } from '../../shapes/shape.ts';
import { type HeapPlan, typeOf } from '../plan/heap-plan.ts';
import { type InstancedVariables, variableKey } from '../plan/instanced.ts';
import { HiddenObjects } from './hidden-objects.ts';
import { COUNTER_BITS, type Family, heapKey, type MemoryObject } from './object.ts';
import { ObjectTable } from './object-table.ts';

/** Prefix of the keys of places that blocks have left. */
const FORMER_PLACE = 'o';

/**
 * The objects of a program, made at their first use. Cells and numbers stay the same over the rounds
 * of one encoding, unless an object turns out to be accessed as bytes.
 */
export class Objects extends ObjectTable {
  readonly #byVariable = new Map<number, Map<number, MemoryObject>>();
  readonly hidden: HiddenObjects;

  constructor(
    private readonly shapes: Shapes,
    /** Keys of the objects that are kept as bytes. */
    private readonly raw: Pick<ReadonlySet<string>, 'has'>,
    private readonly instanced: InstancedVariables,
  ) {
    super();
    this.hidden = new HiddenObjects(this, shapes);
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
    return this.withKey(key) ?? this.#make(key, 'slot', `${fn.name}()`, fn.type.result, context, null, fn.at);
  }

  /**
   * The call that entered the running activation of a function that is laid out once; 0 if there is
   * none.
   */
  callNumber(context: number, fn: AutomatonFunction): MemoryObject {
    return this.hidden.counter(`c${context}`, `${fn.name}@call`);
  }

  /**
   * The stack on which earlier activations of a recursive function keep their values of an object. Each
   * cell is an array, indexed by depth.
   */
  stack(of: MemoryObject): MemoryObject {
    const key = `s${of.key}`;
    const known = this.withKey(key);
    if (known !== null) return known;
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
    return this.add({
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
    const known = this.withKey(key);
    if (known !== null) return known;
    const { zeroed, size } = plan;
    const type = typeOf(this.shapes, plan);
    const name = `allocation at line ${at.line}`;
    if (!plan.many) return this.#make(key, 'heap', name, type, -1, null, at, null, size);
    const count: CType = { kind: 'integer', name: this.shapes.instanceCounter() };
    const counter = this.#make(`n${edge}`, 'static', `count of ${name}`, count, -1, null, at);
    return this.#make(key, 'heap', name, type, -1, null, at, { counter, made: null, zeroed }, size);
  }

  /** The surplus arguments of the call that made the context. */
  arguments(context: number, type: CType, at: SourceLocation): MemoryObject {
    const key = `a${context}`;
    return this.withKey(key) ?? this.#make(key, 'automatic', '$arguments', type, context, null, at);
  }

  /** Whether {@link arguments} made the object. */
  isArguments({ key, context }: MemoryObject): boolean {
    return key === `a${context}`;
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
    return this.add({ key, kind: 'moved', name, variable: null, context: -1, type, shape, cells: [], family, at });
  }

  /** The object that {@link placeLeft} made; null if it has not been made. */
  placeLeftIfAny(block: MemoryObject): MemoryObject | null {
    return this.withKey(FORMER_PLACE + block.key);
  }

  /** Returns the block that has left the place. */
  blockOf({ key }: MemoryObject): MemoryObject {
    return this.withKey(key.slice(FORMER_PLACE.length))!;
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
    size: bigint | null = null,
  ): MemoryObject {
    const whole = this.shapes.of(type);
    // A struct with as many elements as fit into a block may leave bytes at its end, or end with padding
    // beyond it.
    const typed = size === null || Number(size) === whole.size ? whole : { ...whole, size: Number(size) };
    const shape = this.raw.has(key) ? this.shapes.raw(typed.size) : typed;
    const cells = family === null ? shape.cells : shape.cells.map((cell) => this.shapes.lifted(cell));
    return this.add({ key, kind, name, variable, context, type, shape, cells, family, at });
  }
}
