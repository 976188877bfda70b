import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type {
  AssignedBytes,
  Contract,
  Expression,
  FunctionDeclaration,
  TranslationUnit,
  Variable,
} from '../../c/ast.ts';
import { ANY_MEMORY } from '../../c/builtins/verifier-names.ts';
import type { Diagnostic } from '../../c/diagnostics.ts';
import { callOf, evaluated, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { Layout } from '../../c/types/layout.ts';
import { functionOf, INT, pointerTo, sizeType, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Hint } from '../cfa/hints.ts';
import { BodyClauses } from './body-clauses.ts';
import type { FreshObject } from './conditions.ts';
import { guessedInvariants } from './guesses.ts';
import { firstFreeVariable, HiddenBody, hiddenDeclaration } from './hidden-body.ts';
import { holdsInParts } from './pointer-terms.ts';
import { Indices, withBoundValues, withEarlierElements } from './ranges.ts';
import { onlyAccessed, ReachedGlobals } from './reached-globals.ts';
import { assignment, declared, hasTerm, separatedIn, shapeOf, targetsOf, when } from './syntax.ts';

/** Hidden functions of contracts, as syntax: the main function that enforces one, and bodies that stand for calls. */

/** Bytes that the function may assign, in hidden variables that its caller sets. */
interface FrameTarget {
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

/**
 * `requires`: only whether some call satisfies what the function requires. Then that check fails in a run.
 * `instances`: what is assumed of all elements counts at checked indices alone. A proof stands then, and a run does not.
 * `bodies`: calls of other functions are checked, and then run their bodies, so that runs are those of the program.
 */
export type ContractPart = 'all' | 'requires' | 'instances' | 'bodies';

/** A program with the hidden functions that clauses ask for. */
export interface HiddenFunctions {
  readonly unit: TranslationUnit;
  /** The hidden functions for a question about a function; null: none is asked about. */
  readonly question: {
    readonly main: FunctionDeclaration;
    /** Null: the function may assign anything. */
    readonly frame: Frame | null;
    /** The hidden function that stands for a function with a contract, by ids. */
    readonly instead: ReadonlyMap<number, number>;
  } | null;
  /** Invariants that are written at loops. */
  readonly hints: readonly Hint[];
  readonly warnings: readonly Diagnostic[];
}

/** A question about a function. */
interface ContractTask {
  readonly function: FunctionDeclaration;
  /** Functions of which contracts stand. */
  readonly replaced: readonly FunctionDeclaration[];
  readonly part: ContractPart;
}

/** Name of the hidden main function. */
const CONTRACT_MAIN = '$contract';

/**
 * Adds the hidden functions of a question to the program, and those of statements and loops with clauses.
 * `hintCount`: the number of hints of other sources.
 */
export function withHiddenFunctions(
  unit: TranslationUnit,
  asked: ContractTask | null,
  hintCount: number,
): HiddenFunctions {
  const made = new Made(unit, asked?.part === 'instances', hintCount);
  const question = asked === null ? null : questionOf(made, asked);
  const none = (): readonly Expression[] => [];
  const own = unit.functions.map((one) =>
    made.bodies.withStatements(one, one === asked?.function ? made.guesses(one) : none),
  );
  made.finish();
  // Calls refer to the declarations, so that a body is changed in place.
  for (const [i, one] of own.entries()) unit.functions[i].definition = one;
  const functions = [...unit.functions, ...made.functions];
  const { hints, warnings } = made.bodies;
  return { unit: { ...unit, functions, globals: [...unit.globals, ...made.globals] }, question, hints, warnings };
}

function questionOf(made: Made, { function: asked, replaced, part }: ContractTask): HiddenFunctions['question'] {
  const instead = new Map<number, number>();
  for (const declaration of replaced) {
    const { id, contract, definition } = declaration;
    if (contract === undefined) continue;
    const runsBody = part === 'bodies' && declaration !== asked && definition !== null;
    instead.set(id, made.standIn(declaration, withBoundValues(contract), runsBody).id);
  }
  if (asked.contract === undefined) throw new LemmataError('E-INPUT', `${asked.name} has no contract`, asked.at);
  return { ...made.main(asked, asked.contract, part), instead };
}

/** Makes hidden functions with ids behind those of the program. */
class Made {
  readonly functions: FunctionDeclaration[] = [];
  readonly globals: Variable[] = [];
  /** Invariants that loops of the function in question may have. */
  guesses: (asked: FunctionDeclaration) => ReturnType<typeof guessedInvariants> = () => () => [];
  #nextVariable: number;
  #nextFunction: number;
  readonly #size: CType;
  readonly #reached: ReachedGlobals;
  readonly #indices: Indices;
  readonly bodies: BodyClauses;

  /** `areInstances`: of what is assumed of all elements, only that of the checked ones. */
  constructor(
    private readonly unit: TranslationUnit,
    areInstances: boolean,
    hintCount: number,
  ) {
    this.bodies = new BodyClauses(
      hintCount,
      (name, type, at) => this.#declare(name, type, at),
      (declaration) => this.#partOf(declaration),
    );
    this.#indices = new Indices(
      new Layout(unit),
      (name, type, at) => this.#variable(name, type, at, 'any'),
      areInstances,
    );
    this.#reached = new ReachedGlobals(unit);
    this.#nextVariable = firstFreeVariable(unit);
    this.#nextFunction = unit.functions.reduce((most, { id }) => Math.max(most, id + 1), 0);
    this.#size = sizeType(unit.dataModel);
  }

  /**
   * The main function: it makes what the contract requires, calls the function and checks what it ensures. The
   * part `requires` ends in a check that fails where the call would be.
   */
  main(
    asked: FunctionDeclaration,
    given: Contract,
    asks: ContractPart,
  ): { readonly main: FunctionDeclaration; readonly frame: Frame | null } {
    const { at } = given;
    const contract = withEarlierElements(withBoundValues(given), (e) =>
      this.#variable('$old', valueType(e.type), e.at, 'automatic'),
    );
    const part = this.#part(CONTRACT_MAIN, functionOf(INT, []), at, true);
    const { body, conditions, of, own } = part;
    for (const { at: where } of targetsOf(contract, 'frees'))
      body.push({ kind: 'unsupported', at: where, construct: 'a frees clause of the function itself' });
    for (const parameter of contract.parameters) body.push(declared(own(parameter)));
    const unseen = onlyAccessed(asked);
    for (const [i, parameter] of contract.parameters.entries())
      if (unseen.has(i)) conditions.unseen.add(own(parameter));
    const required = contract.clauses.flatMap((one) => (one.kind === 'requires' ? [one.condition] : []));
    // Objects come first, since other conditions read them.
    const areObjects = (e: Expression): boolean => hasTerm(e, ['$valid']);
    for (const e of [...required.filter(areObjects), ...required.filter((one) => !areObjects(one))])
      conditions.assume(of(e));
    const globals = conditions.mayOverlap.length === 0 ? [] : this.#reached.of(asked, true);
    conditions.leaveOverlapsOpen(globals, separatedIn(required.map(of)), at);
    if (asks === 'requires') {
      conditions.check('requires', number(0n, INT, at), at);
      body.push({ kind: 'return', at, value: number(0n, INT, at) });
      return { main: part.finish([]), frame: { objects: [], targets: [] } };
    }
    const olds = part.keepOlds(contract);
    this.guesses = (one) => guessedInvariants(one, contract, olds);
    const frame = contract.assignsAny === true ? null : this.#frame(contract, conditions.objects, part);
    const list = contract.parameters.map((parameter) => read(own(parameter), at));
    const call = callOf(asked, list, at);
    if (contract.result === null) body.push(evaluated(call));
    else body.push(declared(own(contract.result), call));
    for (const clause of contract.clauses)
      if (clause.kind === 'ensures') conditions.check('ensures', of(clause.condition), clause.at);
    body.push({ kind: 'return', at, value: number(0n, INT, at) });
    return { main: part.finish([]), frame };
  }

  /**
   * The function that stands for calls: it checks what is required, and gives what is assigned any value, or runs
   * the body of the function.
   */
  standIn(declaration: FunctionDeclaration, contract: Contract, runsBody: boolean): FunctionDeclaration {
    const { at, name, type } = declaration;
    const part = this.#part(name, type, at);
    const { body, conditions, of, own } = part;
    const parameters = contract.parameters.map(own);
    // The body is judged with fresh objects apart from all others.
    for (const global of this.#reached.of(declaration)) conditions.keepApart(global);
    for (const clause of contract.clauses)
      if (clause.kind === 'requires') conditions.check('requires', of(clause.condition), clause.at);
    if (runsBody) {
      const list = parameters.map((parameter) => read(parameter, at));
      const call = callOf(declaration, list, at);
      body.push(contract.result === null ? evaluated(call) : { kind: 'return', at, value: call });
      return part.finish(parameters);
    }
    part.keepOlds(contract);
    if (contract.assignsAny === true) this.#open(part, 'the absent assigns clause', at)();
    const places = [
      ...targetsOf(contract, 'assigns').map((target) => this.#kept(part, target)),
      ...targetsOf(contract, 'frees').map(({ at: where }) => this.#open(part, 'frees', where)),
    ];
    for (const give of places) give();
    if (contract.result !== null) body.push(declared(own(contract.result)));
    for (const clause of contract.clauses) {
      if (clause.kind !== 'ensures') continue;
      if (holdsInParts(clause.condition)) conditions.assume(of(clause.condition));
      else this.#open(part, 'a clause about the extent of objects', clause.at)();
    }
    if (contract.result !== null) body.push({ kind: 'return', at, value: read(own(contract.result), at) });
    return part.finish(parameters);
  }

  /** Called behind all bodies. */
  finish(): void {
    this.#indices.finish();
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
    const note = [assignment(placeOf(start, at), typed), assignment(placeOf(size, at), part.of(target.size))];
    const given = target.condition === null ? null : part.local('$given', INT, at);
    if (given === null || target.condition === null) part.body.push(...note);
    else {
      part.body.push(declared(given, number(0n, INT, at)));
      note.push(assignment(placeOf(given, at), number(1n, INT, at)));
      part.body.push(when(part.of(target.condition), note, at));
    }
    const guard = given === null ? null : read(given, at);
    const whole = part.sizeOf(typed.type.target);
    const bytes = part.of(target.size);
    const isWhole = whole !== null && bytes.kind === 'integer' && bytes.value === whole;
    return () => {
      const inner = typed.type.kind === 'pointer' ? typed.type.target : VOID;
      if (isWhole && inner.kind !== 'array') {
        const any = part.local('$any', valueType(inner), at);
        part.body.push(declared(any));
        const place: Expression = { kind: 'dereference', type: valueType(inner), at, operand: read(start, at) };
        part.body.push(when(guard, [assignment(place, read(any, at))], at));
        return;
      }
      const element = part.sizeOf(inner);
      if (bytes.kind === 'integer' && bytes.value > 0n && element !== null && bytes.value % element === 0n) {
        const length = bytes.value / element;
        const any = part.local('$any', { kind: 'array', element: valueType(inner), length }, at);
        part.body.push(declared(any));
        const from: Expression = {
          kind: 'array-decay',
          type: pointerTo(valueType(inner)),
          at,
          operand: placeOf(any, at),
        };
        const list = [read(start, at), from, bytes];
        part.body.push(when(guard, [evaluated(callOf(this.#library('memcpy', at), list, at))], at));
        return;
      }
      const list = [read(start, at), read(size, at)];
      part.body.push(when(guard, [evaluated(callOf(this.#library(ANY_MEMORY, at), list, at))], at));
    };
  }

  /** The function without a body that is declared by that name, or a declaration of it. */
  #library(name: 'memcpy' | typeof ANY_MEMORY, at: SourceLocation): FunctionDeclaration {
    const known = [...this.unit.functions, ...this.functions].find(
      (one) => one.name === name && one.definition === null,
    );
    const any = pointerTo(VOID);
    const type = name === 'memcpy' ? functionOf(any, [any, any, this.#size]) : functionOf(VOID, [any, this.#size]);
    return known ?? this.#declare(name, type, at);
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
    for (const target of targetsOf(contract, 'assigns')) {
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
    const frame = objects.map(({ given, pointer, size, object }) => ({
      object,
      start: kept('$object_start', pointer),
      size: kept('$object_size', size),
      covered: covering.has(shapeOf([given, size])),
    }));
    return { objects: frame, targets };
  }

  #part(name: string, type: FunctionDeclaration['type'], at: SourceLocation, makesObjects = false): HiddenBody {
    return this.#partOf(this.#declare(name, type, at), makesObjects);
  }

  #partOf(declaration: FunctionDeclaration, makesObjects = false): HiddenBody {
    return new HiddenBody(
      this.unit,
      declaration,
      this.#indices,
      (own, kind, where, storage, scope) => this.#variable(own, kind, where, storage, scope),
      makesObjects,
    );
  }

  #declare(name: string, type: FunctionDeclaration['type'], at: SourceLocation): FunctionDeclaration {
    const declaration = hiddenDeclaration(this.#nextFunction++, name, type, at);
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
