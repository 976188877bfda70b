/** The version of C that a file is written in. All others are read as GNU C17. */
export type Standard = 'c17' | 'c23';

const C23 = /^-std=(?:(?:c|gnu)(?:2x|23)|iso9899:2024)$/;

/** The version that the compiler's flags ask for; the last `-std` counts. */
export function standardOf(flags: readonly string[]): Standard {
  const last = flags.findLast((flag) => flag.startsWith('-std='));
  return last !== undefined && C23.test(last) ? 'c23' : 'c17';
}

/**
 * The flags as preprocessors of all ages know them. Older ones know C23 by its working title. They do not
 * know that `true` is 1 in directives.
 */
export function flagsForPreprocessor(flags: readonly string[]): readonly string[] {
  if (standardOf(flags) === 'c17') return flags;
  const known = flags.map((flag) => (C23.test(flag) ? `-std=${flag.startsWith('-std=gnu') ? 'gnu2x' : 'c2x'}` : flag));
  return ['-Dtrue=((_Bool)+1u)', ...known];
}
