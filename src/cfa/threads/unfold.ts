import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { Layout } from '../../types/layout.ts';
import { isScalar, pointerTo, VOID, valueType } from '../../types/type-tools.ts';
import type { CType } from '../../types/types.ts';
import { stronglyConnected, successorsOf } from '../analysis/graph.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Place, Program } from '../automaton.ts';
import { ATOMIC_BLOCK } from '../beyond.ts';
import * as make from '../make.ts';
import { calledBy, type FunctionFacts, isBlockMark, namedBy, roleOf } from './calls.ts';
import { isAtomicFunction } from './functions.ts';
import type { ThreadModel } from './model.ts';
import type { Objects } from './objects.ts';
import { type Rules, rewriteExpr, rewriteOperation, rewritePlace } from './rewrite.ts';

/**
 * Unfolds a program into one graph for each thread: calls of functions that synchronise or share
 * memory are copied into their callers. A node says at which place of which activation a thread is,
 * whether it is in an atomic block, and which other threads may run.
 */

/** A thread of the program. */
export interface Thread {
  /** 0 is the thread of `main`. */
  readonly id: number;
  readonly root: Activation;
  /** The place that starts it; null for `main`. */
  readonly site: Site | null;
  /** The value that `pthread_join` gives. */
  readonly value: Variable;
  /** The location of the thread: 0 before it starts, 1 after its end. */
  readonly at: Variable;
  entry: Node | null;
}

/** A place that starts threads. */
interface Site {
  readonly activation: Activation;
  readonly edge: number;
  readonly repeated: boolean;
  /** The threads that it may start, by the id of their function. */
  readonly threads: Map<number, Thread[]>;
}

/** One call of a function in a thread. */
export interface Activation {
  readonly fn: AutomatonFunction;
  /** The program that numbers the functions and variables: the user's, or that of the models. */
  readonly modelled: boolean;
  readonly thread: number;
  readonly parent: Activation | null;
  readonly call: Edge | null;
  /** Whether the call begins an atomic block. */
  readonly atomic: boolean;
  readonly variables: Map<number, Variable>;
  /** Values of parameters that are addresses of static objects. */
  readonly constants: Map<number, Expr>;
  readonly result: Variable | null;
  readonly children: Map<string, Activation>;
  readonly rewritten: Map<Expr, Expr>;
  /** Whether the call may be made several times. */
  readonly repeated: boolean;
}

/** State of a thread at a node, besides its place. */
export interface Flags {
  /** In an atomic block of the program. */
  readonly block: boolean;
  /** In an atomic block of a model. */
  readonly inner: boolean;
  /** Hidden objects of the mutexes that the thread holds on every way here, by id in increasing order. */
  readonly held: readonly number[];
  /** Sites whose threads may run beside this one, one bit each; all for other threads than `main`. */
  readonly beside: bigint;
}

export interface Node {
  readonly id: number;
  readonly activation: Activation;
  readonly location: Location;
  /** The alternative that is tried, where a value decides among several. */
  readonly alternative: number;
  readonly flags: Flags;
  steps: Step[];
}

/** A step of a thread between two nodes. */
export interface Step {
  /** The node behind the step; null where the thread ends. */
  readonly to: Node | null;
  readonly at: SourceLocation;
  readonly what:
    | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
    /** Starts a thread; `name` is where its number goes. */
    | { readonly kind: 'create'; readonly threads: readonly Thread[]; readonly name: Place; readonly argument: Expr }
    | { readonly kind: 'join'; readonly threads: readonly Thread[]; readonly name: Expr; readonly result: Place | null }
    /** Takes or releases a plain mutex. */
    | { readonly kind: 'lock' | 'unlock'; readonly mutex: Variable }
    /** The thread ends. `all`: the program ends with this value. */
    | { readonly kind: 'end'; readonly all: boolean; readonly value: Expr | null };
}

export interface Unfolding {
  readonly threads: readonly Thread[];
  readonly nodes: readonly Node[];
  /** Variables of the copied activations. */
  readonly locals: readonly Variable[];
  /** Copies of variables that each thread has for itself, with the original. */
  readonly copies: readonly { readonly copy: Variable; readonly original: Variable }[];
  /** The original of each renamed variable, by id. */
  readonly originals: ReadonlyMap<number, number>;
  /** Hidden objects of mutexes that only the holder releases. */
  readonly exclusive: ReadonlySet<number>;
  /** Hidden objects of mutexes that some thread tries, and so notices that they are held. */
  readonly tried: ReadonlySet<number>;
}

