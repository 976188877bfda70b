import type { SourceLocation } from '../base/source.ts';
import type { Term } from '../terms/builder.ts';
import type { TermStore } from '../terms/store.ts';

/**
 * The structure that every engine works on: (s, in, I, T, bad), functional, split by source block.
 *
 * A state has a program counter `pc` (a cut point: entry, loop heads of the linked program) and the state variables. One step executes one
 * loop-free block from a cut point to a cut point ([IMC22] Sect. 4.1). A run that reaches the error location inside a block makes `bad`
 * true of (s, in) and ends there; a run that ends otherwise has no successor (`feasible` false).
 * The initial state has `pc` at the entry (always cut point 0); the entry block does not read state variables: it starts from the
 * program's initial values, so that any state with pc = 0 behaves as the initial one. Hardware models have one block, no pc, and real
 * initial values.
 * Terms of `init` speak of init inputs only; block terms of state variables and step inputs.
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
   * Undefined behaviour and values without a formula, for both of which the encoding has some meaning ("any value", no effect): a proof stands,
   * an alarm only if its replay confirms it. Only those that can be told in terms of what the system keeps; others are left out.
   */
  readonly doubts: readonly Doubt[];
  /** Constructs without a meaning here; `Block.gap` says when a run meets one of them. */
  readonly gaps: readonly Gap[];
  /** Lemmas known from construction (value ranges that narrowing used): hold in every reachable state. */
  readonly facts: readonly Term[];
}

export interface Gap {
  /** "inline assembly", "floating-point arithmetic", "pointer with several targets" ... */
  readonly construct: string;
  readonly at: SourceLocation | null;
  /** Condition in the block's terms under which a run executes it. */
  readonly block: number;
  readonly condition: Term;
}

/**
 * Something that a run may rest on although its replay need not confirm it. The condition of a value says when it is used.
 */
export interface Doubt extends Gap {
  /** For a value without a formula: the input that stands for it. Null for undefined behaviour without a value. */
  readonly input: Term | null;
  /** False where it cannot be told which runs use the value, since other operations than the one that makes it do; the condition is false too. */
  readonly told: boolean;
}

export interface StateVar {
  /** The term of sort `sort` that stands for the current value. */
  readonly term: Term;
  /** Unique in the system. */
  readonly name: string;
  /** What it is in the program; null for the program counter and for hardware. */
  readonly origin: StateOrigin | null;
  /** How its values become those of the wider variable that narrowing cut it from; missing where nothing was cut. */
  readonly extension?: 'sign' | 'zero';
}

/** Whether the values of a state variable are best read as signed numbers: as narrowing extends them, else as the program declares them. */
export function isReadSigned({ extension, origin }: StateVar): boolean {
  return extension === undefined ? origin?.signed === true : extension === 'sign';
}

export interface StateOrigin {
  /** The C expression that denotes it at its scope, such as `a[3]`, `s.f` or `x`. */
  readonly expression: string;
  /** Function whose local it is part of; null for globals. */
  readonly function: string | null;
  readonly at: SourceLocation;
  /** How the value is to be printed. */
  readonly signed: boolean;
  /** Width in bits of the C object, also where narrowing made the state variable smaller. */
  readonly width: number;
  /** Id of the C variable. */
  readonly variable: number;
  /** True if the C expression denotes it wherever its name is in scope: no inlined twin, and nothing else of that name hides it. */
  readonly printable: boolean;
  /** Where the name is in scope, in moments of its function (`Block.moment`); null for all of the file. */
  readonly extent: { readonly from: number; readonly to: number } | null;
}

export interface InputVar {
  readonly term: Term;
  readonly name: string;
  /** Read when the system starts, or in every step of a block. */
  readonly phase: 'init' | 'step';
  readonly origin: InputOrigin | null;
}

/** Where the program reads an input: the call of an unknown function, an object that is not initialised, an allocation that may fail. */
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
  /** `Context.path` + `:` + edge id of the linked edge (see cfa/linked.ts): names the site for the replay. */
  readonly site: string;
  /** For an uninitialised object: path of the scalar within it, as in StaticValue.path; else []. */
  readonly path: readonly number[];
  /** When the site is executed in a step of that block (over state and inputs). */
  readonly guard: Term;
  /** Position among the inputs of the block: along every path, sites are executed in this order. */
  readonly order: number;
  /** Function called, or variable declared. */
  readonly name: string;
  readonly at: SourceLocation;
  /** For a pointer: names of the objects that a replay knows, by the number that is the input's value. */
  readonly objects?: readonly (readonly [number: number, name: string])[];
}

/** What the step from one cut point does. */
export interface Block {
  readonly id: number;
  /** For people: "entry", "while at 12:3". */
  readonly name: string;
  readonly at: SourceLocation | null;
  /** For loops: function, and the moment that decides which names are in scope at its head. */
  readonly scope?: { readonly function: string; readonly moment: number };
  /** The step reaches some cut point. */
  readonly feasible: Term;
  /** The step reaches the error location. Excludes `feasible` for the same (s, in) in programs; a hardware model may run on through bad. */
  readonly bad: Term;
  /** For hardware with several properties: bad is their disjunction, these are the single ones. */
  readonly bads: readonly { readonly name: string; readonly term: Term }[];
  /** The step meets a construct without a meaning. Excludes `feasible` and `bad`. */
  readonly gap: Term;
  /** The step rests on one of the system's doubts. Decides nothing: it may hold together with any of the above. */
  readonly doubtful: Term;
  /**
   * Next value of each state variable, meaningful where `feasible` holds; the variable's own term if unchanged, zero where dead.
   * next[pc] is an `ite` over constants.
   */
  readonly next: readonly Term[];
  /** Blocks that may follow. */
  readonly successors: readonly number[];
  /** Indices of inputs that the block reads. */
  readonly inputs: readonly number[];
}

/** A Boolean as 0n or 1n, a bit-vector or a float's bits unsigned, an array as a default and exceptions by index. */
export type TraceValue =
  | bigint
  | { readonly default: TraceValue; readonly entries: readonly (readonly [index: bigint, value: TraceValue])[] };

/** A run of the system: `inputs[i]` values by step, and what makes it end. An input that is missing may have any value. */
export interface SystemTrace {
  /** By index in `system.inputs`; only init-phase ones. */
  readonly init: ReadonlyMap<number, TraceValue>;
  /** One per step; in the last one `bad` (or `gap`) holds. */
  readonly steps: readonly ReadonlyMap<number, TraceValue>[];
}
