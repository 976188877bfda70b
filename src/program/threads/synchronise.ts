import type { SourceLocation } from '../../base/source.ts';
import type { Layout } from '../../c/types/layout.ts';
import { BOOL, INT, isScalar, valueType } from '../../c/types/type-basics.ts';
import type { Expr, Location, Operation, Place } from '../cfa/automaton.ts';
import { EARLY_JOIN, IDLE_THREAD, intrinsic } from '../cfa/beyond.ts';
import * as make from '../cfa/make.ts';
import { accessTo, readsOf } from './accesses.ts';
import type { WovenGraph } from './graph.ts';
import type { OperationWeaver } from './operations.ts';
import { type Reached, shownPlace, type ThreadPlaces } from './places.ts';
import type { PoolPlaces, Pools } from './pools.ts';
import { accessesOfStep } from './races.ts';
import { ENDED, NOT_STARTED } from './thread-states.ts';
import { isInterruptible, type Node, type Thread, type UnfoldedStep, type Unfolding } from './unfolding.ts';
import type { Visibility } from './visible.ts';

/** Most steps that are looked at before a thread's end. */
const MOST_LOCAL_STEPS = 16;

/** Value of the variable that says whether a thread is joined or detached. */
const RELEASED = make.integer(BOOL, 1n);

/** Emits the steps that start threads, wait for their ends, end them, and take and release plain mutexes. */
export class SynchronisationWeaver {
  constructor(
    private readonly graph: WovenGraph,
    private readonly places: ThreadPlaces,
    private readonly operations: OperationWeaver,
    private readonly visibility: Visibility,
    private readonly unfolding: Unfolding,
    private readonly layout: Layout,
    /** Whether deadlocks are errors. */
    private readonly deadlocks: boolean,
    private readonly pools: Pools,
    /** Whether runs may leave a thread aside for ever that they start. */
    private readonly idle: boolean,
  ) {}

