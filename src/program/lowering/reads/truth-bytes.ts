import type { Expression, Statement, TranslationUnit, Variable } from '../../../c/ast.ts';
import type { Layout } from '../../../c/types/layout.ts';
import { elementOf, isTruth } from '../../../c/types/type-basics.ts';
import { compatibleUnqualified } from '../../../c/types/type-relations.ts';
import type { CType, RecordType } from '../../../c/types/types.ts';
import type { Place } from '../../cfa/automaton.ts';
import * as make from '../../cfa/make.ts';
import { type SyntaxVisitor, visitExpression, visitStatement } from '../children.ts';
import { directCallee } from '../jump-survey.ts';
import { ALLOCATORS, innermost, isRecord, keyOf, RecordRows } from './rows.ts';

/**
 * Where a `_Bool` may hold another byte than 0 and 1. Stores to a `_Bool` leave 0 or 1, so that such a byte
 * comes from memory of another type, or without a value. Types tell that apart. A
 * pointer that no conversion makes or takes leads to bytes that only stores of its type change.
 */
export class TruthBytes {
  /** Records whose bytes the program may write as those of another type, by tag or number. */
  readonly #open = new Set<string | number>();
  /** The same for objects that are a `_Bool`, and for arrays of them. */
  #scalars = false;
  /** Records with a `_Bool` that a pointer to it leads to. They are open where such pointers lead further. */
  readonly #addressed = new Set<string | number>();
  /** Whether a pointer to a `_Bool` is moved, so that it may leave that. */
  #moved = false;
  /** Records whose pointers may be read as those of another of them, which comes from the same memory. */
  readonly #passed = new Map<string | number, CType>();
  /** Records into whose other members a pointer to one of their parts, a record with a `_Bool`, may be moved. */
  readonly #around = new Set<string | number>();
  /** Such pointers, before it is known which records stand in rows. */
  readonly #parts: { readonly record: RecordType; readonly part: RecordType }[] = [];
  readonly #rows: RecordRows;
  /** The call whose result its statement drops. */
  #dropped: Expression | null = null;
  readonly #contains = new Map<number, boolean>();
  readonly #reaches = new Map<number, boolean>();

