import type { Moment, RunResult } from '../../interpreter/index.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { ProgramInput } from '../../program/cfa/inputs.ts';
import type { WholeCertificate } from '../../system/transys/certificate.ts';
import type { ProgramPlaces } from '../../system/transys/program-places.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { ANY, type PartialValue } from '../values/partial-value.ts';
import { BlockValues } from './block-values.ts';
import { CertifiedStates } from './certified-states.ts';
import { differs, joined, observed, scalarOf } from './observed-state.ts';
import type { Comparisons } from './trial-result.ts';

/** Most consecutive steps of the system through blocks where the run cannot be observed. */
const MOST_UNSEEN = 64;

/** A proof with its system and the places of its blocks in the program. */
export interface ProvedSystem {
  readonly system: TransitionSystem;
  readonly places: ProgramPlaces;
  readonly certificate: WholeCertificate;
}

/**
 * Compares runs of a program with its system. At each block that a run reaches, the program's values
 * must be those that the system computes from state and inputs. The certificate must hold there too.
 * Values that the program does not show come from the system, or are unknown.
 */
export class CoSimulation {
  readonly compared: Comparisons = { states: 0, values: 0, conjuncts: 0, skipped: 0 };
  /** Disagreement between the run and the system, or between the run and the proof; null: none. */
  mismatch: string | null = null;
  readonly #blocks = new Map<number, BlockValues>();
  readonly #arrivals = new Map<string, number>();
  readonly #certified: CertifiedStates;
  /** Block where the run is; null: unknown. */
  #block: number | null = null;
  #state: readonly PartialValue[] = [];
  #inputsSeen = 0;
  /** Whether the run may have had undefined behaviour; then later states are not compared. */
  #isInDoubt = false;

  constructor(private readonly proved: ProvedSystem) {
    const { places, system, certificate } = proved;
    places.blocks.forEach((place, block) => {
      if (place !== null) this.#arrivals.set(`${place.function}:${place.location}:${place.path}`, block);
    });
    this.#certified = new CertifiedStates(system, certificate);
  }

  /** Locations at which a run may reach a block, by function id. */
  get locations(): ReadonlyMap<number, ReadonlySet<number>> {
    const locations = new Map<number, Set<number>>();
    for (const place of this.proved.places.blocks) {
      if (place === null) continue;
      const known = locations.get(place.function);
      if (known === undefined) locations.set(place.function, new Set([place.location]));
      else known.add(place.location);
    }
    return locations;
  }

  /** Begins a run. */
  begin(): void {
    this.#block = 0;
    this.#state = this.proved.system.stateVars.map(() => ANY);
    this.#inputsSeen = 0;
    this.mismatch = null;
    this.#isInDoubt = false;
  }

