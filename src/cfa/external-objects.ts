import type { Variable } from '../c/ast.ts';

/** Names of the objects that external functions bring along (link/external-objects.ts). */

const PREFIX = '$object';

/** Names the object of that number, from 1. */
export function objectName(number: number): string {
  return `${PREFIX}${number}`;
}

/** Tells whether only external functions know the object by name. */
export function isExternalObject({ name }: Pick<Variable, 'name'>): boolean {
  return name.startsWith(PREFIX);
}
