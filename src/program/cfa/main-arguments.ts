import type { Variable } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import { CHAR, INT, pointerTo, UCHAR, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type {
  ArgumentBounds,
  AutomatonFunction,
  Edge,
  Expr,
  Location,
  Operation,
  Place,
  Program,
  StaticValue,
} from './automaton.ts';
import { ARGUMENTS, intrinsic } from './beyond.ts';
import * as make from './make.ts';
import { walkExpr, walkOperation } from './walk.ts';

export const DEFAULT_ARGUMENTS: ArgumentBounds = { count: 4, bytes: 16 };

/** Names of the variables whose initial content is the command line. */
const ARGUMENT_COUNT = '$argc';
export const ARGUMENT_TEXT = '$argument';
/** Name of the variable that is 1 where the command line exceeds the bounds. */
const BEYOND = '$beyond';

/** Whether a variable of the name holds a part of the command line. */
export function holdsArguments(name: string): boolean {
  return name === ARGUMENT_COUNT || name.startsWith(ARGUMENT_TEXT);
}

/**
 * Computes `argv` from the initial content of the hidden variables, one character per byte. Texts that
 * the program does not read are empty.
 */
export function commandLineOf(
  content: ReadonlyMap<string, Uint8Array>,
  { count, bytes }: ArgumentBounds,
): readonly string[] {
  const length = ((content.get(ARGUMENT_COUNT)?.[0] ?? 0) % (count + 1)) + 1;
  return Array.from({ length }, (_, index) => {
    const text = content.get(`${ARGUMENT_TEXT}${index}`)?.subarray(0, bytes) ?? new Uint8Array(0);
    const end = text.indexOf(0);
    return String.fromCharCode(...(end < 0 ? text : text.subarray(0, end)));
  });
}

/**
 * Makes the command line an input of the program. `main` first sets its parameters to the values of
 * global variables with unknown content. Formulas also cover command lines beyond the bounds, with any
 * content. The program stays unchanged if `main` does not read its arguments, or if the program may
 * call `main`.
 */
export function withArguments(program: Program, bounds: ArgumentBounds): Program {
  const main = program.main === null ? null : program.functions[program.main];
  if (main == null || !takesArguments(main) || isCalled(program, main.id)) return program;
  return new Prologue(program, main, bounds).run();
}

/**
 * Whether `main` reads parameters that {@link withArguments} did not set. Runs have no values for
 * them.
 */
export function hasUnsetArguments({ functions, main, arguments: bounds }: Program): boolean {
  const fn = main === null ? null : functions[main];
  if (fn === null || fn === undefined) return false;
  return fn.parameters.slice(bounds === null ? 0 : 2).some((parameter) => reads(fn, parameter));
}

/** Whether `main` has the parameter types of hosted programs and reads its arguments. */
function takesArguments(main: AutomatonFunction): boolean {
  const [count, vector] = main.parameters;
  if (count === undefined || count.type.kind !== 'integer' || count.type.name !== 'int') return false;
  if (vector !== undefined && !isPointerTo(vector.type, (t) => isPointerTo(t, isCharacter))) return false;
  return reads(main, count) || (vector !== undefined && reads(main, vector));
}

function isPointerTo(type: CType, test: (target: CType) => boolean): boolean {
  return type.kind === 'pointer' && test(type.target);
}

function isCharacter(type: CType): boolean {
  return type.kind === 'integer' && (type.name === 'char' || type.name === 'schar' || type.name === 'uchar');
}

function reads(main: AutomatonFunction, variable: Variable): boolean {
  let found = false;
  const place = (p: Place): void => {
    if (p.kind === 'variable' && p.variable.id === variable.id) found = true;
  };
  for (const { op } of main.edges) walkOperation(op, { place }, true);
  return found;
}

/** Whether the program itself may call the function. */
function isCalled({ functions, initialValues }: Program, id: number): boolean {
  let found = false;
  const visitor = {
    expr(e: Expr): void {
      if (e.kind === 'function-address' && e.function === id) found = true;
    },
  };
  for (const values of initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
  }
  for (const fn of functions) {
    for (const { op } of fn?.edges ?? []) {
      walkOperation(op, visitor, true);
      if (op.kind === 'call' && op.callee.kind === 'direct' && op.callee.function === id) found = true;
    }
  }
  return found;
}

class Prologue {
  readonly #layout: Layout;
  readonly #globals: Variable[];
  readonly #initialValues: Map<number, readonly StaticValue[]>;
  readonly #edges: Edge[];
  readonly #outgoing: number[][];
  #nextVariable = 0;

  constructor(
    private readonly program: Program,
    private readonly main: AutomatonFunction,
    private readonly bounds: ArgumentBounds,
  ) {
    this.#layout = new Layout(program);
    this.#globals = [...program.globals];
    this.#initialValues = new Map(program.initialValues);
    this.#edges = [...main.edges];
    this.#outgoing = main.outgoing.map((ids) => [...ids]);
    for (const { id } of program.globals) this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    for (const fn of program.functions) {
      for (const { id } of [...(fn?.parameters ?? []), ...(fn?.locals ?? [])])
        this.#nextVariable = Math.max(this.#nextVariable, id + 1);
    }
  }

  run(): Program {
    const { program, main, bounds } = this;
    const [count, vector] = main.parameters;
    const used = vector !== undefined && reads(main, vector) ? vector : null;
    const choice = this.#variable(BEYOND, INT, 'automatic');
    const [entry, within, beyond] = [this.#location(), this.#location(), this.#location()];
    const chosen = this.#then(entry, intrinsic(ARGUMENTS.choice, [], make.variablePlace(choice)));
    this.#branch(chosen, make.load(make.variablePlace(choice)), beyond, within);
    this.#to(this.#beyond(beyond, count, used), main.entry);
    const counted = this.#assign(within, make.variablePlace(count), this.#count(count));
    this.#to(used === null ? counted : this.#texts(counted, count, used), main.entry);
    const changed: AutomatonFunction = {
      ...main,
      locals: [...main.locals, choice],
      entry,
      edges: this.#edges,
      outgoing: this.#outgoing,
      locationCount: this.#outgoing.length,
    };
    const functions = program.functions.map((fn) => (fn?.id === main.id ? changed : fn));
    return { ...program, functions, globals: this.#globals, initialValues: this.#initialValues, arguments: bounds };
  }

  /** Sets the parameters to any number of arguments from one, with any texts. */
  #beyond(from: Location, count: Variable, vector: Variable | null): Location {
    const place = make.variablePlace(count);
    const any = this.#then(from, intrinsic(ARGUMENTS.beyond, [], place));
    const [few, enough] = [this.#location(), this.#location()];
    this.#branch(any, make.compare('<', make.load(place), make.ONE), few, enough);
    this.#edge(few, enough, { kind: 'assign', target: place, value: make.ONE });
    return vector === null ? enough : this.#then(enough, intrinsic(ARGUMENTS.beyond, [], make.variablePlace(vector)));
  }

  /**
   * Computes the number of arguments: from 1 to the bound plus one, for any content of the hidden
   * variable.
   */
  #count({ type }: Variable): Expr {
    const given = make.load(make.variablePlace(this.#variable(ARGUMENT_COUNT, UCHAR, 'static')));
    const layout = this.#layout;
    const wide = make.convert(layout, valueType(type), given);
    const rest = make.binary(layout, INT, '%', wide, make.integer(INT, BigInt(this.bounds.count + 1)));
    return make.binary(layout, INT, '+', rest, make.ONE);
  }

  /**
   * Builds the table of arguments. A string ends within its array, with zeros behind its end. Null
   * pointers follow the last argument.
   */
  #texts(from: Location, count: Variable, vector: Variable): Location {
    const layout = this.#layout;
    const { count: most, bytes } = this.bounds;
    const text: CType = { kind: 'array', element: CHAR, length: BigInt(bytes + 1) };
    const character = pointerTo(CHAR);
    const table = this.#variable(
      '$argv',
      { kind: 'array', element: character, length: BigInt(most + 2) },
      'static',
      false,
    );
    const given = make.load(make.variablePlace(count));
    let here = from;
    for (let i = 0; i <= most; i++) {
      const array = make.variablePlace(this.#variable(`${ARGUMENT_TEXT}${i}`, text, 'static'));
      const at = (index: number): Place => make.elementOfArray(array, make.integer(INT, BigInt(index)));
      const zero = make.integer(CHAR, 0n);
      for (let j = 1; j < bytes; j++) {
        const ended = make.not(make.convert(layout, INT, make.load(at(j - 1))));
        here = this.#assign(here, at(j), make.conditional(CHAR, ended, zero, make.load(at(j))));
      }
      here = this.#assign(here, at(bytes), zero);
      const address = make.addressOf(array, character);
      here = this.#then(here, intrinsic(ARGUMENTS.trim, [address], null));
      const missing = make.compare('<=', given, make.integer(INT, BigInt(i)));
      const pointer = i === 0 ? address : make.conditional(character, missing, make.zeroOf(character), address);
      here = this.#assign(here, make.elementOfArray(make.variablePlace(table), make.integer(INT, BigInt(i))), pointer);
    }
    const start = make.addressOf(make.variablePlace(table), pointerTo(character));
    const kept = make.binary(
      layout,
      INT,
      '*',
      make.binary(layout, INT, '+', given, make.ONE),
      make.integer(INT, BigInt(layout.sizeOf(character) ?? 8n)),
    );
    here = this.#then(here, intrinsic(ARGUMENTS.trim, [start, kept], null));
    return this.#assign(here, make.variablePlace(vector), make.convert(layout, valueType(vector.type), start));
  }

  #variable(name: string, type: CType, storage: Variable['storage'], unknown = storage === 'static'): Variable {
    const { at } = this.main;
    const scope = storage === 'static' ? null : this.main.id;
    const id = this.#nextVariable++;
    const variable: Variable = {
      id,
      name,
      type,
      storage,
      external: false,
      undefined: unknown,
      scope,
      threadLocal: false,
      initializer: null,
      at,
    };
    if (storage === 'static') this.#globals.push(variable);
    return variable;
  }

  #location(): Location {
    return this.#outgoing.push([]) - 1;
  }

  #edge(from: Location, to: Location, op: Operation): void {
    this.#outgoing[from].push(this.#edges.length);
    this.#edges.push({ id: this.#edges.length, from, to, op, at: this.main.at });
  }

  #to(from: Location, to: Location): void {
    this.#edge(from, to, { kind: 'skip' });
  }

  #then(from: Location, op: Operation): Location {
    const to = this.#location();
    this.#edge(from, to, op);
    return to;
  }

  #assign(from: Location, target: Place, value: Expr): Location {
    return this.#then(from, { kind: 'assign', target, value });
  }

  #branch(from: Location, condition: Expr, yes: Location, no: Location): void {
    this.#edge(from, yes, { kind: 'assume', condition, truth: true });
    this.#edge(from, no, { kind: 'assume', condition, truth: false });
  }
}