  /** Emits the step of a model in which a wait failed. */
  wait(node: Node, from: Location, step: UnfoldedStep): void {
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
  arrive(node: Node, { at, pause }: Reached, step: UnfoldedStep, told: Operation | null = null): void {
    const { to } = step;
    if (to === null) return;
    // The end of an atomic block lets other threads run.
    const ends = isInterruptible(to) && !isInterruptible(node) && node.flags.beside !== 0n;
    const pauses = (pause || ends) && (this.deadlocks || !this.#endsUnseen(to));
    const target = pauses ? this.places.pauseBefore(to) : this.places.start(to);
    this.graph.edge(at, target, { kind: 'skip' }, step.at, told);
  }

  /**
   * Whether the thread ends behind the node without a step that others notice. They may run later
   * just as well, since the end of a thread takes no step from them.
   */
  #endsUnseen(node: Node): boolean {
    let at = node;
    for (let i = 0; i < MOST_LOCAL_STEPS; i++) {
      const [step, ...others] = at.steps;
      if (step === undefined || others.length > 0) return false;
      const { what, to } = step;
      const seen = accessesOfStep(step).some(({ place }) => this.visibility.isVisible(place));
      if (what.kind === 'end') return !what.all && !seen;
      if (what.kind !== 'operations' || what.operations.some(({ kind }) => !isLocal(kind)) || seen || to === null)
        return false;
      at = to;
    }
    return false;
  }

  create(
    node: Node,
    from: Location,
    step: UnfoldedStep,
    threads: readonly Thread[],
    name: Place,
    argument: Expr,
  ): void {
    const { layout } = this;
    const { at } = step;
    let here = this.operations.checked(node, from, [accessTo(name, true)], at);
    let value = argument;
    if (isInterruptible(node)) {
      const lowered = this.operations.lower(here, argument, node, false, at);
      here = lowered.at;
      value = lowered.value;
    }
    // A loop may come here more often than it was guessed, even where the guess is one thread.
    const counted = threads.length > 1 || (threads[0].site?.repeated === true && !threads[0].isPool);
    for (const thread of threads) {
      let chosen = here;
      if (counted) {
        const place = make.load(make.variablePlace(thread.at));
        const free = make.compare('==', place, make.integer(INT, NOT_STARTED));
        chosen = this.graph.emit(here, { kind: 'assume', condition: free, truth: true }, at);
        here = this.graph.emit(here, { kind: 'assume', condition: free, truth: false }, at);
      }
      if (!isScalar(name.type) || (thread.isPool && name.type.kind !== 'integer')) {
        this.graph.edge(
          chosen,
          this.places.scheduler,
          { kind: 'unsupported', construct: 'pthread_t of this type', unread: true },
          at,
        );
        continue;
      }
      const [parameter] = thread.root.fn.parameters;
      const copy = parameter === undefined ? undefined : thread.root.variables.get(parameter.id);
      if (copy !== undefined) {
        const target = make.variablePlace(copy);
        const fitted = isScalar(copy.type) ? make.convert(layout, valueType(copy.type), value) : value;
        chosen = this.graph.emit(chosen, { kind: 'assign', target, value: fitted }, at);
      }
      const begun = this.graph.location();
      if (!thread.isPool) chosen = this.graph.event(chosen, { kind: 'start', thread: thread.id }, at);
      this.places.begin(chosen, begun, thread, name, at);
      this.arrive(node, { at: begun, pause: !step.to!.flags.block }, step, step.source);
    }
    if (counted) this.#createIdle(node, here, step, threads.length, name);
  }

  /** Starts a thread that the scheduler never chooses, behind those that are told apart. Proofs end here. */
  #createIdle(node: Node, from: Location, step: UnfoldedStep, told: number, name: Place): void {
    const { at } = step;
    if (!this.idle || name.type.kind !== 'integer') {
      const construct = `more than ${told} threads started at one place`;
      this.graph.edge(from, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
      return;
    }
    const beyond = this.graph.emit(from, intrinsic(IDLE_THREAD, [make.integer(INT, BigInt(told))], null), at);
    const begun = this.pools.startIdle(name, beyond, at);
    this.arrive(node, { at: begun, pause: !step.to!.flags.block }, step, step.source);
  }

  join(
    node: Node,
    from: Location,
    step: UnfoldedStep,
    threads: readonly Thread[],
    name: Expr,
    result: Place | null,
  ): void {
    const { at } = step;
    const candidates = this.#candidates(threads);
    let { here, value } = this.#named(node, from, candidates, name, at);
    // Waiting begins behind the reading of the name.
    const waiting = this.graph.location();
    this.graph.edge(here, waiting, { kind: 'skip' }, at);
    const again = this.graph.location();
    if (this.deadlocks) this.#wait(node, again, waiting, at);
    else if (node.flags.beside !== 0n) this.places.leave(again, node, waiting, at);
    else this.graph.edge(again, waiting, { kind: 'skip' }, at);
    here = waiting;
    const pools = candidates.flatMap(({ id }) => this.pools.of(id) ?? []);
    for (const [i, joined] of candidates.entries()) {
      if (joined.isPool) continue;
      let found = here;
      if (isOneOfSeveral(joined, threads)) ({ found, here } = this.#isNamed(here, joined, value, at));
      else if (i === 0) here = -1;
      found = this.#unreleased(found, joined, 'pthread_join', at);
      const condition = make.compare('==', make.load(make.variablePlace(joined.at)), make.integer(INT, ENDED));
      const ended = this.graph.emit(found, { kind: 'assume', condition, truth: true }, at);
      this.graph.edge(found, again, { kind: 'assume', condition, truth: false }, at);
      const ordered = this.graph.event(this.#release(ended, joined, at), { kind: 'join', thread: joined.id }, at);
      let reached: Reached = { at: ordered, pause: false };
      if (result !== null) {
        const value = make.convert(this.layout, valueType(result.type), make.load(make.variablePlace(joined.value)));
        const op: Operation = { kind: 'assign', target: result, value };
        reached = this.operations.operation(node, ordered, op, at);
      }
      this.arrive(node, reached, step, step.source);
    }
    if (here < 0) return;
    const construct = result === null ? 'pthread_join of an unknown thread' : 'the result of one thread among many';
    if (pools.length > 0 && result === null) this.#joinOneOfMany(node, here, again, step, pools);
    else this.graph.edge(here, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
  }

  detach(node: Node, from: Location, step: UnfoldedStep, threads: readonly Thread[], name: Expr): void {
    const { at } = step;
    const candidates = this.#candidates(threads);
    let { here, value } = this.#named(node, from, candidates, name, at);
    const detached = this.graph.location();
    let isKnown = false;
    for (const thread of candidates) {
      if (thread.isPool) continue;
      let found = here;
      if (isOneOfSeveral(thread, threads)) ({ found, here } = this.#isNamed(here, thread, value, at));
      else isKnown = true;
      const first = this.#unreleased(found, thread, 'pthread_detach', at);
      this.graph.edge(this.#release(first, thread, at), detached, { kind: 'skip' }, at);
    }
    this.arrive(node, { at: detached, pause: false }, step, step.source);
    if (isKnown) return;
    // Pools and threads that never run have other names.
    const others = candidates.some(({ isPool, site }) => isPool || site?.repeated === true);
    if (others) this.graph.edge(here, detached, { kind: 'skip' }, at);
    else {
      const construct = 'pthread_detach of an unknown thread';
      this.graph.edge(here, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    }
  }

  #candidates(threads: readonly Thread[]): readonly Thread[] {
    return threads.filter(({ id }) => id > 0 || this.unfolding.namesMain);
  }

  /** Reads the name of a thread that is joined or detached. */
  #named(
    node: Node,
    here: Location,
    candidates: readonly Thread[],
    value: Expr,
    at: SourceLocation,
  ): { here: Location; value: Expr } {
    if (candidates.every(({ isPool }) => isPool))
      return { here: this.operations.checked(node, here, readsOf(value), at), value };
    if (!isInterruptible(node)) return { here, value };
    const lowered = this.operations.lower(here, value, node, false, at);
    return { here: lowered.at, value: lowered.value };
  }

  /** Branches to where the name is that of the thread, and to where it is not. */
  #isNamed(from: Location, { id }: Thread, name: Expr, at: SourceLocation): { found: Location; here: Location } {
    const condition = make.compare('==', name, make.integer(valueType(name.type), BigInt(id + 1)));
    const found = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    return { found, here: this.graph.emit(from, { kind: 'assume', condition, truth: false }, at) };
  }

  /** Goes on if the thread is neither joined nor detached. */
  #unreleased(from: Location, { id }: Thread, called: string, at: SourceLocation): Location {
    const released = this.unfolding.released.get(id);
    if (released === undefined) return from;
    const condition = make.compare('==', make.load(make.variablePlace(released)), RELEASED);
    const again = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    const construct = `${called} of a thread that is joined or detached`;
    this.graph.edge(again, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    return this.graph.emit(from, { kind: 'assume', condition, truth: false }, at);
  }

  /** Notes that the thread is joined or detached. */
  #release(from: Location, { id }: Thread, at: SourceLocation): Location {
    const released = this.unfolding.released.get(id);
    if (released === undefined) return from;
    return this.graph.emit(from, { kind: 'assign', target: make.variablePlace(released), value: RELEASED }, at);
  }

  /**
   * Goes on if all threads of the pools have ended. Otherwise the joined thread may have ended; runs of
   * the interpreter wait.
   */
  #joinOneOfMany(node: Node, from: Location, again: Location, step: UnfoldedStep, pools: readonly PoolPlaces[]): void {
    const { graph } = this;
    const { at } = step;
    const ended = graph.location();
    let here = from;
    for (const pool of pools) {
      const condition = this.pools.hasEnded(pool);
      const next = graph.location();
      const early = graph.location();
      graph.edge(here, next, { kind: 'assume', condition, truth: true }, at);
      graph.edge(here, early, { kind: 'assume', condition, truth: false }, at);
      const chosen = graph.temporary(INT, at);
      const decided = graph.emit(early, intrinsic(EARLY_JOIN, [], chosen), at);
      const goesOn = make.compare('!=', make.load(chosen), make.ZERO);
      graph.edge(decided, ended, { kind: 'assume', condition: goesOn, truth: true }, at);
      graph.edge(decided, again, { kind: 'assume', condition: goesOn, truth: false }, at);
      here = next;
    }
    graph.edge(here, ended, { kind: 'skip' }, at);
    this.arrive(node, { at: ended, pause: false }, step, step.source);
  }

  /**
   * Emits a lock or its release. A lock may come as late as the next visible step, since only threads
   * that wait for it or try it notice it.
   */
  lock(node: Node, from: Location, step: UnfoldedStep, what: UnfoldedStep['what'] & { kind: 'lock' | 'unlock' }): void {
    this.graph.inModel(`pthread_mutex_${what.kind}`, () => this.#lock(node, from, step, what));
  }

  #lock(
    node: Node,
    from: Location,
    step: UnfoldedStep,
    what: UnfoldedStep['what'] & { kind: 'lock' | 'unlock' },
  ): void {
    const { mutex } = what;
    const { at } = step;
    const { destroyed, exclusive, nested, tried } = this.unfolding;
    const { type } = mutex;
    const index = type.kind === 'struct' ? type.definition.fields!.findIndex(({ name }) => name === 'state') : -1;
    const state = make.memberOf(make.variablePlace(mutex), index);
    const others = isInterruptible(node);
    const owner = make.integer(INT, BigInt(node.activation.thread + 1));
    if (what.kind === 'unlock') {
      const freed = this.graph.emit(
        what.certain ? from : this.#held(from, state, owner, at),
        { kind: 'assign', target: state, value: make.ZERO },
        at,
      );
      const noticed = this.deadlocks || !nested.has(mutex.id);
      this.arrive(node, { at: freed, pause: others && noticed }, step, step.source);
      return;
    }
    const condition = make.compare('==', make.load(state), make.ZERO);
    const free = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    const held: Operation = { kind: 'assume', condition, truth: false };
    const waits = destroyed.has(mutex.id) ? this.#undestroyed(this.graph.emit(from, held, at), state, at) : null;
    const waiting: Operation = waits === null ? held : { kind: 'skip' };
    if (this.deadlocks) this.#wait(node, this.graph.emit(waits ?? from, waiting, at), from, at);
    else this.graph.edge(waits ?? from, others ? this.places.pauseBefore(node) : from, waiting, at);
    const taken = this.graph.emit(free, { kind: 'assign', target: state, value: owner }, at);
    // A deadlock is a matter of the locks that threads hold while they wait for others.
    const noticed = this.deadlocks || !exclusive.has(mutex.id) || tried.has(mutex.id);
    this.arrive(node, { at: taken, pause: others && noticed }, step, step.source);
  }

  /** Goes on if the mutex is not destroyed, as a negative state says. */
  #undestroyed(from: Location, state: Place, at: SourceLocation): Location {
    const condition = make.compare('<', make.load(state), make.ZERO);
    const construct = 'a lock of a mutex that is destroyed';
    const ended = this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    this.graph.edge(ended, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    return this.graph.emit(from, { kind: 'assume', condition, truth: false }, at);
  }

  /** Goes on if the thread holds the mutex. A release without that is undefined (POSIX). */
  #held(from: Location, state: Place, owner: Expr, at: SourceLocation): Location {
    const condition = make.compare('==', make.load(state), owner);
    const construct = 'the release of a mutex that the thread does not hold';
    const other = this.graph.emit(from, { kind: 'assume', condition, truth: false }, at);
    this.graph.edge(other, this.graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    return this.graph.emit(from, { kind: 'assume', condition, truth: true }, at);
  }

  end(
    node: Node,
    from: Location,
    { at, source }: UnfoldedStep,
    { all, value, ends }: UnfoldedStep['what'] & { kind: 'end' },
  ): void {
    const { thread } = node.activation;
    if (all) {
      this.graph.edge(from, this.graph.exit, value === null ? { kind: 'skip' } : { kind: 'return', value }, at, source);
      return;
    }
    const target = make.variablePlace(this.unfolding.threads[thread].value);
    let here = this.graph.emit(from, { kind: 'skip' }, at, source);
    if (this.unfolding.threads[thread].isPool) {
      // No thread sees the value.
      if (value !== null) here = this.operations.checked(node, here, readsOf(value), at);
    } else if (value !== null && isScalar(value.type)) {
      const fitted = make.convert(this.layout, valueType(target.type), value);
      const stored = this.operations.operation(node, here, { kind: 'assign', target, value: fitted }, at);
      here = stored.pause ? this.places.pause(stored.at, node, at) : stored.at;
    }
    for (const op of ends) here = this.graph.emit(here, op, at);
    if (node.flags.beside === 0n) {
      // The last thread ends the program.
      this.graph.edge(here, this.graph.exit, { kind: 'return', value: make.ZERO }, at);
      return;
    }
    this.places.end(here, thread, at);
  }
}

/** Whether a name tells the thread from others. */
function isOneOfSeveral({ site }: Thread, threads: readonly Thread[]): boolean {
  return threads.length > 1 || site?.repeated === true;
}

/** Whether operations of the kind do no more than what their accesses say. */
function isLocal(kind: Operation['kind']): boolean {
  return kind === 'assign' || kind === 'declare' || kind === 'skip';
}
