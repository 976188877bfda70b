import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../../c/ast.ts';
import { compare, conditional, converted, joined, not, number, stripped } from '../../c/parse/hidden-code.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import type { Layout } from '../../c/types/layout.ts';
import { INT, pointerTo, sizeType, UCHAR, valueType } from '../../c/types/type-basics.ts';
import type { CType, IntegerType } from '../../c/types/types.ts';
import { ACCESSIBLE, BLOCK_START, MEETING } from '../cfa/checks/overlap.ts';

/** Terms about pointers that are values without statements. */
export const POINTER_TERMS = ['$r_ok', '$same_object', '$separated', '$is_freeable', '$was_freed'];

/** Bytes behind a pointer. */
interface Bytes {
  readonly pointer: Expression;
  readonly bytes: Expression | null;
}

/** Terms of clauses about pointers, as operations on these. */
export class PointerTerms {
  readonly #size: IntegerType;

  constructor(readonly layout: Layout) {
    this.#size = sizeType(layout.model);
  }

  /** The operation on pointers for one of {@link POINTER_TERMS}. */
  valued(e: Expression & { kind: 'builtin' }): Expression {
    const [first, second, third, fourth] = e.arguments;
    if (e.name === '$separated') return not(this.overlap(first, third, second, fourth, e.at));
    if (e.name === '$is_freeable') return joined('||', not(this.#isSome(first)), this.startsBlock(first, e.at));
    if (e.name === '$was_freed') return joined('&&', this.#isSome(first), not(this.leads(first, e.at)));
    return e.name === '$r_ok' ? this.accessible(first, second, e.at) : this.#inOne(first, second, e.at);
  }

  /** Whether all those bytes from the pointer on can be accessed. */
  accessible(given: Expression, bytes: Expression, at: SourceLocation): Expression {
    let pointer = given;
    while (pointer.kind === 'convert' && pointer.operand.type.kind === 'pointer') pointer = pointer.operand;
    const target = pointer.type.kind === 'pointer' ? pointer.type.target : UCHAR;
    const { count, element } = this.elements(bytes, target);
    const type = pointerTo(element);
    const first = converted(pointer, type);
    const rest: Expression =
      count.kind === 'integer'
        ? { ...count, value: count.value - 1n }
        : { kind: 'binary', type: count.type, at, operator: '-', left: count, right: number(1n, count.type, at) };
    if (count.kind === 'integer' && count.value === 0n) return number(1n, INT, at);
    const last: Expression = { kind: 'pointer-add', type, at, pointer: first, index: rest, negative: false };
    const size = number(this.layout.sizeOf(element) ?? 1n, this.#size, at);
    const inside: Expression = { kind: 'builtin', name: ACCESSIBLE, type: INT, at, arguments: [first, last, size] };
    if (count.kind === 'integer') return inside;
    return joined('||', compare('==', count, number(0n, count.type, at)), inside);
  }

  /** Whether the pointer leads to the start of a live block of the heap. */
  startsBlock(pointer: Expression, at: SourceLocation): Expression {
    return { kind: 'builtin', name: BLOCK_START, type: INT, at, arguments: [pointer] };
  }

  #isSome(pointer: Expression): Expression {
    return compare('!=', pointer, number(0n, valueType(pointer.type), pointer.at));
  }

  /** Whether the pointer leads to a live object or to its end, although no byte is accessed. */
  leads(pointer: Expression, at: SourceLocation): Expression {
    const list = [pointer, pointer, number(0n, this.#size, at)];
    return { kind: 'builtin', name: ACCESSIBLE, type: INT, at, arguments: list };
  }

  /** Whether bytes lie among others. Null, and no bytes at all, count as all of an object. */
  meet(one: Bytes, other: Bytes, at: SourceLocation): Expression {
    const together = this.together(one.pointer, other.pointer, at);
    if (one.bytes === null || other.bytes === null) return together;
    const none = [one.bytes, other.bytes].map((e) => compare('==', e, number(0n, e.type, at)));
    return conditional(
      joined('||', none[0], none[1]),
      together,
      this.overlap(one.pointer, other.pointer, one.bytes, other.bytes, at),
    );
  }

  /** Whether both pointers are equal, or lead into one live object or to its end. */
  #inOne(left: Expression, right: Expression, at: SourceLocation): Expression {
    const [a, b] = [left, right].map((pointer) => converted(pointer, pointerTo(UCHAR)));
    const [forth, back] = [
      [a, b],
      [b, a],
    ].map(
      (ends): Expression => ({
        ...{ kind: 'builtin', name: ACCESSIBLE, type: INT, at },
        arguments: [...ends, number(0n, this.#size, at)],
      }),
    );
    return joined('||', compare('==', a, b), joined('||', forth, back));
  }

  /** Whether both pointers lead into one object. */
  together(left: Expression, right: Expression, at: SourceLocation): Expression {
    const all = number(integerRange(this.#size, this.layout).max, this.#size, at);
    return this.overlap(left, right, all, all, at);
  }

  /** Whether the bytes behind two pointers overlap. */
  overlap(left: Expression, right: Expression, first: Expression, second: Expression, at: SourceLocation): Expression {
    const [a, b] = [left, right].map((pointer) => converted(pointer, pointerTo(UCHAR)));
    return { kind: 'builtin', name: MEETING, type: INT, at, arguments: [a, b, first, second] };
  }

  /** The number of elements of an object, whose type is that of the pointer where the number of bytes shows it. */
  elements(bytes: Expression, target: CType): { readonly count: Expression; readonly element: CType } {
    const element = target.kind === 'void' ? UCHAR : valueType(target);
    const size = target.kind === 'function' ? null : this.layout.sizeOf(element);
    const e = stripped(bytes);
    if (size !== null && size > 0n) {
      if (e.kind === 'integer' && e.value % size === 0n) return { count: { ...e, value: e.value / size }, element };
      if (size === 1n) return { count: e, element };
      if (e.kind === 'binary' && e.operator === '*')
        for (const [one, other] of [
          [stripped(e.left), e.right],
          [stripped(e.right), e.left],
        ])
          if (one.kind === 'integer' && one.value === size) return { count: other, element };
    }
    return { count: e, element: UCHAR };
  }
}