/** Limits of an unfolding. */
export interface ThreadLimits {
  /** Threads that one place in a loop starts. */
  readonly perSite: number;
  readonly threads: number;
  readonly nodes: number;
}

export const THREAD_LIMITS: ThreadLimits = { perSite: 4, threads: 16, nodes: 40_000 };

/** Unfolds the program from `main`. Returns the reason where it is too large. */
export function unfold(
  program: Program,
  main: AutomatonFunction,
  model: ThreadModel,
  facts: FunctionFacts,
  objects: Objects,
  firstVariable: number,
  limits: ThreadLimits,
): Unfolding {
  return new Unfolder(program, main, model, facts, objects, firstVariable, limits).run();
}

const PLAIN: Flags = { block: false, inner: false, held: [], beside: 0n };
/** Intrinsics that work in a copied activation as in their own. */
const MOVABLE = new Set(['unspecified', 'alloca', 'padding', 'unreachable', 'trap', 'object_size']);

class Unfolder {
  readonly #layout: Layout;
  readonly #nodes: Node[] = [];
  readonly #known = new Map<string, Node>();
  readonly #threads: Thread[] = [];
  readonly #sites: Site[] = [];
  readonly #locals: Variable[] = [];
  readonly #copies: { copy: Variable; original: Variable }[] = [];
  readonly #originals = new Map<number, number>();
  readonly #own = new Map<string, Variable>();
  readonly #cycles = new Map<AutomatonFunction, Uint8Array>();
  readonly #activations = new Map<Activation, number>();
  /** Hidden objects of mutexes that a thread may release without holding them, or set in another way. */
  readonly #disturbed = new Set<number>();
  #next: number;

  constructor(
    private readonly program: Program,
    private readonly main: AutomatonFunction,
    private readonly model: ThreadModel,
    private readonly facts: FunctionFacts,
    private readonly objects: Objects,
    firstVariable: number,
    private readonly limits: ThreadLimits,
  ) {
    this.#layout = new Layout(program.dataModel);
    this.#next = firstVariable;
  }

