import type { Description } from '../../base/description.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * The structure that every engine works on: (s, in, I, T, bad), functional, split by source block.
 *
 * A state has a program counter `pc` (a cut point: entry, loop heads of the linked program) and the
 * state variables. One step executes one loop-free block from a cut point to a cut point ([IMC22]
 * Sect. 4.1). A run that reaches the error location inside a block makes `bad` true of (s, in) and
 * ends there. A run that ends otherwise has no successor (`feasible` false).
 *
 * The initial state has `pc` at the entry (always cut point 0). The entry block does not read state
 * variables, but starts from the program's initial values. So any state with pc = 0 behaves as the
 * initial one. Hardware models have one block, no pc, and real initial values.
 *
 * Terms of `init` contain only init inputs; terms of blocks contain only state variables and step
 * inputs.
 */
export interface TransitionSystem {
  readonly terms: TermStore;
  readonly stateVars: readonly StateVar[];
  readonly inputs: readonly InputVar[];
  /** Index of the program counter in `stateVars`, or null when there is one block only. */
  readonly pc: number | null;
  /** Indexed by cut point; `pc = i` selects `blocks[i]`. */
  readonly blocks: readonly Block[];
  /** Initial value of each state variable, over the system's init inputs (`InputVar.phase === 'init'`). */
  readonly init: readonly Term[];
  /** Constraint on the init inputs; usually true. */
  readonly initConstraint: Term;
  /**
   * Undefined behaviour and values without a formula. The encoding gives both some meaning ("any value",
   * no effect): a proof stands, while a counterexample counts only if its replay confirms it. Doubts
   * whose condition cannot be stated by the remaining variables are left out.
   */
  readonly doubts: readonly Doubt[];
  /** Constructs without a meaning here; `Block.gap` is the condition that a run meets one of them. */
  readonly gaps: readonly Gap[];
  /** The question about the runs; absent: `bad`. */
  readonly question?: Question;
  /**
   * Lemmas known from construction (value ranges that narrowing used), which hold in every reachable
   * state.
   */
  readonly facts: readonly Term[];
  /** Bit-vectors over the state that analyses observe besides its variables; absent: none. */
  readonly measures?: readonly Term[];
  /** Its control before any pass, as the checker of a proof sees it; absent: no pass has changed it. */
  readonly unreduced?: ControlGraph;
}

/** Where errors lie and steps lead, by ids of blocks. */
export interface ControlGraph {
  /** Blocks with an error or a gap. */
  readonly errors: readonly number[];
  /** The blocks to which steps lead, by block; a block from which no step leads on has none. */
  readonly successors: readonly (readonly number[])[];
}

/** The control of a system as it is. */
export function controlOf({ terms, blocks }: TransitionSystem): ControlGraph {
  return {
    errors: blocks.filter(({ bad, gap }) => bad !== terms.false || gap !== terms.false).map(({ id }) => id),
    successors: blocks.map(({ feasible, successors }) => (feasible === terms.false ? [] : successors)),
  };
}

/**
 * A question about the runs of a system. `bad`: does a run reach bad (or a gap)? `termination`: does a
 * run go on for ever, or reach a gap? Such a system has no bad, and each cycle of the program is a
 * cycle of its blocks.
 */
export type Question = 'bad' | 'termination';

/** A construct without a meaning, at one site of a block. */
export interface Gap {
  /** Name of the construct, such as "inline assembly" or "pointer with several targets". */
  readonly construct: string;
  readonly at: SourceLocation | null;
  /** Condition in the block's terms under which a run executes it. */
  readonly block: number;
  readonly condition: Term;
}

/**
 * A reason why the replay of a run may not confirm it. The condition of a value states when it is
 * used.
 */
export interface Doubt extends Gap {
  /** The input that stands for a value without a formula. Null for undefined behaviour without a value. */
  readonly input: Term | null;
  /**
   * False if the runs that use the value cannot be characterised, since operations other than its own
   * use it. The condition is then false, too.
   */
  readonly hasCondition: boolean;
}

/** A state variable. */
export interface StateVar {
  /** The variable that stands for the current value. */
  readonly term: Term;
  /** Unique in the system. */
  readonly name: string;
  /** The object of the program that it represents; null for the program counter and for hardware. */
  readonly origin: StateOrigin | null;
  /** The extension to the wider variable that narrowing cut it from; absent where nothing was cut. */
  readonly extension?: 'sign' | 'zero';
  /** The half of a pointer that it is, and a number that both halves share; absent for all else. */
  readonly half?: { readonly of: 'object' | 'offset'; readonly pointer: number };
}

/**
 * True if the values of a state variable are best read as signed numbers: as narrowing extends them,
 * else as the program declares them.
 */
export function isReadSigned({ extension, origin }: StateVar): boolean {
  return extension === undefined ? origin?.signed === true : extension === 'sign';
}

