import { LemmataError } from '../../base/errors.ts';
import { shownName } from '../../base/files.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { isCapture } from '../../c/captures.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, isInteger, pointerTo, sizeType, UCHAR, valueType } from '../../c/types/type-basics.ts';
import { type ArrayType, type CType, type FunctionType, type PointerType, Qualifier } from '../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { ENTRY_FUNCTION, type Entry, GIVEN_SUFFIX, TARGET_SUFFIX } from '../cfa/entry-options.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import * as make from '../cfa/make.ts';
import { UNMARKED } from './long-jumps.ts';

/** Programs that begin at a function other than `main`. */

/** Longest chain of objects that lead to each other by pointers, counted from an argument or a global. */
const DEPTH = 3;
/** Limit of the objects that are made for pointers. Further pointers have any value. */
const MOST_OBJECTS = 16;

/** Limit of the elements of an object whose length an argument says. */
const MOST_ELEMENTS = 2n ** 31n - 1n;

/** Limit of the pointers in arguments and globals. Beyond it the entry is not modelled. */
const MOST_POINTERS = 2000;

/**
 * Adds a hidden `main` that runs the constructors and calls the function once. The arguments are
 * uninitialised variables with the parameters' names, that is, inputs. Each pointer among them leads to an
 * object of its own with any content, or is null where the entry does not exclude that.
 *
 * If `globals` is `any`, globals have any content too, including pointers. Constructors then do not
 * run, as any content covers their effects. Constant globals keep their values. Throws LemmataError
 * `E-INPUT` if the program has no such function.
 */
export function withEntry(program: Program, entry: Entry): Program {
  const candidates = program.functions.filter((fn): fn is AutomatonFunction => fn?.name === entry.function);
  const defined = candidates.filter((fn) => fn.defined);
  const [fn] = defined;
  if (fn === undefined) {
    if (candidates.length > 0) throw failure(program, `the function ${entry.function} has no body`);
    const names = program.functions.flatMap((other) =>
      other?.defined && other.origin === 'program' ? [other.name] : [],
    );
    const near = nearest(entry.function, names);
    const hint = near === null ? '' : `; did you mean ${near}?`;
    throw failure(program, `there is no function ${entry.function}${hint}`);
  }
  if (defined.length > 1) throw failure(program, `several files have a function ${entry.function}`);
  const globals = entry.globals === 'any' ? program.globals.filter(isAnyGlobal) : [];
  const builder = new EntryBuilder(program, fn, entry);
  const main = builder.build(globals, entry.globals === 'initialised');
  const any = new Set(globals.map(({ id }) => id));
  // Places refer to the variable objects themselves, so the change is made in place.
  for (const global of globals) global.undefined = true;
  return {
    ...program,
    functions: [...program.functions, main, ...builder.inputs],
    initialValues: new Map([...program.initialValues].filter(([id]) => !any.has(id))),
    main: main.id,
  };
}

/** Returns the name with the fewest single changes from a name that is unknown; null if none is near. */
function nearest(unknown: string, names: readonly string[]): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of new Set(names)) {
    const distance = name.includes(unknown) && unknown.length > 2 ? 1 : changes(unknown, name);
    if (distance <= Math.max(1, unknown.length / 3) && (best === null || distance < best.distance))
      best = { name, distance };
  }
  return best?.name ?? null;
}

/** Returns the number of characters to insert, delete or replace (Wagner, Fischer 1974). */
function changes(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (const [i, c] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (to[j] === c ? 0 : 1)));
    row = next;
  }
  return row[to.length];
}

function failure({ files }: Program, what: string): LemmataError {
  return new LemmataError('E-INPUT', `${files.map((file) => shownName(file)).join(', ')}: ${what}`);
}

/** Whether a global takes any content. Hidden variables, such as string literals, keep theirs. */
function isAnyGlobal({ name, type, undefined: unknown }: Variable): boolean {
  return !name.startsWith('$') && !isConstant(type) && !unknown;
}

function isConstant(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return ((inner.qualifiers ?? 0) & Qualifier.const) !== 0;
}

