import type { SourceLocation } from '../../../base/source.ts';
import type { Variable } from '../../../c/ast.ts';
import type { Layout } from '../../../c/types/layout.ts';
import { isInteger } from '../../../c/types/type-basics.ts';
import type { Extent, Program } from '../../../program/cfa/automaton.ts';
import { ENTRY_FUNCTION } from '../../../program/cfa/entry-options.ts';
import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import { isSharedPointer } from '../../shapes/fit.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { StateOrigin } from '../../transys/system.ts';
import { describedPart } from './descriptions.ts';
import { Enumerators } from './enumerators.ts';
import type { MemoryObject } from './object.ts';
import type { Objects } from './objects.ts';

/** A scalar part of an object. */
interface ScalarPart {
  readonly expression: string;
  readonly shape: Shape;
  /** Member and element indices from the object down; arrays that are one cell end the path. */
  readonly path: readonly number[];
  /** Set for a member of all elements of an array that is one cell. */
  readonly isSpread: boolean;
}

/** Names for cells, as C expressions. */
export class CellNames {
  readonly #used = new Set<string>();
  readonly #instances: ReadonlyMap<number, number>;
  readonly #names: Names;
  readonly #enumerators: Enumerators;

  constructor(
    private readonly linked: LinkedProgram,
    private readonly objects: Objects,
    private readonly layout: Layout,
  ) {
    const instances = new Map<number, number>();
    for (const context of linked.contexts)
      instances.set(context.function.id, (instances.get(context.function.id) ?? 0) + 1);
    this.#instances = instances;
    this.#names = new Names(linked.program);
    this.#enumerators = new Enumerators(linked.program);
  }

  /** A name for the cell that no other cell has. */
  unique(cell: number): string {
    const object = this.objects.ownerOf(cell);
    const { role } = this.objects.kindOf(cell);
    const { expression } = this.#part(cell);
    const scope = this.#functionOf(object);
    let name = scope === null ? expression : `${scope}::${expression}`;
    if (role === 'object') name += '.object';
    if (role === 'offset') name += '.offset';
    if (this.#used.has(name)) name += `~${object.context < 0 ? '' : `${object.context}.`}${cell}`;
    this.#used.add(name);
    return name;
  }

  /**
   * Returns the part of the program that a state variable for the cell stands for; null for hidden
   * variables.
   */
  origin(cell: number): StateOrigin | null {
    const object = this.objects.ownerOf(cell);
    // A variable with many instances has no single value.
    if (object.variable === null || object.family !== null) return null;
    const { expression, shape } = this.#part(cell);
    const scalar = this.#innermost(shape);
    const integer = scalar.kind === 'scalar' && isInteger(scalar.type);
    const { role } = this.objects.kindOf(cell);
    const scope = this.#functionOf(object);
    const named = scope === null ? expression : `${scope}::${expression}`;
    const part = expression.slice(object.name.length);
    const description = describedPart(this.linked.program, this.objects, { object, part, role, named });
    const enumerators = scalar.kind === 'scalar' ? this.#enumerators.of(scalar.type) : null;
    const at: SourceLocation = object.at ?? { file: '', line: 1, column: 1 };
    return {
      expression,
      function: scope,
      at,
      signed: scalar.kind === 'scalar' && isInteger(scalar.type) && this.layout.isSigned(scalar.type),
      width: 8 * (Number.isFinite(scalar.size) ? scalar.size : 0),
      variable: object.variable.id,
      printable:
        role === 'value' &&
        integer &&
        !object.name.startsWith('$') &&
        this.#alone(object) &&
        !this.#names.isHidden(object.variable),
      extent: this.#names.extent(object.variable),
      ...(enumerators === null ? {} : { enumerators }),
      ...(description === null ? {} : { description }),
    };
  }

  /**
   * Path of the cell's part in its object, as in `StaticValue.path`. Null for a member of all elements
   * of an array: no path names it.
   */
  path(cell: number): readonly number[] | null {
    const { path, shape, isSpread } = this.#part(cell);
    return isSpread || (shape.kind === 'region' && shape.element.kind !== 'scalar') ? null : path;
  }

  /** Whether the cell is a `_Bool`. */
  isTruth(cell: number): boolean {
    const { shape } = this.#part(cell);
    return (
      shape.kind === 'scalar' && shape.type.kind === 'integer' && shape.type.name === 'bool' && shape.field === null
    );
  }

  /** Whether the cell belongs to a union that is kept as a pointer. */
  isSharedPointer(cell: number): boolean {
    return isSharedPointer(this.#part(cell).shape);
  }

  /** Whether a caller gives the object to the function at which the program begins. */
  isGiven(object: MemoryObject): boolean {
    return this.#functionOf(object) === ENTRY_FUNCTION;
  }

  #functionOf(object: MemoryObject): string | null {
    if (object.context >= 0) return this.linked.contexts[object.context].function.name;
    const scope = object.variable?.scope ?? null;
    return scope === null ? null : (this.linked.program.functions[scope]?.name ?? null);
  }

  #alone(object: MemoryObject): boolean {
    if (object.context < 0) return true;
    return this.#instances.get(this.linked.contexts[object.context].function.id) === 1;
  }

