import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { callShape, isCompatibleCall, mayHoldPointer } from '../cfa/compatible.ts';
import { type Visitor, walkExpr, walkOperation } from '../cfa/walk.ts';
import { PointsTo } from './points-to.ts';

/**
 * Determines the functions that a pointer may hold, by two flow- and context-insensitive inclusion
 * analyses: {@link PointsTo}, and a coarser one that has an answer more often. The coarser one has
 * these objects: variables, fields by record type (all objects of a type together), arrays with all
 * their elements, results of functions. One more object stands for everything that is accessed through
 * plain pointers. The answer need not be complete: a call of a function that it misses takes the
 * `unknown-callee` edge.
 */
export class PointerFlow {
  /** Functions whose address occurs in the program. */
  readonly addressTaken: ReadonlySet<number>;
  readonly #nodes = new Map<string, Node>();
  /** The values that are read or written through pointers, and all objects that these may point to. */
  readonly #memory: Node;
  readonly #pointsTo: PointsTo;
  /** Functions that calls of a shape may be meant for, by shape. */
  readonly #byShape = new Map<string, readonly number[]>();

  constructor(private readonly program: Program) {
    this.#memory = this.#node('memory');
    this.addressTaken = functionAddresses(program);
    this.#findAddresses();
    for (const fn of program.functions) for (const edge of fn?.edges ?? []) this.#operation(fn!, edge.op);
    this.#propagate();
    this.#pointsTo = new PointsTo(program, (op) => this.#compatible(op));
  }

  /** Returns the ids of functions that an indirect call may be meant for. */
  candidates(op: Operation & { kind: 'call' }): readonly number[] {
    if (op.callee.kind === 'direct') return [op.callee.function];
    const compatible = this.#compatible(op);
    const held = this.#held(op.callee.pointer);
    const coarse = held === null ? compatible : compatible.filter((id) => held.has(id));
    const fine = this.#pointsTo.functions(op);
    const both = fine === null ? coarse : coarse.filter((id) => fine.has(id));
    return both.length === 0 ? coarse : both;
  }

  /**
   * Returns the functions that the call of a function without a body gets among its arguments, through
   * pointers of any type.
   */
  givenTo(op: Operation & { kind: 'call' }): ReadonlySet<number> {
    return this.#pointsTo.givenTo(op);
  }

  /**
   * Returns the functions that a field of a record may hold. If it is an array, all its elements
   * count.
   */
  inField(record: CType, index: number): ReadonlySet<number> {
    return this.#nodes.get(fieldKey(record, index))?.functions ?? new Set();
  }

  /** Returns the functions that a variable may hold; for an array, those that its elements may hold. */
  inVariable(variable: number): ReadonlySet<number> {
    return this.#nodes.get(`v${variable}`)?.functions ?? new Set();
  }