class EntryBuilder {
  /** Functions without a body that return any pointer, for pointers without an object of their own. */
  readonly inputs: AutomatonFunction[] = [];
  readonly #layout: Layout;
  readonly #id: number;
  readonly #at: SourceLocation;
  readonly #locals: Variable[] = [];
  readonly #edges: Edge[] = [];
  readonly #outgoing: number[][] = [[], []];
  #nextVariable: number;
  /** Objects that may contain pointers and are not filled yet. */
  readonly #arguments = new Map<string, Place>();
  readonly #waiting: { readonly place: Place; readonly name: string; readonly depth: number }[] = [];
  #here = 0;
  #objects = 0;
  #pointers = 0;

  constructor(
    private readonly program: Program,
    private readonly fn: AutomatonFunction,
    private readonly asked: Entry,
  ) {
    this.#layout = new Layout(program.dataModel);
    this.#nextVariable = firstFreeVariable(program);
    this.#at = fn.at;
    this.#id = program.functions.length;
  }

  /** `startup`: whether constructors run first. */
  build(globals: readonly Variable[], startup: boolean): AutomatonFunction {
    const { constructors, started } = this.program.startup;
    if (startup) for (const id of constructors) this.#call(id, []);
    if (started !== null) this.#emit({ kind: 'assign', target: started, value: make.ONE });
    for (const global of globals)
      this.#waiting.push({ place: make.variablePlace(global), name: global.name, depth: 0 });
    this.#checkObjects();
    const args = this.fn.parameters.map((parameter, i) => {
      const argument = this.#local(
        parameter.name === '' ? `argument${i + 1}` : parameter.name,
        valueType(parameter.type),
      );
      this.#emit({ kind: 'declare', variable: argument });
      const place = make.variablePlace(argument);
      this.#arguments.set(argument.name, place);
      this.#waiting.push({ place, name: argument.name, depth: 0 });
      return make.load(place);
    });
    // Breadth first: each argument gets its object before any object gets successors. The loop appends to
    // the list.
    for (const { place, name, depth } of this.#waiting) this.#fill(place, name, depth);
    this.#call(this.fn.id, args);
    this.#emit({ kind: 'return', value: make.ZERO }, 1);
    return {
      ...this.#bodyless(this.#id, ENTRY_FUNCTION, INT),
      locals: this.#locals,
      defined: true,
      origin: 'program',
      exit: 1,
      locationCount: this.#outgoing.length,
      edges: this.#edges,
      outgoing: this.#outgoing,
    };
  }

  /** Calls a function. A `longjmp` that leaves the function is a gap. */
  #call(id: number, args: readonly Expr[]): void {
    this.#emit({ kind: 'call', callee: { kind: 'direct', function: id }, arguments: args, result: null });
    const { jump } = this.program.startup;
    if (jump === null) return;
    const [left, stayed] = [this.#location(), this.#location()];
    this.#push(this.#here, left, { kind: 'assume', condition: make.load(jump), truth: true });
    this.#push(this.#here, stayed, { kind: 'assume', condition: make.load(jump), truth: false });
    this.#push(left, stayed, { kind: 'unsupported', construct: UNMARKED, unread: true });
    this.#here = stayed;
  }