  run(): Unfolding {
    this.#thread(this.main, null);
    // Both lists grow during the loops.
    for (let t = 0, n = 0; t < this.#threads.length; t++) {
      const thread = this.#threads[t];
      thread.entry = this.#node(thread.root, thread.root.fn.entry, 0, { ...PLAIN, beside: t === 0 ? 0n : -1n });
      for (; n < this.#nodes.length; n++) this.#expand(this.#nodes[n]);
    }
    return {
      threads: this.#threads,
      nodes: this.#nodes,
      locals: this.#locals,
      copies: this.#copies,
      originals: this.#originals,
      exclusive: this.#exclusive(),
      tried: this.#tried,
    };
  }

  readonly #tried = new Set<number>();

  #exclusive(): ReadonlySet<number> {
    const ids = [...this.objects.companions.values()].map(({ id }) => id);
    return new Set(ids.filter((id) => !this.#disturbed.has(id)));
  }

  // ------------------------------------------------------------------------------------------------- activations

  #thread(fn: AutomatonFunction, site: Site | null): Thread {
    const id = this.#threads.length;
    const pointer = pointerTo(VOID);
    const root: Activation = {
      fn,
      modelled: false,
      thread: id,
      parent: null,
      call: null,
      atomic: isAtomicFunction(fn.name),
      variables: new Map(),
      constants: new Map(),
      result: null,
      children: new Map(),
      rewritten: new Map(),
      repeated: false,
    };
    const thread: Thread = {
      id,
      root,
      site,
      value: this.#variable(`$value${id}`, pointer, fn.at, 'static'),
      at: this.#variable(`$at${id}`, { kind: 'integer', name: 'int' }, fn.at, 'static'),
      entry: null,
    };
    this.#threads.push(thread);
    return thread;
  }

  #variable(name: string, type: CType, at: SourceLocation, storage: Variable['storage']): Variable {
    const scope = storage === 'automatic' ? this.main.id : null;
    const common = { external: false, undefined: false, threadLocal: false, initializer: null };
    return { id: this.#next++, name, type, storage, scope, at, ...common };
  }

  /** The activation's own copy of a variable. */
  #renamed(activation: Activation, variable: Variable): Variable {
    const { thread } = activation;
    if (variable.storage === 'static') {
      if (!variable.threadLocal || thread === 0) return variable;
      const key = `${thread}:${variable.id}`;
      let copy = this.#own.get(key);
      if (copy === undefined) {
        copy = { ...variable, id: this.#next++, external: false, threadLocal: false };
        this.#own.set(key, copy);
        this.#copies.push({ copy, original: variable });
        this.#originals.set(copy.id, variable.id);
      }
      return copy;
    }
    if (activation.fn === this.main && activation.parent === null && thread === 0) return variable;
    let copy = activation.variables.get(variable.id);
    if (copy === undefined) {
      copy = { ...variable, id: this.#next++, scope: this.main.id };
      activation.variables.set(variable.id, copy);
      this.#locals.push(copy);
      if (!activation.modelled) this.#originals.set(copy.id, variable.id);
    }
    return copy;
  }

  #rules(activation: Activation): Rules {
    return {
      layout: this.#layout,
      place: (place) => {
        if (place.kind !== 'variable') return place;
        const variable = this.#renamed(activation, place.variable);
        return variable === place.variable ? place : { ...place, variable };
      },
      expr: (e) => {
        if (e.kind !== 'load' || e.place.kind !== 'variable') return e;
        // The variable is renamed already; constants are kept by the new name.
        return activation.constants.get(e.place.variable.id) ?? e;
      },
    };
  }

  #expr(activation: Activation, e: Expr): Expr {
    let rewritten = activation.rewritten.get(e);
    if (rewritten === undefined) {
      rewritten = rewriteExpr(e, this.#rules(activation));
      activation.rewritten.set(e, rewritten);
    }
    return rewritten;
  }

  #place(activation: Activation, place: Place): Place {
    return rewritePlace(place, this.#rules(activation));
  }

  #operation(activation: Activation, op: Operation): Operation {
    switch (op.kind) {
      case 'declare':
        return { ...op, variable: this.#renamed(activation, op.variable) };
      case 'assume':
        return { ...op, condition: this.#expr(activation, op.condition) };
      case 'case':
      case 'default':
        return { ...op, value: this.#expr(activation, op.value) };
      default:
        return rewriteOperation(op, this.#rules(activation));
    }
  }

  /** Whether a place of the activation may be passed several times. */
  #isRepeated(activation: Activation, location: Location): boolean {
    return activation.repeated || this.#cyclic(activation.fn)[location] === 1;
  }

  /** Marks the locations of a function that lie on a cycle. */
  #cyclic(fn: AutomatonFunction): Uint8Array {
    let cyclic = this.#cycles.get(fn);
    if (cyclic === undefined) {
      const successors = successorsOf(fn);
      const components = stronglyConnected(successors);
      const sizes = new Map<number, number>();
      for (const component of components) sizes.set(component, (sizes.get(component) ?? 0) + 1);
      cyclic = Uint8Array.from(successors, (next, l) =>
        (sizes.get(components[l]) ?? 0) > 1 || next.includes(l) ? 1 : 0,
      );
      this.#cycles.set(fn, cyclic);
    }
    return cyclic;
  }

  // ------------------------------------------------------------------------------------------------------- nodes

  #node(activation: Activation, location: Location, alternative: number, flags: Flags): Node {
    let number = this.#activations.get(activation);
    if (number === undefined) this.#activations.set(activation, (number = this.#activations.size));
    const key = `${number}:${location}:${alternative}:${flags.block ? 1 : 0}${flags.inner ? 1 : 0}:${flags.beside}:${flags.held}`;
    let node = this.#known.get(key);
    if (node === undefined) {
      node = { id: this.#nodes.length, activation, location, alternative, flags, steps: [] };
      this.#known.set(key, node);
      this.#nodes.push(node);
    }
    return node;
  }

  #expand(node: Node): void {
    const { activation, location, flags } = node;
    const { fn } = activation;
    // Places between two locations have their steps already.
    if (location < 0) return;
    if (this.#nodes.length > this.limits.nodes) {
      this.#gap(node, 'a program whose threads have too many places', fn.at, null);
      return;
    }
    if (location === fn.exit) {
      this.#leave(node, null, fn.at);
      return;
    }
    for (const id of fn.outgoing[location]) {
      const edge = fn.edges[id];
      const { op } = edge;
      const next = (given: Flags = flags): Node => this.#node(activation, edge.to, 0, given);
      switch (op.kind) {
        case 'call':
          this.#call(node, edge, op);
          break;
        case 'return':
          this.#leave(node, op.value === null ? null : this.#expr(activation, op.value), edge.at);
          break;
        case 'intrinsic':
          if (isBlockMark(op.name)) {
            const to = next({ ...flags, inner: op.name === ATOMIC_BLOCK.begin });
            node.steps.push({ to, at: edge.at, what: { kind: 'operations', operations: [] } });
          } else if (
            activation.parent === null && activation.thread === 0
              ? false
              : !MOVABLE.has(op.name) || op.places.length > 0
          )
            this.#gap(node, `${op.name} in a function that threads share`, edge.at, next());
          else this.#plain(node, next(), this.#operation(activation, op), edge.at);
          break;
        default:
          this.#plain(node, next(), this.#operation(activation, op), edge.at);
      }
    }
  }

  #plain(node: Node, to: Node | null, op: Operation, at: SourceLocation): void {
    node.steps.push({ to, at, what: { kind: 'operations', operations: op.kind === 'skip' ? [] : [op] } });
  }

