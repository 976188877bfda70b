import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { hasQualifier, pointerTo, sizeType, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { AddressRange } from '../cfa/surroundings.ts';
import { rootOf } from '../cfa/walk.ts';

/** Most parts of variables that a pointer may lead to and that are compared with it one by one. */
const MOST_PARTS = 64;

/** Whether an access reaches what changes by itself: always, never, or under a condition; `unknown`: nothing says. */
export type Reach = 'always' | 'never' | 'unknown' | { readonly condition: Expr };

/** Decides which accesses reach registers of devices, or variables that change by themselves. */
export class Addresses {
  readonly #changing: ReadonlySet<number>;
  /** The parts of changing variables that pointers may lead to. */
  readonly #parts: readonly Place[];

  constructor(
    private readonly layout: Layout,
    changing: readonly Variable[],
    private readonly devices: readonly AddressRange[],
    addressed: ReadonlySet<number>,
  ) {
    this.#changing = new Set(changing.map(({ id }) => id));
    this.#parts = changing
      .filter(({ id }) => addressed.has(id))
      .flatMap((variable) => this.#partsOf(make.variablePlace(variable)));
  }

  /** Whether a read of the place gives what the surroundings put there. */
  ofRead(place: Place): Reach {
    const root = rootOf(place);
    if (root.kind === 'variable') return this.#changing.has(root.variable.id) && isVolatile(place) ? 'always' : 'never';
    const device = this.ofWrite(place);
    if (device === 'always' || device === 'unknown' || this.#parts.length === 0 || !isVolatile(place)) return device;
    if (this.#parts.length > MOST_PARTS || make.isBitField(place)) return 'unknown';
    const address = make.convert(this.layout, POINTER, make.addressOfPlace(place));
    let condition = device === 'never' ? make.ZERO : device.condition;
    for (const part of this.#parts) {
      if (!make.sameScalars(valueType(part.type), valueType(place.type))) continue;
      const same = make.compare('==', address, make.convert(this.layout, POINTER, make.addressOfPlace(part)));
      condition = make.conditional(same.type, same, make.ONE, condition);
    }
    return condition.kind === 'integer' ? 'never' : { condition };
  }

  /** Whether a write to the place reaches a register. */
  ofWrite(place: Place): Reach {
    if (this.devices.length === 0 || rootOf(place).kind === 'variable') return 'never';
    const first = this.#number(place);
    // Pointers without the qualifier lead to registers only where their number says so.
    if (first.kind !== 'integer' && !isVolatile(place)) return 'never';
    const size = make.isBitField(place) ? 1n : (this.layout.sizeOf(place.type) ?? 1n);
    let condition: Expr = make.ZERO;
    for (const range of this.devices) {
      const type = sizeType(this.layout.model);
      const behind = make.compare('>=', first, make.integer(type, range.first));
      const before = make.compare('<=', first, make.integer(type, range.end - size));
      condition = make.conditional(
        make.ONE.type,
        make.conditional(make.ONE.type, behind, before, make.ZERO),
        make.ONE,
        condition,
      );
    }
    if (condition.kind === 'integer') return condition.value === 0n ? 'never' : 'always';
    return { condition };
  }

  /** Whether an argument of a function without a body leads to something that changes by itself. */
  isGiven(argument: Expr): boolean {
    let inner = argument;
    while (inner.kind === 'convert' || inner.kind === 'pointer-add')
      inner = inner.kind === 'convert' ? inner.operand : inner.pointer;
    if (inner.kind === 'address') {
      const root = rootOf(inner.place);
      return root.kind === 'variable' ? this.#changing.has(root.variable.id) : this.isGiven(root.pointer);
    }
    if (inner.kind !== 'integer' || argument.type.kind !== 'pointer') return false;
    const { value } = inner;
    return this.devices.some(({ first, end }) => first <= value && value < end);
  }

  /** The address of a place as a number. */
  #number(place: Place): Expr {
    const { layout } = this;
    const type = sizeType(layout.model);
    const plus = (base: Expr, offset: Expr): Expr => make.binary(layout, type, '+', base, offset);
    switch (place.kind) {
      case 'variable':
        return make.convert(layout, type, make.addressOfPlace(place));
      case 'dereference':
        return this.#pointerNumber(place.pointer);
      case 'member': {
        const record = place.base.type;
        if (record.kind !== 'struct' && record.kind !== 'union') return this.#number(place.base);
        const { offset } = layout.record(record.definition).fields[place.index];
        return plus(this.#number(place.base), make.integer(type, offset));
      }
      case 'element': {
        const size = make.integer(type, layout.sizeOf(place.type) ?? 1n);
        const index = make.convert(layout, type, place.index);
        return plus(this.#number(place.base), make.binary(layout, type, '*', index, size));
      }
    }
  }

  #pointerNumber(pointer: Expr): Expr {
    const { layout } = this;
    const type = sizeType(layout.model);
    if (pointer.kind === 'convert' && pointer.type.kind === 'pointer' && pointer.operand.type.kind === 'pointer')
      return this.#pointerNumber(pointer.operand);
    if (pointer.kind === 'pointer-add' && pointer.type.kind === 'pointer') {
      const size = make.integer(type, layout.sizeOfGnu(pointer.type.target) ?? 1n);
      const distance = make.binary(layout, type, '*', make.convert(layout, type, pointer.index), size);
      return make.binary(layout, type, pointer.negative ? '-' : '+', this.#pointerNumber(pointer.pointer), distance);
    }
    if (pointer.kind === 'address') return this.#number(pointer.place);
    return make.convert(layout, type, pointer);
  }

  /** The scalar parts of a variable that are volatile. */
  #partsOf(place: Place): readonly Place[] {
    const { type } = place;
    switch (type.kind) {
      case 'array': {
        const length = typeof type.length === 'bigint' ? Math.min(Number(type.length), MOST_PARTS + 1) : MOST_PARTS + 1;
        return Array.from({ length }, (_, i) =>
          make.elementOfArray(place, make.integer(make.ONE.type, BigInt(i))),
        ).flatMap((element) => this.#partsOf(element));
      }
      case 'struct':
      case 'union':
        return (type.definition.fields ?? []).flatMap(({ bits }, i) =>
          bits === undefined ? this.#partsOf(make.memberOf(place, i)) : [],
        );
      default:
        return isVolatile(place) ? [place] : [];
    }
  }
}

const POINTER = pointerTo(VOID);

/** Whether the place, or an object that it is a part of, is volatile. */
function isVolatile(place: Place): boolean {
  for (let inner = place; ; inner = inner.base) {
    if (hasQualifier(inner.type, 'volatile')) return true;
    if (inner.kind !== 'member' && inner.kind !== 'element') return false;
  }
}

/** Whether an object of the type has a part that is volatile. */
export function hasVolatile(type: CType): boolean {
  if (hasQualifier(type, 'volatile')) return true;
  if (type.kind === 'array') return hasVolatile(type.element);
  return (
    (type.kind === 'struct' || type.kind === 'union') &&
    (type.definition.fields ?? []).some((field) => hasVolatile(field.type))
  );
}
