import type { SourceLocation } from '../../base/source.ts';
import type { Contract, Expression, FunctionDeclaration, Statement, TranslationUnit, Variable } from '../../c/ast.ts';
import { valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import { Conditions } from './conditions.ts';
import type { Declarations } from './fresh-objects.ts';
import type { Indices } from './ranges.ts';
import { boundIn, declared, substituted } from './syntax.ts';

/** A declaration without a body that only its id and type tell from others. */
export function hiddenDeclaration(
  id: number,
  name: string,
  type: FunctionDeclaration['type'],
  at: SourceLocation,
): FunctionDeclaration {
  const plain = { external: false, noreturn: false, pure: false, nonnull: [], sizes: [], system: false } as const;
  return { id, name, type, ...plain, asmName: null, same: null, missing: false, align: 1, definition: null, at };
}

/** A hidden function while its body grows. Variables of the contract become its own. */
export class HiddenBody {
  readonly body: Statement[] = [];
  readonly conditions: Conditions;
  readonly #own = new Map<Variable, Variable>();
  readonly locals: Variable[] = [];

  constructor(
    unit: TranslationUnit,
    private readonly declaration: FunctionDeclaration,
    indices: Indices,
    private readonly make: (
      name: string,
      type: CType,
      at: SourceLocation,
      storage: 'static' | 'automatic' | 'any',
      scope: number,
    ) => Variable,
    readonly library: Declarations['library'],
    /** Whether it calls the function in question, whose objects it makes. */
    private readonly makesObjects: boolean,
  ) {
    const made: Declarations['make'] = (name, type, at, storage = 'automatic') => this.#made(name, type, at, storage);
    this.conditions = new Conditions(unit, { make: made, library }, indices, this.body, false, makesObjects);
  }

  /** The function's variable for one of the contract. */
  readonly own = (variable: Variable): Variable => {
    const known = this.#own.get(variable);
    if (known !== undefined) return known;
    const made = this.#made(variable.name, valueType(variable.type), variable.at, 'automatic');
    this.#own.set(variable, made);
    return made;
  };

  /** Takes another variable of the function for one of the contract. */
  replace(variable: Variable, other: Variable): void {
    this.#own.set(variable, other);
  }

  /** An expression of the contract, in the function's variables. */
  readonly of = (e: Expression): Expression => {
    for (const bound of boundIn(e)) this.own(bound);
    return substituted(e, this.#own);
  };

  local(name: string, type: CType, at: SourceLocation): Variable {
    return this.#made(name, valueType(type), at, 'automatic');
  }

  sizeOf(type: CType): bigint | null {
    return type.kind === 'void' || type.kind === 'function' ? null : this.conditions.layout.sizeOf(type);
  }

  /**
   * Keeps earlier values. Returns the variables with those at checked indices, which all functions know, by the
   * variables of the contract.
   */
  keepOlds({ olds }: Contract): ReadonlyMap<Variable, Variable> {
    const indexed = new Map<Variable, Variable>();
    for (const { variable, value, bound } of olds) {
      if (bound === undefined) this.body.push(declared(this.own(variable), this.of(value)));
      else if (this.makesObjects) {
        const own = this.#made(variable.name, valueType(variable.type), variable.at, 'any');
        indexed.set(variable, own);
        this.#own.set(variable, own);
        this.conditions.keepAtIndices(own, this.of(value), bound);
      } else
        this.body.push({
          kind: 'unsupported',
          at: value.at,
          construct: 'old values of all elements, in place of a call',
        });
    }
    return indexed;
  }

  finish(parameters: readonly Variable[]): FunctionDeclaration {
    const { at } = this.declaration;
    const locals = this.locals.filter((variable) => !parameters.includes(variable));
    this.declaration.definition = {
      parameters,
      locals,
      body: { kind: 'block', at, body: this.body, end: at },
      end: at,
    };
    return this.declaration;
  }

  #made(name: string, type: CType, at: SourceLocation, storage: 'automatic' | 'static' | 'any'): Variable {
    const variable = this.make(name, type, at, storage, this.declaration.id);
    if (storage === 'automatic') this.locals.push(variable);
    return variable;
  }
}

/** An id above those of all variables of the program. */
export function firstFreeVariable({ globals, functions }: TranslationUnit): number {
  let most = -1;
  const see = ({ id }: Variable): void => {
    most = Math.max(most, id);
  };
  globals.forEach(see);
  for (const { definition, contract } of functions) {
    definition?.parameters.forEach(see);
    definition?.locals.forEach(see);
    if (contract === undefined) continue;
    contract.parameters.forEach(see);
    for (const { variable } of contract.olds) see(variable);
    if (contract.result !== null) see(contract.result);
    for (const clause of contract.clauses)
      if (clause.kind === 'requires' || clause.kind === 'ensures') boundIn(clause.condition).forEach(see);
  }
  return most + 1;
}
