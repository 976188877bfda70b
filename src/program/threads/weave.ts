import type { Descriptions } from '../../base/description.ts';
import type { Variable } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import type {
  AutomatonFunction,
  Expr,
  Location,
  LocationMark,
  Operation,
  Program,
  ThreadOrder,
  ThreadStep,
} from '../cfa/automaton.ts';
import { readsOf } from './accesses.ts';
import { DeadlockChecks } from './deadlocks.ts';
import { descriptionsOf } from './descriptions.ts';
import { WovenGraph } from './graph.ts';
import { LibraryAccesses } from './library-accesses.ts';
import { OperationWeaver } from './operations.ts';
import { type Reached, shownPlace, ThreadPlaces } from './places.ts';
import { functionsToldApart } from './pool-states.ts';
import { Pools } from './pools.ts';
import { isSilent, RaceChecks } from './races.ts';
import { type Choosers, choosers, Scheduler } from './scheduler.ts';
import { SynchronisationWeaver } from './synchronise.ts';
import { type Activation, isInterruptible, type Node, type UnfoldedStep, type Unfolding } from './unfolding.ts';
import type { Visibility } from './visible.ts';

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
  /** The hidden functions whose results decide about threads, and those that measure texts. */
  readonly functions: readonly AutomatonFunction[];
  /** Descriptions of hidden variables, for people. */
  readonly descriptions: Descriptions;
  /** The thread of each way that the scheduler chooses from, in order. */
  readonly ways: readonly number[];
  /** Functions of pools whose threads must be told apart: the woven program is of no use then. */
  readonly single: ReadonlySet<number>;
}

export interface WeaveInput {
  /** The program before its threads are woven. */
  readonly program: Program;
  readonly main: AutomatonFunction;
  readonly unfolding: Unfolding;
  readonly visibility: Visibility;
  readonly layout: Layout;
  readonly choosers: Choosers;
  /** Ids of variables that pointers may lead to. */
  readonly escaped: ReadonlySet<number>;
  /** The function that a data race calls; null if races are no errors. */
  readonly raceFunction: number | null;
  /** The function that a deadlock calls; null if deadlocks are no errors. */
  readonly deadlockFunction: number | null;
  /** Whether runs may leave a thread aside for ever that they start. */
  readonly idle: boolean;
  /** Gives ids to hidden variables. */
  readonly newVariable: () => number;
}

export function weave(input: WeaveInput): Woven {
  return new Weaver(input).run();
}

class Weaver {
  readonly #graph: WovenGraph;
  readonly #marks: LocationMark[] = [];
  readonly #places: ThreadPlaces;
  readonly #library: LibraryAccesses;
  readonly #races: RaceChecks | null;
  readonly #deadlocks: DeadlockChecks | null;
  readonly #pools: Pools;
  readonly #operations: OperationWeaver;
  readonly #synchronise: SynchronisationWeaver;

  constructor(private readonly input: WeaveInput) {
    const { main, unfolding, visibility, layout, choosers, newVariable, raceFunction, deadlockFunction } = input;
    const graph = new WovenGraph(main.id, newVariable);
    this.#deadlocks =
      deadlockFunction === null
        ? null
        : new DeadlockChecks(graph, layout, unfolding.threads, deadlockFunction, main.at);
    const pools = new Pools(graph, layout, unfolding.threads, unfolding.exclusive);
    this.#pools = pools;
    const places = new ThreadPlaces(graph, unfolding.threads, this.#deadlocks, pools);
    this.#graph = graph;
    this.#places = places;
    const library = new LibraryAccesses(graph, layout, visibility, input.program, choosers.choice + 1);
    this.#library = library;
    this.#races =
      raceFunction === null
        ? null
        : new RaceChecks(graph, layout, visibility, library, unfolding, raceFunction, choosers.choice, main.at);
    this.#operations = new OperationWeaver(graph, places, visibility, layout, this.#races);
    this.#synchronise = new SynchronisationWeaver(
      graph,
      places,
      this.#operations,
      visibility,
      unfolding,
      layout,
      this.#deadlocks !== null,
      pools,
      input.idle,
    );
  }

