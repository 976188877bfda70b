import { LemmataError } from '../base/errors.ts';
import type { TranslationUnit } from '../c/ast.ts';
import { ENDS_LIKE_EXIT } from '../c/builtins/library/table.ts';
import { assertionFunctions, guardChecks } from './cfa/assertions.ts';
import type { ArgumentBounds, AutomatonFunction, Edge, Operation, Program } from './cfa/automaton.ts';
import { type Check, checkAssertions, onlyChecks, placeChecks } from './cfa/checks/places.ts';
import type { Entry } from './cfa/entry-options.ts';
import type { LinkedProgram } from './cfa/linked.ts';
import { DEFAULT_ARGUMENTS, withArguments } from './cfa/main-arguments.ts';
import { isUndisturbed, NO_SURROUNDINGS, type Surroundings } from './cfa/surroundings.ts';
import { withUninterpreted } from './cfa/uninterpreted.ts';
import type { HiddenFunctions } from './contracts/hidden-functions.ts';
import { type ContractQuestion, hiddenFunctionsFor, withContract } from './contracts/pass.ts';
import { withChecksAtEnds } from './link/ends.ts';
import { type ForeseenCallbacks, foreseeCallbacks, withCallbacks } from './link/external-calls.ts';
import { withExternalObjects } from './link/external-objects.ts';
import { type LinkFailure, type LinkOptions, linkAutomata } from './link/program.ts';
import { withEntry } from './lowering/entry.ts';
import { withModels } from './lowering/models/attach.ts';
import { withCharacterTables } from './lowering/models/character-tables.ts';
import { withErrno } from './lowering/models/errno.ts';
import { withInputs } from './lowering/models/inputs.ts';
import { type LoweringOptions, lowerUnit } from './lowering/program.ts';
import { withSurroundings } from './surroundings/pass.ts';
import { mayStartThreads, withThreads } from './threads/program.ts';

/** The question that a program is prepared for. */
export interface ProgramOptions extends Omit<LoweringOptions, 'anyBuffers'>, Pick<LinkOptions, 'goal' | 'limits'> {
  /** Where runs begin; absent or null: at `main`. */
  readonly entry?: Entry | null;
  /** The function that is judged against its contract; absent or null: none is. */
  readonly contract?: ContractQuestion | null;
  /** The number of hints that the program has besides those that its loops state; default 0. */
  readonly hintCount?: number;
  /** Acts on the program besides its inputs; default: none. */
  readonly surroundings?: Surroundings;
  /** Bounds of the command line; default: `DEFAULT_ARGUMENTS`. */
  readonly arguments?: ArgumentBounds;
  /** Whether assertions are called only where they fail; default false. */
  readonly guarded?: boolean;
  /** Functions that mean a failing assertion, besides those of C; absent: assertions are no checks. */
  readonly failures?: readonly string[];
  /** Whether each check gets a function of its own, so that runs may ask for some of them; default false. */
  readonly placed?: boolean;
}

/** A program between two passes. No pass changes the value that it gets. */
export interface PassedProgram {
  readonly options: ProgramOptions;
  /** The program that runs execute. */
  readonly program: Program;
  /** The program that formulas are made of, with the same ids; null: the one that runs execute. */
  readonly modelled: Program | null;
  /** Names of the functions that are called where an assertion fails. */
  readonly assertions: readonly string[];
  /** The checks with functions of their own. */
  readonly checks: readonly Check[];
  /** Names of the functions whose call is an error. */
  readonly errorFunctions: readonly string[];
  /** Whether threads were woven into one. */
  readonly woven: boolean;
  /** Calls of external functions back into the program; null: there are none. */
  readonly callbacks: ForeseenCallbacks | null;
  /** The hidden functions of clauses; null: none asks for any. */
  readonly hidden: HiddenFunctions | null;
}

/** One step between lowering and linking. */
interface Pass {
  readonly name: string;
  /**
   * How often it runs: once for a program, for each choice of error functions, or for each link. A
   * program that has been linked is linked again by the last ones alone.
   */
  readonly each: 'program' | 'choice' | 'link';
  /** The fault that the program would have without it. */
  readonly why: string;
  /** Returns what it changes. */
  readonly run: (passed: PassedProgram) => Partial<PassedProgram>;
}

