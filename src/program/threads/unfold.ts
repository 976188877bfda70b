import { LemmataError } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import { BOOL, INT, isScalar, pointerTo, VOID, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../cfa/automaton.ts';
import { ATOMIC_BLOCK } from '../cfa/beyond.ts';
import { BLOCKS } from '../cfa/checks/blocks.ts';
import { ACCESSIBLE, BLOCK_START, MEETING, OVERLAP } from '../cfa/checks/overlap.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import { ERRNO_VARIABLE, functionBefore, isAboutErrno } from '../cfa/errno.ts';
import * as make from '../cfa/make.ts';
import { Activations, BEHIND_KEYS } from './activations.ts';
import { startArguments } from './arguments.ts';
import { calledBy, callOf, type FunctionFacts, isBlockMark, namedBy, roleOf } from './calls.ts';
import { Copies } from './copies.ts';
import { isThreadFunction } from './functions.ts';
import { Locks } from './locks.ts';
import type { ThreadModel } from './model.ts';
import { Nodes } from './nodes.ts';
import { directPlace, type Objects } from './objects.ts';
import { Repetition } from './repetition.ts';
import { choosersOf } from './scheduler.ts';
import { Starts } from './starts.ts';
import type { Activation, Flags, Node, Unfolding, UnfoldOptions } from './unfolding.ts';

/** Unfolds the program from `main`. Returns the reason where it is too large. */
export function unfold(
  program: Program,
  main: AutomatonFunction,
  model: ThreadModel,
  facts: FunctionFacts,
  objects: Objects,
  firstVariable: number,
  how: UnfoldOptions,
): Unfolding {
  return new Unfolder(program, main, model, facts, objects, firstVariable, how).run();
}

const PLAIN: Flags = { block: false, inner: false, held: [], beside: 0n };
/** Intrinsics that work in a copied activation as in their own. */
const MOVABLE: ReadonlySet<string> = new Set([
  ...['unspecified', 'alloca', 'padding', 'unreachable', 'trap', 'object_size'],
  ...[BLOCKS.live, BLOCKS.lostBehindMain, OVERLAP, MEETING, ACCESSIBLE, BLOCK_START],
]);

/**
 * Unfolds a program into one graph for each thread: calls of functions that synchronise or share
 * memory are copied into their callers. A node says at which place of which activation a thread is,
 * whether it is in an atomic block, and which other threads may run.
 */
class Unfolder {
  readonly #copies: Copies;
  readonly #nodes = new Nodes();
  readonly #repetition = new Repetition();
  readonly #starts: Starts;
  readonly #locks: Locks;
  readonly #activations: Activations;
  readonly #selfAware = new Set<number>();
  #namesMain = false;

  constructor(
    private readonly program: Program,
    private readonly main: AutomatonFunction,
    private readonly model: ThreadModel,
    private readonly facts: FunctionFacts,
    private readonly objects: Objects,
    firstVariable: number,
    private readonly how: UnfoldOptions,
  ) {
    this.#copies = new Copies(
      new Layout(program),
      main,
      firstVariable,
      new Set(model.program.globals),
      errnoOf(program),
    );
    this.#starts = new Starts(program, facts, objects, this.#copies, this.#nodes, this.#repetition, how);
    this.#locks = new Locks(objects, this.#nodes);
    const mortal = program.watched.includes('deref') ? objects.escaped : new Set<number>();
    this.#activations = new Activations(model, this.#copies, this.#nodes, this.#repetition, this.#starts, mortal);
  }

  run(): Unfolding {
    const { threads } = this.#starts;
    this.#starts.thread(this.main, null);
    // Both lists grow during the loops.
    for (let t = 0, n = 0; t < threads.length; t++) {
      const thread = threads[t];
      const flags: Flags = { ...PLAIN, beside: t === 0 ? 0n : -1n };
      thread.entry = this.#nodes.node(thread.root, thread.root.fn.entry, 0, flags);
      for (; n < this.#nodes.list.length; n++) this.#expand(this.#nodes.list[n]);
    }
    const { locals, copies, originals } = this.#copies;
    const { tried, destroyed } = this.#locks;
    const exclusive = this.#locks.exclusive();
    const nested = this.#locks.nested();
    const selfAware = this.#selfAware;
    const released = this.#starts.released();
    return {
      threads,
      nodes: this.#nodes.list,
      locals,
      copies,
      destroyed,
      originals,
      exclusive,
      namesMain: this.#namesMain,
      nested,
      released,
      selfAware,
      tried,
    };
  }

  #expand(node: Node): void {
    const { activation, location, flags } = node;
    const { fn } = activation;
    // Places between two locations have their steps already.
    if (location === BEHIND_KEYS) this.#nodes.end(node, null, fn.at, null, this.#activations.endsOfThread(activation));
    if (location < 0) return;
    if (this.#nodes.list.length > this.how.limits.nodes) {
      this.#nodes.gap(node, 'a program whose threads have too many places', fn.at, null);
      return;
    }
    if (location === fn.exit) {
      this.#activations.leave(node, null, fn.at, null);
      return;
    }
    for (const id of fn.outgoing[location]) {
      const edge = fn.edges[id];
      const { op } = edge;
      const next = (given: Flags = flags): Node => this.#nodes.node(activation, edge.to, 0, given);
      switch (op.kind) {
        case 'call':
          this.#call(node, edge, op);
          break;
        case 'return':
          this.#activations.leave(
            node,
            op.value === null ? null : this.#copies.expr(activation, op.value),
            edge.at,
            op,
          );
          break;
        case 'intrinsic':
          if (this.#keepsErrno(activation, op.name)) this.#nodes.plain(node, next(), { kind: 'skip' }, edge.at, null);
          else if (isBlockMark(op.name)) {
            const to = next({ ...flags, inner: op.name === ATOMIC_BLOCK.begin });
            node.steps.push({ to, at: edge.at, source: null, what: { kind: 'operations', operations: [] } });
          } else if (
            activation.parent === null && activation.thread === 0
              ? false
              : op.name !== END_OF_LIFE && (!(MOVABLE.has(op.name) || isAboutErrno(op.name)) || op.places.length > 0)
          )
            this.#nodes.gap(node, `${op.name} in a function that threads share`, edge.at, next());
          else this.#nodes.plain(node, next(), this.#copies.operation(activation, op), edge.at, op);
          break;
        default:
          this.#nodes.plain(node, next(), this.#copies.operation(activation, op), edge.at, op);
      }
    }
  }

  /** Whether the operation stands behind a call of a model, which sets `errno` itself if it does. */
  #keepsErrno({ modelled }: Activation, name: string): boolean {
    const called = functionBefore(name);
    return called !== null && (modelled || isThreadFunction(called));
  }

  #call(node: Node, edge: Edge, op: Operation & { kind: 'call' }): void {
    const { activation } = node;
    const functions = (activation.modelled ? this.model.program : this.program).functions;
    let called = calledBy(op.callee);
    let pointer: Expr | null = null;
    if (called === null && op.callee.kind === 'indirect') {
      pointer = this.#copies.expr(activation, op.callee.pointer);
      called = namedBy(pointer);
    }
    if (called !== null) {
      const own = op.callee.kind === 'direct' ? functions[called] : this.program.functions[called];
      if (own === null || own === undefined) throw new LemmataError('E-INTERNAL', 'a call of no function', edge.at);
      const isOfModel = activation.modelled && op.callee.kind === 'direct';
      const direct: Operation & { kind: 'call' } = { ...op, callee: { kind: 'direct', function: called } };
      this.#callTo(node, edge, direct, own, isOfModel);
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
      this.#nodes.gap(node, 'call of an unknown function in a program with threads', edge.at, null);
      return;
    }
    const address: Expr = { kind: 'function-address', type: pointerTo(fn.type), function: fn.id };
    const condition = make.compare('==', pointer, make.convert(this.#copies.layout, valueType(pointer.type), address));
    const branch = (truth: boolean): void => {
      const to = this.#nodes.node(activation, location, alternative + (truth ? 1 : 2), flags);
      this.#nodes.plain(node, to, { kind: 'assume', condition, truth }, edge.at, null);
    };
    branch(true);
    branch(false);
  }

  #callTo(node: Node, edge: Edge, op: Operation & { kind: 'call' }, fn: AutomatonFunction, modelled: boolean): void {
    const { activation, flags } = node;
    const { at } = edge;
    const next = (given: Flags = flags): Node => this.#nodes.node(activation, edge.to, 0, given);
    const args = op.arguments.map((argument) => this.#copies.expr(activation, argument));
    const result = op.result === null ? null : this.#copies.place(activation, op.result);
    const give = (value: Expr): Operation[] =>
      result === null ? [] : [{ kind: 'assign', target: result, value: this.#copies.fitted(value, result.type) }];
    const role = roleOf(fn, this.model);
    const source = callOf(edge);
    switch (role) {
      case null:
        break;
      case 'unknown':
        this.#nodes.gap(node, `call of ${fn.name}, which has no model`, at, next());
        return;
      case 'nothing':
        node.steps.push({ to: next(), at, source, what: { kind: 'operations', operations: give(make.ZERO) } });
        return;
      case 'begin':
      case 'end': {
        const inside = role === 'begin';
        // The rules of SV-COMP forbid it, and tools differ in which end then ends the outer block.
        if (!activation.modelled && (inside ? flags.block : isInAtomicFunction(activation))) {
          this.#nodes.gap(node, inside ? 'an atomic block in an atomic block' : 'an end in an atomic block', at, null);
          return;
        }
        const given = activation.modelled ? { ...flags, inner: inside } : { ...flags, block: inside };
        node.steps.push({ to: next(given), at, source, what: { kind: 'operations', operations: [] } });
        return;
      }
      case 'wait':
        node.steps.push({ to: next({ ...flags, inner: false }), at, source: null, what: { kind: 'wait' } });
        return;
      case 'choice':
        this.#choice(node, next(), give, at);
        return;
      case 'key': {
        const made = this.model.functions.get('__makeKey');
        const [name] = op.arguments;
        if (made === undefined || args.length < 2 || name.type.kind !== 'pointer') {
          this.#nodes.gap(node, `call of ${fn.name} with other arguments than parameters`, at, null);
          return;
        }
        // The write is an access of the program's, behind the model.
        const held = this.#copies.variable('$key', { kind: 'integer', name: 'uint' }, at, 'automatic');
        const to = this.#copies.place(activation, make.variablePlace(held));
        if (to.kind === 'variable' && to.variable === held) this.#copies.locals.push(held);
        const key = directPlace(args[0]) ?? make.dereference(this.#copies.layout, args[0], name.type.target);
        const written: Operation = { kind: 'assign', target: key, value: this.#copies.fitted(make.load(to), key.type) };
        const behind = this.#nodes.behindResult(activation, edge, flags, [written, ...give(make.ZERO)]).location;
        const call = { ...op, result: make.variablePlace(held) };
        this.#activations.enter(node, { ...edge, to: behind, op: call }, made, true, [args[1]]);
        return;
      }
      case 'beyond':
      case 'undefined': {
        let calls = activation;
        while (calls.parent?.modelled === true) calls = calls.parent;
        const why = role === 'beyond' ? 'beyond its model' : 'that POSIX leaves undefined in this state of the object';
        this.#nodes.gap(node, `call of ${calls.fn.name} ${why}`, calls.call?.at ?? at, null);
        return;
      }
      case 'self': {
        if (activation.thread === 0 && !activation.modelled) this.#namesMain = true;
        const { isPool, root } = this.#starts.threads[activation.thread];
        if (isPool && (!activation.modelled || this.objects.knowsOwners())) this.#selfAware.add(root.fn.id);
        const type = result?.type ?? { kind: 'integer', name: 'int' };
        const value = make.integer(valueType(type), BigInt(activation.thread + 1));
        node.steps.push({ to: next(), at, source, what: { kind: 'operations', operations: give(value) } });
        return;
      }
      case 'exit':
        this.#activations.end(node, args[0] ?? null, at, source);
        return;
      case 'create':
        this.#starts.create(node, edge, startArguments(fn, args), give, (...choice) => this.#choose(...choice));
        return;
      case 'join':
        this.#starts.join(node, edge, args, give, fn.name === 'thrd_join' ? INT : pointerTo(VOID));
        return;
      case 'detach':
        this.#starts.detach(node, edge, args, give);
        return;
      case 'model': {
        const { isPool } = this.#starts.threads[activation.thread];
        if (this.#locks.lock(node, edge, fn, args, give, !isPool && !this.how.blocks)) return;
        const body = this.model.functions.get(fn.name)!;
        const fitted = body.parameters.map((parameter, i) => this.#modelArgument(args[i], parameter.type, i));
        if (args.length < fitted.length || fitted.includes(null)) {
          this.#nodes.gap(node, `call of ${fn.name} with arguments that have no model`, at, next());
          return;
        }
        this.#activations.enter(node, edge, body, true, fitted as Expr[]);
        return;
      }
    }
    if (!fn.defined) {
      const plain: Operation = { ...op, arguments: args, result };
      if (this.#leavesMemory(fn, op.arguments, result, flags)) this.#nodes.plain(node, next(), plain, at, edge.op);
      else if (mayCallBack(args)) this.#nodes.gap(node, `call of ${fn.name}, which may call back`, at, next());
      else {
        const shared = `call of ${fn.name} on memory that threads share`;
        node.steps.push({ to: next(), at, source: edge.op, what: { kind: 'operations', operations: [plain], shared } });
      }
      return;
    }
    const alone = flags.beside === 0n;
    const copied = modelled || (alone ? this.facts.synchronising : this.facts.sharing).has(fn.id);
    // Functions of models have numbers of their own.
    if (!copied || (!modelled && this.objects.errors.has(fn.id))) {
      this.#nodes.plain(node, next(), { ...op, arguments: args, result }, at, edge.op);
      return;
    }
    this.#activations.enter(node, edge, fn, modelled, args);
  }

  /** Takes a choice from an input of the run. */
  #choice(node: Node, to: Node, give: (value: Expr) => Operation[], at: SourceLocation): void {
    const chosen = this.#copies.variable('$choice', BOOL, at, 'automatic');
    this.#copies.locals.push(chosen);
    const result = make.variablePlace(chosen);
    const callee = { kind: 'direct', function: choosersOf(this.program).choice } as const;
    const operations: readonly Operation[] = [
      { kind: 'call', callee, arguments: [], result },
      ...give(make.load(result)),
    ];
    node.steps.push({ to, at, source: null, what: { kind: 'operations', operations } });
  }

  /** Whether no other thread notices a call of a library function, or disturbs it. */
  #leavesMemory(fn: AutomatonFunction, args: readonly Expr[], result: Place | null, flags: Flags): boolean {
    if (flags.beside === 0n || flags.block || this.objects.errors.has(fn.id)) return true;
    return this.objects.isHarmless(fn, args, result);
  }

  /** Gives a model the object that an argument points to. */
  #modelArgument(argument: Expr | undefined, type: CType, position: number): Expr | null {
    if (argument === undefined) return null;
    if (type.kind !== 'pointer')
      return isScalar(argument.type) ? make.convert(this.#copies.layout, valueType(type), argument) : null;
    if (position <= 1) {
      const companion = this.objects.companionOf(argument);
      if (companion !== null) return make.addressOf(make.variablePlace(companion), type);
    }
    return isScalar(argument.type) ? make.convert(this.#copies.layout, valueType(type), argument) : null;
  }
}

/** Whether an argument may be a function, which the library calls. */
function mayCallBack(args: readonly Expr[]): boolean {
  return args.some(({ type }) => type.kind === 'pointer' && type.target.kind === 'function');
}

/** Whether the activation is part of a call that runs without interruption as a whole. */
function isInAtomicFunction(activation: Activation): boolean {
  for (let a: Activation | null = activation; a !== null; a = a.parent) if (a.atomic) return true;
  return false;
}

/** The hidden variable of `errno`; null if the program does not ask for it. */
function errnoOf({ globals }: Program): Variable | null {
  return globals.find(({ name }) => name === ERRNO_VARIABLE) ?? null;
}