  run(): Woven {
    const { main, unfolding, escaped } = this.input;
    for (const node of unfolding.nodes) this.#weave(node);
    this.#graph.origin = null;
    this.#graph.order = null;
    this.#graph.node = null;
    this.#marks.push({ location: this.#places.scheduler, kind: 'threads', at: main.at, name: 'threads', moment: 0 });
    const { next } = this.input.choosers;
    const ways = new Scheduler(this.#graph, this.#places, this.#pools, unfolding.threads, main, next).schedule();
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
    const searches = [...(this.#races?.globals ?? []), ...(this.#deadlocks?.globals ?? [])];
    const globals = [
      ...unfolding.threads.flatMap(({ at, value }) => [at, value]),
      ...unfolding.released.values(),
      ...searches,
      ...this.#pools.globals,
    ];
    const single = functionsToldApart(this.#graph, unfolding, this.#places, this.#pools, escaped);
    const descriptions = descriptionsOf({
      main,
      unfolding,
      places: this.#places,
      pools: this.#pools,
      temporaries: this.#graph.locals,
      searches,
    });
    const functions = [...choosers(main, this.input.choosers), ...this.#library.functions];
    return { fn, globals, functions, descriptions, ways, single };
  }

  #weave(given: Node): void {
    const node = shownNode(given);
    const { activation, location, alternative, steps } = node;
    this.#graph.origin = originOf(activation);
    this.#graph.order = this.#races === null ? null : orderOf(node);
    this.#graph.node = node;
    if (alternative === 0 && location >= 0) {
      const start = this.#places.start(node);
      for (const mark of activation.fn.marks)
        if (mark.location === location && !activation.modelled) this.#marks.push({ ...mark, location: start });
    }
    const from = this.#places.start(node);
    if (steps.length > 1) {
      this.#branch(node, from);
      return;
    }
    for (const step of steps) this.#step(node, from, step);
  }

  /** The operation that people are told about at a step; null inside models of library functions. */
  #told(node: Node, { source }: UnfoldedStep): Operation | null {
    const { modelled, fn } = node.activation;
    return modelled || fn.origin === 'library' ? null : source;
  }

  #branch(node: Node, from: Location): void {
    const split = isInterruptible(node);
    // Branches share their value, which is read once.
    const values = new Map<Expr, Expr>();
    let here = from;
    const operations = node.steps.map(({ what }) => (what.kind === 'operations' ? what.operations[0] : undefined));
    const distinct = new Set(operations.map((op) => (op === undefined ? null : decidedBy(op))));
    let visible = 0;
    for (const value of distinct) {
      if (value === null) continue;
      if (!split) {
        here = this.#operations.checked(node, here, readsOf(value), node.steps[0].at);
        continue;
      }
      const keep = distinct.size === 1;
      const lowered = this.#operations.lower(here, value, node, keep, node.steps[0].at);
      values.set(value, lowered.value);
      here = lowered.at;
      visible += lowered.visible;
    }
    for (const [i, step] of node.steps.entries()) {
      const op = operations[i];
      const value = op === undefined ? null : decidedBy(op);
      const branch = op === undefined || value === null ? op : withValue(op, values.get(value) ?? value);
      const at = this.#graph.emit(here, branch ?? { kind: 'skip' }, step.at, this.#told(node, step));
      this.#synchronise.arrive(node, { at, pause: visible > 0 }, step);
    }
  }

  #step(node: Node, from: Location, step: UnfoldedStep): void {
    const { what } = step;
    switch (what.kind) {
      case 'operations': {
        let reached: Reached = { at: from, pause: false };
        const told = this.#told(node, step);
        // The search for races asks what a call accesses.
        const isGap = what.shared !== undefined && this.#races === null && this.input.visibility.isMemoryVisible();
        const gap: Operation = { kind: 'unsupported', construct: what.shared ?? '', unread: true };
        for (const [i, op] of (isGap ? [gap] : what.operations).entries()) {
          const start = reached.pause ? this.#places.pause(reached.at, node, step.at) : reached.at;
          const last = i === what.operations.length - 1;
          reached = this.#operations.operation(node, start, op, step.at, last ? told : null);
        }
        this.#synchronise.arrive(node, reached, step, what.operations.length === 0 ? told : null);
        return;
      }
      case 'create':
        this.#synchronise.create(node, from, step, what.threads, what.name, what.argument);
        return;
      case 'join':
        this.#synchronise.join(node, from, step, what.threads, what.name, what.result);
        return;
      case 'detach':
        this.#synchronise.detach(node, from, step, what.threads, what.name);
        return;
      case 'lock':
      case 'unlock':
        this.#synchronise.lock(node, from, step, what);
        return;
      case 'wait':
        this.#synchronise.wait(node, from, step);
        return;
      case 'end':
        this.#synchronise.end(node, from, step, what);
    }
  }
}

/** The node with steps at places of the program: a step of a model is at the call that led there. */
function shownNode(node: Node): Node {
  const { activation, steps } = node;
  if (!activation.modelled) return node;
  return { ...node, steps: steps.map((step) => ({ ...step, at: shownPlace(activation, step.at) })) };
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

function originOf(activation: Activation): Omit<ThreadStep, 'source' | 'order'> {
  let depth = 0;
  for (let a = activation.parent; a !== null; a = a.parent) depth++;
  return { thread: activation.thread, function: activation.fn.name, depth };
}

/** The meaning of a node's steps for the order of accesses. */
function orderOf(node: Node): ThreadOrder {
  const { block, inner } = node.flags;
  return { model: modelOf(node), atomic: block ? 'block' : inner ? 'operation' : 'no', event: null };
}

/** The library function whose model the node belongs to; null for accesses of the program. */
function modelOf(node: Node): string | null {
  if (!isSilent(node)) return null;
  // Helpers of models have names that no function of the library has.
  let model: Activation = node.activation;
  while (model.fn.name.startsWith('__') && model.parent?.modelled === true) model = model.parent;
  return model.fn.name;
}
