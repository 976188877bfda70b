import type { Variable } from '../../c/ast.ts';
import { INT, isInteger, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Location, Operation, Place, Program } from './automaton.ts';
import { ATOMIC_BLOCK, intrinsic, UNINTERPRETED } from './beyond.ts';
import { bodylessFunction } from './bodyless-function.ts';
import { EditedGraph } from './edited-graph.ts';
import { firstFreeVariable } from './free-variable.ts';
import * as make from './make.ts';

/**
 * CBMC's uninterpreted functions: any mathematical functions, which have equal values for equal arguments. Each gets
 * a body that remembers its first calls with different arguments:
 *
 *     int f(int a) {
 *       if (!known1) { known1 = 1; given1 = a; return value1 = any(a); }
 *       if (given1 == a) return value1;
 *       ...                                  // the same for the other places
 *       return ...;                          // any value, in formulas alone: a run has no meaning here
 *     }
 */

/** Calls with different arguments that a function remembers. */
const REMEMBERED = 4;

/** Whether a function without a body has equal values for equal arguments, by CBMC's manual. */
function isUninterpreted({ name, defined, type }: AutomatonFunction): boolean {
  return !defined && name.startsWith('__CPROVER_uninterpreted_') && type.result.kind !== 'void';
}

/** Gives the uninterpreted functions of a program their bodies. `atomic`: other threads may run between operations. */
export function withUninterpreted(program: Program, atomic: boolean): Program {
  const found = program.functions.filter((fn) => fn !== null && isUninterpreted(fn));
  if (found.length === 0) return program;
  const functions = [...program.functions];
  const globals = [...program.globals];
  let next = firstFreeVariable(program);
  for (const fn of found) {
    const any = functions.length;
    functions.push(bodylessFunction({ ...fn!, id: any }));
    const memory = new Remembering(fn!, any, atomic, next);
    functions[fn!.id] = memory.run();
    globals.push(...memory.globals);
    next = memory.nextVariable;
  }
  return { ...program, functions, globals };
}

/** A remembered call. */
interface Remembered {
  /** Whether there was such a call. */
  readonly known: Place;
  readonly given: readonly Place[];
  readonly value: Place;
}

class Remembering {
  readonly globals: Variable[] = [];
  readonly #graph: EditedGraph;
  readonly #parameters: readonly Variable[];
  #here: Location = 0;
  #exit: Location;

  constructor(
    private readonly fn: AutomatonFunction,
    /** Id of the function that returns any value. */
    private readonly any: number,
    private readonly atomic: boolean,
    public nextVariable: number,
  ) {
    this.#parameters = fn.type.parameters.map(({ name, type }, i) =>
      this.#variable(name ?? `argument ${i + 1}`, valueType(type), 'automatic'),
    );
    this.#graph = new EditedGraph({ ...fn, parameters: this.#parameters, outgoing: [[]], edges: [] });
    this.#exit = this.#graph.location();
  }

  run(): AutomatonFunction {
    const { fn } = this;
    const result = this.#variable('$value', valueType(fn.type.result), 'automatic');
    const place = make.variablePlace(result);
    const isModelled =
      fn.type.prototyped && !fn.type.variadic && this.#parameters.every(({ type }) => isComparable(type));
    if (!isModelled)
      this.#last({
        kind: 'unsupported',
        construct: `call of ${fn.name}, whose parameters are not declared as integers and pointers`,
      });
    else {
      if (this.atomic) this.#step(intrinsic(ATOMIC_BLOCK.begin, [], null));
      for (let i = 0; i < REMEMBERED; i++) this.#look(this.#remembered(i), place);
      if (fn.type.result.kind === 'pointer')
        this.#last({ kind: 'unsupported', construct: `more than ${REMEMBERED} different calls of ${fn.name}` });
      else {
        this.#step(intrinsic(UNINTERPRETED, [], place));
        this.#return(place);
      }
    }
    return {
      ...this.#graph.result(),
      defined: true,
      origin: 'program',
      hasTwin: false,
      parameters: this.#parameters,
      locals: [result],
      exit: this.#exit,
    };
  }

  /** Returns what is remembered if the arguments are equal, and remembers this call in a place that is free. */
  #look({ known, given, value }: Remembered, result: Place): void {
    const [asked, free, other] = [this.#graph.location(), this.#graph.location(), this.#graph.location()];
    this.#branch(make.load(known), asked, free);
    this.#here = free;
    const values = this.#parameters.map((parameter) => make.load(make.variablePlace(parameter)));
    const callee = { kind: 'direct', function: this.any } as const;
    this.#step({ kind: 'call', callee, arguments: values, result });
    this.#step({ kind: 'assign', target: known, value: make.ONE });
    for (const [i, one] of values.entries()) this.#step({ kind: 'assign', target: given[i], value: one });
    this.#step({ kind: 'assign', target: value, value: make.load(result) });
    this.#return(result);

    this.#here = asked;
    for (const [i, one] of values.entries()) {
      const equal = this.#graph.location();
      this.#branch(make.compare('==', make.load(given[i]), one), equal, other);
      this.#here = equal;
    }
    this.#step({ kind: 'assign', target: result, value: make.load(value) });
    this.#return(result);
    this.#here = other;
  }

  #remembered(index: number): Remembered {
    const hidden = (name: string, type: CType): Place =>
      make.variablePlace(this.#global(`$${this.fn.name} ${index + 1}: ${name}`, type));
    return {
      known: hidden('known', INT),
      given: this.#parameters.map(({ name, type }) => hidden(name, type)),
      value: hidden('value', valueType(this.fn.type.result)),
    };
  }

  #step(op: Operation): void {
    const next = this.#graph.location();
    this.#graph.add(this.#here, next, op, this.fn.at);
    this.#here = next;
  }

  #return(value: Place): void {
    if (this.atomic) this.#step(intrinsic(ATOMIC_BLOCK.end, [], null));
    this.#last({ kind: 'return', value: make.load(value) });
  }

  #last(op: Operation): void {
    this.#graph.add(this.#here, this.#exit, op, this.fn.at);
  }

  #branch(condition: ReturnType<typeof make.load>, holds: Location, fails: Location): void {
    this.#graph.add(this.#here, holds, { kind: 'assume', condition, truth: true }, this.fn.at);
    this.#graph.add(this.#here, fails, { kind: 'assume', condition, truth: false }, this.fn.at);
  }

  #global(name: string, type: CType): Variable {
    const made = this.#variable(name, type, 'static');
    this.globals.push(made);
    return made;
  }

  #variable(name: string, type: CType, storage: 'static' | 'automatic'): Variable {
    const { at } = this.fn;
    const common = { type, storage, at, external: false, undefined: false, threadLocal: false } as const;
    return { id: this.nextVariable++, name, ...common, scope: null, initializer: null };
  }
}

/** Whether two values of the type are equal where `==` says so. */
function isComparable(type: CType): boolean {
  return isInteger(type) || type.kind === 'pointer';
}
