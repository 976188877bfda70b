import type { CType, DataModel, FunctionType } from '../types/types.ts';
import { type Builtin, builtinEntry, PROTOTYPES } from './builtin-table.ts';
import { prototypeType } from './signatures.ts';

/** Finds builtins, and types of functions that the compiler knows. There is one instance per compilation. */
export class Builtins {
  /** `vaList` is the type a va_list parameter has (decayed). */
  constructor(
    private readonly model: DataModel,
    private readonly vaList: CType,
  ) {}

  /** Finds what a name that starts with `__builtin_`, `__sync_` or `__atomic_` stands for; null if it has no meaning. */
  find(name: string): Builtin | null {
    return builtinEntry(name).builtin;
  }

  /**
   * Type of a library function that GCC knows by name (`printf`), or of a `value` builtin (`__builtin_popcount`); null for any other name.
   * This is also the type that an implicitly declared function of that name has; others are `int ()`.
   */
  typeOf(name: string): FunctionType | null {
    const prototype = PROTOTYPES.get(name);
    return prototype === undefined ? null : prototypeType(prototype.text, this.model, this.vaList);
  }
}
