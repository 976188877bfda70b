import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../types/layout.ts';
import { BOOL, hasQualifier, INT, isScalar, valueType } from '../../types/type-tools.ts';
import type { AutomatonFunction, Expr, Location, LocationMark, Operation, Place } from '../automaton.ts';
import * as make from '../make.ts';
import { targetOf } from '../walk.ts';
import { type Access, accessesOf, readsOf } from './accesses.ts';
import { WovenGraph } from './graph.ts';
import { RaceChecks } from './races.ts';
import { rewriteExpr, rewriteOperation } from './rewrite.ts';
import type { Node, Step, Thread, Unfolding } from './unfold.ts';
import { mayLeadToMemory, type Visibility } from './visible.ts';

/**
 * Weaves the graphs of all threads into one function. A hidden location, the scheduler, chooses a
 * thread by inputs of the run. The thread runs on from where it stood, over steps that no other thread
 * can notice, to the next visible access and over it. Then it notes its place, and control returns to
 * the scheduler. A thread that stands before a lock that is held comes back with nothing changed.
 *
 * Local steps before an access commute with all steps of other threads, so no result is lost
 * (Lipton, CACM 1975). Each thread returns behind each visible access, so that a local loop without end
 * hides no step of others.
 */
export interface Woven {
  readonly fn: AutomatonFunction;
  readonly globals: readonly Variable[];
  /** The hidden function whose result chooses between threads. */
  readonly chooser: AutomatonFunction;
}

export interface WeaveInput {
  readonly main: AutomatonFunction;
  readonly unfolding: Unfolding;
  readonly visibility: Visibility;
  readonly layout: Layout;
  readonly chooserId: number;
  /** The function that a data race calls; null if races are no errors. */
  readonly raceFunction: number | null;
  /** Gives ids to hidden variables. */
  readonly newVariable: () => number;
}

export function weave(input: WeaveInput): Woven {
  return new Weaver(input).run();
}

/** Values of a thread's location before its start, after its end, and where it stops before a watched access. */
const NOT_STARTED = 0n;
const ENDED = 1n;
const STOPPED = -1n;
/** The name of a chooser; the interpreter and the encoder treat it as an input. */
const CHOOSER = '__VERIFIER_nondet_bool';

/** Where emitted operations have led to. */
interface Reached {
  readonly at: Location;
  /** Whether other threads may run before the next step. */
  readonly pause: boolean;
}

class Weaver {
  readonly #graph: WovenGraph;
  readonly #marks: LocationMark[] = [];
  readonly #locations = new Map<number, Location>();
  readonly #pauses = new Map<number, Location>();
  /** The places where each thread may wait to be chosen; place k has number k + 2. */
  readonly #resumed: Location[][];
  readonly #scheduler: Location;
  readonly #races: RaceChecks | null;
  readonly #stops = new Map<number, Location>();

