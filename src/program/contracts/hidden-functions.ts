import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type {
  AssignedBytes,
  Contract,
  Expression,
  FunctionDeclaration,
  Statement,
  TranslationUnit,
  Variable,
} from '../../c/ast.ts';
import { ANY_MEMORY } from '../../c/builtins/verifier-names.ts';
import { callOf, evaluated, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { functionOf, INT, pointerTo, sizeType, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import { Conditions, type FreshObject } from './conditions.ts';
import { assignment, declared, substituted, when } from './syntax.ts';

/** Hidden functions of contracts, as syntax: the main function that enforces one, and bodies that stand for calls. */

/** Bytes that the function may assign, in hidden variables that its caller sets. */
export interface FrameTarget {
  readonly start: Variable;
  /** Number of bytes; a value of `size_t`. */
  readonly size: Variable;
  /** Whether the target counts; null: always. */
  readonly given: Variable | null;
}

/** The frame of a function: what existed at its call, and what of that it may assign. */
export interface Frame {
  readonly objects: readonly {
    readonly start: Variable;
    readonly size: Variable;
    readonly object: Variable;
    /** Whether a target covers all of it. */
    readonly covered: boolean;
  }[];
  readonly targets: readonly FrameTarget[];
}

export interface HiddenFunctions {
  readonly unit: TranslationUnit;
  readonly main: FunctionDeclaration;
  readonly frame: Frame;
  /** The hidden function that stands for a function with a contract, by ids. */
  readonly instead: ReadonlyMap<number, number>;
}

/** Name of the hidden main function. */
export const CONTRACT_MAIN = '$contract';

/** Adds the hidden functions of a question about `asked` to the program. `replaced`: functions of which contracts stand. */
export function withHiddenFunctions(
  unit: TranslationUnit,
  asked: FunctionDeclaration,
  replaced: readonly FunctionDeclaration[],
): HiddenFunctions {
  const made = new Made(unit);
  const instead = new Map<number, number>();
  for (const declaration of replaced)
    if (declaration.contract !== undefined)
      instead.set(declaration.id, made.standIn(declaration, declaration.contract).id);
  if (asked.contract === undefined) throw new LemmataError('E-INPUT', `${asked.name} has no contract`, asked.at);
  const { main, frame } = made.main(asked, asked.contract);
  const functions = [...unit.functions, ...made.functions];
  return { unit: { ...unit, functions, globals: [...unit.globals, ...made.globals] }, main, frame, instead };
}

/** Makes hidden functions with ids behind those of the program. */
class Made {
  readonly functions: FunctionDeclaration[] = [];
  readonly globals: Variable[] = [];
  #nextVariable: number;
  #nextFunction: number;
  readonly #size: CType;

  constructor(private readonly unit: TranslationUnit) {
    this.#nextVariable = firstFreeVariable(unit);
    this.#nextFunction = unit.functions.reduce((most, { id }) => Math.max(most, id + 1), 0);
    this.#size = sizeType(unit.dataModel);
  }

  /** The main function: it makes what the contract requires, calls the function and checks what it ensures. */
  main(asked: FunctionDeclaration, contract: Contract): { readonly main: FunctionDeclaration; readonly frame: Frame } {
    const { at } = contract;
    const part = this.#part(CONTRACT_MAIN, functionOf(INT, []), at);
    const { body, conditions, of, own } = part;
    for (const parameter of contract.parameters) body.push(declared(own(parameter)));
    for (const clause of contract.clauses) if (clause.kind === 'requires') conditions.assume(of(clause.condition));
    part.keepOlds(contract);
    const frame = this.#frame(contract, conditions.objects, part);
    const list = contract.parameters.map((parameter) => read(own(parameter), at));
    const call = callOf(asked, list, at);
    if (contract.result === null) body.push(evaluated(call));
    else body.push(declared(own(contract.result), call));
    for (const clause of contract.clauses)
      if (clause.kind === 'ensures') conditions.check('ensures', of(clause.condition), clause.at);
    body.push({ kind: 'return', at, value: number(0n, INT, at) });
    return { main: part.finish([]), frame };
  }

  /** The function that stands for calls: it checks what is required, and gives what is assigned any value. */
  standIn(declaration: FunctionDeclaration, contract: Contract): FunctionDeclaration {
    const { at, name, type } = declaration;
    const part = this.#part(name, type, at);
    const { body, conditions, of, own } = part;
    const parameters = contract.parameters.map(own);
    for (const clause of contract.clauses)
      if (clause.kind === 'requires') conditions.check('requires', of(clause.condition), clause.at);
    part.keepOlds(contract);
    const assigned = contract.clauses.flatMap((clause) =>
      clause.kind === 'assigns' || clause.kind === 'frees' ? clause.targets.map((target) => ({ clause, target })) : [],
    );
    const places = assigned.map(({ clause, target }) =>
      clause.kind === 'frees' ? this.#open(part, 'frees', target.at) : this.#kept(part, target),
    );
    for (const give of places) give();
    if (contract.result !== null) body.push(declared(own(contract.result)));
    for (const clause of contract.clauses) if (clause.kind === 'ensures') conditions.assume(of(clause.condition));
    if (contract.result !== null) body.push({ kind: 'return', at, value: read(own(contract.result), at) });
    return part.finish(parameters);
  }

  #open(part: HiddenBody, what: string, at: SourceLocation): () => void {
    return () => part.body.push({ kind: 'unsupported', at, construct: `${what} of a contract in place of a call` });
  }

  /** Keeps where a target lies, and returns what gives it any value. */
  #kept(part: HiddenBody, target: AssignedBytes): () => void {
    const { at } = target;
    const pointer = part.of(target.pointer);
    let typed = pointer;
    while (typed.kind === 'convert' && typed.operand.type.kind === 'pointer') typed = typed.operand;
    if (typed.type.kind !== 'pointer' || target.size === 'whole' || target.size === 'rest')
      return this.#open(part, `assigns (${target.size})`, at);
    const start = part.local('$start', typed.type, at);
    part.body.push(declared(start));
    const size = part.local('$size', this.#size, at);
    part.body.push(declared(size));
    const given = part.local('$given', INT, at);
    part.body.push(declared(given, number(target.condition === null ? 1n : 0n, INT, at)));
    const note = [
      assignment(placeOf(start, at), typed),
      assignment(placeOf(size, at), part.of(target.size)),
      assignment(placeOf(given, at), number(1n, INT, at)),
    ];
    part.body.push(when(target.condition === null ? null : part.of(target.condition), note, at));
    const whole = part.sizeOf(typed.type.target);
    const bytes = part.of(target.size);
    const isWhole = whole !== null && bytes.kind === 'integer' && bytes.value === whole;
    return () => {
      const inner = typed.type.kind === 'pointer' ? typed.type.target : VOID;
      if (isWhole && inner.kind !== 'array') {
        const any = part.local('$any', valueType(inner), at);
        part.body.push(declared(any));
        const place: Expression = { kind: 'dereference', type: valueType(inner), at, operand: read(start, at) };
        part.body.push(when(read(given, at), [assignment(place, read(any, at))], at));
        return;
      }
      const list = [read(start, at), read(size, at)];
      part.body.push(when(read(given, at), [evaluated(callOf(this.#anyMemory(at), list, at))], at));
    };
  }

  #anyMemory(at: SourceLocation): FunctionDeclaration {
    const known = [...this.unit.functions, ...this.functions].find(
      ({ name, definition }) => name === ANY_MEMORY && definition === null,
    );
    return known ?? this.#declare(ANY_MEMORY, functionOf(VOID, [pointerTo(VOID), this.#size]), at);
  }

  /** Keeps the frame of the call in hidden variables of static storage, which all functions know. */
  #frame(contract: Contract, objects: readonly FreshObject[], part: HiddenBody): Frame {
    const kept = (name: string, value: Expression): Variable => {
      const variable = this.#variable(name, valueType(value.type), value.at, 'static');
      part.body.push(assignment(placeOf(variable, value.at), value));
      return variable;
    };
    const targets: FrameTarget[] = [];
    const covering = new Set<string>();
    for (const clause of contract.clauses) {
      if (clause.kind !== 'assigns') continue;
      for (const target of clause.targets) {
        const pointer = part.of(target.pointer);
        const at = target.at;
        if (target.size === 'whole' || target.size === 'rest') {
          const construct = `an assigns clause of a ${target.size} object`;
          part.body.push({ kind: 'unsupported', at, construct });
          continue;
        }
        const size = part.of(target.size);
        if (target.condition === null) {
          targets.push({ start: kept('$frame_start', pointer), size: kept('$frame_size', size), given: null });
          covering.add(shapeOf([pointer, size]));
          continue;
        }
        const zero = number(0n, valueType(pointer.type), at);
        const start = kept('$frame_start', zero);
        const bytes = kept('$frame_size', number(0n, this.#size, at));
        const given = kept('$frame_given', number(0n, INT, at));
        const note = [
          assignment(placeOf(start, at), pointer),
          assignment(placeOf(bytes, at), size),
          assignment(placeOf(given, at), number(1n, INT, at)),
        ];
        part.body.push(when(part.of(target.condition), note, at));
        targets.push({ start, size: bytes, given });
      }
    }
    const frame = objects.map(({ given, pointer, size, object }) => ({
      object,
      start: kept('$object_start', pointer),
      size: kept('$object_size', size),
      covered: covering.has(shapeOf([given, size])),
    }));
    return { objects: frame, targets };
  }

  #part(name: string, type: FunctionDeclaration['type'], at: SourceLocation): HiddenBody {
    const declaration = this.#declare(name, type, at);
    return new HiddenBody(this.unit, declaration, (own, kind, where, storage, scope) =>
      this.#variable(own, kind, where, storage, scope),
    );
  }

  #declare(name: string, type: FunctionDeclaration['type'], at: SourceLocation): FunctionDeclaration {
    const declaration: FunctionDeclaration = {
      id: this.#nextFunction++,
      name,
      type,
      external: false,
      noreturn: false,
      pure: false,
      nonnull: [],
      sizes: [],
      system: false,
      asmName: null,
      same: null,
      missing: false,
      align: 1,
      definition: null,
      at,
    };
    this.functions.push(declaration);
    return declaration;
  }

  #variable(
    name: string,
    type: CType,
    at: SourceLocation,
    storage: 'static' | 'automatic' | 'any',
    scope: number | null = null,
  ): Variable {
    const variable: Variable = {
      id: this.#nextVariable++,
      name,
      type,
      storage: storage === 'any' ? 'static' : storage,
      external: false,
      undefined: storage === 'any',
      scope: storage === 'automatic' ? scope : null,
      threadLocal: false,
      initializer: null,
      at,
    };
    if (storage !== 'automatic') this.globals.push(variable);
    return variable;
  }
}

/** A hidden function while its body grows. Variables of the contract become its own. */
class HiddenBody {
  readonly body: Statement[] = [];
  readonly conditions: Conditions;
  readonly #own = new Map<Variable, Variable>();
  readonly #locals: Variable[] = [];

  constructor(
    unit: TranslationUnit,
    private readonly declaration: FunctionDeclaration,
    private readonly make: (
      name: string,
      type: CType,
      at: SourceLocation,
      storage: 'static' | 'automatic' | 'any',
      scope: number,
    ) => Variable,
  ) {
    this.conditions = new Conditions(
      unit,
      { make: (name, type, at, storage = 'automatic') => this.#made(name, type, at, storage) },
      this.body,
    );
  }

  /** The function's variable for one of the contract. */
  readonly own = (variable: Variable): Variable => {
    const known = this.#own.get(variable);
    if (known !== undefined) return known;
    const made = this.#made(variable.name, valueType(variable.type), variable.at, 'automatic');
    this.#own.set(variable, made);
    return made;
  };

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

  keepOlds({ olds }: Contract): void {
    for (const { variable, value } of olds) this.body.push(declared(this.own(variable), this.of(value)));
  }

  finish(parameters: readonly Variable[]): FunctionDeclaration {
    const { at } = this.declaration;
    const locals = this.#locals.filter((variable) => !parameters.includes(variable));
    this.declaration.definition = {
      parameters,
      locals,
      body: { kind: 'block', at, body: this.body, end: at },
      end: at,
    };
    return this.declaration;
  }

  #made(name: string, type: CType, at: SourceLocation, storage: 'automatic' | 'any'): Variable {
    const variable = this.make(name, type, at, storage, this.declaration.id);
    if (storage === 'automatic') this.#locals.push(variable);
    return variable;
  }
}

/** The form of expressions, without their places and conversions of pointers. */
function shapeOf(expressions: readonly Expression[]): string {
  const bare = expressions.map((e) => {
    let inner = e;
    while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
    return inner;
  });
  return JSON.stringify(bare, (key, value: unknown) =>
    key === 'at' || key === 'type' || key === 'field' ? undefined : typeof value === 'bigint' ? `${value}` : value,
  );
}

/** The variables that quantifiers of the expression bind. */
function boundIn(e: Expression): readonly Variable[] {
  switch (e.kind) {
    case 'builtin': {
      const [first] = e.arguments;
      const own = (e.name === '$forall' || e.name === '$exists') && first.kind === 'variable' ? [first.variable] : [];
      return [...own, ...e.arguments.flatMap(boundIn)];
    }
    case 'logical':
    case 'compare':
    case 'binary':
      return [...boundIn(e.left), ...boundIn(e.right)];
    case 'not':
    case 'convert':
      return boundIn(e.operand);
    case 'conditional':
      return [e.condition, e.then ?? e.condition, e.otherwise].flatMap(boundIn);
    default:
      return [];
  }
}

/** An id above those of all variables of the program. */
function firstFreeVariable({ globals, functions }: TranslationUnit): number {
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
