import { namesOf } from '../../../c/builtin/library/table.ts';

/**
 * Functions of the C and POSIX libraries that are not modelled although the libraries say what they give. Their result is any value, which is no
 * value to base an alarm on.
 */
export const DETERMINED_FUNCTIONS: ReadonlySet<string> = namesOf('approximate');
