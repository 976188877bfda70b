import type { SourceLocation } from '../base/source.ts';
import type { Variable } from '../c/ast.ts';
import type { Expr, Location, Operation, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { Layout } from '../types/layout.ts';
import { INT, isScalar, valueType } from '../types/type-tools.ts';
import type { WovenGraph } from './graph.ts';
import type { OperationWeaver } from './operations.ts';
import type { Reached, ThreadPlaces } from './places.ts';
import { ENDED, NOT_STARTED } from './thread-states.ts';
import { type Activation, isInterruptible, type Node, type Step, type Thread, type Unfolding } from './unfolding.ts';

/** Emits the steps that start threads, wait for their ends, end them, and take and release plain mutexes. */
export class SynchronisationWeaver {
  constructor(
    private readonly graph: WovenGraph,
    private readonly places: ThreadPlaces,
    private readonly operations: OperationWeaver,
    private readonly unfolding: Unfolding,
    private readonly layout: Layout,
    /** Whether deadlocks are errors. */
    private readonly deadlocks: boolean,
  ) {}

  /** Emits the step of a model in which a wait failed. */
  wait(node: Node, from: Location, step: Step): void {
    if (step.to === null) return;
    if (this.deadlocks) this.#wait(node, from, this.places.start(step.to), step.at);
    else this.arrive(node, { at: from, pause: false }, step);
  }

  /** Leads from a failed wait to the scheduler, and later to the location that tries again. */
  #wait(node: Node, from: Location, again: Location, at: SourceLocation): void {
    if (node.flags.block) {
      const construct = 'a wait in an atomic block, in the search for deadlocks';
      this.graph.edge(from, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
      return;
    }
    this.places.wait(from, node.activation.thread, again, shownPlace(node.activation, at));
  }

  /** Leads from the end of a step to its node. `told`: what people are told about the way. */
  arrive(node: Node, { at, pause }: Reached, step: Step, told: Operation | null = null): void {
    const { to } = step;
    if (to === null) return;
    // The end of an atomic block lets other threads run.
    const ends = isInterruptible(to) && !isInterruptible(node) && node.flags.beside !== 0n;
    const target = pause || ends ? this.places.pauseBefore(to) : this.places.start(to);
    this.graph.edge(at, target, { kind: 'skip' }, step.at, told);
  }

  create(node: Node, from: Location, step: Step, threads: readonly Thread[], name: Place, argument: Expr): void {
    const { layout } = this;
    const { at } = step;
    let here = this.operations.checked(node, from, [{ place: name, write: true, guards: [] }], at);
    let value = argument;
    if (isInterruptible(node)) {
      const lowered = this.operations.lower(here, argument, node, false, at);
      here = lowered.at;
      value = lowered.value;
    }
    for (const thread of threads) {
      let chosen = here;
      if (threads.length > 1) {
        const place = make.load(make.variablePlace(thread.at));
        const free = make.compare('==', place, make.integer(INT, NOT_STARTED));
        chosen = this.graph.emit(here, { kind: 'assume', condition: free, truth: true }, at);
        here = this.graph.emit(here, { kind: 'assume', condition: free, truth: false }, at);
      }
      const number = BigInt(thread.id + 1);
      const id = isScalar(name.type) ? make.integer(valueType(name.type), number) : null;
      if (id === null) {
        this.graph.edge(
          chosen,
          this.places.scheduler,
          { kind: 'unsupported', construct: 'pthread_t of this type', unread: true },
          at,
        );
        continue;
      }
      chosen = this.graph.emit(chosen, { kind: 'assign', target: name, value: id }, at);
      const [parameter] = thread.root.fn.parameters;
      const copy = parameter === undefined ? undefined : thread.root.variables.get(parameter.id);
      if (copy !== undefined) {
        const target = make.variablePlace(copy);
        const fitted = isScalar(copy.type) ? make.convert(layout, valueType(copy.type), value) : value;
        chosen = this.graph.emit(chosen, { kind: 'assign', target, value: fitted }, at);
      }
      const begun = this.graph.location();
      this.places.setPlace(chosen, begun, thread.id, this.places.entryOf(thread), at);
      this.arrive(node, { at: begun, pause: !step.to!.flags.block }, step, step.source);
    }
    if (threads.length > 1) {
      const construct = `more than ${threads.length} threads started at one place`;
      this.graph.edge(here, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    }
  }

  join(node: Node, from: Location, step: Step, threads: readonly Thread[], name: Expr, result: Place | null): void {
    const { at } = step;
    const { thread } = node.activation;
    const split = isInterruptible(node);
    let here = from;
    let value = name;
    if (split) {
      const lowered = this.operations.lower(here, name, node, false, at);
      here = lowered.at;
      value = lowered.value;
    }
    // Waiting begins behind the reading of the name.
    const waiting = this.graph.location();
    this.graph.edge(here, waiting, { kind: 'skip' }, at);
    const again = this.graph.location();
    if (this.deadlocks) this.#wait(node, again, waiting, at);
    else if (node.flags.beside !== 0n) this.places.leave(again, thread, waiting, at);
    else this.graph.edge(again, waiting, { kind: 'skip' }, at);
    here = waiting;
    for (const [i, joined] of threads.entries()) {
      let found = here;
      if (threads.length > 1 || joined.site?.repeated === true) {
        const id = make.integer(valueType(name.type), BigInt(joined.id + 1));
        const condition = make.compare('==', value, id);
        found = this.graph.emit(here, { kind: 'assume', condition, truth: true }, at);
        here = this.graph.emit(here, { kind: 'assume', condition, truth: false }, at);
      } else if (i === 0) here = -1;
      const condition = make.compare('==', make.load(make.variablePlace(joined.at)), make.integer(INT, ENDED));
      const ended = this.graph.emit(found, { kind: 'assume', condition, truth: true }, at);
      this.graph.edge(found, again, { kind: 'assume', condition, truth: false }, at);
      let reached: Reached = { at: ended, pause: false };
      if (result !== null) {
        const value = make.convert(this.layout, valueType(result.type), make.load(make.variablePlace(joined.value)));
        const op: Operation = { kind: 'assign', target: result, value };
        reached = this.operations.operation(node, ended, op, at);
      }
      this.arrive(node, reached, step, step.source);
    }
    if (here >= 0)
      this.graph.edge(
        here,
        this.graph.exit,
        { kind: 'unsupported', construct: 'pthread_join of an unknown thread', unread: true },
        at,
      );
  }

  /**
   * Emits a lock or its release. A lock may come as late as the next visible step, since only threads
   * that wait for it or try it notice it.
   */
  lock(node: Node, from: Location, step: Step, kind: 'lock' | 'unlock', mutex: Variable): void {
    const { at } = step;
    const { exclusive, tried } = this.unfolding;
    const { type } = mutex;
    const index = type.kind === 'struct' ? type.definition.fields!.findIndex(({ name }) => name === 'state') : -1;
    const state = make.memberOf(make.variablePlace(mutex), index);
    const others = isInterruptible(node);
    if (kind === 'unlock') {
      const freed = this.graph.emit(from, { kind: 'assign', target: state, value: make.ZERO }, at);
      this.arrive(node, { at: freed, pause: others }, step, step.source);
      return;
    }
    const condition = make.compare('==', make.load(state), make.ZERO);
    const free = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    const held: Operation = { kind: 'assume', condition, truth: false };
    if (this.deadlocks) this.#wait(node, this.graph.emit(from, held, at), from, at);
    else this.graph.edge(from, others ? this.places.pauseBefore(node) : from, held, at);
    const owner = make.integer(INT, BigInt(node.activation.thread + 1));
    const taken = this.graph.emit(free, { kind: 'assign', target: state, value: owner }, at);
    // A deadlock is a matter of the locks that threads hold while they wait for others.
    const noticed = this.deadlocks || !exclusive.has(mutex.id) || tried.has(mutex.id);
    this.arrive(node, { at: taken, pause: others && noticed }, step, step.source);
  }

  end(node: Node, from: Location, step: Step, all: boolean, value: Expr | null): void {
    const { at } = step;
    const { thread } = node.activation;
    if (all) {
      this.graph.edge(
        from,
        this.graph.exit,
        value === null ? { kind: 'skip' } : { kind: 'return', value },
        at,
        step.source,
      );
      return;
    }
    const target = make.variablePlace(this.unfolding.threads[thread].value);
    let here = this.graph.emit(from, { kind: 'skip' }, at, step.source);
    if (value !== null && isScalar(value.type)) {
      const fitted = make.convert(this.layout, valueType(target.type), value);
      const stored = this.operations.operation(node, here, { kind: 'assign', target, value: fitted }, at);
      here = stored.pause ? this.places.pause(stored.at, thread, at) : stored.at;
    }
    if (node.flags.beside === 0n) {
      // The last thread ends the program.
      this.graph.edge(here, this.graph.exit, { kind: 'return', value: make.ZERO }, at);
      return;
    }
    this.places.setPlace(here, this.places.scheduler, thread, ENDED, at);
  }
}

/** The place of the program's call that led into a model. */
function shownPlace(activation: Activation, at: SourceLocation): SourceLocation {
  let shown = at;
  for (let a: Activation | null = activation; a?.modelled === true; a = a.parent) shown = a.call?.at ?? shown;
  return shown;
}
