import type { Variable } from '../../c/ast.ts';

/** Names of the objects that external functions bring along (external-objects.ts of the linker). */

const PREFIX = '$object';

/** Returns the name of the object with that number, from 1. */
export function objectName(number: number): string {
  return `${PREFIX}${number}`;
}

/** Whether only external functions know the object by name. */
export function isExternalObject({ name }: Pick<Variable, 'name'>): boolean {
  return name.startsWith(PREFIX);
}
