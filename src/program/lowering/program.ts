import { LemmataError } from '../../base/errors.ts';
import type { FunctionDeclaration, TranslationUnit } from '../../c/ast.ts';
import type { AutomatonFunction, Program } from '../cfa/automaton.ts';
import { bodylessFunction, functionReturning } from '../cfa/bodyless-function.ts';
import type { ContestedReadings } from '../cfa/checks/contested.ts';
import { type CheckKind, isMemoryKind } from '../cfa/checks/kinds.ts';
import { DEFAULT_EXTERNALS, type Externals } from '../cfa/externals.ts';
import { undefinedOrigin } from '../cfa/jump-functions.ts';
import * as make from '../cfa/make.ts';
import { withoutUnnamed } from '../cfa/mentioned.ts';
import { FunctionBuilder, type Parts } from './builder.ts';
import { buildCondition } from './condition.ts';
import { ProgramContext } from './context.ts';
import { buildEffects, buildValue } from './expression.ts';
import { finishGraph } from './finish.ts';
import { buildInitialiser } from './initializer.ts';
import { endMain, startMain } from './main-function.ts';
import { buildPlace } from './place.ts';
import { buildStatement } from './statement.ts';
import { buildInitialValues } from './statics.ts';
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
  /** Whether the program may start threads; threads/program.ts then weaves them. Default false. */
  readonly threads?: boolean;
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
    threads = false,
  }: LoweringOptions = {},
): Program {
  const count = unit.functions.reduce((most, declaration) => Math.max(most, declaration.id + 1), 0);
  const ids = checks.map((kind, i) => [kind, count + i] as const);
  const watch = new Watch(ids, contested);
  const context = new ProgramContext(unit, anyBuffers, watch, threads);
  const twins = new Set(unit.functions.map(({ same }) => same));
  const functions: (AutomatonFunction | null)[] = new Array(count).fill(null);
  let main: number | null = null;
  for (const declaration of unit.functions) {
    functions[declaration.id] =
      declaration.definition === null
        ? undefinedFunction(declaration)
        : buildFunction(context, declaration, unit, twins.has(declaration));
    if (declaration.name === 'main' && declaration.definition !== null) main = declaration.id;
  }
  buildInitialValues(new FunctionBuilder(context, NO_FUNCTION, parts));
  context.resolveLabelAddresses();
  functions.push(...hiddenFunctions(watch));
  return {
    dataModel: unit.dataModel,
    allocationMayFail,
    externals,
    watched: checks.filter(isMemoryKind),
    strict: checks.filter(isMemoryKind).filter((kind) => contested[kind] === 'strict'),
    faults: null,
    arguments: null,
    environment: null,
    functions,
    globals: withoutUnnamed(context.globals, functions, context.initialValues),
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
const NO_FUNCTION: Pick<FunctionDeclaration, 'id' | 'name' | 'type' | 'at'> = {
  at: make.NOWHERE,
  id: -1,
  name: '',
  type: functionReturning({ kind: 'void' }),
};

function undefinedFunction(declaration: FunctionDeclaration): AutomatonFunction {
  const { id, type, same, noreturn, pure, at } = declaration;
  return bodylessFunction({ ...undefinedOrigin(declaration), id, type, hasTwin: same !== null, noreturn, pure, at });
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
  // C11 5.1.2.2.3: reaching the end of main returns 0.
  if (b.mainEnd !== null) endMain(b, b.mainEnd, null, definition.end);
  if (declaration.name === 'main' && declaration.type.result.kind === 'integer') {
    b.emitTo({ kind: 'return', value: make.zeroOf(declaration.type.result) }, b.exit, definition.end);
  } else b.jump(b.exit, definition.end);
  b.longJumps.finish(definition.end);
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
    ...automaton,
    extents: b.names.extents,
    at: declaration.at,
  };
}
