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
import { callOf, evaluated, not, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { Layout } from '../../c/types/layout.ts';
import { functionOf, INT, isRecord, pointerTo, sizeType, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Hint } from '../cfa/hints.ts';
import { BodyClauses } from './body-clauses.ts';
import type { CalledFunction, FreshObject } from './fresh-objects.ts';
import { guessedInvariants } from './guesses.ts';
import { firstFreeVariable, HiddenBody, hiddenDeclaration } from './hidden-body.ts';
import { Indices, withBoundValues, withEarlierElements } from './ranges.ts';
import { reachedFunctions } from './reached-functions.ts';
import { onlyAccessed, ReachedGlobals } from './reached-globals.ts';
import { giveAny, standIn } from './stand-in.ts';
import {
  assignment,
  both,
  declared,
  ended,
  hasTerm,
  namesReleased,
  separatedIn,
  shapeOf,
  targetsOf,
  when,
} from './syntax.ts';

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
    /** Null: a block of the heap. */
    readonly object: Variable | null;
    /** Whether a target covers all of it. */
    readonly covered: boolean;
  }[];
  readonly targets: readonly FrameTarget[];
}

/**
 * `requires`: only whether some call satisfies what the function requires. Then that check fails in a run.
 * `instances`: what is assumed of all elements counts at checked indices alone. A proof stands then, and a run does not.
 * `bodies`: calls of other functions are checked, and then run their bodies, so that runs are those of the program.
 * `whatever`: what the function may assign gets any value in place of its body. A clause that holds then says nothing of it.
 */
export type ContractPart = 'all' | 'requires' | 'instances' | 'bodies' | 'whatever';

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
    /** The functions of the program that no run of it reaches. */
    readonly unreached: ReadonlySet<FunctionDeclaration>;
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
  const none = (): readonly Expression[] => [];
  // Calls refer to the declarations, so that a body is changed in place.
  const change = (one: FunctionDeclaration): void => {
    one.definition = made.bodies.withStatements(one, one === asked?.function ? made.guesses(one) : none);
  };
  const question = asked === null ? null : questionOf(made, asked, change);
  if (asked === null) for (const one of [...unit.functions]) change(one);
  made.finish();
  const functions = [...unit.functions, ...made.functions];
  const { hints, warnings } = made.bodies;
  return { unit: { ...unit, functions, globals: [...unit.globals, ...made.globals] }, question, hints, warnings };
}

