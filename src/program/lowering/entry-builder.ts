import { unreachable } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentCount, ArgumentSize, Variable } from '../../c/ast.ts';
import { isCapture } from '../../c/captures.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import { INT, isInteger, pointerTo, sizeType, UCHAR, valueType } from '../../c/types/type-basics.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { ArrayType, CType, Field, PointerType } from '../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import { countText, ENTRY_FUNCTION, type Entry, GIVEN_SUFFIX, TARGET_SUFFIX } from '../cfa/entry-options.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import * as make from '../cfa/make.ts';
import { UNMARKED } from './long-jumps.ts';

/** Longest chain of objects that lead to each other by pointers, counted from an argument or a global. */
const DEPTH = 3;
/** Limit of the objects that are made for pointers. Further pointers have any value. */
const MOST_OBJECTS = 16;

/** Limit of the elements of an object whose length arguments say, and of each part of a sum or product of them. */
const MOST_ELEMENTS = 2n ** 31n - 1n;

/** The type of sums and products of arguments. */
const WIDE: CType = { kind: 'integer', name: 'llong' };

/** Limit of the pointers in arguments and globals. Beyond it the entry is not modelled. */
const MOST_POINTERS = 2000;

/** The number of elements of an object, and when a pointer to it may be null. */
interface ObjectSize {
  readonly count: Expr;
  readonly null: ArgumentSize['null'];
}

