import { LemmataError } from '../../base/errors.ts';
import type { Expression, FunctionDeclaration, InitializerEntry, TranslationUnit, Variable } from '../../c/ast.ts';
import { INITIAL_OBJECTS } from '../../c/builtins/library/system.ts';
import { isArray, isInteger } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Place, Program, StaticValue } from '../cfa/automaton.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import type { ContestedReadings } from '../cfa/checks/contested.ts';
import { type CheckKind, isMemoryKind } from '../cfa/checks/kinds.ts';
import { DEFAULT_EXTERNALS, type Externals } from '../cfa/externals.ts';
import { undefinedOrigin } from '../cfa/jump-functions.ts';
import * as make from '../cfa/make.ts';
import { walkExpr, walkOperation } from '../cfa/walk.ts';
import { FunctionBuilder, type Parts } from './builder.ts';
import { requireNoEnd } from './checks.ts';
import { buildCondition } from './condition.ts';
import { ProgramContext } from './context.ts';
import { CHANGES, effectsOf } from './effects.ts';
import { buildEffects, buildValue } from './expression.ts';
import { finishGraph } from './finish.ts';
import { buildInitialiser } from './initializer.ts';
import { endMain, startMain } from './main-function.ts';
import { checkMissingValues } from './missing-values.ts';
import { OrderAnalysis } from './order/conflicts.ts';
import { buildPlace } from './place.ts';
import { checkAccesses } from './reads/checks.ts';
import { buildStatement } from './statement.ts';
import { packRuns, typeAt } from './static-runs.ts';
import { hiddenFunctions, Watch } from './watch.ts';

const parts: Parts = {
  value: buildValue,
  place: buildPlace,
  effects: buildEffects,
  condition: buildCondition,
  statement: buildStatement,
  initialise: buildInitialiser,
};

/** Options for lowering. */
export interface LoweringOptions {
  /** See `Program.allocationMayFail`; default false. */
  readonly allocationMayFail?: boolean;
  /** Default: `agree`. */
  readonly externals?: Externals;
  /**
   * Whether a `jmp_buf` may have any content before its `setjmp`, as under an entry other than `main`;
   * default false.
   */
  readonly anyBuffers?: boolean;
  /** Kinds of checks that the automata contain; default: none. */
  readonly checks?: readonly CheckKind[];
  /** How contested cases of these kinds are read; default: each ends a proof and is no alarm. */
  readonly contested?: ContestedReadings;
  /** Kinds without a check whose violation has no meaning; those of memory are `Program.judged`. Default: none. */
  readonly gaps?: readonly CheckKind[];
  /** Whether a `_Bool` without a value may hold another byte than 0 and 1. Default true. */
  readonly anyTruth?: boolean;
  /** Whether the program may start threads; threads/program.ts then weaves them. Default false. */
  readonly threads?: boolean;
  /**
   * Whether an order of evaluation that C leaves open ends proofs; else the automaton's order counts as C's.
   * Default: where checks ask for it.
   */
  readonly openOrder?: boolean;
  /** Functions that no run reaches, whose bodies are left out; default: none. */
  readonly unreached?: ReadonlySet<FunctionDeclaration>;
}

/**
 * Builds the automata of a linked program, in time and memory linear in its size. Recursive over
 * syntax: for the compile thread.
 *
 * @throws LemmataError E-INPUT where a static initialiser is not constant
 */