  constructor(private readonly input: WeaveInput) {
    const { main, unfolding, visibility, layout, chooserId, newVariable, raceFunction } = input;
    this.#graph = new WovenGraph(main.id, newVariable);
    this.#races =
      raceFunction === null
        ? null
        : new RaceChecks(this.#graph, layout, visibility, unfolding, raceFunction, chooserId, main.at);
    this.#resumed = input.unfolding.threads.map(() => []);
    this.#scheduler = this.#graph.location();
  }

  run(): Woven {
    const { main, unfolding } = this.input;
    const first = unfolding.threads[0].entry!;
    this.#locations.set(first.id, 0);
    for (const node of unfolding.nodes) this.#weave(node);
    this.#schedule();
    const fn: AutomatonFunction = {
      ...main,
      locals: [...main.locals, ...unfolding.locals, ...this.#graph.locals],
      entry: 0,
      exit: this.#graph.exit,
      locationCount: this.#graph.outgoing.length,
      edges: this.#graph.edges,
      outgoing: this.#graph.outgoing,
      marks: this.#marks,
    };
    const globals = [...unfolding.threads.flatMap(({ at, value }) => [at, value]), ...(this.#races?.globals ?? [])];
    return { fn, globals, chooser: this.#chooser() };
  }

  #chooser(): AutomatonFunction {
    const { main, chooserId } = this.input;
    return {
      ...main,
      id: chooserId,
      name: CHOOSER,
      type: { kind: 'function', result: BOOL, parameters: [], variadic: false, prototyped: true },
      parameters: [],
      locals: [],
      defined: false,
      origin: 'verifier',
      hasTwin: false,
      entry: 0,
      exit: 0,
      locationCount: 1,
      edges: [],
      outgoing: [[]],
      marks: [],
      extents: new Map(),
    };
  }

  // ------------------------------------------------------------------------------------------------------- graph

  /** The location at which a thread's node begins. */
  #start(node: Node): Location {
    let location = this.#locations.get(node.id);
    if (location === undefined) this.#locations.set(node.id, (location = this.#graph.location()));
    return location;
  }

  /** The location that lets other threads run before the node. */
  #pauseBefore(node: Node): Location {
    let location = this.#pauses.get(node.id);
    if (location === undefined) {
      location = this.#graph.location();
      this.#pauses.set(node.id, location);
      this.#leave(location, node.activation.thread, this.#start(node), node.activation.fn.at);
    }
    return location;
  }

  /** Notes that the thread waits at a location, and goes to the scheduler. */
  #leave(from: Location, thread: number, resumed: Location, at: SourceLocation): void {
    const list = this.#resumed[thread];
    const number = BigInt(list.push(resumed) + 1);
    this.#setPlace(from, this.#scheduler, thread, number, at);
  }

  #setPlace(from: Location, to: Location, thread: number, number: bigint, at: SourceLocation): void {
    const target = make.variablePlace(this.input.unfolding.threads[thread].at);
    this.#graph.edge(from, to, { kind: 'assign', target, value: make.integer(INT, number) }, at);
  }

