import type { FunctionType } from '../types/types.ts';
import { knownPrototype } from './builtin-table.ts';
import { fits, shapeOfFunction, shapeOfPrototype } from './library/shapes.ts';
import { libraryEntry } from './library/table.ts';

/** Origin of a function. */
export type FunctionOrigin =
  /** The program has a body for the function. */
  | 'program'
  /**
   * The program declares the function, and no code defines its behaviour. Neither C's library nor the
   * compiler has a function of that name.
   */
  | 'external'
  /**
   * A function of C's library or of POSIX, or one that only a header of the system declares.
   * library/table.ts gives its treatment.
   */
  | 'library'
  /** A function of the compiler: `__builtin_*`, `__sync_*`, `__atomic_*`. */
  | 'builtin'
  /** A function of the software verification competition: `__VERIFIER_*`. */
  | 'verifier';

/** The facts about a function that determine its origin. */
export interface ClassifiedFunction {
  readonly name: string;
  readonly type: FunctionType;
  /** True if some file has a body for the function. */
  readonly defined: boolean;
  /** True if a header of the system declares the function. */
  readonly system: boolean;
}

/** Whether a library function is variadic, and C90 programs may declare it without parameters. */
function isOldVariadic(name: string): boolean {
  return knownPrototype(name)?.text.endsWith('...)') === true;
}

/**
 * Classifies a function as the program's own, external, the library's or the compiler's. No other code
 * decides this.
 */
export function classifyFunction({ name, type, defined, system }: ClassifiedFunction): FunctionOrigin {
  if (defined) return 'program';
  if (name.startsWith('__VERIFIER_')) return 'verifier';
  if (/^__(builtin|sync|atomic)_/.test(name)) return 'builtin';
  if (system) return 'library';
  const entry = libraryEntry(name);
  if (entry === null) return 'external';
  // A checking function has other parameters than the function that it checks.
  if (entry.prototype === null || /_chk$/.test(name)) return 'library';
  return fits(shapeOfFunction(type), shapeOfPrototype(entry.prototype.text), isOldVariadic(name))
    ? 'library'
    : 'external';
}
