import type { Scope } from './places.ts';
import type { Type } from './types.ts';

/** Elements of an array that are looked at. */
const MOST_ELEMENTS = 4;

/** Statements that mix every variable of the scope into `sum`, by rotations, so that proofs stay easy. */
export function checksum(scope: Scope): string[] {
  return scope.roots.flatMap(({ text, type }) => mix(text, type, 3));
}

const add = (value: string): string => `sum = (sum << 7 | sum >> 57) ^ (unsigned long)(${value});`;

/** Returns statements that mix the value of a place into `sum`. They follow pointers `depth` times. */
export function mix(text: string, type: Type, depth: number): string[] {
  switch (type.kind) {
    case 'integer':
      return [add(text)];
    case 'float':
      // NaNs compare as nothing; beyond this range a conversion to an integer has no value.
      return [add(`${text} > -1e6 && ${text} < 1e6 ? (long)(${text} * 8) : ${text} != ${text} ? 77 : ${text} > 0`)];
    case 'pointer':
      return depth > 0 ? mix(`(*${text})`, type.to, depth - 1).slice(0, 3) : [];
    case 'array':
      return Array.from({ length: Math.min(type.length, MOST_ELEMENTS) }, (_, i) =>
        mix(`${text}[${i}]`, type.of, depth),
      ).flat();
    case 'record': {
      // Of a union any member may be what was written last; those that are integers have a meaning
      // all the same.
      const fields = type.union
        ? type.fields.filter((field) => field.type.kind === 'integer' && field.type.bits > 1)
        : type.fields;
      return fields.flatMap((field) => mix(`${text}.${field.name}`, field.type, depth));
    }
  }
}