  /** Lets other threads run, and returns the location where the thread goes on. */
  #pause(from: Location, thread: number, at: SourceLocation): Location {
    const resumed = this.#graph.location();
    this.#leave(from, thread, resumed, at);
    return resumed;
  }

  /** Adds checks for races before accesses, and returns where the accesses begin. */
  #checked(node: Node, from: Location, accesses: readonly Access[], at: SourceLocation): Location {
    if (this.#races === null) return from;
    const { thread } = node.activation;
    const stop = this.#interruptible(node) ? this.#stop(thread, at) : null;
    return this.#races.before(node, accesses, from, at, stop);
  }

  /** Leaves open atomic objects in arms of `?:` in the search for races, since they are read before the choice. */
  #unguarded(node: Node, from: Location, accesses: readonly Access[], at: SourceLocation): Location {
    const guarded = accesses.some(({ place, guards }) => guards.length > 0 && this.#pausesAt(place));
    if (this.#races === null || !guarded || !this.#interruptible(node)) return from;
    const construct = 'an atomic object in an arm of ?:, in the search for data races';
    return this.#graph.emit(from, { kind: 'unsupported', construct, unread: true }, at);
  }

  /** The location where a thread stops for ever. */
  #stop(thread: number, at: SourceLocation): Location {
    let location = this.#stops.get(thread);
    if (location === undefined) {
      location = this.#graph.location();
      this.#stops.set(thread, location);
      this.#setPlace(location, this.#scheduler, thread, STOPPED, at);
    }
    return location;
  }

  // ------------------------------------------------------------------------------------------------------- nodes

  #weave(node: Node): void {
    const { activation, location, alternative, steps } = node;
    if (alternative === 0 && location >= 0) {
      const start = this.#start(node);
      for (const mark of activation.fn.marks)
        if (mark.location === location && !activation.modelled) this.#marks.push({ ...mark, location: start });
    }
    const from = this.#start(node);
    if (steps.length > 1) {
      this.#branch(node, from);
      return;
    }
    for (const step of steps) this.#step(node, from, step);
  }

  /** Whether other threads may run between the accesses of a node's steps. */
  #interruptible({ flags }: Node): boolean {
    return flags.beside !== 0n && !flags.block && !flags.inner;
  }

  /**
   * Whether other threads may run behind an access to the place. The search for races needs that only
   * for atomic objects. Before the first race of a run, plain accesses commute with the steps of others
   * up to the next synchronisation.
   */
  #pausesAt(place: Place): boolean {
    return this.input.visibility.isVisible(place) && (this.#races === null || hasQualifier(place.type, 'atomic'));
  }

  /** Leads from the end of a step to its node. */
  #arrive(node: Node, { at, pause }: Reached, step: Step): void {
    const { to } = step;
    if (to === null) return;
    // The end of an atomic block lets other threads run.
    const ends = this.#interruptible(to) && !this.#interruptible(node) && node.flags.beside !== 0n;
    const target = pause || ends ? this.#pauseBefore(to) : this.#start(to);
    this.#graph.edge(at, target, { kind: 'skip' }, step.at);
  }

  #branch(node: Node, from: Location): void {
    const split = this.#interruptible(node);
    // Branches share their value, which is read once.
    const values = new Map<Expr, Expr>();
    let here = from;
    const operations = node.steps.map(({ what }) => (what.kind === 'operations' ? what.operations[0] : undefined));
    const distinct = new Set(operations.map((op) => (op === undefined ? null : decidedBy(op))));
    let visible = 0;
    for (const value of distinct) {
      if (value === null) continue;
      if (!split) {
        here = this.#checked(node, here, readsOf(value), node.steps[0].at);
        continue;
      }
      const keep = distinct.size === 1;
      const lowered = this.#lower(here, value, node, keep, node.steps[0].at);
      values.set(value, lowered.value);
      here = lowered.at;
      visible += lowered.visible;
    }
    for (const [i, step] of node.steps.entries()) {
      const op = operations[i];
      const value = op === undefined ? null : decidedBy(op);
      const branch = op === undefined || value === null ? op : withValue(op, values.get(value) ?? value);
      const at = this.#graph.emit(here, branch ?? { kind: 'skip' }, step.at);
      this.#arrive(node, { at, pause: visible > 0 }, step);
    }
  }

  #step(node: Node, from: Location, step: Step): void {
    const { what } = step;
    switch (what.kind) {
      case 'operations': {
        let reached: Reached = { at: from, pause: false };
        for (const op of what.operations) {
          const start = reached.pause ? this.#pause(reached.at, node.activation.thread, step.at) : reached.at;
          reached = this.#operation(node, start, op, step.at);
        }
        this.#arrive(node, reached, step);
        return;
      }
      case 'create':
        this.#create(node, from, step, what.threads, what.name, what.argument);
        return;
      case 'join':
        this.#join(node, from, step, what.threads, what.name, what.result);
        return;
      case 'lock':
      case 'unlock':
        this.#lock(node, from, step, what.kind, what.mutex);
        return;
      case 'end':
        this.#end(node, from, step, what.all, what.value);
    }
  }

  /** Emits an operation in pieces with at most one visible access each. */
  #operation(node: Node, from: Location, op: Operation, at: SourceLocation): Reached {
    if (!this.#interruptible(node))
      return { at: this.#graph.emit(this.#whole(node, from, op, at), op, at), pause: false };
    const { layout } = this.input;
    const thread = node.activation.thread;
    const target = targetOf(op);
    const writes = target !== null && this.#pausesAt(target);
    const loads = this.#visibleLoads(op);
    if ((writes || loads > 0) && this.#isWide(op)) {
      const construct = 'a structure that threads share, read or written as a whole';
      return { at: this.#graph.emit(from, { kind: 'unsupported', construct, unread: true }, at), pause: false };
    }
    // The program writes the bits beside it, too, with the values that it read before.
    if (writes && isBitField(target)) {
      const construct = 'a bit-field that threads share';
      return { at: this.#graph.emit(from, { kind: 'unsupported', construct, unread: true }, at), pause: false };
    }
    // A call ends before another thread sees its result.
    if (writes && op.kind === 'call' && loads > 0) {
      const held = this.#graph.temporary(target.type, at);
      const called = this.#operation(node, from, { ...op, result: held }, at);
      const here = called.pause ? this.#pause(called.at, thread, at) : called.at;
      return this.#operation(node, here, { kind: 'assign', target, value: make.load(held) }, at);
    }
    let here = this.#unguarded(node, from, accessesOf(op), at);
    let left = loads;
    // The last access stays in the operation.
    const kept = writes ? 0 : 1;
    const rules = {
      layout,
      expr: (e: Expr): Expr => {
        if (e.kind !== 'load' || !this.#pausesAt(e.place) || left-- <= kept) return e;
        const place = this.#graph.temporary(e.type, at);
        here = this.#checked(node, here, readsOf(e), at);
        here = this.#pause(this.#graph.emit(here, { kind: 'assign', target: place, value: e }, at), thread, at);
        return make.load(place);
      },
    };
    const rewritten = loads > kept ? rewriteOperation(op, rules) : op;
    here = this.#whole(node, here, rewritten, at);
    return { at: this.#graph.emit(here, rewritten, at), pause: writes || loads > 0 };
  }

  /** Adds the checks before an operation that is not split, and returns where it begins. */
  #whole(node: Node, from: Location, op: Operation, at: SourceLocation): Location {
    if (this.#races === null || node.flags.beside === 0n || node.activation.modelled) return from;
    if (op.kind === 'call' && op.arguments.some(mayLeadToMemory) && this.input.visibility.isMemoryVisible()) {
      const construct = 'call of a library function on memory that threads share, in the search for data races';
      return this.#graph.emit(from, { kind: 'unsupported', construct, unread: true }, at);
    }
    return this.#checked(node, from, accessesOf(op), at);
  }

  /** Reads an expression's visible parts into hidden variables. The last one stays if `keep`. */
  #lower(
    from: Location,
    value: Expr,
    node: Node,
    keep: boolean,
    at: SourceLocation,
  ): { readonly at: Location; readonly value: Expr; readonly visible: number } {
    const { layout } = this.input;
    let left = this.#visibleLoads({ kind: 'return', value });
    const visible = keep ? Math.min(left, 1) : 0;
    let here = this.#unguarded(node, from, readsOf(value), at);
    const lowered = rewriteExpr(value, {
      layout,
      expr: (e) => {
        if (e.kind !== 'load' || !this.#pausesAt(e.place) || left-- <= (keep ? 1 : 0)) return e;
        const place = this.#graph.temporary(e.type, at);
        here = this.#checked(node, here, readsOf(e), at);
        const assigned = this.#graph.emit(here, { kind: 'assign', target: place, value: e }, at);
        here = this.#pause(assigned, node.activation.thread, at);
        return make.load(place);
      },
    });
    here = this.#checked(node, here, readsOf(lowered), at);
    return { at: here, value: lowered, visible };
  }

  #visibleLoads(op: Operation): number {
    let count = 0;
    rewriteOperation(op, {
      layout: this.input.layout,
      expr: (e) => {
        if (e.kind === 'load' && this.#pausesAt(e.place)) count++;
        return e;
      },
    });
    return count;
  }

  /** Whether the operation reads or writes a visible object that is no scalar. */
  #isWide(op: Operation): boolean {
    const { layout } = this.input;
    const target = targetOf(op);
    let wide =
      target !== null &&
      this.#pausesAt(target) &&
      (!isScalar(target.type) || op.kind === 'zero' || op.kind === 'set-string');
    // An initialiser writes before any other thread knows the object.
    if (target?.kind === 'variable' && target.variable.storage === 'automatic') wide = false;
    rewriteOperation(op, {
      layout,
      expr: (e) => {
        if (e.kind === 'load' && !isScalar(e.type) && this.#pausesAt(e.place)) wide = true;
        return e;
      },
    });
    return wide;
  }

  // ----------------------------------------------------------------------------------------------------- threads

  #create(node: Node, from: Location, step: Step, threads: readonly Thread[], name: Place, argument: Expr): void {
    const { layout } = this.input;
    const { at } = step;
    let here = this.#checked(node, from, [{ place: name, write: true, guards: [] }], at);
    let value = argument;
    if (this.#interruptible(node)) {
      const lowered = this.#lower(here, argument, node, false, at);
      here = lowered.at;
      value = lowered.value;
    }
    for (const thread of threads) {
      let chosen = here;
      if (threads.length > 1) {
        const place = make.load(make.variablePlace(thread.at));
        const free = make.compare('==', place, make.integer(INT, NOT_STARTED));
        chosen = this.#graph.emit(here, { kind: 'assume', condition: free, truth: true }, at);
        here = this.#graph.emit(here, { kind: 'assume', condition: free, truth: false }, at);
      }
      const number = BigInt(thread.id + 1);
      const id = isScalar(name.type) ? make.integer(valueType(name.type), number) : null;
      if (id === null) {
        this.#graph.edge(
          chosen,
          this.#scheduler,
          { kind: 'unsupported', construct: 'pthread_t of this type', unread: true },
          at,
        );
        continue;
      }
      chosen = this.#graph.emit(chosen, { kind: 'assign', target: name, value: id }, at);
      const [parameter] = thread.root.fn.parameters;
      const copy = parameter === undefined ? undefined : thread.root.variables.get(parameter.id);
      if (copy !== undefined) {
        const target = make.variablePlace(copy);
        const fitted = isScalar(copy.type) ? make.convert(layout, valueType(copy.type), value) : value;
        chosen = this.#graph.emit(chosen, { kind: 'assign', target, value: fitted }, at);
      }
      const begun = this.#graph.location();
      this.#setPlace(chosen, begun, thread.id, this.#entryOf(thread), at);
      this.#arrive(node, { at: begun, pause: !step.to!.flags.block }, step);
    }
    if (threads.length > 1) {
      const construct = `more than ${threads.length} threads started at one place`;
      this.#graph.edge(here, this.#graph.exit, { kind: 'unsupported', construct, unread: true }, at);
    }
  }

  readonly #entries = new Map<Thread, bigint>();

  /** The number of a thread's first place. */
  #entryOf(thread: Thread): bigint {
    let number = this.#entries.get(thread);
    if (number === undefined) {
      number = BigInt(this.#resumed[thread.id].push(this.#start(thread.entry!)) + 1);
      this.#entries.set(thread, number);
    }
    return number;
  }

  #join(node: Node, from: Location, step: Step, threads: readonly Thread[], name: Expr, result: Place | null): void {
    const { at } = step;
    const { thread } = node.activation;
    const split = this.#interruptible(node);
    let here = from;
    let value = name;
    if (split) {
      const lowered = this.#lower(here, name, node, false, at);
      here = lowered.at;
      value = lowered.value;
    }
    // Waiting begins behind the reading of the name.
    const waiting = this.#graph.location();
    this.#graph.edge(here, waiting, { kind: 'skip' }, at);
    const again = this.#graph.location();
    if (node.flags.beside !== 0n) this.#leave(again, thread, waiting, at);
    else this.#graph.edge(again, waiting, { kind: 'skip' }, at);
    here = waiting;
    for (const [i, joined] of threads.entries()) {
      let found = here;
      if (threads.length > 1 || joined.site?.repeated === true) {
        const id = make.integer(valueType(name.type), BigInt(joined.id + 1));
        const condition = make.compare('==', value, id);
        found = this.#graph.emit(here, { kind: 'assume', condition, truth: true }, at);
        here = this.#graph.emit(here, { kind: 'assume', condition, truth: false }, at);
      } else if (i === 0) here = -1;
      const condition = make.compare('==', make.load(make.variablePlace(joined.at)), make.integer(INT, ENDED));
      const ended = this.#graph.emit(found, { kind: 'assume', condition, truth: true }, at);
      this.#graph.edge(found, again, { kind: 'assume', condition, truth: false }, at);
      let reached: Reached = { at: ended, pause: false };
      if (result !== null) {
        const op: Operation = { kind: 'assign', target: result, value: make.load(make.variablePlace(joined.value)) };
        reached = this.#operation(node, ended, op, at);
      }
      this.#arrive(node, reached, step);
    }
    if (here >= 0)
      this.#graph.edge(
        here,
        this.#graph.exit,
        { kind: 'unsupported', construct: 'pthread_join of an unknown thread', unread: true },
        at,
      );
  }

  /**
   * Emits a lock or its release. A lock may come as late as the next visible step, since only threads
   * that wait for it or try it notice it.
   */
  #lock(node: Node, from: Location, step: Step, kind: 'lock' | 'unlock', mutex: Variable): void {
    const { at } = step;
    const { exclusive, tried } = this.input.unfolding;
    const { type } = mutex;
    const index = type.kind === 'struct' ? type.definition.fields!.findIndex(({ name }) => name === 'state') : -1;
    const state = make.memberOf(make.variablePlace(mutex), index);
    const others = this.#interruptible(node);
    if (kind === 'unlock') {
      const freed = this.#graph.emit(from, { kind: 'assign', target: state, value: make.ZERO }, at);
      this.#arrive(node, { at: freed, pause: others }, step);
      return;
    }
    const condition = make.compare('==', make.load(state), make.ZERO);
    const free = this.#graph.emit(from, { kind: 'assume', condition, truth: true }, at);
    this.#graph.edge(from, others ? this.#pauseBefore(node) : from, { kind: 'assume', condition, truth: false }, at);
    const owner = make.integer(INT, BigInt(node.activation.thread + 1));
    const taken = this.#graph.emit(free, { kind: 'assign', target: state, value: owner }, at);
    const noticed = !exclusive.has(mutex.id) || tried.has(mutex.id);
    this.#arrive(node, { at: taken, pause: others && noticed }, step);
  }

  #end(node: Node, from: Location, step: Step, all: boolean, value: Expr | null): void {
    const { at } = step;
    const { thread } = node.activation;
    if (all) {
      this.#graph.edge(from, this.#graph.exit, value === null ? { kind: 'skip' } : { kind: 'return', value }, at);
      return;
    }
    const target = make.variablePlace(this.input.unfolding.threads[thread].value);
    let here = from;
    if (value !== null && isScalar(value.type)) {
      const fitted = make.convert(this.input.layout, valueType(target.type), value);
      const stored = this.#operation(node, here, { kind: 'assign', target, value: fitted }, at);
      here = stored.pause ? this.#pause(stored.at, thread, at) : stored.at;
    }
    if (node.flags.beside === 0n) {
      // The last thread ends the program.
      this.#graph.edge(here, this.#graph.exit, { kind: 'return', value: make.ZERO }, at);
      return;
    }
    this.#setPlace(here, this.#scheduler, thread, ENDED, at);
  }

  // --------------------------------------------------------------------------------------------------- scheduler

  /** Builds the choice between the threads, each decision by one input, and the way on from each place. */
  #schedule(): void {
    const { at } = this.input.main;
    const { threads } = this.input.unfolding;
    const choose = (from: Location, low: number, high: number): void => {
      if (high - low === 1) {
        this.#dispatch(from, threads[low], at);
        return;
      }
      const middle = (low + high) >> 1;
      const chosen = this.#graph.temporary(BOOL, at);
      const callee = { kind: 'direct', function: this.input.chooserId } as const;
      const decided = this.#graph.emit(from, { kind: 'call', callee, arguments: [], result: chosen }, at);
      const condition = make.load(chosen);
      choose(this.#graph.emit(decided, { kind: 'assume', condition, truth: false }, at), low, middle);
      choose(this.#graph.emit(decided, { kind: 'assume', condition, truth: true }, at), middle, high);
    };
    choose(this.#scheduler, 0, threads.length);
  }

  #dispatch(from: Location, thread: Thread, at: SourceLocation): void {
    const value = make.load(make.variablePlace(thread.at));
    const places = this.#resumed[thread.id];
    const ranges = places.map((_, i) => ({ low: BigInt(i + 2), high: BigInt(i + 2) }));
    for (const [i, to] of places.entries()) this.#graph.edge(from, to, { kind: 'case', value, ...ranges[i] }, at);
    // A thread that does not run leaves the choice to others.
    this.#graph.edge(from, this.#scheduler, { kind: 'default', value, ranges }, at);
  }
}

/** The value that a branch decides; null for other operations. */
function decidedBy(op: Operation): Expr | null {
  if (op.kind === 'assume') return op.condition;
  return op.kind === 'case' || op.kind === 'default' ? op.value : null;
}

function withValue(op: Operation, value: Expr): Operation {
  if (op.kind === 'assume') return { ...op, condition: value };
  return op.kind === 'case' || op.kind === 'default' ? { ...op, value } : op;
}

function isBitField(place: Place): boolean {
  if (place.kind !== 'member') return false;
  const { type } = place.base;
  return (type.kind === 'struct' || type.kind === 'union') && type.definition.fields?.[place.index]?.bits !== undefined;
}
