import type { Variable } from '../../c/ast.ts';

/** Returns the key of a variable's object in a context (-1 for static storage). */
export function variableKey({ id }: Variable, owner: number): string {
  return `v${id}:${owner}`;
}