/** All passes, in their order. */
export const PASSES: readonly Pass[] = [
  {
    name: 'ends at calls',
    each: 'program',
    why: 'a message about handlers of exit names the call of the program, not a place within the library',
    run: ({ program }) => ({ program: { ...program, functions: endedAtCalls(program.functions) } }),
  },
  {
    name: 'character tables',
    each: 'program',
    why: 'the macros of ctype.h read tables, which are objects of the library',
    run: ({ program }) => ({ program: withCharacterTables(program) }),
  },
  {
    name: 'errno',
    each: 'program',
    why: 'errno is an object that calls of the library set',
    run: ({ program }) => ({ program: withErrno(program) }),
  },
  {
    name: 'entry',
    each: 'program',
    why: 'runs may begin at another function than main, with any arguments',
    run: ({ program, options: { entry = null } }) => (entry === null ? {} : { program: withEntry(program, entry) }),
  },
  {
    name: 'contract',
    each: 'program',
    why: 'a contract is about the runs of one function, in which other functions do what their contracts say',
    run: ({ program, hidden }) =>
      hidden === null || hidden.question === null ? {} : { program: withContract(program, hidden.question) },
  },
  {
    name: 'uninterpreted functions',
    each: 'program',
    why: 'functions that CBMC leaves uninterpreted have equal values for equal arguments',
    run: ({ program, options: { threads = false } }) => ({ program: withUninterpreted(program, threads) }),
  },
  {
    name: 'checks at ends',
    each: 'program',
    why: 'a leak is a fault of the end of a run, where no operation of the program stands',
    run: ({ program, options: { checks = [], placed = false } }) => ({
      program: withChecksAtEnds(program, checks, placed),
    }),
  },
  {
    name: 'assertions',
    each: 'program',
    why: 'an assertion that takes a condition is called where it holds, too, and only its failure is an error',
    run: ({ program, options: { guarded = false } }) => ({
      assertions: assertionFunctions(program),
      ...(guarded ? { program: guardChecks(program) } : {}),
    }),
  },
  {
    name: 'assertions as checks',
    each: 'program',
    why: 'a failing assertion is a check like any other where checks are asked for',
    run: ({ program, options: { failures } }) =>
      failures === undefined ? {} : { program: checkAssertions(program, failures) },
  },
  {
    name: 'places of checks',
    each: 'program',
    why: 'checks that are decided one by one need names of their own',
    run: ({ program, options: { placed = false } }) => (placed ? placeChecks(program) : {}),
  },
  {
    name: 'open checks',
    each: 'choice',
    why: 'a check that is decided ends runs without blame',
    run: ({ program, checks, errorFunctions }) =>
      checks.length === 0 ? {} : { program: onlyChecks(program, checks, new Set(errorFunctions)) },
  },
  {
    name: 'surroundings',
    each: 'choice',
    why: 'handlers of interrupts, and registers and objects that change by themselves, act between the steps of the program',
    run: ({ program, options: { surroundings = NO_SURROUNDINGS, entry = null } }) =>
      isUndisturbed(surroundings) || program.main === null
        ? {}
        : { program: withSurroundings(program, surroundings, entry?.function ?? 'main') },
  },
  {
    name: 'command line',
    each: 'choice',
    why: 'the arguments of main are inputs',
    run: ({ program, options }) => ({ program: withArguments(program, options.arguments ?? DEFAULT_ARGUMENTS) }),
  },
  {
    name: 'inputs',
    each: 'choice',
    why: 'what the program reads from its environment consists of inputs',
    run: ({ program, options, errorFunctions }) => ({
      program: withInputs(program, options.arguments ?? DEFAULT_ARGUMENTS, errorFunctions),
    }),
  },
  {
    name: 'threads',
    each: 'choice',
    why: 'formulas know one thread; whether runs of several end depends on a fairness that no schedule here has',
    run: ({ program, options, errorFunctions }) => {
      if (options.goal === 'cycle') return {};
      const { gaps = [], checks = [] } = options;
      const strict = [...gaps, ...checks].includes('argument');
      const { program: woven, isWoven } = withThreads(program, errorFunctions, { strict });
      return { program: woven, woven: isWoven };
    },
  },
  {
    name: 'models',
    each: 'link',
    why: 'formulas know few functions of the library; for others they follow a model in C',
    run: ({ program, errorFunctions }) => ({ modelled: withModels(program, errorFunctions) }),
  },
  {
    name: 'external callbacks',
    each: 'link',
    why: 'external functions may call what they are given; under havoc these calls and objects are inputs of runs',
    run: ({ program, modelled, errorFunctions }) => {
      const callbacks = foreseeCallbacks(modelled ?? program, errorFunctions);
      const given = withExternalObjects(program, callbacks?.functions ?? []);
      const source = callbacks === null ? given : withCallbacks(given, callbacks, ['havoc']);
      // Models come last, so that functions, edges and variables have the same ids in both programs.
      return source === program
        ? { callbacks }
        : { callbacks, program: source, modelled: withModels(source, errorFunctions) };
    },
  },
  {
    name: 'callbacks in formulas',
    each: 'link',
    why: 'a run has no inputs for the callbacks of functions that agree with the program, but a proof needs them',
    run: ({ program, modelled, callbacks }) =>
      callbacks === null ? {} : { modelled: withCallbacks(modelled ?? program, callbacks, ['agree', 'havoc']) },
  },
];