export function lowerUnit(
  unit: TranslationUnit,
  {
    allocationMayFail = false,
    externals = DEFAULT_EXTERNALS,
    anyBuffers = false,
    checks = [],
    contested = {},
    gaps = [],
    anyTruth = true,
    threads = false,
    openOrder = checks.includes('sequence'),
    unreached,
  }: LoweringOptions = {},
): Program {
  const count = unit.functions.reduce((most, declaration) => Math.max(most, declaration.id + 1), 0);
  const ids = checks.map((kind, i) => [kind, count + i] as const);
  const watch = new Watch(ids, contested, gaps, anyTruth);
  const context = new ProgramContext(
    unit,
    anyBuffers,
    watch,
    threads,
    (gaps.includes('deref') && !threads) || watch.has('deref'),
  );
  if (openOrder) {
    const mayChange = (e: Expression): boolean => (effectsOf(context, e) & CHANGES) !== 0;
    context.order = new OrderAnalysis({ unit, addressed: context.survey.addressTaken, externals, mayChange });
  }
  const twins = new Set(unit.functions.map(({ same }) => same));
  const functions: (AutomatonFunction | null)[] = new Array(count).fill(null);
  let main: number | null = null;
  for (const declaration of unit.functions) {
    if (declaration.definition === null) functions[declaration.id] = undefinedFunction(declaration);
    else if (unreached?.has(declaration) === true) functions[declaration.id] = unreachedFunction(declaration);
    else functions[declaration.id] = buildFunction(context, declaration, unit, twins.has(declaration));
    if (declaration.name === 'main' && declaration.definition !== null) main = declaration.id;
  }
  buildInitialValues(new FunctionBuilder(context, NO_FUNCTION, parts));
  context.resolveLabelAddresses();
  functions.push(...hiddenFunctions(watch), ...context.furtherFunctions);
  // A function that a jump leaves has no value either.
  const checked =
    context.jumpVariables === null ? checkMissingValues(functions, context.initialValues, unit, watch) : functions;
  return {
    dataModel: unit.dataModel,
    byteOrder: unit.byteOrder,
    allocationMayFail,
    externals,
    watched: checks.filter(isMemoryKind),
    judged: gaps.filter(isMemoryKind),
    strict: checks.filter(isMemoryKind).filter((kind) => contested[kind] === 'strict'),
    faults: null,
    arguments: null,
    environment: null,
    functions: checked,
    globals: withLibraryObjects(
      withoutUnnamed(context.globals, functions, context.initialValues),
      context.initialValues,
    ),
    initialValues: context.initialValues,
    main,
    startup: {
      constructors: unit.constructors.map(({ id }) => id),
      started: context.started,
      jump: context.jumpVariables?.target ?? null,
    },
    files: unit.files,
    shared: [],
  };
}

/** Stands for a function where static initialisers are evaluated. */
const NO_FUNCTION: Pick<FunctionDeclaration, 'id' | 'name' | 'type' | 'noreturn' | 'at'> = {
  at: make.NOWHERE,
  id: -1,
  name: '',
  type: functionReturning({ kind: 'void' }),
  noreturn: false,
};

function undefinedFunction(declaration: FunctionDeclaration): AutomatonFunction {
  const { id, type, same, noreturn, pure, at } = declaration;
  return bodylessFunction({ ...undefinedOrigin(declaration), id, type, hasTwin: same !== null, noreturn, pure, at });
}

/** Its body ends proofs and runs, should a run reach it all the same. */
function unreachedFunction(declaration: FunctionDeclaration): AutomatonFunction {
  const { name, at } = declaration;
  const op = { kind: 'unsupported', construct: `the body of ${name}, which no run reaches` } as const;
  const body = { exit: 1, locationCount: 2, edges: [{ id: 0, from: 0, to: 1, op, at }], outgoing: [[0], []] };
  return { ...undefinedFunction(declaration), ...body, name, defined: true, origin: 'program' };
}

function buildFunction(
  context: ProgramContext,
  declaration: FunctionDeclaration,
  unit: TranslationUnit,
  hasTwin: boolean,
): AutomatonFunction {
  const definition = declaration.definition;
  if (definition === null) throw new LemmataError('E-INTERNAL', `no body: ${declaration.name}`, declaration.at);
  const b = new FunctionBuilder(context, declaration, parts);
  for (const parameter of definition.parameters) b.addParameter(parameter);
  for (const local of definition.locals) b.addLocal(local);
  b.names.within(() => {
    for (const parameter of definition.parameters) b.names.declare(parameter);
    b.longJumps.start();
    if (declaration.name === 'main') startMain(b, unit, declaration);
    b.statement(definition.body);
  });
  requireNoEnd(b, definition.end);
  // C11 5.1.2.2.3: reaching the end of main returns 0.
  if (b.mainEnd !== null) endMain(b, b.mainEnd, null, definition.end);
  if (declaration.name === 'main' && declaration.type.result.kind === 'integer') {
    b.emitTo({ kind: 'return', value: make.zeroOf(declaration.type.result) }, b.exit, definition.end);
  } else b.jump(b.exit, definition.end);
  b.longJumps.finish(definition.end);
  checkAccesses(b);
  const graph = finishGraph(b);
  for (const [label, location] of b.labelLocations) {
    context.labels.set(label, { function: declaration.id, location: graph.finalLocation(location) });
  }
  const { finalLocation: _, ...automaton } = graph;
  return {
    id: declaration.id,
    name: declaration.name,
    type: declaration.type,
    parameters: definition.parameters,
    locals: b.locals,
    defined: true,
    origin: 'program',
    hasTwin,
    noreturn: declaration.noreturn,
    pure: declaration.pure,
    ...(declaration.nonnull.length === 0 ? {} : { nonnull: declaration.nonnull }),
    ...(declaration.sizes.length === 0 ? {} : { sizes: declaration.sizes }),
    ...automaton,
    extents: b.names.extents,
    at: declaration.at,
  };
}

