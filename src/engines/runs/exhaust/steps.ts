import { ArrayVersion } from '../../../logic/terms/array-version.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { Ending, type OpenStep } from '../../../system/analysis/alike.ts';
import type { ValueRange } from '../../../system/transys/certificate.ts';
import { StepTerms, stateIndices } from '../../../system/transys/control.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';
import { compileStep, OPEN, patternOf, type StepCode, type Value } from './step-code.ts';
import { valueTerm } from './value-terms.ts';

/** The block that stands for the choice of the initial state. */
export const START = -1;

/** A point in a run. */
export interface RunPlace {
  readonly block: number;
  readonly state: readonly Value[];
  /** Number of steps before it. */
  readonly steps: number;
  /** Values of the step's inputs, by index. */
  readonly inputs: readonly Value[];
  /** The share of all runs that go through it. */
  readonly share: number;
}

interface BlockSteps {
  readonly code: StepCode;
  /** The code for states in which a variable is open; compiled on demand. */
  openCode: StepCode | null;
  readonly block: Block;
  /** Built when a step first needs it. */
  ending: Ending | null;
  /** Variables that the block reads, by index in the state. */
  readonly reads: readonly number[];
  /** Variables that it may change. */
  readonly changed: readonly number[];
}

/** The steps of a system, as code and as terms. Each is built on demand. */
export class Steps {
  readonly #compiled = new Map<number, BlockSteps>();
  readonly #values: StepTerms;
  readonly #stateIndex: ReadonlyMap<Term, number>;
  readonly #inputIndex: ReadonlyMap<Term, number>;
  /** Inputs without values. Elements of an array that were never written are open, one by one. */
  readonly noInputs: readonly Value[];

  constructor(private readonly system: TransitionSystem) {
    const { terms, inputs } = system;
    this.#values = new StepTerms(system);
    this.#stateIndex = stateIndices(system);
    this.#inputIndex = new Map(inputs.map((v, i) => [v.term, i]));
    this.noInputs = inputs.map(
      ({ term }): Value => (terms.sort(term).kind === 'array' ? new ArrayVersion<Value>(OPEN, new Map()) : OPEN),
    );
  }

  /** The step of a block as code. `isOpen`: for states in which variables may be open. */
  code(id: number, isOpen: boolean): StepCode {
    const compiled = this.of(id);
    if (!isOpen) return compiled.code;
    compiled.openCode ??= compileStep(this.system, compiled.block, true);
    return compiled.openCode;
  }

  of(id: number): BlockSteps {
    let made = this.#compiled.get(id);
    if (made === undefined) {
      const { terms, blocks, stateVars, inputs, init, initConstraint } = this.system;
      const block: Block =
        id === START
          ? {
              ...blocks[0],
              bad: terms.false,
              gap: terms.false,
              feasible: initConstraint,
              next: init,
              inputs: inputs.flatMap((v, i) => (v.phase === 'init' ? [i] : [])),
            }
          : blocks[id];
      const changed = stateVars.flatMap((v, i) => (block.next[i] === v.term ? [] : [i]));
      const read = new Set(
        freeVariables(terms, [block.bad, block.gap, block.feasible, ...changed.map((i) => block.next[i])]),
      );
      const reads = id === START ? [] : stateVars.flatMap((v, i) => (read.has(v.term) ? [i] : []));
      made = {
        code: compileStep(this.system, block, false),
        openCode: null,
        block,
        ending: null,
        reads,
        changed,
      };
      this.#compiled.set(id, made);
    }
    return made;
  }

  /** The step's terms from the place's state, over inputs without values. */
  terms({ block: id, state, inputs }: RunPlace): OpenStep {
    const { terms, stateVars, pc, inputs: all } = this.system;
    const { block, reads, changed } = this.of(id);
    const before = stateVars.map((v) => v.term);
    for (const i of reads) before[i] = valueTerm(terms, before[i], state[i]);
    const values = this.#values;
    values.begin(before, (i) => valueTerm(terms, all[i].term, inputs[i]));
    const [bad, gap, feasible] = [block.bad, block.gap, block.feasible].map((t) => values.value(t));
    const next = feasible === terms.false ? [] : changed.map((i) => values.value(block.next[i]));
    const counter = pc === null || feasible === terms.false ? null : values.value(block.next[pc]);
    return { bad, gap, feasible, counter, next };
  }

  /**
   * Returns true if the step at a place surely ends the run, without an error, for the values of the
   * input from `low` to `high`.
   */
  endsFor({ block: id, state, inputs }: RunPlace, input: number, { low, high }: ValueRange): boolean {
    const { terms, inputs: all } = this.system;
    const compiled = this.of(id);
    compiled.ending ??= new Ending(terms, compiled.block);
    const known = (variable: Term): bigint | null => {
      const index = this.#inputIndex.get(variable);
      const value = index === undefined ? state[this.#stateIndex.get(variable) ?? -1] : inputs[index];
      return value === undefined || value === OPEN || value instanceof ArrayVersion ? null : patternOf(value);
    };
    return compiled.ending.holds(known, all[input].term, low, high);
  }

  /** The inputs that occur in terms of a step, by index. */
  inputsIn(roots: readonly Term[]): readonly number[] {
    return freeVariables(this.system.terms, roots).flatMap((t) => this.#inputIndex.get(t) ?? []);
  }
}

/** A key of the place for the choice of an input: its block, and the inputs that have a value. */
export function keyOf({ block, inputs }: RunPlace): string {
  return `${block}:${inputs.flatMap((value, i) => (value === OPEN ? [] : [i])).join()}`;
}