  /**
   * Compares the state of a run at a place of the program. False if there is a mismatch, or if later
   * states cannot be compared.
   */
  arrived(moment: Moment): boolean {
    const block = this.#arrivals.get(`${moment.functionId}:${moment.location}:${moment.path}`);
    if (block === undefined) return true;
    const inputs = this.#take(moment);
    const expected = this.#follow(block, inputs);
    if (this.#isInDoubt) return false;
    if (this.mismatch === null) this.#compare(block, expected, moment);
    return this.mismatch === null;
  }

  /** Ends a run: a regular end must also be an end of the system. */
  ended({ outcome, inputs }: RunResult): void {
    const regular = outcome.kind === 'exit' || outcome.kind === 'aborted' || outcome.kind === 'assumption-violated';
    if (!regular || this.#isInDoubt || this.#block === null || this.mismatch !== null) return;
    const taken = new TakenInputs(this.proved.system, inputs.slice(this.#inputsSeen));
    const unseen = this.#walk(taken, null);
    if (unseen === null || this.mismatch !== null) return;
    this.mismatch = `the program ends where its system goes on to ${this.#nameOf(unseen.block)}`;
  }

  #take(moment: Moment): TakenInputs {
    const { inputs } = moment;
    const taken = new TakenInputs(this.proved.system, inputs.slice(this.#inputsSeen));
    this.#inputsSeen = inputs.length;
    return taken;
  }

  /** Returns the system's state at the block, if the system can be followed there. */
  #follow(block: number, inputs: TakenInputs): readonly PartialValue[] | null {
    if (this.#block === null) return null;
    const reached = this.#walk(inputs, block);
    if (reached === null || this.mismatch !== null) return null;
    if (reached.block === block) return reached.state;
    this.mismatch = `the program goes on to ${this.#nameOf(block)}, and its system to ${this.#nameOf(reached.block)}`;
    return null;
  }

  /**
   * Makes the system's steps up to the next observable block, or up to the block `at` of the program.
   * Null if the steps end or lead to an unknown block. A wrong end is a mismatch.
   */
  #walk(
    inputs: TakenInputs,
    at: number | null,
  ): { readonly block: number; readonly state: readonly PartialValue[] } | null {
    const { system, places } = this.proved;
    let block = this.#block ?? 0;
    let state = this.#state;
    for (let steps = 0; steps < MOST_UNSEEN; steps++) {
      const values = this.#valuesOf(block);
      const { bad, gap, feasible, defined } = values.ends(state, (index) => inputs.of(index));
      if (!defined) {
        this.#isInDoubt = true;
        return null;
      }
      if (bad === true)
        this.mismatch = `the system reaches the error in ${this.#nameOf(block)}, where the program goes on`;
      else if (gap === true)
        this.mismatch = `the run meets a construct in ${this.#nameOf(block)} that the proof excludes`;
      else if (feasible === false && at !== null)
        this.mismatch = `the program goes on from ${this.#nameOf(block)} to ${this.#nameOf(at)}, and its system does not`;
      if (this.mismatch !== null || feasible !== true || system.pc === null) return null;
      const [pc] = values.after([system.pc], state, (index) => inputs.of(index));
      if (typeof pc !== 'bigint' || places.live[Number(pc)] === undefined) return null;
      const next = Number(pc);
      const live = places.live[next];
      const after = values.after(live, state, (index) => inputs.of(index));
      const reached: PartialValue[] = system.stateVars.map(({ term }) => zeroOf(system, term));
      live.forEach((v, i) => {
        reached[v] = after[i];
      });
      reached[system.pc] = pc;
      if (next === at || places.blocks[next] !== null) return { block: next, state: reached };
      block = next;
      state = reached;
    }
    return null;
  }

  #compare(block: number, expected: readonly PartialValue[] | null, moment: Moment): void {
    const { system, places } = this.proved;
    const { terms, stateVars, pc } = system;
    const state: PartialValue[] = stateVars.map(({ term }) => zeroOf(system, term));
    for (const v of places.live[block]) {
      const sort = terms.sort(stateVars[v].term);
      const place = places.variables[v];
      const actual = place === null ? ANY : observed(moment, place, sort);
      const given = expected === null ? ANY : expected[v];
      if (actual !== ANY && given !== ANY) this.compared.values += 1;
      if (differs(actual, given, sort)) {
        const values = `${text(actual)} in the run, and ${text(given)} by its system`;
        this.mismatch = `${stateVars[v].name} at ${this.#nameOf(block)} is ${values}`;
        return;
      }
      state[v] = joined(actual, given);
    }
    if (pc !== null) state[pc] = BigInt(block);
    this.compared.states += 1;
    this.#block = block;
    this.#state = state;
    const { held, skipped, broken } = this.#certified.examine(state);
    this.compared.conjuncts += held;
    this.compared.skipped += skipped;
    if (broken) this.mismatch = `the state of the run at ${this.#nameOf(block)} is outside of the invariant`;
  }

  #valuesOf(block: number): BlockValues {
    let values = this.#blocks.get(block);
    if (values === undefined) this.#blocks.set(block, (values = new BlockValues(this.proved.system, block)));
    return values;
  }

  #nameOf(block: number): string {
    return this.proved.system.blocks[block].name;
  }
}

/** Returns the system's value of a variable that is not live in a block. */
function zeroOf({ terms }: TransitionSystem, variable: Term): PartialValue {
  const sort = terms.sort(variable);
  return sort.kind === 'bool' ? false : sort.kind === 'array' ? ANY : 0n;
}

function text(value: PartialValue): string {
  return typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : 'another array';
}

/** Inputs that a run has taken between two blocks, as values of the system's inputs. */
class TakenInputs {
  readonly #values = new Map<string, bigint | typeof ANY>();

  constructor(
    private readonly system: TransitionSystem,
    taken: readonly ProgramInput[],
  ) {
    for (const { kind, site, path, value } of taken) {
      // The comparison reads the content of objects from the objects themselves, at the next block.
      if (kind === 'uninitialised' || kind === 'external-content' || path.length > 0 || typeof value !== 'bigint')
        continue;
      const key = `${kind} ${site}`;
      this.#values.set(key, this.#values.has(key) ? ANY : value);
    }
  }

  /** Returns the value of an input of the system; unknown if the run did not take it. */
  of(index: number): PartialValue {
    const { terms, inputs } = this.system;
    const { term, origin } = inputs[index];
    const value =
      origin === null || origin.path.length > 0 ? undefined : this.#values.get(`${origin.kind} ${origin.site}`);
    return value === undefined || value === ANY ? ANY : scalarOf(value, terms.sort(term));
  }
}