/** The C object that a state variable represents. */
export interface StateOrigin {
  /** The C expression that denotes it at its scope, such as `a[3]`, `s.f` or `x`. */
  readonly expression: string;
  /** Function whose local it is part of; null for globals. */
  readonly function: string | null;
  readonly at: SourceLocation;
  /** True if the value is printed as a signed number. */
  readonly signed: boolean;
  /** Width in bits of the C object, also where narrowing made the state variable smaller. */
  readonly width: number;
  /** Id of the C variable. */
  readonly variable: number;
  /**
   * True if the C expression denotes it wherever its name is in scope: no inlined twin, and nothing else
   * of that name hides it.
   */
  readonly printable: boolean;
  /** Scope of the name, in moments of its function (`Block.scope`); null for the whole file. */
  readonly extent: { readonly from: number; readonly to: number } | null;
  /**
   * Names of values, for an object of an enumeration; values in decimal digits. Each name denotes its
   * value wherever the object is in scope. Absent: no value has a name.
   */
  readonly enumerators?: readonly { readonly name: string; readonly value: string }[];
  /** Description for people, where no C expression denotes the object. */
  readonly description?: Description;
}

/** An input: a value that runs choose freely. */
export interface InputVar {
  readonly term: Term;
  readonly name: string;
  /** Read when the system starts, or in every step of a block. */
  readonly phase: 'init' | 'step';
  readonly origin: InputOrigin | null;
}

/**
 * The site where the program reads an input: the call of an unknown function, an uninitialised object,
 * an allocation that may fail.
 */
export interface InputOrigin {
  readonly kind:
    | 'nondet'
    | 'uninitialised'
    | 'unknown-function'
    | 'allocation'
    | 'external-change'
    | 'external-content'
    | 'external-call'
    | 'external-argument'
    | 'external-pointer'
    | 'external-offset'
    | 'approximation';
  readonly block: number;
  /**
   * Name of the site for the replay: `Context.path` + `:` + edge id of the linked edge (see
   * cfa/linked.ts).
   */
  readonly site: string;
  /** Path of the scalar within an uninitialised object, as in StaticValue.path; else []. */
  readonly path: readonly number[];
  /** Condition that a step of that block executes the site (over state and inputs). */
  readonly guard: Term;
  /** Position among the inputs of the block: along every path, sites are executed in this order. */
  readonly order: number;
  /**
   * The value that the replay takes, over state and inputs of the compiled system. The variable then occurs
   * nowhere. Absent: the variable's own value.
   */
  readonly value?: Term;
  /** Function called, or variable declared. */
  readonly name: string;
  readonly at: SourceLocation;
  /** Names of the objects that a replay of a pointer knows, by the number that is the input's value. */
  readonly objects?: readonly (readonly [number: number, name: string])[];
}

/** The step from one cut point. */
export interface Block {
  readonly id: number;
  /** Name for people: "entry", "while at 12:3". */
  readonly name: string;
  readonly at: SourceLocation | null;
  /** Scope of a loop: function, and the moment that determines which names are in scope at its head. */
  readonly scope?: { readonly function: string; readonly moment: number };
  /** The step reaches some cut point. */
  readonly feasible: Term;
  /**
   * The step reaches the error location. Excludes `feasible` for the same (s, in) in programs; a
   * hardware model may run on through bad.
   */
  readonly bad: Term;
  /**
   * The single properties of hardware, or the single checks of a program that it may fail in this step.
   * Their disjunction is bad. Empty: bad is not divided.
   */
  readonly bads: readonly { readonly name: string; readonly term: Term }[];
  /** The step meets a construct without a meaning. Excludes `feasible` and `bad`. */
  readonly gap: Term;
  /**
   * The step rests on one of the system's doubts. It may hold together with any of the above, and
   * decides none of them.
   */
  readonly doubtful: Term;
  /**
   * Next value of each state variable, meaningful where `feasible` holds; the variable's own term if
   * unchanged, zero where dead. next[pc] is an `ite` over constants.
   */
  readonly next: readonly Term[];
  /** Blocks that may follow. */
  readonly successors: readonly number[];
  /** Indices of inputs that the block reads. */
  readonly inputs: readonly number[];
}

/**
 * A Boolean as 0n or 1n, a bit-vector or a float's bits unsigned, an array as a default and exceptions
 * by index.
 */
export type TraceValue =
  | bigint
  | { readonly default: TraceValue; readonly entries: readonly (readonly [index: bigint, value: TraceValue])[] };

/** A run of the system: the values of inputs, step by step. A missing input may have any value. */
export interface SystemTrace {
  /** Values of init inputs, by index in `system.inputs`. */
  readonly init: ReadonlyMap<number, TraceValue>;
  /** Values of step inputs, one map per step; in the last step `bad` (or `gap`) holds. */
  readonly steps: readonly ReadonlyMap<number, TraceValue>[];
}
