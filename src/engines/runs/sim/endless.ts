import { Layout } from '../../../c/types/layout.ts';
import {
  type InputSource,
  Machine,
  minedConstants,
  minedFloats,
  RepetitionWatch,
  recordContent,
  type SeededMode,
  type SeededOptions,
  seededInputs,
} from '../../../interpreter/index.ts';
import { type InputQueue, queueInputs } from '../../../program/cfa/inputs.ts';
import { type Claim, incomplete } from '../../methods/engine.ts';
import { numberOf, SIM } from '../../methods/options.ts';
import type { SimulationContext } from './guided.ts';

/** Runs of a round, and most steps of a run in the first round; later rounds have longer runs. */
const RUNS = 64;
const FIRST_STEPS = 20_000;
const MOST_STEPS = 1_000_000_000;
const GROWTH = 4;
/** Number of values that each place draws before the last of them is repeated, in turn. */
const DRAWN = [1, 1, 2, 1, 4, 1, 16, 2];
const MODES: readonly SeededMode[] = ['zero', 'small', 'boundary', 'mix', 'small', 'random', 'mix', 'boundary'];

/**
 * Looks for a run without end. It runs the program with inputs that settle after a while, until a run
 * is in a state that it was in before. The first run has inputs of zero alone.
 */
export function simulateEndless(context: SimulationContext): Claim {
  const { program, errorFunctions, stopped } = context;
  const drawn: SeededOptions = {
    layout: new Layout(program),
    constants: minedConstants(program),
    floats: minedFloats(program),
  };
  const limit = numberOf(context, SIM.runs);
  let seed = context.seed * 1_000_003;
  let done = 0;
  for (let steps = FIRST_STEPS; ; steps = Math.min(steps * GROWTH, MOST_STEPS)) {
    let ended = 0;
    for (let index = 0; index < RUNS; index++, seed++, done++) {
      if (stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      if (limit > 0 && done >= limit) return incomplete(`none of ${done} runs repeats itself`);
      const mode = MODES[index % MODES.length];
      const source = new SettlingSource(seededInputs(seed, mode, drawn), DRAWN[index % DRAWN.length], drawn.layout);
      const watch = new RepetitionWatch(program, () => source.position());
      const machine = new Machine(program, { inputs: source, errorFunctions, watch, maxSteps: steps, stopped });
      const { outcome } = machine.run();
      if (watch.found !== null) return { kind: 'unsafe', run: { kind: 'program', ...source.queues() } };
      if (outcome.kind !== 'limit') ended++;
      // A program without inputs has one run.
      if (source.isUntouched && outcome.kind === 'limit') break;
      if (source.isUntouched && outcome.kind !== 'stopped') return incomplete(`the only run ends (${outcome.kind})`);
    }
    context.note(`${done} runs; ${ended} of the last ones ended within ${steps} steps`);
  }
}

/** A source that draws a few values at each place, and then repeats the last one for ever. */
class SettlingSource implements InputSource {
  /** Values drawn so far, by place. */
  readonly #drawn = new Map<string, readonly InputQueue[]>();
  readonly #contents = new Map<string, Uint8Array>();
  #count = 0;

  /** `most`: number of values that a place draws. */
  constructor(
    private readonly source: InputSource,
    private readonly most: number,
    private readonly layout: Layout,
  ) {}

  /** True if the run has taken no input so far. */
  get isUntouched(): boolean {
    return this.#count === 0;
  }

  /** Changes whenever a value is drawn: from then on, other values may follow. */
  position(): string {
    return `${this.#count}`;
  }

  scalar(...[request]: Parameters<InputSource['scalar']>): bigint | number {
    const { kind, site } = request;
    const key = `${kind} ${site}`;
    const [known] = this.#drawn.get(key) ?? [];
    if (known !== undefined && known.values.length >= this.most) {
      const last = known.values[known.values.length - 1];
      return typeof last === 'bigint' ? last : 0n;
    }
    const value = BigInt(this.source.scalar(request));
    this.#count++;
    this.#drawn.set(key, [{ kind, site, path: [], values: [...(known?.values ?? []), value] }]);
    return value;
  }

  /** No object is chosen: a stored pointer stays, others are null. */
  pointer(): string | null {
    return null;
  }

  content(...[request, bytes, layout]: Parameters<InputSource['content']>): boolean {
    const key = `${request.kind} ${request.site}`;
    const known = this.#contents.get(key);
    if (known !== undefined && known.length === bytes.length) {
      bytes.set(known);
      return true;
    }
    const filled = this.source.content(request, bytes, layout);
    this.#count++;
    this.#contents.set(key, bytes.slice());
    this.#drawn.set(key, queueInputs(recordContent(request, bytes, filled, this.layout)));
    return filled;
  }

  /** The inputs of the run: the drawn ones, and the last of each place as those that repeat. */
  queues(): { readonly inputs: readonly InputQueue[]; readonly cycle: readonly InputQueue[] } {
    const inputs = [...this.#drawn.values()].flat();
    return { inputs, cycle: inputs.map((queue) => ({ ...queue, values: queue.values.slice(-1) })) };
  }
}
