import { elementOf } from '../types/type-tools.ts';
import type { CType, RecordDefinition } from '../types/types.ts';
import type { Inclusion } from './inclusion.ts';

/** A part of an object: the elements of an array are one, so are the members of a union. */
export interface MemoryPart {
  /** The set of what is stored there. */
  readonly set: number;
  /** Null for fresh memory, whose type is that of each access. */
  readonly type: CType | null;
  /** The record of which this is a member. */
  readonly within: MemoryPart | null;
}

/** The parts of objects that pointers lead to, by number. */
export class Locations {
  private readonly parts: MemoryPart[] = [];
  private readonly numbers = new Map<MemoryPart, number>();
  private readonly children = new Map<string, MemoryPart>();
  /** By record: the members that are in use. */
  private readonly membersOf = new Map<number, MemoryPart[]>();
  /** Records whose members are written in ways that are not told apart. */
  private readonly blurred = new Set<number>();

  constructor(private readonly sets: Inclusion) {}

  /** A part that is no member of another. */
  root(type: CType | null): MemoryPart {
    return this.make(type === null ? null : elementOf(type), null);
  }

  numberOf(part: MemoryPart): number {
    return this.numbers.get(part)!;
  }

  withNumber(number: number): MemoryPart {
    return this.parts[number];
  }

  /** Member `index` of a part that is a record. */
  member(part: MemoryPart, index: number): MemoryPart {
    const { type } = part;
    if (type?.kind !== 'struct') return part;
    const key = `${this.numberOf(part)}.${index}`;
    let member = this.children.get(key);
    if (member === undefined) {
      member = this.make(elementOf(type.definition.fields![index].type), part);
      this.children.set(key, member);
      const { id } = type.definition;
      const known = this.membersOf.get(id);
      if (known === undefined) this.membersOf.set(id, [member]);
      else known.push(member);
      if (this.blurred.has(id)) this.sets.addAnything(member.set);
    }
    return member;
  }

  /** The part of that type which a pointer to `part` leads to when it is taken for a pointer to it; null if there is none. */
  as(part: MemoryPart, wanted: CType): MemoryPart | null {
    const type = elementOf(wanted);
    if (part.type === null) return this.view(part, type);
    if (type.kind !== 'struct' && type.kind !== 'union') return this.first(part, () => false);
    const inner = this.first(part, (each) => isSameRecord(each, type));
    if (inner.type !== null && isSameRecord(inner.type, type)) return inner;
    for (let outer = part.within; outer !== null; outer = outer.within) {
      if (outer.type !== null && isSameRecord(outer.type, type)) return outer;
    }
    return null;
  }

  /** Anything may be stored in any member of such a record from now on, and in the records within it. */
  blur(type: CType): void {
    const pending = [elementOf(type)];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind !== 'struct' || this.blurred.has(next.definition.id)) continue;
      this.blurred.add(next.definition.id);
      for (const member of this.membersOf.get(next.definition.id) ?? []) this.sets.addAnything(member.set);
      for (const field of fieldsOf(next.definition)) pending.push(elementOf(field.type));
    }
  }

  /** The object around a part, as a whole. */
  blurAll(part: MemoryPart): void {
    let outermost = part;
    while (outermost.within !== null) outermost = outermost.within;
    if (outermost.type !== null) this.blur(outermost.type);
    this.sets.addAnything(outermost.set);
  }

  /** Down the first members until the type is the wanted one or no struct. */
  private first(part: MemoryPart, isWanted: (type: CType) => boolean): MemoryPart {
    let inner = part;
    while (inner.type?.kind === 'struct' && !isWanted(inner.type) && fieldsOf(inner.type.definition).length > 0)
      inner = this.member(inner, 0);
    return inner;
  }

  /** Fresh memory as an object of a type. */
  private view(part: MemoryPart, type: CType): MemoryPart {
    if (type.kind !== 'struct') return part;
    const key = `${this.numberOf(part)}:${type.definition.id}`;
    let view = this.children.get(key);
    if (view === undefined) this.children.set(key, (view = this.make(type, null)));
    return view;
  }

  private make(type: CType | null, within: MemoryPart | null): MemoryPart {
    const part = { set: this.sets.newSet(), type, within };
    this.numbers.set(part, this.parts.length);
    this.parts.push(part);
    return part;
  }
}

function isSameRecord(a: CType, b: CType): boolean {
  return (a.kind === 'struct' || a.kind === 'union') && a.kind === b.kind && a.definition === b.definition;
}

function fieldsOf(definition: RecordDefinition): NonNullable<RecordDefinition['fields']> {
  return definition.fields ?? [];
}
