import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { INT } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Location, Operation } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { WovenGraph } from './graph.ts';
import { ENDED, NOT_STARTED } from './thread-states.ts';
import type { Thread } from './unfolding.ts';

const MASK: CType & { kind: 'integer' } = { kind: 'integer', name: 'uint' };

/**
 * Finds deadlocks: all live threads wait for ever. A hidden variable has a bit for each thread. A wait
 * that fails sets the bit of its thread. Each other return to the scheduler clears all bits, since it
 * may have let waiting threads go on. A thread whose bit is set therefore stands before a wait that
 * fails in the present state. Once the bits cover all live threads, no step of any thread changes
 * the state, and the program calls the hidden function of the check.
 *
 * A thread that takes a lock without a return to the scheduler clears nothing, as that lets no other
 * thread go on.
 */
export class DeadlockChecks {
  readonly globals: readonly Variable[];
  readonly #mask: Variable;
  readonly #fails: Operation;

  constructor(
    private readonly graph: WovenGraph,
    private readonly layout: Layout,
    /** The list grows until all threads are known; it is read afterwards. */
    private readonly threads: readonly Thread[],
    deadlockFunction: number,
    at: SourceLocation,
  ) {
    this.#mask = graph.hidden('$waiting', MASK, at);
    this.globals = [this.#mask];
    this.#fails = { kind: 'call', callee: { kind: 'direct', function: deadlockFunction }, arguments: [], result: null };
  }

  /** Notes that a thread did something, and returns where it goes on. */
  progress(from: Location, at: SourceLocation): Location {
    const target = make.variablePlace(this.#mask);
    return this.graph.emit(from, { kind: 'assign', target, value: make.integer(MASK, 0n) }, at);
  }

  /** Notes a failed wait; returns where the run goes on if another thread may let the thread go on. */
  failed(from: Location, thread: number, at: SourceLocation): Location {
    const { graph } = this;
    const target = make.variablePlace(this.#mask);
    const value = this.#binary('|', make.load(target), this.#bit(thread));
    const noted = graph.emit(from, { kind: 'assign', target, value }, at);
    const condition = this.#allWait(thread);
    const over = graph.emit(noted, { kind: 'assume', condition, truth: true }, at);
    graph.edge(over, graph.exit, this.#fails, at, this.#fails);
    return graph.emit(noted, { kind: 'assume', condition, truth: false }, at);
  }

  /** Whether each other thread waits, has ended or has not begun. */
  #allWait(thread: number): Expr {
    let all: Expr = make.ONE;
    for (const { id, at } of this.threads) {
      if (id === thread) continue;
      const place = make.load(make.variablePlace(at));
      const states = [ENDED, ...(id === 0 ? [] : [NOT_STARTED])];
      const mask = this.#binary('&', make.load(make.variablePlace(this.#mask)), this.#bit(id));
      let waits: Expr = make.compare('!=', mask, make.integer(MASK, 0n));
      for (const state of states)
        waits = make.conditional(INT, make.compare('==', place, make.integer(INT, state)), make.ONE, waits);
      all = make.conditional(INT, waits, all, make.ZERO);
    }
    return all;
  }

  #bit(thread: number): Expr {
    return make.integer(MASK, 1n << BigInt(thread));
  }

  #binary(operator: '&' | '|', left: Expr, right: Expr): Expr {
    return make.binary(this.layout, MASK, operator, left, right);
  }
}
