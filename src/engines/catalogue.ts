/** An engine's option, as portfolio files give it. Numbers are natural numbers; what is a text is one of `choices`. */
export interface EngineOption {
  readonly name: string;
  readonly default: number | string | boolean;
  readonly choices?: readonly string[];
  readonly doc: string;
}

export interface EngineDescription {
  /** One line. */
  readonly summary: string;
  /** Where the algorithm is described. */
  readonly reference: string;
  readonly options: readonly EngineOption[];
}

/** Engines that work on the transition system. */
export type SystemEngineId = 'bmc' | 'kind' | 'imc' | 'ismc' | 'dar' | 'pdr' | 'ai' | 'houdini' | 'ic3' | 'spacer' | 'explore';

/** All engines: the simulator works on the program itself. */
export type EngineId = SystemEngineId | 'sim';

/** Every engine that asks a solver has it; whoever runs the engine sees to it. */
const SOLVER: EngineOption = {
  name: 'solver',
  default: 'bits',
  choices: ['bits', 'z3'],
  doc: 'who answers its queries: bits (gates and the SAT core; Z3 where these have no answer) or z3',
};

const MAX_DEPTH: EngineOption = { name: 'maxDepth', default: 0, doc: 'longest run looked at, in steps; 0: no limit' };

const INTERPOLATION: readonly EngineOption[] = [
  { name: 'backward', default: true, doc: 'interpolants are derived from the side of the error' },
  { name: 'queryMilliseconds', default: 5_000, doc: 'time limit of a solver query while interpolants are made, in ms' },
];

/** What there is to know of the engines, without their code: the one place that says which options they take. */
export const CATALOGUE: Readonly<Record<EngineId, EngineDescription>> = {
  bmc: {
    summary: 'bounded model checking: unrolls step by step, finds bugs, proves programs whose runs all end',
    reference: 'Biere, Cimatti, Clarke, Zhu: Symbolic Model Checking without BDDs (TACAS 1999)',
    options: [
      MAX_DEPTH,
      // Measured on loops of the competition: lemmas make bounded search slower (up to ten times) more often than faster (a fifth).
      { name: 'lemmas', default: false, doc: 'assume at each depth what other engines found to hold there' },
    ],
  },
  kind: {
    summary: 'k-induction, strengthened by the invariants that other engines find',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    options: [
      MAX_DEPTH,
      { name: 'eliminate', default: true, doc: 'eliminate inputs that only decide branches from the error condition' },
      { name: 'simplePath', default: false, doc: 'assume in the step case that no state repeats' },
      { name: 'stepMilliseconds', default: 2_000, doc: 'time limit of a step check in ms, doubled whenever it is met; 0: none' },
    ],
  },
  imc: {
    summary: 'interpolation-based model checking: images of the initial states by interpolants, to a fixpoint',
    reference: '[IMC22] Beyer, Lee, Wendler: Interpolation and SAT-Based Model Checking Revisited (arXiv 2208.05046)',
    options: [
      MAX_DEPTH,
      { name: 'atMost', default: false, doc: 'interpolants exclude bad within k steps instead of after exactly k' },
      ...INTERPOLATION,
    ],
  },
  ismc: {
    summary: 'interpolation sequences: what is reachable in exactly i steps, strengthened depth by depth, to a fixpoint',
    reference:
      '[TRF24] Beyer, Chien, Jankola, Lee: A Transferability Study of Interpolation-Based Hardware Model Checking (FSE 2024)',
    options: [MAX_DEPTH, ...INTERPOLATION],
  },
  dar: {
    summary: 'dual approximated reachability: sets forward from the start and backward from the error strengthen each other',
    reference:
      '[TRF24] Beyer, Chien, Jankola, Lee: A Transferability Study of Interpolation-Based Hardware Model Checking (FSE 2024)',
    options: [MAX_DEPTH, ...INTERPOLATION],
  },
  ai: {
    summary:
      'dataflow analysis in rounds of growing precision: finds invariants for the other engines, proves what they suffice for',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    options: [
      { name: 'rounds', default: 0, doc: 'rounds of growing precision; 0: all' },
      { name: 'queryMilliseconds', default: 2_000, doc: 'time limit of a solver query while facts are checked, in ms; 0: none' },
      { name: 'checkMilliseconds', default: 20_000, doc: 'time limit of checking one set of facts, in ms' },
    ],
  },
  houdini: {
    summary:
      'invariants from templates: equalities grown from random runs, atoms, bounds and what holds of all elements, kept by induction',
    reference: 'Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java (FME 2001)',
    options: [
      { name: 'sampleMilliseconds', default: 1_000, doc: 'time limit of the random runs, in ms' },
      { name: 'roundMilliseconds', default: 10_000, doc: 'time limit of one tier of candidates, in ms' },
      { name: 'queryMilliseconds', default: 2_000, doc: 'time limit of a solver query, in ms' },
    ],
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
    options: [
      MAX_DEPTH,
      { name: 'bits', default: true, doc: 'queries without floats go to gates and clauses first, instead of Z3' },
      { name: 'predicates', default: true, doc: 'clauses are also made of predicates from the program (CTIGAR)' },
      { name: 'dropFailures', default: 8, doc: 'literals of a cube that are tried to be left out in vain' },
      { name: 'queryMilliseconds', default: 2_000, doc: 'time limit of a solver query that only improves a clause, in ms' },
    ],
  },
  spacer: {
    summary: "Z3's Spacer on the program over the integers: its invariants are kept as far as they hold in bit-vectors",
    reference: 'Komuravelli, Gurfinkel, Chaki: SMT-Based Model Checking for Recursive Programs (CAV 2014)',
    options: [
      { name: 'milliseconds', default: 1_000, doc: 'time limit of the first guess in ms, doubled whenever it is met' },
      { name: 'checkMilliseconds', default: 5_000, doc: 'time limit of checking what a guess is made of, in ms' },
    ],
  },
  explore: {
    summary: 'explicit states on the gates of a step, many at a time, what is new first: finds runs of reactive state machines',
    reference: 'Lipovetzky, Geffner: Best-First Width Search (AAAI 2017); Majumdar, Sen: Hybrid Concolic Testing (ICSE 2007)',
    options: [MAX_DEPTH],
  },
  sim: {
    summary:
      'runs the program on boundary and random inputs: finds bugs that are met often, follows programs without input to their end',
    reference: 'Godefroid, Klarlund, Sen: DART, Directed Automated Random Testing (PLDI 2005), without its directed part',
    options: [{ name: 'runs', default: 0, doc: 'runs that are tried; 0: no limit' }],
  },
};

/** The options that an engine takes, those that all take included. */
export function engineOptions(id: EngineId): readonly EngineOption[] {
  const { options } = CATALOGUE[id];
  return id === 'sim' || id === 'explore' ? options : [...options, SOLVER];
}

/** An engine's options with defaults filled in. Returns the name of the first option it does not have as `unknown`. */
export function completeOptions(
  id: EngineId,
  given: Readonly<Record<string, number | string | boolean>>,
): { readonly options: Readonly<Record<string, number | string | boolean>>; readonly unknown: string | null } {
  const known = engineOptions(id);
  const unknown = Object.keys(given).find((name) => !known.some((o) => o.name === name)) ?? null;
  return { options: { ...Object.fromEntries(known.map((o) => [o.name, o.default])), ...given }, unknown };
}
