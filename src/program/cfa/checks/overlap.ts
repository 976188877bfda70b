/**
 * Name of the intrinsic that says whether a copy reads what it writes. Its arguments are target, source,
 * and the numbers of bytes that are written and read. The result is 1 if they overlap at different places, else 0.
 */
export const OVERLAP = 'overlapping';

/** Name of the intrinsic that says the same where one place counts as an overlap, unless a number of bytes is zero. */
export const MEETING = 'meeting';

/**
 * Name of the intrinsic that says whether memory can be accessed. Its arguments are pointers to its first and to
 * its last element, and the bytes of an element. The result is 1 if all lies in one live object, else 0. An element
 * may have no bytes: then it is 1 if the pointer leads to a live object or to its end.
 */
export const ACCESSIBLE = 'accessible';

/** Name of the intrinsic that says whether a pointer leads to the start of a live block of the heap: 1 or 0. */
export const BLOCK_START = 'block_start';
