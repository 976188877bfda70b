import type { SourceLocation } from '../../../base/source.ts';
import type { Variable } from '../../../c/ast.ts';
import type { CType } from '../../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place } from '../../cfa/automaton.ts';
import { ARGUMENTS, ENVIRONMENT, intrinsic } from '../../cfa/beyond.ts';
import type { ParsedModel } from './parse.ts';

/** The numbers of a model's functions and variables in the program. */
export interface Numbering {
  /** Adds a function and returns its id. */
  add(make: (id: number) => AutomatonFunction): number;
  /** Returns the id of the program's function of that name that has no body. */
  library(fn: AutomatonFunction): number;
  variable(): number;
  /** Returns the program's hidden variable for a static one of the model. */
  hidden(variable: Variable): Variable;
}

/** Puts a model into a program for a call at one place, with its element type; returns the function's id. */
export function instantiate(
  model: ParsedModel,
  element: CType | null,
  at: SourceLocation,
  numbering: Numbering,
): number {
  return new Instance(model, element, at, numbering).function(model.function);
}

class Instance {
  readonly #functions = new Map<number, number>();
  readonly #variables = new Map<number, Variable>();

  constructor(
    private readonly model: ParsedModel,
    private readonly element: CType | null,
    private readonly at: SourceLocation,
    private readonly numbering: Numbering,
  ) {}

  function(fn: AutomatonFunction): number {
    let id = this.#functions.get(fn.id);
    if (id === undefined) {
      id = fn.defined ? this.numbering.add((number) => this.#copy(fn, number)) : this.numbering.library(fn);
      this.#functions.set(fn.id, id);
    }
    return id;
  }

  #copy(fn: AutomatonFunction, id: number): AutomatonFunction {
    const variable = (v: Variable): Variable => this.#variable(v, id);
    return {
      ...fn,
      id,
      origin: 'library',
      parameters: fn.parameters.map(variable),
      locals: fn.locals.map(variable),
      edges: fn.edges.map((edge): Edge => ({ ...edge, op: this.#operation(edge.op), at: this.at })),
      // Messages to users show no marks in models.
      marks: [],
      extents: new Map(),
      at: this.at,
    };
  }

  #variable(v: Variable, scope: number): Variable {
    let variable = this.#variables.get(v.id);
    if (variable === undefined) {
      variable =
        v.storage === 'static'
          ? this.numbering.hidden({ ...v, type: this.#type(v.type) })
          : { ...v, id: this.numbering.variable(), scope, type: this.#type(v.type), at: this.at };
      this.#variables.set(v.id, variable);
    }
    return variable;
  }

  #type(type: CType): CType {
    if (this.element === null) return type;
    if (type.kind === 'struct' && type.definition === this.model.element) return this.element;
    return type.kind === 'pointer' ? { ...type, target: this.#type(type.target) } : type;
  }

  #operation(op: Operation): Operation {
    switch (op.kind) {
      case 'call':
        return this.#call(op);
      case 'assume':
        return { ...op, condition: this.#expr(op.condition) };
      case 'assign':
        return { ...op, target: this.#place(op.target), value: this.#expr(op.value) };
      case 'return':
        return { ...op, value: op.value === null ? null : this.#expr(op.value) };
      case 'declare':
        return { ...op, variable: this.#variables.get(op.variable.id)! };
      case 'skip':
        return op;
      case 'intrinsic': {
        if (op.name !== 'va_arg') throw new TypeError(`${op.name} in a model`);
        const result = op.result === null ? null : this.#place(op.result);
        return { ...op, places: op.places.map((place) => this.#place(place)), result };
      }
      default:
        throw new TypeError(`${op.kind} in a model`);
    }
  }

  #call(op: Operation & { kind: 'call' }): Operation {
    const args = op.arguments.map((argument) => this.#expr(argument));
    const result = op.result === null ? null : this.#place(op.result);
    if (op.callee.kind === 'indirect')
      return { ...op, callee: { ...op.callee, pointer: this.#expr(op.callee.pointer) }, arguments: args, result };
    const fn = this.model.program.functions[op.callee.function]!;
    switch (fn.name) {
      case '__zero':
        return { kind: 'zero', target: targetOf(args[0]) };
      case '__any':
        return { kind: 'intrinsic', name: 'unspecified', arguments: [], places: [], result };
      case '__mix':
        return { kind: 'intrinsic', name: 'unspecified', arguments: [], places: [], result: targetOf(args[0]) };
      case '__broken':
        return {
          kind: 'unsupported',
          construct: `call of ${this.model.function.name} with arguments that have no model`,
        };
      case '__beyond':
        return intrinsic(ENVIRONMENT.choice, [], result);
      case '__nowhere':
        return intrinsic(ENVIRONMENT.beyond, [], result);
      case '__trim':
        return intrinsic(ARGUMENTS.trim, args, null);
      default:
        return { ...op, callee: { kind: 'direct', function: this.function(fn) }, arguments: args, result };
    }
  }

  #expr(e: Expr): Expr {
    const type = this.#type(e.type);
    switch (e.kind) {
      case 'load':
      case 'address':
        return { ...e, type, place: this.#place(e.place) };
      case 'negate':
      case 'complement':
      case 'not':
      case 'convert':
        return { ...e, type, operand: this.#expr(e.operand) };
      case 'binary':
      case 'compare':
      case 'pointer-difference':
        return { ...e, type, left: this.#expr(e.left), right: this.#expr(e.right) };
      case 'pointer-add':
        return { ...e, type: type as typeof e.type, pointer: this.#expr(e.pointer), index: this.#expr(e.index) };
      case 'conditional':
        return {
          ...e,
          type,
          condition: this.#expr(e.condition),
          then: this.#expr(e.then),
          otherwise: this.#expr(e.otherwise),
        };
      case 'integer':
        return { ...e, type };
      case 'float':
        return e;
      default:
        throw new TypeError(`${e.kind} in a model`);
    }
  }

  #place(place: Place): Place {
    const type = this.#type(place.type);
    switch (place.kind) {
      case 'variable':
        return { ...place, type, variable: this.#variable(place.variable, place.variable.scope ?? 0) };
      case 'dereference':
        return { ...place, type, pointer: this.#expr(place.pointer) };
      case 'element':
        return { ...place, type, base: this.#place(place.base), index: this.#expr(place.index) };
      default:
        throw new TypeError(`${place.kind} in a model`);
    }
  }
}

/** Returns the target of a pointer that was converted to an argument. */
function targetOf(argument: Expr): Place {
  let pointer = argument;
  while (pointer.kind === 'convert') pointer = pointer.operand;
  if (pointer.type.kind !== 'pointer') throw new TypeError(`${pointer.type.kind} in place of a pointer`);
  return { kind: 'dereference', type: pointer.type.target, pointer };
}
