import type { CType, EnumDefinition } from '../../../c/types/types.ts';
import type { Program } from '../../../program/cfa/automaton.ts';
import type { StateOrigin } from '../../transys/system.ts';

/**
 * Names of the values of enumerations. An enumerator is in scope wherever an object of its type is,
 * unless an inner declaration hides it. Names that a variable has too, or an enumerator of another
 * enumeration, are left out.
 */
export class Enumerators {
  readonly #taken = new Set<string>();
  readonly #owners = new Map<string, EnumDefinition | null>();

  constructor(program: Program) {
    const add = ({ name, type }: { readonly name: string; readonly type: CType }): void => {
      this.#taken.add(name);
      for (const definition of enumerationsOf(type)) this.#own(definition);
    };
    for (const variable of program.globals) add(variable);
    for (const fn of program.functions)
      for (const variable of [...(fn?.parameters ?? []), ...(fn?.locals ?? [])]) add(variable);
  }

  /** A name for each value that has one; null: the type is no enumeration, or none of its names can be used. */
  of(type: CType): StateOrigin['enumerators'] | null {
    if (type.kind !== 'enum') return null;
    // The first of several names of a value.
    const names = new Map<string, string>();
    for (const { name, value } of type.definition.constants) {
      const owner = this.#owners.get(name);
      if (this.#taken.has(name) || (owner !== undefined && owner !== type.definition)) continue;
      if (!names.has(String(value))) names.set(String(value), name);
    }
    return names.size === 0 ? null : [...names].map(([value, name]) => ({ name, value }));
  }

  #own(definition: EnumDefinition): void {
    for (const { name } of definition.constants) {
      const owner = this.#owners.get(name);
      this.#owners.set(name, owner === undefined || owner === definition ? definition : null);
    }
  }
}

/** The enumerations that an object of a type has parts of, without following pointers. */
function enumerationsOf(type: CType): readonly EnumDefinition[] {
  switch (type.kind) {
    case 'enum':
      return [type.definition];
    case 'array':
      return enumerationsOf(type.element);
    case 'struct':
    case 'union':
      return (type.definition.fields ?? []).flatMap((field) => enumerationsOf(field.type));
    case 'void':
    case 'integer':
    case 'float':
    case 'complex':
    case 'vector':
    case 'pointer':
    case 'function':
      return [];
    default:
      return type satisfies never;
  }
}
