/**
 * Names of constructs without a meaning here ("unsupported" operations). After these control may be
 * anywhere.
 */
export const CONSTRUCT = {
  asm: 'inline assembly',
  computedGoto: 'computed goto to an unknown label',
  size: 'call in a program that is too large',
  longjmp: 'longjmp',
  setjmp: 'setjmp',
  incompatible: 'call of a function through an incompatible type',
  arguments: 'call with too few arguments',
} as const;

/** Name of the intrinsic that ends the lifetime of the variable that is its place. */
export const END_OF_LIFE = 'end_of_life';
