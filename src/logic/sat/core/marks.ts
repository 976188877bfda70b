import { Bytes, longerBytes, NO_BYTES, Vector } from './memory';

/**
 * Marks on variables: what the analysis of one conflict has found out about each. Wiping them takes
 * time linear in their number.
 */

export const OPEN: i32 = 0;
/** It is or was in the clause being derived. */
export const MET: i32 = 1;
/** It follows from literals of the clause. */
export const IMPLIED: i32 = 2;
/** It does not follow from literals of the clause. */
export const FREE: i32 = 3;
/** It stays in the clause. */
export const KEPT: i32 = 4;
/** It is to be resolved away. */
export const RESOLVED: i32 = 5;

export let marks: Bytes = NO_BYTES;
/** Variables whose mark is not `OPEN`. */
export const marked = new Vector();

export function reserve(count: i32, wanted: i32): void {
  marks = longerBytes(marks, count, wanted);
}

export function mark(variable: i32, finding: i32): void {
  if (marks[variable] === OPEN) marked.push(variable);
  marks[variable] = finding;
}

export function wipe(): void {
  for (let i = 0; i < marked.length; i++) marks[marked.items[i]] = OPEN;
  marked.clear();
}