  constructor(
    unit: TranslationUnit,
    private readonly addressTaken: ReadonlySet<number>,
    layout: Layout,
    /** Whether memory without a value may hold such a byte. */
    private readonly anyTruth: boolean,
    /** Whether pointers may lead to objects that the program does not make: any of these may stand in a row. */
    private readonly anyObjects: boolean,
  ) {
    this.#rows = new RecordRows(layout);
    const visitor: SyntaxVisitor = {
      expression: (e) => this.#see(e, visitor),
      statement: (s) => this.#seeStatement(s, visitor),
    };
    for (const { initializer } of unit.globals)
      for (const { value } of initializer?.entries ?? []) visitor.expression(value);
    for (const { type, definition } of unit.functions) {
      if (definition === null) continue;
      if (!type.prototyped) for (const parameter of definition.parameters) this.#passAt(parameter.type);
      visitor.statement(definition.body);
    }
    for (const { record, part } of this.#parts) this.#openAround(record, part);
  }

  /** Whether a read of the place as `type` may find another byte than 0 and 1 there. */
  mayDiffer(place: Place, type: CType): boolean {
    if (!isTruth(type) || make.isBitField(place) || !this.#isAnyOpen()) return false;
    if (place.kind === 'variable') return this.#scalars && this.addressTaken.has(place.variable.id);
    let inner: Place = place;
    while (inner.kind === 'element') inner = inner.base;
    if (inner.kind === 'member' && isRecord(inner.base.type) && this.#around.has(keyOf(inner.base.type))) return true;
    for (; inner.kind === 'member' || inner.kind === 'element'; inner = inner.base)
      if (inner.kind === 'member' && this.#isOpen(inner.base.type)) return true;
    // A pointer to a `_Bool` may lead into any record.
    return isTruth(innermost(inner.type)) && (this.#scalars || inner.kind === 'dereference');
  }

  #isAnyOpen(): boolean {
    const isOpen = this.#scalars || this.#open.size > 0 || this.#around.size > 0;
    return isOpen || (this.#moved && this.#addressed.size > 0);
  }

  #isOpen(type: CType): boolean {
    const part = innermost(type);
    if (!isRecord(part)) return false;
    if (this.#open.has(keyOf(part))) return true;
    if ((this.#scalars || this.#moved) && this.#addressed.has(keyOf(part))) return true;
    return this.#fieldsOf(part).some((field) => this.#isOpen(field));
  }

  #see(e: Expression, visitor: SyntaxVisitor): void {
    this.#rows.see(e);
    switch (e.kind) {
      case 'convert':
        if (this.#isHarmless(e)) break;
        this.#convert(e.operand, e.type);
        break;
      case 'call':
        if (this.#seeFilled(e, visitor)) return;
        for (const { type } of unnamed(e)) this.#passAt(type);
        break;
      case 'pointer-add':
        this.#moved ||= e.pointer.kind !== 'array-decay' && isTruthPointer(e.type);
        break;
      case 'increment':
      case 'compound-assign':
        this.#moved ||= isTruthPointer(e.type);
        break;
      case 'dereference': {
        // An element of an array in a record leads to no other member.
        const array = arrayOfElement(e.operand);
        if (array === null) break;
        visitor.expression(array);
        if (e.operand.kind === 'pointer-add') visitor.expression(e.operand.index);
        return;
      }
      case 'address':
      case 'array-decay':
        this.#seeAddress(e.operand);
        break;
      case 'member':
        if (e.base.type.kind === 'union') this.#seeUnion(e.base.type);
        break;
      case 'va-arg':
        this.#passAt(e.type);
        break;
      default:
        break;
    }
    visitExpression(e, visitor);
  }

  #seeStatement(s: Statement, visitor: SyntaxVisitor): void {
    if (s.kind === 'declaration' && s.initializer === null) this.#seeUninitialised(s.variable);
    if (s.kind === 'expression') this.#dropped = s.expression;
    visitStatement(s, visitor);
  }

  /** An object without a value holds any bytes. */
  #seeUninitialised({ type, storage, id }: Variable): void {
    if (this.anyTruth && storage === 'automatic' && (!isTruth(type) || this.addressTaken.has(id)))
      this.#openBytes(type);
  }

  #convert(operand: Expression, to: CType): void {
    const from = operand.type;
    if (to.kind !== 'pointer' || from.kind !== 'pointer' || operand.kind === 'integer') {
      const isNull = operand.kind === 'integer' && operand.value === 0n;
      if (!isNull) for (const type of [from, to]) this.#passAt(type);
      return;
    }
    if (compatibleUnqualified(pointee(from), pointee(to))) return;
    const isFresh = operand.kind === 'call' && ALLOCATORS.has(directCallee(operand.callee)?.name ?? '');
    for (const type of [from, to]) {
      if (isFresh && this.anyTruth) this.#openAt(type);
      else if (!isFresh) this.#passAt(type);
    }
  }

  /** Opens what a pointer leads to, which may be taken for something else. So may pointers that are there. */
  #passAt(type: CType): void {
    this.#openAt(type);
    if (type.kind !== 'pointer') return;
    const held = innermost(type.target);
    if (held.kind === 'pointer') this.#pass(POINTER, held);
    else if (isRecord(held) && this.#fieldsOf(held).some((field) => this.#holdsPointer(field)))
      this.#pass(keyOf(held), held);
  }

  #pass(key: string | number, type: CType): void {
    if (this.#passed.has(key)) return;
    this.#passed.set(key, type);
    if (this.#passed.size === 1) return;
    const isSecond = this.#passed.size === 2;
    for (const one of isSecond ? this.#passed.values() : [type]) if (this.#doesReach(one)) this.#openReached(one);
  }

  #holdsPointer(type: CType): boolean {
    const part = innermost(type);
    return (
      part.kind === 'pointer' || (isRecord(part) && this.#fieldsOf(part).some((field) => this.#holdsPointer(field)))
    );
  }

  /** Whether what the conversion makes is read and written as before, or not at all. */
  #isHarmless({ operand, type }: Expression & { readonly kind: 'convert' }): boolean {
    if (operand.kind === 'call' && directCallee(operand.callee)?.name === 'calloc') return true;
    return type.kind === 'void' || (type.kind === 'integer' && type.name === 'bool');
  }

  /** Whether the call leaves each `_Bool` at its pointers as 0 or 1. Its arguments are seen then. */
  #seeFilled(e: Expression & { readonly kind: 'call' }, visitor: SyntaxVisitor): boolean {
    const [to, from] = e.arguments;
    const inner = (argument: Expression | undefined): Expression | null =>
      argument?.kind === 'convert' && argument.operand.type.kind === 'pointer' ? argument.operand : null;
    const [target, source] = [inner(to), inner(from)];
    let fills = false;
    switch (directCallee(e.callee)?.name) {
      case 'free':
      case 'memcmp':
        fills = true;
        break;
      case 'memset':
      case '__builtin_memset': {
        const value = from?.kind === 'integer' ? from.value : null;
        fills = value === 0n || value === 1n;
        break;
      }
      case 'memcpy':
      case 'memmove':
      case '__builtin_memcpy':
      case '__builtin_memmove':
        fills =
          target !== null && source !== null && compatibleUnqualified(innermost(target.type), innermost(source.type));
        this.#moved ||= fills && target !== null && isTruthPointer(target.type);
        break;
      default:
        return false;
    }
    // A result that is used may be taken for a pointer to another type.
    if (!fills || (e.type.kind === 'pointer' && e !== this.#dropped)) return false;
    for (const argument of e.arguments) visitor.expression(inner(argument) ?? argument);
    return true;
  }

  /** A pointer to a part of another type may be moved to the parts beside it. */
  #seeAddress(lvalue: Expression): void {
    const part = innermost(lvalue.type);
    for (let inner: Expression | null = lvalue; inner !== null; ) {
      if (inner.kind === 'member') {
        const record = innermost(inner.base.type);
        if (isRecord(record)) {
          if (isTruth(part)) this.#addressed.add(keyOf(record));
          else if (isRecord(part) && this.#containsTruth(part)) this.#parts.push({ record, part });
          else this.#openBytes(record);
        }
        inner = inner.base;
      } else inner = inner.kind === 'dereference' ? arrayOfElement(inner.operand) : null;
    }
  }

  /**
   * Opens a record in which a pointer to a part may be moved. Stores of the part's type leave other parts of this type
   * as they are where all of them stand in one row.
   *
   * Example: in `struct table { struct slot slot[32]; bool full; }`, such a pointer may be moved to `full`. It never
   * leads into the midst of a slot, unless tables stand in a row.
   */
  #openAround(record: RecordType, part: RecordType): void {
    const holding = this.#fieldsOf(record).filter((field) => this.#hasPart(field, part));
    const isInRow = this.anyObjects || this.#rows.has(record);
    if (holding.length !== 1 || record.kind === 'union' || isInRow) {
      this.#openBytes(record);
      return;
    }
    this.#around.add(keyOf(record));
    for (const field of this.#fieldsOf(record)) {
      const inner = innermost(field);
      if (!isRecord(inner) || keyOf(inner) === keyOf(part)) continue;
      if (field === holding[0]) this.#openAround(inner, part);
      else this.#openBytes(inner);
    }
  }

  /** Whether objects of the type have a part of a record's type. */
  #hasPart(type: CType, part: RecordType): boolean {
    const inner = innermost(type);
    if (!isRecord(inner)) return false;
    return keyOf(inner) === keyOf(part) || this.#fieldsOf(inner).some((field) => this.#hasPart(field, part));
  }

  #seeUnion(union: RecordType): void {
    const fields = this.#fieldsOf(union);
    if (fields.every((field) => compatibleUnqualified(field, fields[0]))) return;
    this.#openBytes(union);
    if (this.#doesReach(union)) this.#openReached(union);
  }

  /** Opens what a pointer leads to, or a function gets through its parameters. */
  #openAt(type: CType): void {
    if (type.kind === 'pointer') this.#openBytes(pointee(type));
  }

  /** Opens an object of the type, with its parts. */
  #openBytes(type: CType): void {
    const part = innermost(type);
    if (part.kind === 'function') {
      for (const { type: parameter } of part.parameters) this.#passAt(parameter);
      this.#passAt(part.result);
      return;
    }
    if (!this.#containsTruth(part)) return;
    if (!isRecord(part)) {
      this.#scalars = true;
      return;
    }
    if (this.#open.has(keyOf(part))) return;
    this.#open.add(keyOf(part));
    for (const field of this.#fieldsOf(part)) if (isRecord(innermost(field))) this.#openBytes(field);
  }

  /** Opens all that pointers in objects of the type lead to. */
  #openReached(type: CType): void {
    const seen = new Set<number>();
    const pending = [type];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const part = pointee(next);
      this.#openBytes(part);
      if (!isRecord(part) || seen.has(part.definition.id)) continue;
      seen.add(part.definition.id);
      pending.push(...this.#fieldsOf(part));
    }
  }

  #containsTruth(type: CType): boolean {
    return this.#holds(type, this.#contains, innermost);
  }

  #doesReach(type: CType): boolean {
    return this.#holds(type, this.#reaches, pointee);
  }

  #holds(type: CType, known: Map<number, boolean>, part: (type: CType) => CType): boolean {
    const inner = part(type);
    if (isTruth(inner)) return true;
    if (!isRecord(inner)) return false;
    const { id } = inner.definition;
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const holds = this.#fieldsOf(inner).some((field) => this.#holds(field, known, part));
    known.set(id, holds);
    return holds;
  }

  #fieldsOf({ definition }: RecordType): readonly CType[] {
    return definition.fields?.map(({ type }) => type) ?? [];
  }
}

/** Stands for all pointers to pointers. */
const POINTER = -1;

/** Returns the arguments that no prototype has a parameter for: the called function takes them as any type. */
function unnamed({ callee, arguments: given }: Expression & { readonly kind: 'call' }): readonly Expression[] {
  const type = callee.type.kind === 'pointer' ? callee.type.target : callee.type;
  return type.kind === 'function' && type.prototyped ? given.slice(type.parameters.length) : given;
}

function isTruthPointer(type: CType): boolean {
  return type.kind === 'pointer' && isTruth(type.target);
}

/** The type behind all pointers and arrays. */
function pointee(type: CType): CType {
  let inner = type;
  while (inner.kind === 'pointer' || inner.kind === 'array')
    inner = inner.kind === 'pointer' ? inner.target : elementOf(inner);
  return inner;
}

/** The array of which the pointer leads to an element; null for other pointers. */
function arrayOfElement(pointer: Expression): Expression | null {
  const start = pointer.kind === 'pointer-add' ? pointer.pointer : pointer;
  return start.kind === 'array-decay' ? start.operand : null;
}
