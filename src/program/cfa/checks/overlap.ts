/**
 * Name of the intrinsic that says whether a copy reads what it writes. Its arguments are target, source
 * and the number of bytes. The result is 1 if the ranges overlap but are not the same, else 0.
 */
export const OVERLAP = 'overlapping';
