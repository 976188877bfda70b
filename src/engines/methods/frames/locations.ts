import type { Term } from '../../../logic/terms/builder.ts';
import { afterStep, atBlock, counterValue, guarded, initially } from '../../../system/transys/control.ts';
import { possibleCutPoints } from '../../../system/transys/pcs.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';

/** Steps from one location to another one (or to the same). */
export interface Edge {
  readonly from: Location;
  /** The condition of such a step, over the state variables and the inputs of `from`. */
  readonly guard: Term;
}

/**
 * The states in which the program counter has one value. Its formulas do not contain the program
 * counter.
 */
export interface Location {
  readonly id: number;
  /** The condition that a step from here ends in bad or in a gap, over state variables and inputs. */
  readonly bad: Term;
  /** The parts of `bad`: the conditions of `Block.bads` by name, and the others. */
  readonly checks: ReadonlyMap<string, Term>;
  readonly others: Term;
  /** Indices in `system.inputs` of the inputs that a step from here reads. */
  readonly inputs: readonly number[];
  readonly incoming: Edge[];
  /** A formula about the state after a step from here, as one over the state and the inputs before it. */
  after(formula: Term): Term;
}

/**
 * A transition system location by location. Runs start at {@link entry}, with any values. The entry
 * block of a program reads no state. A system without a program counter gets a location for its
 * initial values, and one more step from there to its first state.
 */
export class ControlGraph {
  readonly locations: readonly Location[];
  readonly entry: Location;
  /**
   * Number of steps from the entry that are not steps of the system: 1 if it has no program counter,
   * else 0.
   */
  readonly initialSteps: number;
  readonly #system: TransitionSystem;

  constructor(system: TransitionSystem) {
    this.#system = system;
    const locations = system.blocks.map((block) => this.#ofBlock(block));
    if (system.pc === null) locations.push(this.#start(locations.length));
    this.initialSteps = system.pc === null ? 1 : 0;
    this.locations = locations;
    this.entry = locations[system.pc === null ? locations.length - 1 : this.#initialBlock(system.pc)];
    this.#connect();
  }

  /** A formula over all state variables, specialised to a location. */
  at(location: Location, formula: Term): Term {
    return atBlock(this.#system, location.id).apply(formula);
  }

  /** The formula "at this location, `formula` holds", over all state variables. */
  locate(location: Location, formula: Term): Term {
    return guarded(this.#system, location.id, formula);
  }

  #initialBlock(pc: number): number {
    const { terms, init } = this.#system;
    return terms.isBv(init[pc]) ? Number(terms.constValue(init[pc])) : 0;
  }

  #ofBlock(block: Block): Location {
    const { terms } = this.#system;
    const located = atBlock(this.#system, block.id);
    const next = afterStep(this.#system, block);
    const gap = located.apply(block.gap);
    const bad = terms.or(located.apply(block.bad), gap);
    return {
      id: block.id,
      bad,
      checks: new Map(block.bads.map(({ name, term }) => [name, located.apply(term)])),
      others: block.bads.length === 0 ? bad : gap,
      inputs: block.inputs,
      incoming: [],
      after: (formula) => next.apply(formula),
    };
  }

  #start(id: number): Location {
    const { terms, inputs } = this.#system;
    const start = initially(this.#system);
    return {
      id,
      bad: terms.false,
      checks: new Map(),
      others: terms.false,
      inputs: inputs.flatMap(({ phase }, i) => (phase === 'init' ? [i] : [])),
      incoming: [],
      after: (formula) => start.apply(formula),
    };
  }

  #connect(): void {
    const { terms, pc, stateVars, blocks, initConstraint } = this.#system;
    for (const block of blocks) {
      const from = this.locations[block.id];
      const feasible = this.at(from, block.feasible);
      if (pc === null) {
        if (feasible !== terms.false) from.incoming.push({ from, guard: feasible });
        continue;
      }
      const counter = from.after(stateVars[pc].term);
      for (const id of possibleCutPoints(terms, counter, block.successors)) {
        const guard = terms.and(feasible, terms.eq(counter, counterValue(this.#system, id)));
        if (guard !== terms.false) this.locations[id].incoming.push({ from, guard });
      }
    }
    if (pc === null) this.locations[0].incoming.push({ from: this.entry, guard: initConstraint });
  }
}