  /** Returns the functions that the pointer may hold; null if it may hold anything, or nothing is known. */
  #held(pointer: Expr): ReadonlySet<number> | null {
    const { functions, places, unknown } = sourcesOf(pointer);
    let anything = unknown;
    const held = new Set(functions);
    for (const place of places) {
      const node = this.#placeNode(place);
      for (const fn of node.functions) held.add(fn);
      anything ||= node.unknown;
    }
    return anything || held.size === 0 ? null : held;
  }

  #compatible(op: Operation & { kind: 'call' }): readonly number[] {
    const shape = callShape(op);
    let list = this.#byShape.get(shape);
    if (list === undefined) {
      list = [...this.addressTaken]
        .filter((id) => isCompatibleCall(this.program.functions[id]!, op))
        .sort((a, b) => a - b);
      this.#byShape.set(shape, list);
    }
    return list;
  }

  #node(key: string): Node {
    let node = this.#nodes.get(key);
    if (node === undefined) {
      node = { functions: new Set(), unknown: false, flowsTo: new Set() };
      this.#nodes.set(key, node);
    }
    return node;
  }

  #findAddresses(): void {
    const visitor: Visitor = {
      expr: (e) => {
        if (e.kind === 'address') this.#exposed(e.place);
      },
    };
    for (const fn of this.program.functions) for (const edge of fn?.edges ?? []) walkOperation(edge.op, visitor, true);
    for (const global of this.program.globals) {
      for (const { path, value } of this.program.initialValues.get(global.id) ?? []) {
        if (value.kind === 'bytes') continue;
        walkExpr(value, visitor);
        if (value.type.kind === 'pointer') this.#flow(value, this.#node(pathKey(global.id, global.type, path)));
      }
    }
  }

  /** Records that the address of an object is taken. */
  #exposed(place: Place): void {
    if (!mayHoldPointer(place.type)) return;
    const node = this.#placeNode(place);
    if (node === this.#memory) return;
    node.flowsTo.add(this.#memory);
    this.#memory.flowsTo.add(node);
  }

  #placeNode(place: Place): Node {
    let inner = place;
    while (inner.kind === 'element') inner = inner.base;
    switch (inner.kind) {
      case 'variable':
        return this.#node(`v${inner.variable.id}`);
      case 'member':
        return this.#node(fieldKey(inner.base.type, inner.index));
      default:
        return this.#memory;
    }
  }

  #flow(value: Expr, to: Node): void {
    const { functions, places, unknown } = sourcesOf(value);
    for (const fn of functions) to.functions.add(fn);
    for (const place of places) this.#placeNode(place).flowsTo.add(to);
    to.unknown ||= unknown;
  }

  #operation(fn: AutomatonFunction, op: Operation): void {
    switch (op.kind) {
      case 'assign':
        if (op.value.type.kind === 'pointer') this.#flow(op.value, this.#placeNode(op.target));
        return;
      case 'return':
        if (op.value?.type.kind === 'pointer') this.#flow(op.value, this.#node(`r${fn.id}`));
        return;
      case 'intrinsic':
        if (op.result?.type.kind === 'pointer') this.#placeNode(op.result).unknown = true;
        return;
      case 'call':
        if (op.callee.kind === 'direct') this.#directCall(op.callee.function, op);
        else this.#indirectCall(op);
        return;
      default:
        return;
    }
  }

  #directCall(id: number, op: Operation & { kind: 'call' }): void {
    const callee = this.program.functions[id]!;
    for (const [i, parameter] of callee.parameters.entries()) {
      const argument = op.arguments[i];
      if (argument?.type.kind === 'pointer') this.#flow(argument, this.#node(`v${parameter.id}`));
    }
    if (op.result?.type.kind !== 'pointer') return;
    const target = this.#placeNode(op.result);
    if (callee.defined) this.#node(`r${id}`).flowsTo.add(target);
    else target.unknown = true;
  }

  /** Adds an indirect call, by nodes for the arguments and the result of all calls of one shape. */
  #indirectCall(op: Operation & { kind: 'call' }): void {
    const shape = callShape(op);
    const result = this.#node(`result ${shape}`);
    if (!this.#byShape.has(shape)) {
      for (const id of this.#compatible(op)) {
        const callee = this.program.functions[id]!;
        for (const [i, parameter] of callee.parameters.entries()) {
          if (parameter.type.kind === 'pointer')
            this.#node(`argument ${i} ${shape}`).flowsTo.add(this.#node(`v${parameter.id}`));
        }
        if (callee.defined) this.#node(`r${id}`).flowsTo.add(result);
        else result.unknown = true;
      }
    }
    for (const [i, argument] of op.arguments.entries()) {
      if (argument.type.kind === 'pointer') this.#flow(argument, this.#node(`argument ${i} ${shape}`));
    }
    if (op.result?.type.kind === 'pointer') result.flowsTo.add(this.#placeNode(op.result));
  }

  #propagate(): void {
    const pending = new Set(this.#nodes.values());
    for (const node of pending) {
      pending.delete(node);
      for (const next of node.flowsTo) {
        const before = next.functions.size;
        for (const fn of node.functions) next.functions.add(fn);
        const changed = next.functions.size !== before || (node.unknown && !next.unknown);
        next.unknown ||= node.unknown;
        if (changed) pending.add(next);
      }
    }
  }
}

/** Collects the ids of functions whose address occurs in the program. */
export function functionAddresses(program: Program): ReadonlySet<number> {
  const taken = new Set<number>();
  const visitor: Visitor = {
    expr(e) {
      if (e.kind === 'function-address') taken.add(e.function);
    },
  };
  for (const fn of program.functions) for (const edge of fn?.edges ?? []) walkOperation(edge.op, visitor, true);
  for (const values of program.initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
  }
  return taken;
}

interface Node {
  readonly functions: Set<number>;
  unknown: boolean;
  readonly flowsTo: Set<Node>;
}

/** Returns the sources of a pointer's value: functions, and places that are read. */
function sourcesOf(value: Expr): { functions: readonly number[]; places: readonly Place[]; unknown: boolean } {
  const functions: number[] = [];
  const places: Place[] = [];
  let unknown = false;
  const pending: Expr[] = [value];
  for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
    switch (e.kind) {
      case 'function-address':
        functions.push(e.function);
        break;
      case 'load':
        places.push(e.place);
        break;
      case 'convert':
        pending.push(e.operand);
        break;
      case 'conditional':
        pending.push(e.then, e.otherwise);
        break;
      case 'pointer-add':
        pending.push(e.pointer);
        break;
      case 'integer':
      case 'address':
        break;
      default:
        unknown = true;
    }
  }
  return { functions, places, unknown };
}

/** Returns the key of a field. Members of a union are one object. */
function fieldKey(type: CType, index: number): string {
  if (type.kind === 'struct') return `f${type.definition.id}.${index}`;
  return type.kind === 'union' ? `f${type.definition.id}` : 'memory';
}

/** Returns the node of the sub-object of a global that an initialiser names. */
function pathKey(variable: number, type: CType, path: readonly number[]): string {
  let key = `v${variable}`;
  let inner = type;
  for (const index of path) {
    if (inner.kind === 'array') inner = inner.element;
    else if (inner.kind === 'struct' || inner.kind === 'union') {
      key = fieldKey(inner, index);
      inner = inner.definition.fields![index].type;
    }
  }
  return key;
}