  #innermost(shape: Shape): Shape {
    return shape.kind === 'region' ? shape.element : shape;
  }

  #part(cell: number): ScalarPart {
    const object = this.objects.ownerOf(cell);
    let shape = object.shape;
    let rest = cell - object.base;
    let expression = object.name;
    const path: number[] = [];
    let isSpread = false;
    for (;;) {
      if (shape.kind === 'record') {
        const member = shape.members.findLast((m) => m !== null && m.cell <= rest && m.shape.cells.length > 0);
        if (member === undefined || member === null) break;
        const field = shape.definition.fields?.[member.index];
        expression = `${expression}.${field?.name ?? `<${member.index}>`}`;
        path.push(member.index);
        rest -= member.cell;
        shape = member.shape;
      } else if (shape.kind === 'list' && shape.element.cells.length > 0) {
        const index = Math.floor(rest / shape.element.cells.length);
        expression = `${expression}[${index}]`;
        path.push(index);
        rest -= index * shape.element.cells.length;
        shape = shape.element;
      } else if (shape.kind === 'region' && shape.element.kind === 'record') {
        const inner: Shape = shape.element;
        const member = inner.members.findLast((m) => m !== null && m.cell <= rest && m.shape.cells.length > 0);
        const field = member === undefined || member === null ? null : inner.definition.fields?.[member.index];
        expression = `${expression}[*].${field?.name ?? `<${member?.index ?? 0}>`}`;
        if (member !== undefined && member !== null) shape = member.shape;
        isSpread = true;
        break;
      } else break;
    }
    return { expression, shape, path, isSpread };
  }
}

/**
 * The variables whose names are unambiguous. A reader sees invariants where inner declarations may
 * hide outer ones.
 */
class Names {
  readonly #extents = new Map<number, Extent>();
  readonly #hidden = new Set<number>();

  constructor(program: Program) {
    const globals = new Map<string, Variable[]>();
    const statics = new Set<string>();
    for (const variable of program.globals) {
      if (variable.scope === null) append(globals, variable);
      else statics.add(variable.name);
    }
    for (const [name, twins] of globals) {
      if (twins.length > 1 || statics.has(name)) for (const { id } of twins) this.#hidden.add(id);
    }
    for (const fn of program.functions) {
      if (fn === null || fn === undefined) continue;
      const byName = new Map<string, Variable[]>();
      for (const variable of [...fn.parameters, ...fn.locals]) {
        const extent = fn.extents.get(variable.id);
        // No C program can write the name of a hidden variable.
        if (extent === undefined || variable.name.startsWith('$')) continue;
        this.#extents.set(variable.id, extent);
        append(byName, variable);
        // The scope of static locals is not known.
        if (statics.has(variable.name)) this.#hidden.add(variable.id);
        // A local hides a global. The class treats it as hidden everywhere, though the local hides it in one
        // function only.
        for (const { id } of globals.get(variable.name) ?? []) this.#hidden.add(id);
      }
      for (const twins of byName.values()) this.#hideOverlapping(twins);
    }
  }

  /** Whether another variable has the same name in a part of its scope, or its scope is not known. */
  isHidden(variable: Variable): boolean {
    return this.#hidden.has(variable.id) || (variable.scope !== null && !this.#extents.has(variable.id));
  }

  /** The variable's scope; null for names at file scope. */
  extent(variable: Variable): Extent | null {
    return this.#extents.get(variable.id) ?? null;
  }

  /** Hides overlapping variables of one name. Scopes are disjoint or nested. */
  #hideOverlapping(twins: readonly Variable[]): void {
    if (twins.length === 1) return;
    const byStart = twins.map(({ id }) => ({ id, ...this.#extents.get(id)! })).sort((a, b) => a.from - b.from);
    const around: typeof byStart = [];
    for (const inner of byStart) {
      while (around.length > 0 && around[around.length - 1].to <= inner.from) around.pop();
      const outer = around.at(-1);
      if (outer !== undefined) this.#hidden.add(outer.id);
      around.push(inner);
    }
  }
}

function append(map: Map<string, Variable[]>, variable: Variable): void {
  const list = map.get(variable.name);
  if (list === undefined) map.set(variable.name, [variable]);
  else list.push(variable);
}