  /** Gives each pointer in an object a target. */
  #fill(place: Place, name: string, depth: number): void {
    const { type } = place;
    switch (type.kind) {
      case 'pointer':
        this.#point(place, type, name, depth);
        return;
      case 'struct':
        for (const [index, field] of (type.definition.fields ?? []).entries()) {
          if (field.bits === undefined && holdsPointer(field.type)) {
            this.#fill(make.memberOf(place, index), `${name}_${field.name ?? index}`, depth);
          }
        }
        return;
      case 'array': {
        if (!holdsPointer(type.element) || typeof type.length !== 'bigint') return;
        for (let i = 0n; i < type.length && this.#pointers <= MOST_POINTERS; i++) {
          this.#fill(make.elementOfArray(place, make.integer(INT, i)), `${name}_${i}`, depth);
        }
        return;
      }
      default:
    }
  }

  #point(place: Place, type: PointerType, name: string, depth: number): void {
    const target = this.#objectType(type.target);
    this.#pointers++;
    if (this.#pointers > MOST_POINTERS) {
      if (this.#pointers === MOST_POINTERS + 1)
        this.#emit({ kind: 'unsupported', construct: `entry with more than ${MOST_POINTERS} pointers` });
      return;
    }
    if (target === null || depth >= DEPTH || this.#objects >= MOST_OBJECTS) {
      this.#emit({
        kind: 'call',
        callee: { kind: 'direct', function: this.#input(type) },
        arguments: [],
        result: place,
      });
      return;
    }
    this.#objects++;
    const isArgument = this.#arguments.get(name) === place;
    const count = isArgument ? this.asked.objects[name] : undefined;
    // A pointer to a variable of an enclosing function leads to that variable.
    const captured = depth === 0 && place.kind === 'variable' && isCapture(name);
    const array: CType =
      count === undefined
        ? { kind: 'array', element: target, length: captured ? 1n : BigInt(this.asked.size) }
        : { kind: 'array', element: target, ...this.#lengthOf(name, count, target) };
    const object = this.#local(`${name}${TARGET_SUFFIX}`, array);
    this.#emit({ kind: 'declare', variable: object });
    this.#waiting.push({ place: make.variablePlace(object), name: object.name, depth: depth + 1 });
    const address = make.addressOf(make.variablePlace(object), pointerTo(target));
    const length = count === undefined ? undefined : this.#arguments.get(count);
    const value = make.convert(
      this.#layout,
      valueType(type),
      length === undefined ? address : ifAny(length, address, pointerTo(target)),
    );
    if (captured || count !== undefined || (isArgument && !this.#mayBeNull(name))) {
      this.#emit({ kind: 'assign', target: place, value });
      return;
    }
    const given = this.#local(`${name}${GIVEN_SUFFIX}`, { kind: 'integer', name: 'bool' });
    this.#emit({ kind: 'declare', variable: given });
    const condition = make.load(make.variablePlace(given));
    const [none, some, after] = [this.#location(), this.#location(), this.#location()];
    this.#push(this.#here, none, { kind: 'assume', condition, truth: false });
    this.#push(this.#here, some, { kind: 'assume', condition, truth: true });
    this.#push(none, after, { kind: 'assign', target: place, value: make.integer(valueType(type), 0n) });
    this.#push(some, after, { kind: 'assign', target: place, value });
    this.#here = after;
  }

  /** Whether an argument may be null: neither the entry nor an attribute of the function excludes it. */
  #mayBeNull(argument: string): boolean {
    const { nonnull = [] } = this.fn;
    const position = [...this.#arguments.keys()].indexOf(argument) + 1;
    return this.asked.pointers === 'any' && nonnull !== 'all' && !nonnull.includes(position);
  }

  /** Throws LemmataError `E-INPUT` for an object of something that is no pointer argument, or of no known length. */
  #checkObjects(): void {
    const { parameters, name: called } = this.fn;
    const find = (name: string): Variable | undefined => parameters.find((parameter) => parameter.name === name);
    for (const [pointer, count] of Object.entries(this.asked.objects)) {
      if (find(pointer)?.type.kind !== 'pointer') throw failure(this.program, `${called} has no pointer ${pointer}`);
      if (/^\d+$/.test(count)) continue;
      const length = find(count);
      if (length === undefined || !isInteger(length.type))
        throw failure(this.program, `${called} has no integer ${count}, which ${pointer} is to have as its length`);
    }
  }

  /**
   * Returns the length of an object: a number, or the value of a parameter. No array has 0 elements, so that
   * there is one more if the value is not positive (see {@link ifAny}).
   */
  #lengthOf(pointer: string, count: string, element: CType): Pick<ArrayType, 'length' | 'lengthVariable'> {
    if (/^\d+$/.test(count)) return { length: BigInt(count) };
    const layout = this.#layout;
    const type = sizeType(this.program.dataModel);
    const length = this.#local(`$${pointer}_length`, type);
    const value = make.load(this.#arguments.get(count)!);
    const one = make.integer(type, 1n);
    const size = make.conditional(type, isPositive(value), make.convert(layout, type, value), one);
    this.#emit({ kind: 'declare', variable: length });
    this.#emit({ kind: 'assign', target: make.variablePlace(length), value: size });
    // No object has more bytes than a difference of pointers can be.
    const room = (integerRange(type, layout).max >> 1n) / layout.sizeOf(element)!;
    const most = room < MOST_ELEMENTS ? room : MOST_ELEMENTS;
    const fits = make.compare('<=', make.load(make.variablePlace(length)), make.integer(type, most));
    const [inside, outside] = [this.#location(), this.#location()];
    this.#push(this.#here, inside, { kind: 'assume', condition: fits, truth: true });
    this.#push(this.#here, outside, { kind: 'assume', condition: fits, truth: false });
    this.#push(outside, 1, { kind: 'return', value: make.ZERO });
    this.#here = inside;
    return { length: 'variable', lengthVariable: length.id };
  }

  /** Returns the element type of the objects for a pointer to `target`; null if no object can be made. */
  #objectType(target: CType): CType | null {
    if (target.kind === 'void') return UCHAR;
    if (target.kind === 'function') return null;
    if (target.kind === 'array' && typeof target.length !== 'bigint') return null;
    if ((target.kind === 'struct' || target.kind === 'union') && target.definition.fields === null) return null;
    const size = this.#layout.sizeOf(target);
    return size === null || size === 0n ? null : unqualified(target);
  }

  /** Adds a function without a body that returns any pointer of the type, and returns its id. */
  #input(type: PointerType): number {
    const id = this.#id + 1 + this.inputs.length;
    this.inputs.push(this.#bodyless(id, '__VERIFIER_nondet_pointer', valueType(type)));
    return id;
  }

  #bodyless(id: number, name: string, result: CType): AutomatonFunction {
    const type: FunctionType = { kind: 'function', result, parameters: [], variadic: false, prototyped: true };
    const graph = { entry: 0, exit: 0, locationCount: 1, edges: [], outgoing: [[]], marks: [], extents: new Map() };
    const common = {
      parameters: [],
      locals: [],
      defined: false,
      hasTwin: false,
      noreturn: false,
      pure: false,
      at: this.#at,
    };
    return { id, name, type, origin: 'verifier', ...common, ...graph };
  }

  #local(name: string, type: CType): Variable {
    const variable: Variable = {
      id: this.#nextVariable++,
      name,
      type,
      storage: 'automatic',
      external: false,
      undefined: false,
      scope: this.#id,
      threadLocal: false,
      initializer: null,
      at: this.#at,
    };
    this.#locals.push(variable);
    return variable;
  }

  #location(): number {
    return this.#outgoing.push([]) - 1;
  }

  #push(from: number, to: number, op: Operation): void {
    this.#outgoing[from].push(this.#edges.length);
    this.#edges.push({ id: this.#edges.length, from, to, op, at: this.#at });
  }

  #emit(op: Operation, to = this.#location()): void {
    this.#push(this.#here, to, op);
    this.#here = to;
  }
}

function isPositive(value: Expr): Expr {
  return make.compare('>', value, make.zeroOf(value.type));
}

/** Returns the address of an object, or of its end where the length at that place is not positive. */
function ifAny(length: Place, address: Expr, type: PointerType): Expr {
  const end = make.pointerAdd(address, make.ONE, false, type);
  return make.conditional(type, isPositive(make.load(length)), address, end);
}

function unqualified(type: CType): CType {
  return type.kind === 'array' ? { ...type, element: unqualified(type.element) } : valueType(type);
}

/** Whether an object of the type contains a pointer. Unions do not count, since their bytes are any. */
function holdsPointer(type: CType): boolean {
  switch (type.kind) {
    case 'pointer':
      return true;
    case 'array':
      return holdsPointer(type.element);
    case 'struct':
      return (type.definition.fields ?? []).some((field) => holdsPointer(field.type));
    default:
      return false;
  }
}
