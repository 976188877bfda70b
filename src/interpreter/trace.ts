import { compileLoad } from './loads.ts';
import type { TraceStep } from './options.ts';
import type { Assignment, Observer, StepContext } from './step-context.ts';

/**
 * Compiles a read of the value that an assignment stored, for scalar integers and pointers; null for
 * other types.
 */
export function valueObserver(context: StepContext, op: Assignment): Observer | null {
  let observer = context.observers.get(op);
  if (observer === undefined) {
    observer = compileObserver(context, op);
    context.observers.set(op, observer);
  }
  return observer;
}

function compileObserver(context: StepContext, op: Assignment): Observer | null {
  const { kind } = op.target.type;
  if (kind !== 'integer' && kind !== 'enum' && kind !== 'pointer') return null;
  const load = compileLoad(context, op.target, op.target.type);
  return (f) => BigInt(load(f) as number | bigint);
}

/** Records the first steps of a run and, in a ring, the last ones. */
export class TraceRecorder {
  readonly #first: TraceStep[] = [];
  readonly #last: TraceStep[] = [];
  #count = 0;
  #skipped = 0;

  /** Takes the numbers of steps to keep from the start and from the end. */
  constructor(
    private readonly limit: number,
    private readonly tail: number,
  ) {}

  add(step: TraceStep): void {
    this.#count++;
    if (this.#first.length < this.limit) this.#first.push(step);
    else if (this.tail > 0) this.#last[(this.#count - this.limit - 1) % this.tail] = step;
  }

  /** Skips steps that were executed without a record, all before those that the end will keep. */
  skip(steps: number): void {
    this.#skipped += steps;
  }

  /** Whether no further step would be kept from the start. */
  get hasFirst(): boolean {
    return this.#first.length >= this.limit;
  }

  get omitted(): number {
    return this.#skipped + this.#count - this.#first.length - this.#last.length;
  }

  steps(): TraceStep[] {
    const start = this.tail > 0 && this.#last.length === this.tail ? (this.#count - this.limit) % this.tail : 0;
    return [...this.#first, ...this.#last.slice(start), ...this.#last.slice(0, start)];
  }
}
