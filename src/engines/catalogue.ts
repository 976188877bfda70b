import {
  AI,
  BMC,
  BOXES,
  type EngineOption,
  HOUDINI,
  IMC,
  INTERPOLATION,
  KIND,
  MAX_DEPTH,
  PDR,
  POLY,
  SIM,
  SOLVER,
} from '../methods/options.ts';

/** An engine as help texts and schemas show it. */
export interface EngineDescription {
  /** One line. */
  readonly summary: string;
  /** Where the algorithm is described. */
  readonly reference: string;
  readonly options: readonly EngineOption[];
}

/** Engines that work on the transition system. */
export type SystemEngineId =
  | 'bmc'
  | 'kind'
  | 'imc'
  | 'ismc'
  | 'dar'
  | 'pdr'
  | 'ai'
  | 'houdini'
  | 'poly'
  | 'ic3'
  | 'exhaust'
  | 'explore'
  | 'boxes';

/** All engines: the simulator works on the program itself. */
export type EngineId = SystemEngineId | 'sim';

/**
 * Descriptions of all engines, without their code. Only this table says which options each engine
 * takes.
 */
export const CATALOGUE: Readonly<Record<EngineId, EngineDescription>> = {
  bmc: {
    summary: 'bounded model checking: unrolls step by step, finds bugs, proves programs whose runs all end',
    reference: 'Biere, Cimatti, Clarke, Zhu: Symbolic Model Checking without BDDs (TACAS 1999)',
    options: [MAX_DEPTH, ...Object.values(BMC)],
  },
  kind: {
    summary: 'k-induction, strengthened by the invariants that other engines find',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    options: [MAX_DEPTH, ...Object.values(KIND)],
  },
  imc: {
    summary: 'interpolation-based model checking: images of the initial states by interpolants, to a fixpoint',
    reference: '[IMC22] Beyer, Lee, Wendler: Interpolation and SAT-Based Model Checking Revisited (arXiv 2208.05046)',
    options: [MAX_DEPTH, ...Object.values(IMC), ...Object.values(INTERPOLATION)],
  },
  ismc: {
    summary: 'interpolation sequences: what is reachable in exactly i steps, strengthened depth by depth, to a fixpoint',
    reference:
      '[TRF24] Beyer, Chien, Jankola, Lee: A Transferability Study of Interpolation-Based Hardware Model Checking (FSE 2024)',
    options: [MAX_DEPTH, ...Object.values(INTERPOLATION)],
  },
  dar: {
    summary: 'dual approximated reachability: sets forward from the start and backward from the error strengthen each other',
    reference:
      '[TRF24] Beyer, Chien, Jankola, Lee: A Transferability Study of Interpolation-Based Hardware Model Checking (FSE 2024)',
    options: [MAX_DEPTH, ...Object.values(INTERPOLATION)],
  },
  ai: {
    summary:
      'dataflow analysis in rounds of growing precision: finds invariants for the other engines, proves what they suffice for',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    options: Object.values(AI),
  },
  houdini: {
    summary:
      'invariants from templates: equalities grown from random runs, atoms, bounds and what holds of all elements, kept by induction',
    reference: 'Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java (FME 2001)',
    options: Object.values(HOUDINI),
  },
  poly: {
    summary:
      'polynomial equalities for programs that multiply: learnt from runs and random steps, proved by algebra modulo powers of two',
    reference: 'Sharma, Gupta, Hariharan, Aiken, Liang, Nori: A Data Driven Approach for Algebraic Loop Invariants (ESOP 2013)',
    options: Object.values(POLY),
  },
  ic3: {
    summary: 'IC3 on the bits of the state: for control-like state and hardware, where gates are translated once',
    reference: 'Hassan, Bradley, Somenzi: Better Generalization in IC3 (FMCAD 2013)',
    options: [MAX_DEPTH],
  },
  pdr: {
    summary:
      'property-directed reachability on words: clauses that exclude what leads to the error, until two frames of them are equal',
    reference: 'Lange, Neuhäußer, Noll: IC3 Software Model Checking on Control Flow Automata (FMCAD 2015)',
    options: [MAX_DEPTH, ...Object.values(PDR)],
  },
  boxes: {
    summary:
      'k-induction by branch and prune over bounds and linear forms of floats, strengthened by bounds of the state that it finds',
    reference: 'Haller, Griggio, Brain, Kroening: Deciding Floating-Point Logic with Systematic Abstraction (FMCAD 2012)',
    options: [MAX_DEPTH, ...Object.values(BOXES)],
  },
  explore: {
    summary:
      'regions of states with equal comparisons, then states one by one: proves reactive state machines and finds their runs',
    reference:
      'Rival, Mauborgne: Trace Partitioning (TOPLAS 2007); Edelkamp, Lluch Lafuente, Leue: Directed Explicit Model Checking (SPIN 2001); Lipovetzky, Geffner: Best-First Width Search (AAAI 2017)',
    options: [MAX_DEPTH],
  },
  exhaust: {
    summary: 'makes all runs where the inputs take few values; values that are treated alike share one run',
    reference: 'Holzmann: The Model Checker SPIN (IEEE Transactions on Software Engineering 1997), without its store of states',
    options: [MAX_DEPTH],
  },
  sim: {
    summary:
      'runs the program on boundary and random inputs: finds bugs that are met often, follows programs without input to their end',
    reference: 'Godefroid, Klarlund, Sen: DART, Directed Automated Random Testing (PLDI 2005), without its directed part',
    options: Object.values(SIM),
  },
};

/** Engines that ask no solver, or only one of their own; they lack the option `solver`. */
const WITHOUT_SOLVER: ReadonlySet<EngineId> = new Set<EngineId>(['sim', 'exhaust', 'explore', 'boxes']);

/** The options of an engine, the common ones included. */
export function engineOptions(id: EngineId): readonly EngineOption[] {
  const { options } = CATALOGUE[id];
  return WITHOUT_SOLVER.has(id) ? options : [...options, SOLVER];
}

/**
 * An engine's options with defaults filled in. `unknown` is the name of the first given option that
 * the engine lacks, or null.
 */
export function completeOptions(
  id: EngineId,
  given: Readonly<Record<string, number | string | boolean>>,
): { readonly options: Readonly<Record<string, number | string | boolean>>; readonly unknown: string | null } {
  const known = engineOptions(id);
  const unknown = Object.keys(given).find((name) => !known.some((o) => o.name === name)) ?? null;
  return { options: { ...Object.fromEntries(known.map((o) => [o.name, o.default])), ...given }, unknown };
}
