import type { Layout } from '../../c/types/layout.ts';
import type { Place } from '../cfa/automaton.ts';

/** Bytes of a structure that bit-fields share. */
export interface BitFields {
  readonly record: Place;
  /** Bytes from the start of the structure. */
  readonly offset: number;
  /** Number of bytes. */
  readonly size: number;
}

/**
 * The memory location of a bit-field (C11 3.14). It has the bytes of all bit-fields around it, up to
 * another member or a bit-field of width 0. Members of a union lie alone. Null for places that are no
 * bit-fields.
 */
export function bitFieldsAt(place: Place, layout: Layout): BitFields | null {
  if (place.kind !== 'member') return null;
  const { type } = place.base;
  if (type.kind !== 'struct' && type.kind !== 'union') return null;
  const declared = type.definition.fields ?? [];
  if (declared[place.index]?.bits === undefined) return null;
  const members = declared.map((_, i) => i);
  const ends = members.filter((i) => (declared[i].bits ?? 0) === 0);
  const after = Math.max(-1, ...ends.filter((i) => i < place.index));
  const before = Math.min(members.length, ...ends.filter((i) => i > place.index));
  const shared = type.kind === 'union' ? [place.index] : members.slice(after + 1, before);
  const { fields } = layout.record(type.definition);
  const bits = shared.map((i) => ({ from: fields[i].bitOffset, to: fields[i].bitOffset + (declared[i].bits ?? 0) }));
  const offset = Math.floor(Math.min(...bits.map(({ from }) => from)) / 8);
  const end = Math.ceil(Math.max(...bits.map(({ to }) => to)) / 8);
  return { record: place.base, offset, size: end - offset };
}