  #gap(node: Node, construct: string, at: SourceLocation, to: Node | null): void {
    const operations: Operation[] = [{ kind: 'unsupported', construct, unread: true }];
    node.steps.push({ to, at, what: { kind: 'operations', operations } });
  }

  /** Leaves the activation with a value. */
  #leave(node: Node, value: Expr | null, at: SourceLocation): void {
    const { activation, flags } = node;
    const { parent, call, result } = activation;
    if (parent === null || call === null) {
      node.steps.push({ to: null, at, what: { kind: 'end', all: activation.thread === 0, value } });
      return;
    }
    const operations: Operation[] = [];
    const target = call.op.kind === 'call' ? call.op.result : null;
    if (target !== null && value !== null) {
      const place = this.#place(parent, target);
      // A target that is a local variable takes the value directly.
      if (place.kind === 'variable' && place.variable.storage === 'automatic') {
        operations.push({ kind: 'assign', target: place, value: this.#fitted(value, place.type) });
      } else if (result !== null) {
        const held = make.variablePlace(result);
        operations.push({ kind: 'assign', target: held, value: this.#fitted(value, held.type) });
        operations.push({ kind: 'assign', target: place, value: this.#fitted(make.load(held), place.type) });
      }
    }
    const block = activation.atomic ? call !== null && this.#outer(activation) : flags.block;
    const to = this.#node(parent, call.to, 0, { ...flags, block });
    node.steps.push({ to, at, what: { kind: 'operations', operations } });
  }

  /** Whether the call of an atomic function stands in an atomic block itself. */
  #outer(activation: Activation): boolean {
    return activation.parent?.children.get(`${activation.call!.id}:1:${activation.fn.id}`) === activation;
  }

  #fitted(value: Expr, type: CType): Expr {
    return isScalar(type) && isScalar(value.type) ? make.convert(this.#layout, valueType(type), value) : value;
  }

  // ------------------------------------------------------------------------------------------------------- calls

  #call(node: Node, edge: Edge, op: Operation & { kind: 'call' }): void {
    const { activation } = node;
    const functions = (activation.modelled ? this.model.program : this.program).functions;
    let called = calledBy(op.callee);
    let pointer: Expr | null = null;
    if (called === null && op.callee.kind === 'indirect') {
      pointer = this.#expr(activation, op.callee.pointer);
      called = namedBy(pointer);
    }
    if (called !== null) {
      const own = op.callee.kind === 'direct' ? functions[called] : this.program.functions[called];
      if (own === null || own === undefined) throw new LemmataError('E-INTERNAL', 'a call of no function', edge.at);
      this.#callTo(node, edge, op, own, activation.modelled && op.callee.kind === 'direct');
      return;
    }
    this.#choose(node, edge, pointer!, (fn, from) => {
      const direct: Operation & { kind: 'call' } = { ...op, callee: { kind: 'direct', function: fn.id } };
      this.#callTo(from, edge, direct, fn, false);
    });
  }

  /** Branches over the functions that a pointer may lead to; the alternatives of a node are tried in turn. */
  #choose(node: Node, edge: Edge, pointer: Expr, then: (fn: AutomatonFunction, from: Node) => void): void {
    const { activation, location, alternative, flags } = node;
    const candidates = this.facts.addressed;
    // Odd alternatives stand before the call of a candidate, even ones before its test.
    if (alternative % 2 === 1) {
      then(candidates[(alternative - 1) / 2], node);
      return;
    }
    const fn = candidates[alternative / 2];
    if (fn === undefined) {
      this.#gap(node, 'call of an unknown function in a program with threads', edge.at, null);
      return;
    }
    const address: Expr = { kind: 'function-address', type: pointerTo(fn.type), function: fn.id };
    const condition = make.compare('==', pointer, make.convert(this.#layout, valueType(pointer.type), address));
    const branch = (truth: boolean): void => {
      const to = this.#node(activation, location, alternative + (truth ? 1 : 2), flags);
      this.#plain(node, to, { kind: 'assume', condition, truth }, edge.at);
    };
    branch(true);
    branch(false);
  }

  #callTo(node: Node, edge: Edge, op: Operation & { kind: 'call' }, fn: AutomatonFunction, modelled: boolean): void {
    const { activation, flags } = node;
    const { at } = edge;
    const next = (given: Flags = flags): Node => this.#node(activation, edge.to, 0, given);
    const args = op.arguments.map((argument) => this.#expr(activation, argument));
    const result = op.result === null ? null : this.#place(activation, op.result);
    const give = (value: Expr): Operation[] =>
      result === null ? [] : [{ kind: 'assign', target: result, value: this.#fitted(value, result.type) }];
    const role = roleOf(fn, this.model);
    switch (role) {
      case null:
        break;
      case 'unknown':
        this.#gap(node, `call of ${fn.name}, which has no model`, at, next());
        return;
      case 'nothing':
        node.steps.push({ to: next(), at, what: { kind: 'operations', operations: give(make.ZERO) } });
        return;
      case 'begin':
      case 'end': {
        const inside = role === 'begin';
        const given = activation.modelled ? { ...flags, inner: inside } : { ...flags, block: inside };
        node.steps.push({ to: next(given), at, what: { kind: 'operations', operations: [] } });
        return;
      }
      case 'self': {
        const type = result?.type ?? { kind: 'integer', name: 'int' };
        const value = make.integer(valueType(type), BigInt(activation.thread + 1));
        node.steps.push({ to: next(), at, what: { kind: 'operations', operations: give(value) } });
        return;
      }
      case 'exit':
        node.steps.push({ to: null, at, what: { kind: 'end', all: false, value: args[0] ?? null } });
        return;
      case 'create':
        this.#create(node, edge, args, give);
        return;
      case 'join':
        this.#join(node, edge, args, give);
        return;
      case 'model': {
        if (this.#lock(node, edge, fn, args, give)) return;
        const body = this.model.functions.get(fn.name)!;
        const fitted = body.parameters.map((parameter, i) => this.#modelArgument(args[i], parameter.type, i));
        if (args.length < fitted.length || fitted.includes(null)) {
          this.#gap(node, `call of ${fn.name} with arguments that have no model`, at, next());
          return;
        }
        this.#enter(node, edge, body, true, fitted as Expr[]);
        return;
      }
    }
    if (!fn.defined) {
      const construct = this.#libraryGap(fn, args, result, flags);
      if (construct !== null) this.#gap(node, construct, at, next());
      else this.#plain(node, next(), { ...op, callee: op.callee, arguments: args, result }, at);
      return;
    }
    const alone = flags.beside === 0n;
    const copied = modelled || (alone ? this.facts.synchronising : this.facts.sharing).has(fn.id);
    if (!copied || this.objects.errors.has(fn.id)) {
      this.#plain(node, next(), { ...op, arguments: args, result }, at);
      return;
    }
    this.#enter(node, edge, fn, modelled, args);
  }

  /** Names why a call of a library function has no meaning while other threads run; null if it has one. */
  #libraryGap(fn: AutomatonFunction, args: readonly Expr[], result: Place | null, flags: Flags): string | null {
    if (flags.beside === 0n || flags.block) return null;
    if (this.objects.errors.has(fn.id) || this.objects.isHarmless(fn, args, result)) return null;
    return `call of ${fn.name} on memory that threads may share`;
  }

  /** Gives a model the object that an argument points to. */
  #modelArgument(argument: Expr | undefined, type: CType, position: number): Expr | null {
    if (argument === undefined) return null;
    if (type.kind !== 'pointer')
      return isScalar(argument.type) ? make.convert(this.#layout, valueType(type), argument) : null;
    if (position <= 1) {
      const companion = this.objects.companionOf(argument);
      if (companion !== null) return make.addressOf(make.variablePlace(companion), type);
    }
    return isScalar(argument.type) ? make.convert(this.#layout, valueType(type), argument) : null;
  }

  /** Makes a step of its own for a lock or its release, where the mutex is plain and a known object. */
  #lock(
    node: Node,
    edge: Edge,
    { name }: AutomatonFunction,
    args: readonly Expr[],
    give: (value: Expr) => Operation[],
  ): boolean {
    const { activation, flags } = node;
    const mutexes = args.flatMap((argument) => this.objects.companionOf(argument) ?? []);
    const [mutex] = mutexes;
    const kind = name === 'pthread_mutex_lock' ? 'lock' : name === 'pthread_mutex_unlock' ? 'unlock' : null;
    if (mutex === undefined) return false;
    if (kind === null || !this.objects.isPlain(mutex)) {
      // A wait releases its mutex and takes it again.
      const keeps = name === 'pthread_mutex_trylock' || name.startsWith('pthread_cond_');
      const alone = flags.beside === 0n && name.endsWith('_init');
      for (const { id } of mutexes) {
        if (!this.objects.isPlain(mutex) || (!keeps && !alone)) this.#disturbed.add(id);
        const waits = name === 'pthread_cond_wait' && id === mutexes.at(-1)?.id;
        if (waits && !flags.held.includes(id)) this.#disturbed.add(id);
        if (name === 'pthread_mutex_trylock') this.#tried.add(id);
      }
      return false;
    }
    const others = flags.held.filter((id) => id !== mutex.id);
    if (kind === 'unlock' && others.length === flags.held.length) this.#disturbed.add(mutex.id);
    const held = kind === 'lock' ? [...others, mutex.id].sort((a, b) => a - b) : others;
    const to = this.#afterResult(activation, edge, { ...flags, held }, give);
    node.steps.push({ to, at: edge.at, what: { kind, mutex } });
    return true;
  }

  #enter(node: Node, edge: Edge, fn: AutomatonFunction, modelled: boolean, args: readonly Expr[]): void {
    const { activation, flags } = node;
    for (let a: Activation | null = activation; a !== null; a = a.parent) {
      if (a.fn !== fn) continue;
      this.#gap(node, `recursion of ${fn.name} in a program with threads`, edge.at, null);
      return;
    }
    if (fn.type.variadic || args.length < fn.parameters.length) {
      this.#gap(
        node,
        `call of ${fn.name} with other arguments than parameters in a program with threads`,
        edge.at,
        null,
      );
      return;
    }
    const atomic = isAtomicFunction(fn.name);
    const key = `${edge.id}:${flags.block ? 1 : 0}:${fn.id}`;
    let child = activation.children.get(key);
    const constants = fn.parameters.map((_, i) => modelled && isConstantAddress(args[i]));
    if (child === undefined) {
      const { result } = fn.type;
      child = {
        fn,
        modelled,
        thread: activation.thread,
        parent: activation,
        call: edge,
        atomic,
        variables: new Map(),
        constants: new Map(),
        result: result.kind === 'void' ? null : this.#variable(`$result`, valueType(result), edge.at, 'automatic'),
        children: new Map(),
        rewritten: new Map(),
        repeated: this.#isRepeated(activation, edge.from),
      };
      if (child.result !== null) this.#locals.push(child.result);
      activation.children.set(key, child);
      for (const [i, parameter] of fn.parameters.entries())
        if (constants[i]) child.constants.set(this.#renamed(child, parameter).id, args[i]);
    }
    const operations: Operation[] = [];
    for (const [i, parameter] of fn.parameters.entries()) {
      if (constants[i]) continue;
      const target = make.variablePlace(this.#renamed(child, parameter));
      operations.push({ kind: 'assign', target, value: this.#fitted(args[i], target.type) });
    }
    const to = this.#node(child, fn.entry, 0, atomic ? { ...flags, block: true } : flags);
    node.steps.push({ to, at: edge.at, what: { kind: 'operations', operations } });
  }

  // ----------------------------------------------------------------------------------------------------- threads

  #create(node: Node, edge: Edge, args: readonly Expr[], give: (value: Expr) => Operation[]): void {
    const { activation, flags } = node;
    const [name, , start, argument] = args;
    if (start === undefined || argument === undefined || name.type.kind !== 'pointer') {
      this.#gap(node, 'pthread_create with other arguments than parameters', edge.at, null);
      return;
    }
    const named = namedBy(start);
    const begin = (fn: AutomatonFunction, from: Node): void => {
      const site = this.#site(activation, edge);
      const threads = this.#started(site, fn);
      if (threads === null || flags.block) {
        const construct = flags.block
          ? 'pthread_create in an atomic block'
          : `more than ${this.limits.threads} threads`;
        this.#gap(from, construct, edge.at, null);
        return;
      }
      const target = make.dereference(this.#layout, name, (name.type as { target: CType }).target);
      const beside = flags.beside < 0n ? -1n : flags.beside | (1n << BigInt(this.#sites.indexOf(site)));
      const to = this.#afterResult(activation, edge, { ...flags, beside }, give);
      from.steps.push({ to, at: edge.at, what: { kind: 'create', threads, name: target, argument } });
    };
    if (named === null) {
      this.#choose(node, edge, start, begin);
      return;
    }
    begin(this.program.functions[named]!, node);
  }

  /** The node behind a call that gives 0, with the assignment of the result before it. */
  #afterResult(activation: Activation, edge: Edge, flags: Flags, give: (value: Expr) => Operation[]): Node {
    const operations = give(make.ZERO);
    if (operations.length === 0) return this.#node(activation, edge.to, 0, flags);
    // A place of its own, which the function's automaton does not have.
    const between = this.#node(activation, -1 - edge.id, 0, flags);
    if (between.steps.length === 0) {
      const to = this.#node(activation, edge.to, 0, flags);
      between.steps.push({ to, at: edge.at, what: { kind: 'operations', operations } });
    }
    return between;
  }

  #site(activation: Activation, edge: Edge): Site {
    let site = this.#sites.find((each) => each.activation === activation && each.edge === edge.id);
    if (site === undefined) {
      const repeated = this.#isRepeated(activation, edge.from);
      site = { activation, edge: edge.id, repeated, threads: new Map() };
      this.#sites.push(site);
    }
    return site;
  }

  /** The threads that a site may start with a function; null if there are too many. */
  #started(site: Site, fn: AutomatonFunction): readonly Thread[] | null {
    let threads = site.threads.get(fn.id);
    if (threads === undefined) {
      const count = site.repeated ? this.limits.perSite : 1;
      if (!fn.defined || this.#threads.length + count > this.limits.threads + 1) return null;
      threads = Array.from({ length: count }, () => this.#thread(fn, site));
      site.threads.set(fn.id, threads);
    }
    return threads;
  }

  #join(node: Node, edge: Edge, args: readonly Expr[], give: (value: Expr) => Operation[]): void {
    const { activation, flags } = node;
    const [name, to] = args;
    if (name === undefined || to === undefined || !isScalar(name.type)) {
      this.#gap(node, 'pthread_join with other arguments than parameters', edge.at, null);
      return;
    }
    const stored = to.kind === 'integer' || (to.kind === 'convert' && to.operand.kind === 'integer');
    const pointer = pointerTo(pointerTo(VOID));
    const result = stored
      ? null
      : make.dereference(this.#layout, make.convert(this.#layout, pointer, to), pointer.target);
    const site = this.#joined(activation, edge);
    let beside = flags.beside;
    if (site !== null && beside > 0n && ![...site.threads.keys()].some((fn) => this.facts.creating.has(fn)))
      beside &= ~(1n << BigInt(this.#sites.indexOf(site)));
    const after = this.#afterResult(activation, edge, { ...flags, beside }, give);
    const threads = site === null ? this.#threads : [...site.threads.values()].flat();
    node.steps.push({ to: after, at: edge.at, what: { kind: 'join', threads, name, result } });
  }

  /** The only site that writes the name of a thread which is joined here; null if that is not plain. */
  #joined(activation: Activation, edge: Edge): Site | null {
    if (edge.op.kind !== 'call') return null;
    const create = this.objects.creatorOf(activation.fn, edge.op.arguments[0]);
    if (create === null) return null;
    const site = this.#sites.find((each) => each.activation === activation && each.edge === create);
    return site === undefined || site.repeated || site.threads.size !== 1 ? null : site;
  }
}

function isConstantAddress(e: Expr): boolean {
  if (namedBy(e) !== null) return true;
  return e.kind === 'address' && e.place.kind === 'variable' && e.place.variable.storage === 'static';
}
