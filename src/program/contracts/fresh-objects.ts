import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../../c/ast.ts';
import { ANY_MEMORY } from '../../c/builtins/verifier-names.ts';
import {
  callOf,
  compare,
  conditional,
  converted,
  evaluated,
  not,
  number,
  placeOf,
  read,
} from '../../c/parse/hidden-code.ts';
import type { Layout } from '../../c/types/layout.ts';
import { INT, pointerTo, sizeType, valueType } from '../../c/types/type-basics.ts';
import type { CType, IntegerType } from '../../c/types/types.ts';
import type { PointerTerms } from '../lowering/pointer-terms.ts';
import { isSameValue } from './pointer-terms.ts';
import { assignment, both, declared, ended, shapeOf, start, termsIn, when } from './syntax.ts';

/** Limit of the bytes of a fresh object whose size is a value, as for objects of entries. */
const MOST_BYTES = 2n ** 31n - 1n;

/** An object that a condition makes where it is assumed. */
export interface FreshObject {
  /** The pointer as the contract names it. */
  readonly given: Expression;
  /** Null: a block of the heap. */
  readonly object: Variable | null;
  /** Its first byte, by the object. */
  readonly pointer: Expression;
  readonly size: Expression;
}

/** Library functions that hidden functions call. */
export type CalledFunction = 'memcpy' | 'malloc' | 'free' | typeof ANY_MEMORY;

/** Makes the declarations of a hidden function. */
export interface Declarations {
  /** `any`: an object of static storage with any content. */
  make(name: string, type: CType, at: SourceLocation, storage?: 'automatic' | 'static' | 'any'): Variable;
  library(name: CalledFunction, at: SourceLocation): FunctionDeclaration;
}

/** Terms that only pointers to objects satisfy, with the number of their pointers. */
const OF_OBJECTS: Readonly<Record<string, number>> = { $r_ok: 1, $same_object: 2, $is_freeable: 1, $was_freed: 1 };

/**
 * Objects to which pointers lead where `is_fresh` and `valid` are assumed. At the call of the function in question they
 * exist before it, and its caller holds them behind it. Other functions make blocks of the heap.
 */
export class FreshObjects {
  readonly all: FreshObject[] = [];
  /** Objects of `valid`, which overlap where clauses do not exclude it. */
  readonly mayOverlap: FreshObject[] = [];
  /** Pointers that are only accessed, so that no run tells where one to no bytes leads. */
  readonly unseen = new Set<Variable>();
  /** Forms of the pointers to objects that the function may release. */
  readonly released = new Set<string>();
  readonly #size: IntegerType;
  readonly #layout: Layout;

  /** `areGiven`: the function in question gets the objects, where `valid` makes some, too. */
  constructor(
    private readonly declarations: Declarations,
    private readonly terms: PointerTerms,
    private readonly body: Statement[],
    private readonly areGiven: boolean,
  ) {
    this.#layout = terms.layout;
    this.#size = sizeType(terms.layout.model);
  }