/** `change`: changes the body of a function that is reached. Stand-ins are made for calls that are. */
function questionOf(
  made: Made,
  { function: asked, replaced, part }: ContractTask,
  change: (one: FunctionDeclaration) => void,
): HiddenFunctions['question'] {
  if (asked.contract === undefined) throw new LemmataError('E-INPUT', `${asked.name} has no contract`, asked.at);
  const { main, frame } = made.main(asked, asked.contract, part);
  const stands = new Set(replaced);
  const instead = new Map<number, number>();
  const { unit } = made;
  const reached = reachedFunctions(unit, main, {
    standIn: (declaration) => {
      const { id, contract, definition } = declaration;
      if (contract === undefined || !stands.has(declaration)) return null;
      const runsBody = part === 'bodies' && declaration !== asked && definition !== null;
      const other = made.standIn(declaration, withBoundValues(contract), runsBody);
      instead.set(id, other.id);
      return other;
    },
    change,
  });
  const unreached = new Set(unit.functions.filter((one) => !reached.has(one)));
  return { main, frame, instead, unreached };
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
    readonly unit: TranslationUnit,
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
    for (const parameter of contract.parameters) body.push(declared(own(parameter)));
    const releases = targetsOf(contract, 'frees');
    for (const { pointer } of releases) conditions.objects.released.add(shapeOf([of(pointer)]));
    const unseen = onlyAccessed(asked);
    for (const [i, parameter] of contract.parameters.entries())
      if (unseen.has(i)) conditions.objects.unseen.add(own(parameter));
    const required = contract.clauses.flatMap((one) => (one.kind === 'requires' ? [one.condition] : []));
    // Objects come first, since other conditions read them.
    const areObjects = (e: Expression): boolean => hasTerm(e, ['$valid']);
    for (const e of [...required.filter(areObjects), ...required.filter((one) => !areObjects(one))])
      conditions.assume(of(e));
    const globals = conditions.objects.mayOverlap.length === 0 ? [] : this.#reached.of(asked, true);
    conditions.objects.leaveOverlapsOpen(globals, separatedIn(required.map(of)), at);
    if (asks === 'requires') {
      conditions.check('requires', number(0n, INT, at), at);
      body.push({ kind: 'return', at, value: number(0n, INT, at) });
      return { main: part.finish([]), frame: { objects: [], targets: [] } };
    }
    for (const e of required.map(of))
      if (!conditions.objects.areMadeFor(e)) {
        const construct = 'a precondition on a pointer to no object that is_fresh makes';
        body.push({ kind: 'unsupported', at: e.at, construct });
      }
    const made = new Set(conditions.objects.all.map(({ given: pointer }) => shapeOf([pointer])));
    const areMade = [...conditions.objects.released].every((shape) => made.has(shape));
    const olds = part.keepOlds(contract);
    this.guesses = (one) => guessedInvariants(one, contract, olds);
    const isCalled = asks !== 'whatever';
    const kept = isCalled ? releases.flatMap((target) => this.#heldBlock(part, target)) : [];
    const frame =
      contract.assignsAny === true || !isCalled ? null : this.#frame(contract, conditions.objects.all, part);
    const list = contract.parameters.map((parameter) => read(own(parameter), at));
    const call = callOf(asked, list, at);
    if (!isCalled) giveAny(part, contract, at);
    else if (contract.result === null) body.push(evaluated(call));
    else {
      // Pointers within a record count as held at the end only in an object that outlives the function.
      const { name, type } = contract.result;
      if (isRecord(type)) part.replace(contract.result, this.#variable(`$${name}`, valueType(type), at, 'static'));
      const result = own(contract.result);
      body.push(isRecord(type) ? assignment(placeOf(result, at), call) : declared(result, call));
    }
    for (const isHeld of kept) conditions.check('assigns', isHeld, isHeld.at);
    for (const clause of contract.clauses) {
      if (clause.kind !== 'ensures') continue;
      const construct = 'a released block that no frees and no is_fresh names';
      if (!hasTerm(clause.condition, ['$was_freed']) || (areMade && namesReleased(contract, clause.condition)))
        conditions.check('ensures', of(clause.condition), clause.at);
      else body.push({ kind: 'unsupported', at: clause.at, construct });
    }
    // The caller goes on to hold the result and the objects that it gave, so that these do not end here.
    body.push(ended(at));
    return { main: part.finish([]), frame };
  }

  /** Keeps whether a target under a condition counts. Says then that its block is live unless it does; else nothing. */
  #heldBlock(part: HiddenBody, { pointer, condition, at }: AssignedBytes): readonly Expression[] {
    if (condition === null) return [];
    const block = part.local('$block', valueType(pointer.type), at);
    part.body.push(declared(block, part.of(pointer)));
    const given = part.local('$given', INT, at);
    part.body.push(declared(given, number(0n, INT, at)));
    part.body.push(when(part.of(condition), [assignment(placeOf(given, at), number(1n, INT, at))], at));
    const isReleased: Expression = {
      kind: 'builtin',
      name: '$was_freed',
      type: INT,
      at,
      arguments: [read(block, at)],
    };
    return [not(both(isReleased, not(read(given, at))))];
  }

  /** The function that stands for calls. `runsBody`: it checks what is required, and runs the body of the function. */
  standIn(declaration: FunctionDeclaration, contract: Contract, runsBody: boolean): FunctionDeclaration {
    const { at, name, type } = declaration;
    return standIn(this.#part(name, type, at), declaration, contract, this.#reached.of(declaration), runsBody);
  }

  /** Called behind all bodies. */
  finish(): void {
    this.#indices.finish();
  }

  /** The function without a body that is declared by that name, or a declaration of it. */
  #library(name: CalledFunction, at: SourceLocation): FunctionDeclaration {
    const known = [...this.unit.functions, ...this.functions].find(
      (one) => one.name === name && one.definition === null,
    );
    const any = pointerTo(VOID);
    const types = {
      memcpy: functionOf(any, [any, any, this.#size]),
      malloc: functionOf(any, [this.#size]),
      free: functionOf(VOID, [any]),
      [ANY_MEMORY]: functionOf(VOID, [any, this.#size]),
    };
    return known ?? this.#declare(name, types[name], at);
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
      (library, where) => this.#library(library, where),
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
