import type { EngineId } from './engine-id.ts';
import { ALL_LEMMAS, type EngineDescription, NO_LEMMAS, SMALL_LEMMAS } from './methods/description.ts';
import {
  type EngineOption,
  HOUDINI,
  INTERPOLATION,
  KIND,
  MAX_DEPTH,
  PATHS,
  POLY,
  RSE,
  SIM,
  SOLVER,
} from './methods/options.ts';

/**
 * The engines, described as plain data. Names, options, the schema of portfolio files, the table in
 * README.md, the load of Z3 and the exchange of lemmas follow from it. `implementations.ts` has the
 * code, which only the engines' threads load.
 */
export const REGISTER = {
  ai: {
    method: 'dataflow analysis in rounds',
    summary:
      'dataflow analysis in rounds of growing precision: finds invariants for the other engines, proves what they suffice for',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    input: 'system',
    decidesChecks: true,
    options: [],
    choosesSolver: true,
    z3: [],
    lemmas: { nodes: 400, reports: false },
  },
  bmc: {
    method: 'bounded model checking, incremental',
    summary: 'bounded model checking: unrolls step by step, finds bugs, proves programs whose runs all end',
    reference: 'Biere, Cimatti, Clarke, Zhu: Symbolic Model Checking without BDDs (TACAS 1999)',
    input: 'system',
    followsRuns: true,
    options: [MAX_DEPTH],
    choosesSolver: true,
    z3: ['floats'],
    // Lemmas make bounded search slower (up to ten times) more often than faster (by a fifth).
    lemmas: NO_LEMMAS,
  },
  boxes: {
    method: 'k-induction by branch and prune',
    summary:
      'k-induction by branch and prune over bounds and linear forms of floats, strengthened by bounds of the state that it finds',
    reference:
      'Haller, Griggio, Brain, Kroening: Deciding Floating-Point Logic with Systematic Abstraction (FMCAD 2012)',
    input: 'system',
    options: [MAX_DEPTH],
    choosesSolver: false,
    z3: [],
    lemmas: SMALL_LEMMAS,
  },
  dar: {
    method: 'dual approximated reachability',
    summary:
      'dual approximated reachability: sets forward from the start and backward from the error strengthen each other',
    reference:
      '[TRF24] Beyer, Chien, Jankola, Lee: A Transferability Study of Interpolation-Based Hardware Model Checking (FSE 2024)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(INTERPOLATION)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  exhaust: {
    method: 'all runs over few input values',
    summary: 'makes all runs where the inputs take few values; values that are treated alike share one run',
    reference:
      'Holzmann: The Model Checker SPIN (IEEE Transactions on Software Engineering 1997), without its store of states',
    input: 'system',
    followsRuns: true,
    options: [MAX_DEPTH],
    choosesSolver: false,
    z3: [],
    lemmas: NO_LEMMAS,
  },
  explore: {
    method: 'states with ranges, then regions, then states one by one',
    summary:
      'explicit states, with ranges of data, then a search by novelty: proves reactive state machines and finds their runs',
    reference:
      'Holzmann: The Model Checker SPIN (IEEE TSE 1997); Rival, Mauborgne: Trace Partitioning (TOPLAS 2007); Lipovetzky, Geffner: Best-First Width Search (AAAI 2017)',
    input: 'system',
    followsRuns: true,
    options: [MAX_DEPTH],
    choosesSolver: false,
    z3: ['floats'],
    lemmas: NO_LEMMAS,
  },
  houdini: {
    method: 'invariants from templates, kept by induction',
    summary:
      'invariants from templates: equalities grown from random runs, atoms, bounds and what holds of all elements, kept by induction',
    reference: 'Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java (FME 2001)',
    input: 'system',
    decidesChecks: true,
    triesCandidates: true,
    options: Object.values(HOUDINI),
    choosesSolver: true,
    z3: ['floats'],
    lemmas: SMALL_LEMMAS,
  },
  ic3: {
    method: 'IC3 on bits and comparisons',
    summary: 'IC3 on the bits of the state: for control-like state and hardware, where gates are translated once',
    reference: 'Hassan, Bradley, Somenzi: Better Generalization in IC3 (FMCAD 2013)',
    input: 'system',
    decidesChecks: true,
    options: [MAX_DEPTH],
    choosesSolver: true,
    z3: ['floats'],
    lemmas: SMALL_LEMMAS,
  },
  imc: {
    method: 'interpolation-based model checking',
    summary: 'interpolation-based model checking: images of the initial states by interpolants, to a fixpoint',
    reference: '[IMC22] Beyer, Lee, Wendler: Interpolation and SAT-Based Model Checking Revisited (arXiv 2208.05046)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(INTERPOLATION)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  impact: {
    method: 'lazy abstraction with interpolants',
    summary:
      'lazy abstraction with interpolants: unwinds the program into a tree whose labels interpolants of paths strengthen, until its leaves are covered',
    reference:
      'McMillan: Lazy Abstraction with Interpolants (CAV 2006); Beyer, Wendler: Algorithms for Software Model Checking: Predicate Abstraction vs. IMPACT (FMCAD 2012)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(PATHS)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  ismc: {
    method: 'interpolation sequences',
    summary:
      'interpolation sequences: what is reachable in exactly i steps, strengthened depth by depth, to a fixpoint',
    reference:
      '[TRF24] Beyer, Chien, Jankola, Lee: A Transferability Study of Interpolation-Based Hardware Model Checking (FSE 2024)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(INTERPOLATION)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  kind: {
    method: 'k-induction with invariants of others',
    summary: 'k-induction, strengthened by the invariants that other engines find',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(KIND)],
    choosesSolver: true,
    z3: ['floats'],
    lemmas: ALL_LEMMAS,
  },
  predabs: {
    method: 'lazy predicate abstraction',
    summary:
      'lazy predicate abstraction: explores states of predicates at each location, and takes new ones from interpolants of paths',
    reference:
      'Henzinger, Jhala, Majumdar, Sutre: Lazy Abstraction (POPL 2002); Beyer, Keremoglu, Wendler: Predicate Abstraction with Adjustable-Block Encoding (FMCAD 2010)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(PATHS)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  lasso: {
    method: 'bounded search for a state that comes twice',
    summary: 'bounded search for a run that meets a state twice, and so has no end',
    reference: 'Biere, Artho, Schuppan: Liveness Checking as Safety Checking (FMICS 2002)',
    input: 'system',
    question: 'termination',
    options: [MAX_DEPTH],
    choosesSolver: true,
    z3: ['floats'],
    lemmas: NO_LEMMAS,
  },
  poly: {
    method: 'polynomial equalities modulo 2^w',
    summary:
      'polynomial equalities for programs that multiply: learnt from runs and random steps, proved by algebra modulo powers of two',
    reference:
      'Sharma, Gupta, Hariharan, Aiken, Liang, Nori: A Data Driven Approach for Algebraic Loop Invariants (ESOP 2013)',
    input: 'system',
    options: Object.values(POLY),
    choosesSolver: true,
    z3: ['floats'],
    lemmas: SMALL_LEMMAS,
  },
  rank: {
    method: 'lexicographic measures from guards',
    summary:
      'measures from the guards of loops that fall in lexicographic order: proves that all runs end, under invariants that it finds',
    reference:
      'Bradley, Manna, Sipma: Linear Ranking with Reachability (CAV 2005), with measures from guards instead of linear programs',
    input: 'system',
    question: 'termination',
    options: [],
    choosesSolver: true,
    z3: ['floats'],
    lemmas: SMALL_LEMMAS,
  },
  recur: {
    method: 'closed sets of states from settled runs',
    summary:
      'closed sets of states: proves that a random run whose inputs have settled goes on for ever, even if no state comes twice',
    reference: "Chen, Cook, Fuhs, Nimkar, O'Hearn: Proving Nontermination via Safety (TACAS 2014)",
    input: 'system',
    question: 'termination',
    options: [],
    choosesSolver: true,
    z3: ['floats'],
    lemmas: NO_LEMMAS,
  },
  rse: {
    method: 'predicate abstraction with safe sets and error cubes',
    summary:
      'guided predicate abstraction: interpolants as predicates, as sets of safe states, and as cubes that lead to the error',
    reference:
      '[MEI17] Tian, Duan, Duan, Ong: More Effective Interpolations in Software Model Checking (ASE 2017), with exact pre-images',
    input: 'system',
    followsRuns: true,
    options: [MAX_DEPTH, ...Object.values(RSE), ...Object.values(PATHS)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  sim: {
    method: 'runs on drawn and varied inputs',
    summary:
      'runs the program on boundary and random inputs, and varies those that took new branches: finds bugs behind sequences of inputs, follows programs without input to their end',
    reference:
      'Godefroid, Klarlund, Sen: DART (PLDI 2005), without its directed part; Böhme, Pham, Roychoudhury: Coverage-based Greybox Fuzzing as Markov Chain (CCS 2016); Aschermann and others: REDQUEEN (NDSS 2019)',
    input: 'program',
    followsRuns: true,
    options: Object.values(SIM),
    choosesSolver: false,
    z3: [],
    lemmas: NO_LEMMAS,
  },
  split: {
    method: 'splitting of locations by interpolants',
    summary:
      'splitting of locations: interpolants of a path cut its locations in two, until no path leads to the error',
    reference: 'Ermis, Hoenicke, Podelski: Splitting via Interpolants (VMCAI 2012)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(PATHS)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
  traces: {
    method: 'refinement of trace abstraction',
    summary:
      'trace abstraction: takes away paths without runs by Floyd-Hoare automata of interpolants, until no path to the error is left',
    reference:
      'Heizmann, Hoenicke, Podelski: Refinement of Trace Abstraction (SAS 2009), Software Model Checking for People Who Love Automata (CAV 2013)',
    input: 'system',
    options: [MAX_DEPTH, ...Object.values(PATHS)],
    choosesSolver: true,
    z3: ['floats', 'products'],
    lemmas: SMALL_LEMMAS,
  },
} as const satisfies Readonly<Record<EngineId, EngineDescription>>;

/** The names of the engines that run on the transition system. */
export type SystemEngineId = {
  [Id in EngineId]: (typeof REGISTER)[Id]['input'] extends 'system' ? Id : never;
}[EngineId];

/** The names of all engines, in alphabetical order. */
export const ENGINE_IDS = Object.keys(REGISTER).sort() as readonly EngineId[];

/** True for the name of an engine that runs on the transition system. */
export function isSystemEngine(id: string): id is SystemEngineId {
  return Object.hasOwn(REGISTER, id) && REGISTER[id as EngineId].input === 'system';
}

/** The description of an engine. */
export function descriptionOf(id: EngineId): EngineDescription {
  return REGISTER[id];
}

/** The options of an engine, the common ones included. */
export function engineOptions(id: EngineId): readonly EngineOption[] {
  const { options, choosesSolver } = descriptionOf(id);
  return choosesSolver ? [...options, SOLVER] : options;
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