  /** Lets the pointer of an `is_fresh` lead to an object of its own. False: it is none that can be set. */
  create(e: Expression & { kind: 'builtin' }, guard: Expression | null): boolean {
    const { at } = e;
    const [given, bytes] = e.arguments;
    let pointer = given;
    while (pointer.kind === 'convert') pointer = pointer.operand;
    if (pointer.kind !== 'load' || pointer.type.kind !== 'pointer') return false;
    const target = pointer.operand;
    const { count, element } = this.terms.elements(bytes, pointer.type.target);
    const name = `${target.kind === 'variable' ? target.variable.name : 'object'}_target`;
    let object: Variable | null = null;
    let address: Expression;
    if (!this.areGiven || this.released.has(shapeOf([given]))) address = this.#block(name, element, bytes, guard);
    else if (count.kind === 'integer') {
      object = this.declarations.make(name, { kind: 'array', element, length: count.value }, at, 'any');
      address = start(object, element, at);
    } else {
      const asked = this.declarations.make(`$${name}_count`, this.#size, at);
      this.body.push(declared(asked, number(0n, this.#size, at)));
      this.body.push(when(guard, [assignment(placeOf(asked, at), converted(count, this.#size))], at));
      const none = compare('==', read(asked, at), number(0n, this.#size, at));
      const most = number(MOST_BYTES / (this.#layout.sizeOf(element) ?? 1n), this.#size, at);
      this.body.push(when(compare('>', read(asked, at), most), [ended(at)], at));
      const length = this.declarations.make(`$${name}_length`, this.#size, at);
      const least = conditional(none, number(1n, this.#size, at), read(asked, at));
      this.body.push({ kind: 'vla-length', at, variable: length, length: least });
      const type: CType = { kind: 'array', element, length: 'variable', lengthVariable: length.id };
      object = this.declarations.make(name, type, at);
      this.body.push(declared(object));
      const empty = this.declarations.make(name, { kind: 'array', element, length: 0n }, at, 'any');
      address = conditional(none, start(empty, element, at), start(object, element, at));
    }
    this.body.push(when(guard, [assignment(target, converted(address, valueType(pointer.type)))], at));
    const first = object === null ? address : start(object, element, at);
    this.all.push({ given: pointer, object, pointer: first, size: bytes });
    return true;
  }

  /** A pointer to a new block of the heap with any content. Runs in which memory is short end without blame. */
  #block(name: string, element: CType, bytes: Expression, guard: Expression | null): Expression {
    const { at } = bytes;
    const { make, library } = this.declarations;
    // A block that the function in question gets is held by its caller.
    const block = make(`$${name}_block`, pointerTo(element), at, this.areGiven ? 'static' : 'automatic');
    const none = number(0n, block.type, at);
    if (!this.areGiven) this.body.push(declared(block, none));
    const size = converted(bytes, this.#size);
    const given = converted(callOf(library('malloc', at), [size], at), block.type);
    const filled = evaluated(callOf(library(ANY_MEMORY, at), [read(block, at), size], at));
    const isShort = compare('==', read(block, at), none);
    this.body.push(when(guard, [assignment(placeOf(block, at), given), when(isShort, [ended(at)], at), filled], at));
    return read(block, at);
  }

  /**
   * Lets the pointer lead to an object of its own, where `valid` has not made one yet. A pointer to no bytes may be
   * any one. False: the condition has no statements here.
   */
  createValid(e: Expression & { kind: 'builtin' }, guard: Expression | null): boolean {
    const { at } = e;
    const [pointer, size] = e.arguments;
    const known = this.all.find(({ given }) => shapeOf([given]) === shapeOf([pointer]));
    if (!this.areGiven || (known !== undefined && shapeOf([known.size]) !== shapeOf([size]))) return false;
    if (known !== undefined) return true;
    const isSome = size.kind === 'integer' && size.value > 0n;
    const isSeen =
      pointer.kind !== 'load' || pointer.operand.kind !== 'variable' || !this.unseen.has(pointer.operand.variable);
    const none = compare('==', size, number(0n, size.type, at));
    const fresh: Expression & { kind: 'builtin' } = { ...e, name: '$is_fresh' };
    if (!this.create(fresh, isSome || !isSeen ? guard : both(guard, not(both(none, this.#choice('$any', at))))))
      return false;
    const made = this.all[this.all.length - 1];
    if (isSome && made.given.kind === 'load')
      for (const other of this.mayOverlap)
        if (isSameValue(made, other)) {
          const meet = [assignment(made.given.operand, converted(other.given, valueType(made.given.type)))];
          this.body.push(when(both(guard, this.#choice('$same', at)), meet, at));
        }
    this.mayOverlap.push(made);
    return true;
  }

  /**
   * Leaves runs open in which an object of `valid` overlaps another one, or a global. Values of one type lie in
   * one place or apart, so that there are runs of both. `isApart`: whether clauses say that pointers are separated.
   */
  leaveOverlapsOpen(
    globals: readonly Variable[],
    isApart: (one: Expression, other: Expression) => boolean,
    at: SourceLocation,
  ): void {
    const leave = (e: Expression, name: string): void => {
      const construct = `pointers that may lead into ${name}: state that they are \\separated`;
      this.body.push(when(this.#choice('$overlap', at), [{ kind: 'unsupported', at: e.at, construct }], at));
    };
    for (const [i, one] of this.mayOverlap.entries()) {
      for (const other of this.mayOverlap.slice(i + 1))
        if (!isSameValue(one, other) && !isApart(one.given, other.given)) leave(other.given, 'one object');
      for (const global of globals) {
        const operand = placeOf(global, at);
        const start: Expression = { kind: 'address', type: pointerTo(global.type), at, operand };
        if (!isApart(one.given, start)) leave(one.given, global.name);
      }
    }
  }

  /**
   * Whether there are objects for all pointers of which the condition says that they lead to some. Without one, only runs
   * would remain in which the pointer is null, or leads nowhere.
   */
  areMadeFor(condition: Expression): boolean {
    const made = new Set(this.all.map(({ given }) => shapeOf([given])));
    return termsIn(condition).every(({ name, arguments: list }) =>
      list.slice(0, OF_OBJECTS[name] ?? 0).every((pointer) => {
        let e = pointer;
        while (e.kind === 'convert' || e.kind === 'pointer-add') e = e.kind === 'convert' ? e.operand : e.pointer;
        return e.kind !== 'load' || made.has(shapeOf([e]));
      }),
    );
  }

  #choice(name: string, at: SourceLocation): Expression {
    return choice(this.declarations, this.body, name, at);
  }
}

/** A truth value that is an input of the run. */
export function choice({ make }: Declarations, body: Statement[], name: string, at: SourceLocation): Expression {
  const variable = make(name, INT, at);
  body.push(declared(variable));
  return read(variable, at);
}