/**
 * Translates all static initialisers, including those of the strings and compound literals that they
 * use.
 */
function buildInitialValues(b: FunctionBuilder): void {
  const { context } = b;
  for (let next = context.pendingInitializers.pop(); next !== undefined; next = context.pendingInitializers.pop()) {
    const { variable, initializer } = next;
    context.initialValues.set(
      variable.id,
      packRuns(
        variable.type,
        initializer.entries.map((entry) => staticValue(b, variable.type, entry)),
        b.layout,
      ),
    );
  }
}

function staticValue(b: FunctionBuilder, object: CType, entry: InitializerEntry): StaticValue {
  const { path, range } = entry;
  const value = constant(b, object, entry);
  return range === undefined ? { path, value } : { path, range, value };
}

function constant(b: FunctionBuilder, object: CType, { path, value }: InitializerEntry): StaticValue['value'] {
  if (value.kind === 'string' && isArray(value.type))
    return { kind: 'bytes', units: fitting(value.units, typeAt(object, path)) };
  const before = b.edges.length;
  const expr = b.value(value);
  if (b.edges.length !== before)
    throw new LemmataError('E-INPUT', 'initialiser of a static object is not constant', value.at);
  return expr;
}

/** Returns the units that fit: `char s[3] = "abc"` has no room for the zero. */
function fitting(units: readonly number[], array: CType): readonly number[] {
  if (array.kind !== 'array' || typeof array.length !== 'bigint' || BigInt(units.length) <= array.length) return units;
  return units.slice(0, Number(array.length));
}

/** Returns the ids of all variables that functions or initial values mention, in time linear in them. */
function mentionedVariables(
  functions: readonly (AutomatonFunction | null)[],
  initialValues: ReadonlyMap<number, readonly StaticValue[]>,
): ReadonlySet<number> {
  const mentioned = new Set<number>();
  const visitor = {
    place(place: Place): void {
      if (place.kind === 'variable') mentioned.add(place.variable.id);
    },
  };
  for (const fn of functions) for (const { op } of fn?.edges ?? []) walkOperation(op, visitor, true);
  for (const values of initialValues.values())
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
  return mentioned;
}

/** Leaves out objects of headers that the program declares without ever naming them again. */
function withoutUnnamed(
  globals: readonly Variable[],
  functions: readonly (AutomatonFunction | null)[],
  initialValues: ReadonlyMap<number, readonly StaticValue[]>,
): readonly Variable[] {
  if (!globals.some((variable) => variable.undefined)) return globals;
  const mentioned = mentionedVariables(functions, initialValues);
  return globals.filter((variable) => !variable.undefined || mentioned.has(variable.id));
}

/** Gives objects of the library that the program names the values that they have at first. */
function withLibraryObjects(
  globals: readonly Variable[],
  initialValues: Map<number, readonly StaticValue[]>,
): readonly Variable[] {
  for (const variable of globals) {
    const value = variable.undefined ? INITIAL_OBJECTS.get(variable.name) : undefined;
    const { type, at } = variable;
    if (value === undefined || (value === 0 ? type.kind !== 'pointer' : !isInteger(type))) continue;
    // Places refer to the variable objects themselves, so the change is made in place.
    variable.undefined = false;
    if (!isInteger(type)) continue;
    const entry = { path: [], value: { kind: 'integer', type, at, value: BigInt(value) } } as const;
    variable.initializer = { zeroFirst: false, entries: [entry] };
    initialValues.set(variable.id, [{ path: [], value: make.integer(type, entry.value.value) }]);
  }
  return globals;
}