/** Runs the passes of one kind, in their order. */
function passed(program: PassedProgram, each: Pass['each']): PassedProgram {
  let now = program;
  for (const pass of PASSES) if (pass.each === each) now = { ...now, ...pass.run(now) };
  return now;
}

function unpassed(program: Program, options: ProgramOptions): PassedProgram {
  const nothing = {
    modelled: null,
    assertions: [],
    checks: [],
    errorFunctions: [],
    woven: false,
    callbacks: null,
    hidden: null,
  };
  return { options, program, ...nothing };
}

/**
 * Lowers the tree and runs the passes for all its errors. Recursive over syntax: for the compile thread.
 * Throws LemmataError E-INPUT where a static initialiser is not constant, or where the entry is not modelled.
 */
export function prepareProgram(unit: TranslationUnit, options: ProgramOptions = {}): PassedProgram {
  const { entry = null, contract = null, hintCount = 0, goal, surroundings = NO_SURROUNDINGS } = options;
  const hidden = hiddenFunctionsFor(unit, contract, hintCount);
  const starts = mayStartThreads(unit);
  if (starts && surroundings.interrupts.length > 0)
    throw new LemmataError('E-INPUT', 'interrupts are not modelled in programs that start threads');
  // Each read of an object counts where something else may change it.
  const { threads = !isUndisturbed(surroundings) || (goal !== 'cycle' && starts) } = options;
  const lowered = lowerUnit(hidden?.unit ?? unit, {
    ...options,
    anyBuffers: entry !== null || contract !== null,
    threads,
    unreached: hidden?.question?.unreached,
  });
  return passed({ ...unpassed(lowered, { ...options, threads }), hidden }, 'program');
}

/** The program of {@link prepareProgram}. */
export function buildProgram(unit: TranslationUnit, options: ProgramOptions = {}): Program {
  return prepareProgram(unit, options).program;
}

/** Links a prepared program in which runs are errors that call one of the functions. Others end runs without blame. */
export function linkChosen(
  prepared: PassedProgram,
  errorFunctions: readonly string[],
): { readonly linked: LinkedProgram | LinkFailure; readonly woven: boolean } {
  const chosen = passed({ ...prepared, errorFunctions }, 'choice');
  return { linked: linkPassed(chosen), woven: chosen.woven };
}

/** Links a program that is prepared but for what only linking needs, as the source of a linked program is. */
export function linkProgram(program: Program, options: LinkOptions): LinkedProgram | LinkFailure {
  return linkPassed({ ...unpassed(program, options), errorFunctions: options.errorFunctions });
}

function linkPassed(chosen: PassedProgram): LinkedProgram | LinkFailure {
  const { program, modelled, errorFunctions, options } = passed(chosen, 'link');
  return linkAutomata({ source: program, program: modelled ?? program }, { ...options, errorFunctions });
}

/**
 * Ends proofs and runs at the calls of library functions that may run handlers or destructors, instead
 * of within these functions. Messages then name the call. The parser gave them a body that is
 * unsupported; calls through pointers still meet it.
 */
function endedAtCalls(functions: readonly (AutomatonFunction | null)[]): (AutomatonFunction | null)[] {
  const open = new Map<number, Operation>();
  for (const fn of functions) {
    if (fn === null || !fn.defined || !ENDS_LIKE_EXIT.has(fn.name)) continue;
    const [only] = fn.outgoing[fn.entry].map((edge) => fn.edges[edge].op);
    if (only?.kind === 'unsupported') open.set(fn.id, only);
  }
  if (open.size === 0) return [...functions];
  const ended = (edge: Edge): Edge => {
    const { op } = edge;
    const instead = op.kind === 'call' && op.callee.kind === 'direct' ? open.get(op.callee.function) : undefined;
    return instead === undefined ? edge : { ...edge, op: instead };
  };
  return functions.map((fn) => (fn === null ? null : { ...fn, edges: fn.edges.map(ended) }));
}
