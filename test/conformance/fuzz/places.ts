import type { Random } from './random.ts';
import type { Type } from './types.ts';

/** Something that can be read and written. */
export interface Place {
  readonly text: string;
  readonly type: Type;
  readonly bitField: boolean;
  /**
   * Nesting of the scope of the object, 0 for what lives as long as the program: its address may go
   * where `holds` is at least this.
   */
  readonly lifetime: number;
  /** A pointer here may hold addresses of objects of at most this nesting. */
  readonly holds: number;
}

/** The variables in scope; places are found by descending from them. */
export class Scope {
  readonly #roots: Place[];

  constructor(
    readonly depth: number,
    outer: Scope | null,
  ) {
    this.#roots = outer === null ? [] : [...outer.#roots];
  }

  get roots(): readonly Place[] {
    return this.#roots;
  }

  /** A variable of this scope; `lifetime` where it lives longer. */
  add(text: string, type: Type, lifetime: number = this.depth): void {
    this.#roots.push({ text, type, bitField: false, lifetime, holds: lifetime });
  }
}

/** An index of an array of `length` elements, as text. */
export type IndexMaker = (length: number) => string;

/** A random part of a random variable that satisfies the predicate; null if some attempts find none. */
export function findPlace(
  random: Random,
  scope: Scope,
  index: IndexMaker,
  accept: (place: Place) => boolean,
  attempts = 12,
): Place | null {
  if (scope.roots.length === 0) return null;
  for (let attempt = 0; attempt < attempts; attempt++) {
    let place = random.pick(scope.roots);
    for (let depth = 0; depth < 6; depth++) {
      const inner = part(random, place, index);
      if (accept(place) && (inner === null || random.chance(40))) return place;
      if (inner === null) break;
      place = inner;
    }
  }
  return null;
}

/** A random part of an aggregate, or what a pointer points to. */
function part(random: Random, place: Place, index: IndexMaker): Place | null {
  const { type, text } = place;
  switch (type.kind) {
    case 'integer':
    case 'float':
      return null;
    case 'pointer':
      return { text: `(*${text})`, type: type.to, bitField: false, lifetime: place.holds, holds: 0 };
    case 'array':
      return { ...place, text: `${text}[${index(type.length)}]`, type: type.of };
    case 'record': {
      const field = random.pick(type.fields);
      const dereferenced = text.startsWith('(*') && text.endsWith(')');
      const whole = dereferenced && random.chance(80) ? `${text.slice(2, -1)}->` : `${text}.`;
      return { ...place, text: whole + field.name, type: field.type, bitField: field.bits !== null };
    }
  }
}
