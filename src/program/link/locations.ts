import { elementOf } from '../../c/types/type-basics.ts';
import type { CType, RecordDefinition } from '../../c/types/types.ts';
import type { Inclusion } from './inclusion.ts';

/** A part of an object. All elements of an array are one part, as are all members of a union. */
export interface MemoryPart {
  /** The set of values stored there. */
  readonly set: number;
  /** The part's type. Null for fresh memory, where each access determines the type. */
  readonly type: CType | null;
  /** The record that has this part as a member; null for others. */
  readonly within: MemoryPart | null;
}

/** The parts of objects that pointers lead to, by number. */
export class Locations {
  readonly #parts: MemoryPart[] = [];
  readonly #numbers = new Map<MemoryPart, number>();
  readonly #children = new Map<string, MemoryPart>();
  /** The members in use, by record. */
  readonly #membersOf = new Map<number, MemoryPart[]>();
  /** Records whose members are no longer distinguished, because of how they are written. */
  readonly #blurred = new Set<number>();

  constructor(private readonly sets: Inclusion) {}

  /** Makes a part that is not a member of another. */
  root(type: CType | null): MemoryPart {
    return this.#make(type === null ? null : elementOf(type), null);
  }

  numberOf(part: MemoryPart): number {
    return this.#numbers.get(part)!;
  }

  withNumber(number: number): MemoryPart {
    return this.#parts[number];
  }

  /** Returns member `index` of a part that is a record. */
  member(part: MemoryPart, index: number): MemoryPart {
    const { type } = part;
    if (type?.kind !== 'struct') return part;
    const key = `${this.numberOf(part)}.${index}`;
    let member = this.#children.get(key);
    if (member === undefined) {
      member = this.#make(elementOf(type.definition.fields![index].type), part);
      this.#children.set(key, member);
      const { id } = type.definition;
      const known = this.#membersOf.get(id);
      if (known === undefined) this.#membersOf.set(id, [member]);
      else known.push(member);
      if (this.#blurred.has(id)) this.sets.addAnything(member.set);
    }
    return member;
  }

  /**
   * Returns the part of type `wanted` that a pointer to `part` leads to, if the program uses it as a
   * pointer to that type. Null if there is none.
   */
  as(part: MemoryPart, wanted: CType): MemoryPart | null {
    const type = elementOf(wanted);
    if (part.type === null) return this.#view(part, type);
    if (type.kind !== 'struct' && type.kind !== 'union') return this.#first(part, () => false);
    const inner = this.#first(part, (each) => isSameRecord(each, type));
    if (inner.type !== null && isSameRecord(inner.type, type)) return inner;
    for (let outer = part.within; outer !== null; outer = outer.within) {
      if (outer.type !== null && isSameRecord(outer.type, type)) return outer;
    }
    return null;
  }

  /**
   * Records that any value may be stored in any member of such a record from now on, and in the records
   * within it.
   */
  blur(type: CType): void {
    const pending = [elementOf(type)];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind !== 'struct' || this.#blurred.has(next.definition.id)) continue;
      this.#blurred.add(next.definition.id);
      for (const member of this.#membersOf.get(next.definition.id) ?? []) this.sets.addAnything(member.set);
      for (const field of fieldsOf(next.definition)) pending.push(elementOf(field.type));
    }
  }

  /** Blurs the object around a part, as a whole. */
  blurAll(part: MemoryPart): void {
    let outermost = part;
    while (outermost.within !== null) outermost = outermost.within;
    if (outermost.type !== null) this.blur(outermost.type);
    this.sets.addAnything(outermost.set);
  }

  /** Follows the first members until the type is the wanted one or is not a struct. */
  #first(part: MemoryPart, isWanted: (type: CType) => boolean): MemoryPart {
    let inner = part;
    while (inner.type?.kind === 'struct' && !isWanted(inner.type) && fieldsOf(inner.type.definition).length > 0)
      inner = this.member(inner, 0);
    return inner;
  }

  /** Returns fresh memory as an object of a type. */
  #view(part: MemoryPart, type: CType): MemoryPart {
    if (type.kind !== 'struct') return part;
    const key = `${this.numberOf(part)}:${type.definition.id}`;
    let view = this.#children.get(key);
    if (view === undefined) this.#children.set(key, (view = this.#make(type, null)));
    return view;
  }

  #make(type: CType | null, within: MemoryPart | null): MemoryPart {
    const part = { set: this.sets.newSet(), type, within };
    this.#numbers.set(part, this.#parts.length);
    this.#parts.push(part);
    return part;
  }
}

function isSameRecord(a: CType, b: CType): boolean {
  return (a.kind === 'struct' || a.kind === 'union') && a.kind === b.kind && a.definition === b.definition;
}

function fieldsOf(definition: RecordDefinition): NonNullable<RecordDefinition['fields']> {
  return definition.fields ?? [];
}