/** Builds the hidden function that makes the arguments of a function and calls it. */
export class EntryBuilder {
  /** Functions without a body that return any pointer, for pointers without an object of their own. */
  readonly inputs: AutomatonFunction[] = [];
  /** The numbers of elements that the program itself says, by the pointer. */
  readonly promised = new Map<string, string>();
  readonly #layout: Layout;
  readonly #id: number;
  readonly #at: SourceLocation;
  readonly #locals: Variable[] = [];
  readonly #edges: Edge[] = [];
  readonly #outgoing: number[][] = [[], []];
  #nextVariable: number;
  /** Objects that may contain pointers and are not filled yet. */
  readonly #arguments: Place[] = [];
  readonly #waiting: {
    readonly place: Place;
    readonly name: string;
    readonly depth: number;
    readonly size?: ObjectSize;
  }[] = [];
  #here = 0;
  #objects = 0;
  #pointers = 0;

  constructor(
    private readonly program: Program,
    private readonly fn: AutomatonFunction,
    private readonly asked: Entry,
    private readonly objects: readonly (ArgumentSize | null)[],
  ) {
    this.#layout = new Layout(program);
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
    const args = this.fn.parameters.map((parameter, i) => {
      const argument = this.#local(
        parameter.name === '' ? `argument${i + 1}` : parameter.name,
        valueType(parameter.type),
      );
      this.#emit({ kind: 'declare', variable: argument });
      const place = make.variablePlace(argument);
      this.#arguments.push(place);
      return make.load(place);
    });
    for (const [i, place] of this.#arguments.entries()) {
      const object = this.objects[i];
      const size = object === null ? undefined : { count: this.#count(object.count), null: object.null };
      const { name } = place.kind === 'variable' ? place.variable : this.fn;
      if (object !== null && !(name in this.asked.objects))
        this.promised.set(name, countText(object.count, this.fn.parameters));
      this.#waiting.push({ place, name, depth: 0, size });
    }
    // Breadth first: each argument gets its object before any object gets successors. The loop appends to
    // the list.
    for (const { place, name, depth, size } of this.#waiting) this.#fill(place, name, depth, size);
    this.#call(this.fn.id, args);
    this.#emit({ kind: 'return', value: make.ZERO }, 1);
    return {
      ...bodylessFunction({
        id: this.#id,
        name: ENTRY_FUNCTION,
        type: functionReturning(INT),
        origin: 'program',
        at: this.#at,
      }),
      locals: this.#locals,
      defined: true,
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
    this.#branch(make.load(jump), left, stayed);
    this.#push(left, stayed, { kind: 'unsupported', construct: UNMARKED, unread: true });
    this.#here = stayed;
  }

  /** Gives each pointer in an object a target. */
  #fill(place: Place, name: string, depth: number, size?: ObjectSize): void {
    const { type } = place;
    switch (type.kind) {
      case 'pointer':
        this.#point(place, type, name, depth, size);
        return;
      case 'struct':
        for (const [index, field] of (type.definition.fields ?? []).entries()) {
          if (field.bits === undefined && holdsPointer(field.type)) {
            const counted = this.#countedBy(place, field);
            this.#fill(make.memberOf(place, index), `${name}_${field.name ?? index}`, depth, counted);
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

  #point(place: Place, type: PointerType, name: string, depth: number, size?: ObjectSize): void {
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
    // A pointer to a variable of an enclosing function leads to that variable.
    const captured = depth === 0 && place.kind === 'variable' && isCapture(name);
    const value = make.convert(
      this.#layout,
      valueType(type),
      this.#object(name, target, depth, captured ? { count: make.ONE } : size),
    );
    const isCertain = this.#arguments.includes(place) && !this.#mayBeNull(place);
    if (captured || isCertain || size?.null === 'never') {
      this.#emit({ kind: 'assign', target: place, value });
      return;
    }
    const given = this.#local(`${name}${GIVEN_SUFFIX}`, { kind: 'integer', name: 'bool' });
    this.#emit({ kind: 'declare', variable: given });
    const [none, some, after] = [this.#location(), this.#location(), this.#location()];
    this.#branch(make.load(make.variablePlace(given)), some, none);
    this.#push(some, after, { kind: 'assign', target: place, value });
    this.#here = none;
    if (size?.null === 'empty') this.#require(make.not(isPositive(size.count)));
    this.#emit({ kind: 'assign', target: place, value: make.integer(valueType(type), 0n) }, after);
  }

  /** Adds an object with any content, and returns its address; that of its end where it is to have no element. */
  #object(name: string, target: CType, depth: number, size?: Pick<ObjectSize, 'count'>): Expr {
    const type = pointerTo(target);
    const flexible = size === undefined ? this.#flexible(name, target, depth) : null;
    if (flexible !== null) return flexible;
    const length = size === undefined ? { length: BigInt(this.asked.size) } : this.#lengthOf(name, size.count, target);
    const object = this.#local(`${name}${TARGET_SUFFIX}`, { kind: 'array', element: target, ...length });
    this.#emit({ kind: 'declare', variable: object });
    this.#waiting.push({ place: make.variablePlace(object), name: object.name, depth: depth + 1 });
    const address = make.addressOf(make.variablePlace(object), type);
    if (size === undefined) return address;
    const end = make.pointerAdd(address, make.ONE, false, type);
    return make.conditional(type, isPositive(size.count), address, end);
  }

  /** Adds one struct whose last member has as many elements as another member says; null for other types. */
  #flexible(name: string, type: CType, depth: number): Expr | null {
    const fields = type.kind === 'struct' ? (type.definition.fields ?? []) : [];
    const last = fields.at(-1);
    const index = fields.findIndex((field) => field.name === last?.countedBy);
    if (last?.type.kind !== 'array' || last.type.length !== 'unknown' || index < 0) return null;
    this.promised.set(`${last.name} of ${formatType(type)}`, last.countedBy!);
    const [layout, size] = [this.#layout, sizeType(this.program.dataModel)];
    const elements = this.#local(`${name}_${last.countedBy}`, valueType(fields[index].type));
    this.#emit({ kind: 'declare', variable: elements });
    const count = make.load(make.variablePlace(elements));
    const length = make.convert(layout, size, count);
    const [one, head] = [layout.sizeOf(last.type.element)!, layout.sizeOf(type)!];
    this.#require(make.compare('<=', length, make.integer(size, MOST_ELEMENTS / one)));
    const tail = make.binary(layout, size, '*', length, make.integer(size, one));
    const bytes = make.binary(layout, size, '+', tail, make.integer(size, head));
    const object = this.#local(`${name}${TARGET_SUFFIX}`, {
      kind: 'array',
      element: UCHAR,
      ...this.#lengthOf(name, bytes, UCHAR),
    });
    this.#emit({ kind: 'declare', variable: object });
    const address = make.convert(layout, pointerTo(type), make.addressOf(make.variablePlace(object), pointerTo(UCHAR)));
    const place = make.dereference(layout, address, type);
    this.#emit({ kind: 'assign', target: make.memberOf(place, index), value: count });
    this.#waiting.push({ place, name: object.name, depth: depth + 1 });
    return address;
  }

  /** The size of the object that a member leads to, as the attribute `counted_by` says. */
  #countedBy(place: Place, { name, countedBy }: Field): ObjectSize | undefined {
    const fields = place.type.kind === 'struct' ? (place.type.definition.fields ?? []) : [];
    const index = countedBy === undefined ? -1 : fields.findIndex((field) => field.name === countedBy);
    if (index < 0 || !isInteger(fields[index].type)) return undefined;
    this.promised.set(`${name} of ${formatType(place.type)}`, countedBy!);
    return { count: make.load(make.memberOf(place, index)), null: 'empty' };
  }

  /** Whether an argument may be null: neither the entry nor an attribute of the function excludes it. */
  #mayBeNull(argument: Place): boolean {
    const { nonnull = [] } = this.fn;
    const position = this.#arguments.indexOf(argument) + 1;
    return this.asked.pointers === 'any' && nonnull !== 'all' && !nonnull.includes(position);
  }

  /** Returns a number of elements. Sums and products are those of numbers, since their parts have few bits. */
  #count(count: ArgumentCount): Expr {
    switch (count.kind) {
      case 'number':
        return make.integer(WIDE, count.value);
      case 'argument':
        return make.load(this.#arguments[count.position - 1]);
      case 'binary': {
        const { operator } = count;
        const [left, right] = [this.#part(count.left), this.#part(count.right)];
        return make.binary(this.#layout, WIDE, operator, left, right);
      }
      default:
        return unreachable(count);
    }
  }

  #part(count: ArgumentCount): Expr {
    const value = this.#count(count);
    for (const [operator, limit] of [
      ['<=', MOST_ELEMENTS],
      ['>=', -MOST_ELEMENTS - 1n],
    ] as const)
      if (operator === '<=' || (isInteger(value.type) && this.#layout.isSigned(value.type)))
        this.#require(make.compare(operator, value, make.integer(valueType(value.type), limit)));
    return make.convert(this.#layout, WIDE, value);
  }

  /**
   * Returns the length of an object: a number, or a value. No array has 0 elements, so that there is one
   * more if the value is not positive.
   */
  #lengthOf(name: string, count: Expr, element: CType): Pick<ArrayType, 'length' | 'lengthVariable'> {
    if (count.kind === 'integer') return { length: count.value > 0n ? count.value : 1n };
    const layout = this.#layout;
    const type = sizeType(this.program.dataModel);
    const length = this.#local(`$${name}_length`, type);
    const one = make.integer(type, 1n);
    const size = make.conditional(type, isPositive(count), make.convert(layout, type, count), one);
    this.#emit({ kind: 'declare', variable: length });
    this.#emit({ kind: 'assign', target: make.variablePlace(length), value: size });
    // No object has more bytes than a difference of pointers can be.
    const room = (integerRange(type, layout).max >> 1n) / layout.sizeOf(element)!;
    const most = room < MOST_ELEMENTS ? room : MOST_ELEMENTS;
    this.#require(make.compare('<=', make.load(make.variablePlace(length)), make.integer(type, most)));
    return { length: 'variable', lengthVariable: length.id };
  }

  /** Ends runs in which the condition does not hold, before the function is called. */
  #require(condition: Expr): void {
    const [inside, outside] = [this.#location(), this.#location()];
    this.#branch(condition, inside, outside);
    this.#push(outside, 1, { kind: 'return', value: make.ZERO });
    this.#here = inside;
  }

  #branch(condition: Expr, holds: number, fails: number): void {
    this.#push(this.#here, holds, { kind: 'assume', condition, truth: true });
    this.#push(this.#here, fails, { kind: 'assume', condition, truth: false });
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
    const head = { id, name: '__VERIFIER_nondet_pointer', origin: 'verifier', at: this.#at } as const;
    this.inputs.push(bodylessFunction({ ...head, type: functionReturning(valueType(type)) }));
    return id;
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
