import type { CType, DataModel, FunctionType } from '../types/types.ts';
import { type Builtin, builtinEntry, PROTOTYPES } from './builtin-table.ts';
import { prototypeType, readPrototypes } from './signatures.ts';
import { ASSUMPTION_PROTOTYPES } from './verifier-names.ts';

const ASSUMPTIONS = new Map(readPrototypes(ASSUMPTION_PROTOTYPES).map((each) => [each.name, each]));

/** Finds builtins, and types of functions that the compiler knows. There is one instance per compilation. */
export class Builtins {
  /** `vaList` is the (decayed) type of a va_list parameter. */
  constructor(
    private readonly model: DataModel,
    private readonly vaList: CType,
  ) {}

  /**
   * Finds the builtin of a name that starts with `__builtin_`, `__sync_` or `__atomic_`; null if it has
   * no meaning.
   */
  find(name: string): Builtin | null {
    return builtinEntry(name).builtin;
  }

  /**
   * Returns the type of a library function that GCC knows by name (`printf`), of a `value` builtin
   * (`__builtin_popcount`), or of an assumption. Null for other names. An implicitly declared function
   * of that name has this type; all other such functions are `int ()`.
   */
  typeOf(name: string): FunctionType | null {
    const prototype = PROTOTYPES.get(name) ?? ASSUMPTIONS.get(name);
    return prototype === undefined ? null : prototypeType(prototype.text, this.model, this.vaList);
  }
}
