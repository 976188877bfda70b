import { stronglyConnected } from '../../../base/graph.ts';
import { xorshift } from '../../../base/xorshift.ts';
import { Evaluator, zeroValue } from '../../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import type { InputInstance } from '../../../system/transys/certificate.ts';
import { stateIndices } from '../../../system/transys/control.ts';
import type { Onward } from '../../../system/transys/passes/onward.ts';
import { programTerms } from '../../../system/transys/program-terms.ts';
import { constantsOf } from '../../../system/transys/sampling/constants.ts';
import type { InputVar, SystemTrace, TraceValue, TransitionSystem } from '../../../system/transys/system.ts';

/** Steps of a run that must be possible before it is proposed, and the most of them before it settles. */
const STEPS = 80;
const MOST_UNSETTLED = 40;
/** Numbers of values that an input takes before it stays at the last. */
const DRAWN = [0, 1, 1, 2, 4, 8];
/** Kinds of inputs that a program takes as a value of its own. */
const SCALARS: readonly string[] = ['nondet', 'unknown-function', 'uninitialised'];

/** A run that may go on for ever from its last step on. */
export interface Proposal extends Onward {
  readonly stem: SystemTrace;
  readonly head: number;
}

/**
 * Makes random runs whose inputs settle after a few values, one value for each place of the program.
 * A run that is long enough is proposed from the head of a loop, once it stays on the cycles through it.
 */
export class SettledRuns {
  readonly #components: Int32Array;
  readonly #indices: ReadonlyMap<number, number>;
  readonly #inputs: ReadonlyMap<number, number>;
  readonly #constants: ReadonlyMap<number, readonly bigint[]>;
  readonly #random: () => number;
  #runs = 0;

  constructor(
    private readonly system: TransitionSystem,
    seed: number,
  ) {
    const { blocks, inputs, terms } = system;
    this.#components = stronglyConnected(blocks.map(({ successors }) => successors));
    this.#indices = stateIndices(system);
    this.#inputs = new Map(inputs.map(({ term }, i) => [term, i]));
    this.#random = xorshift((seed * 7919) ^ 0x2545f491);
    this.#constants = constantsOf(terms, programTerms(system));
  }

  /** The next proposal; null if the run ends, or does not settle. */
  next(): Proposal | null {
    const { system } = this;
    const { terms, init, inputs, blocks, pc } = system;
    if (pc === null) return null;
    const most = DRAWN[this.#runs % DRAWN.length];
    const style = Math.floor(this.#runs / DRAWN.length) % 4;
    this.#runs++;
    /** Values by place, and how many were drawn. */
    const values = new Map<string, { readonly value: TraceValue; readonly drawn: number }>();
    const take = (index: number): TraceValue => {
      const place = placeOf(inputs[index], index);
      const known = values.get(place);
      if (known !== undefined && known.drawn >= Math.max(1, most)) return known.value;
      const value = most === 0 ? 0n : this.#draw(index, style);
      values.set(place, { value, drawn: (known?.drawn ?? 0) + 1 });
      return value;
    };
    const first = new Map<number, TraceValue>();
    const start = new Evaluator(terms, (t) => this.#given(first, this.#inputs.get(t), take));
    if (start.value(system.initConstraint) !== true) return null;
    let state = init.map((t) => start.value(t));
    const steps: Map<number, TraceValue>[] = [];
    const states: (readonly ModelValue[])[] = [];
    for (let step = 0; step < STEPS; step++) {
      states.push(state);
      const block = blocks[Number(state[pc])];
      if (block === undefined) return null;
      const now = state;
      const given = new Map<number, TraceValue>();
      const evaluator = new Evaluator(terms, (t) => {
        const index = this.#indices.get(t);
        return index === undefined ? this.#given(given, this.#inputs.get(t), take) : now[index];
      });
      if (evaluator.value(block.feasible) !== true || evaluator.value(block.gap) === true) return null;
      if (evaluator.value(block.doubtful) === true) return null;
      state = block.next.map((t) => evaluator.value(t));
      steps.push(given);
    }
    return this.#proposal({ init: first, steps }, states, values);
  }

  #proposal(
    { init, steps }: SystemTrace,
    states: readonly (readonly ModelValue[])[],
    values: ReadonlyMap<string, { readonly value: TraceValue }>,
  ): Proposal | null {
    const { terms, blocks, inputs, pc } = this.system;
    const at = states.map((state) => Number(state[pc ?? 0]));
    const last = this.#components[at[at.length - 1]];
    const inside = new Set(blocks.filter(({ id }) => this.#components[id] === last).map(({ id }) => id));
    let entry = at.length - 1;
    while (entry > 0 && inside.has(at[entry - 1]) && this.#isSettled(steps[entry - 1], values)) entry--;
    if (entry === 0 || entry > MOST_UNSETTLED) return null;
    const choices = [...inside].flatMap((id): readonly InputInstance[] => {
      const own = blocks[id].inputs.flatMap((index): readonly (readonly [number, bigint])[] => {
        const known = values.get(placeOf(inputs[index], index));
        const isScalar =
          SCALARS.includes(inputs[index].origin?.kind ?? '') && terms.sort(inputs[index].term).kind !== 'float';
        return isScalar && typeof known?.value === 'bigint' ? [[index, known.value]] : [];
      });
      return own.length === 0 ? [] : [{ block: id, values: own }];
    });
    return { stem: { init, steps: steps.slice(0, entry) }, head: at[entry], state: states[entry], choices, inside };
  }

  #isSettled(
    step: ReadonlyMap<number, TraceValue>,
    values: ReadonlyMap<string, { readonly value: TraceValue }>,
  ): boolean {
    const { inputs } = this.system;
    return [...step].every(([index, value]) => values.get(placeOf(inputs[index], index))?.value === value);
  }

  #given(known: Map<number, TraceValue>, index: number | undefined, take: (index: number) => TraceValue): ModelValue {
    if (index === undefined) return 0n;
    const { terms, inputs } = this.system;
    const sort = terms.sort(inputs[index].term);
    if (sort.kind === 'array') return zeroValue(sort);
    let value = known.get(index);
    if (value === undefined) known.set(index, (value = take(index)));
    return sort.kind === 'bool' ? value !== 0n : (value as bigint);
  }

  /** Style 0: small values; 1: constants of the program and their neighbours; 2: boundaries; 3: any. */
  #draw(index: number, style: number): bigint {
    const { terms, inputs } = this.system;
    const sort = terms.sort(inputs[index].term);
    const number = this.#random();
    if (sort.kind === 'bool') return BigInt(number & 1);
    const width = sort.kind === 'bv' ? sort.width : sort.kind === 'float' ? sort.exponentBits + sort.precision : 1;
    const wrapped = (value: bigint): bigint => BigInt.asUintN(width, value);
    const known = this.#constants.get(width) ?? [];
    if (style === 0 || (style === 1 && known.length === 0))
      return wrapped(BigInt(number % 6) - 1n + BigInt(number % 2));
    if (style === 1) return wrapped(known[number % known.length] + BigInt((number >>> 8) % 3) - 1n);
    if (style === 2) return wrapped((1n << BigInt(width - 1)) - BigInt(number % 3) + 1n);
    let value = 0n;
    for (let i = 0; i < width; i += 32) value = (value << 32n) | BigInt(this.#random());
    return wrapped(value);
  }
}

/** Equal for inputs that the program takes at one place. */
function placeOf({ origin }: InputVar, index: number): string {
  return origin === null ? `${index}` : `${origin.kind} ${origin.path.join('.')} ${origin.site}`;
}
