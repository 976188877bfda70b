import type { Variable } from '../../c/ast.ts';
import { BOOL, isScalar, pointerTo, VOID } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Program } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { callOf, type FunctionFacts, namedBy } from './calls.ts';
import type { Copies } from './copies.ts';
import { mostPasses } from './counted-loops.ts';
import { isAtomicFunction } from './functions.ts';
import type { Nodes } from './nodes.ts';
import type { Objects } from './objects.ts';
import type { Repetition } from './repetition.ts';
import type { Activation, Node, Site, Thread, UnfoldOptions } from './unfolding.ts';

/** Branches over the functions that a pointer may lead to, and goes on with each. */
export type Choose = (node: Node, edge: Edge, pointer: Expr, then: (fn: AutomatonFunction, from: Node) => void) => void;

/** The threads of a program, the places that start them, and those that wait for their ends. */
export class Starts {
  readonly threads: Thread[] = [];
  readonly #sites: Site[] = [];
  /** The threads that calls join or detach, by activation and edge. */
  readonly #releases = new Map<Activation, Map<number, readonly Thread[]>>();

  constructor(
    private readonly program: Program,
    private readonly facts: FunctionFacts,
    private readonly objects: Objects,
    private readonly copies: Copies,
    private readonly nodes: Nodes,
    private readonly repetition: Repetition,
    private readonly how: UnfoldOptions,
  ) {}

  /** Makes a thread, or a pool of threads, that a site starts; null: the thread of `main`. */
  thread(fn: AutomatonFunction, site: Site | null, isPool = false): Thread {
    const id = this.threads.length;
    const { result } = fn.type;
    const ended = result.kind === 'integer' ? result : pointerTo(VOID);
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
      // Each thread of a pool passes the places of its function.
      repeated: isPool,
    };
    const thread: Thread = {
      id,
      root,
      isPool,
      site,
      value: this.copies.variable(`$value${id}`, ended, fn.at, 'static'),
      at: this.copies.variable(`$at${id}`, { kind: 'integer', name: 'int' }, fn.at, 'static'),
      entry: null,
    };
    this.threads.push(thread);
    return thread;
  }

  /** Adds the step of a call that starts a thread. `choose` tells apart where the pointer may lead. */
  create(node: Node, edge: Edge, args: readonly Expr[], give: (value: Expr) => Operation[], choose: Choose): void {
    const { activation, flags } = node;
    const [name, , start, argument] = args;
    if (start === undefined || argument === undefined || name.type.kind !== 'pointer') {
      this.nodes.gap(node, 'pthread_create with other arguments than parameters', edge.at, null);
      return;
    }
    const named = namedBy(start);
    const begin = (fn: AutomatonFunction, from: Node): void => {
      const site = this.#site(activation, edge, named === null);
      const threads = this.#started(site, fn);
      if (threads === null || flags.block) {
        const construct = flags.block
          ? 'pthread_create in an atomic block'
          : `more than ${this.how.limits.threads} threads`;
        this.nodes.gap(from, construct, edge.at, null);
        return;
      }
      const target = make.dereference(this.copies.layout, name, (name.type as { target: CType }).target);
      const beside = flags.beside < 0n ? -1n : flags.beside | (1n << BigInt(this.#sites.indexOf(site)));
      const to = this.nodes.afterResult(activation, edge, { ...flags, beside }, give);
      from.steps.push({
        to,
        at: edge.at,
        source: callOf(edge),
        what: { kind: 'create', threads, name: target, argument },
      });
    };
    if (named === null) {
      choose(node, edge, start, begin);
      return;
    }
    begin(this.program.functions[named]!, node);
  }

  #site(activation: Activation, edge: Edge, isChosen: boolean): Site {
    let site = this.#sites.find((each) => each.activation === activation && each.edge === edge.id);
    if (site === undefined) {
      const repeated = this.repetition.isRepeated(activation, edge.from);
      site = { activation, edge: edge.id, repeated, isChosen, threads: new Map() };
      this.#sites.push(site);
    }
    return site;
  }

  /** The threads that a site may start with a function; null if there are too many. */
  #started(site: Site, fn: AutomatonFunction): readonly Thread[] | null {
    let threads = site.threads.get(fn.id);
    if (threads === undefined) {
      const bound = site.repeated ? this.#passes(site) : 1;
      const isPool = bound === null && !this.how.single.has(fn.id);
      const count = isPool ? 1 : (bound ?? this.how.limits.perSite);
      if (!fn.defined || this.threads.length + count > this.how.limits.threads + 1) return null;
      threads = Array.from({ length: count }, () => this.thread(fn, site, isPool));
      site.threads.set(fn.id, threads);
    }
    return threads;
  }

  /** How often a run passes a site, where a loop with a counter decides it; null if not, or too often. */
  #passes({ activation, edge }: Site): number | null {
    if (activation.repeated) return null;
    const passes = mostPasses(activation.fn, edge, this.objects.escaped);
    return passes === null || passes > this.how.limits.counted ? null : passes;
  }

  /** Adds the step of a call that waits for the end of a thread, whose result is stored as a `type`. */
  join(node: Node, edge: Edge, args: readonly Expr[], give: (value: Expr) => Operation[], type: CType): void {
    const { activation, flags } = node;
    const [name, to] = args;
    if (name === undefined || to === undefined || !isScalar(name.type)) {
      this.nodes.gap(node, 'pthread_join with other arguments than parameters', edge.at, null);
      return;
    }
    const stored = to.kind === 'integer' || (to.kind === 'convert' && to.operand.kind === 'integer');
    const pointer = pointerTo(type);
    const result = stored
      ? null
      : make.dereference(this.copies.layout, make.convert(this.copies.layout, pointer, to), pointer.target);
    const site = this.#joined(activation, edge);
    let beside = flags.beside;
    if (site !== null && beside > 0n && ![...site.threads.keys()].some((fn) => this.facts.creating.has(fn)))
      beside &= ~(1n << BigInt(this.#sites.indexOf(site)));
    const after = this.nodes.afterResult(activation, edge, { ...flags, beside }, give);
    const threads = this.#releasedBy(activation, edge, site);
    node.steps.push({ to: after, at: edge.at, source: callOf(edge), what: { kind: 'join', threads, name, result } });
  }

  /** Adds the step of a call that detaches a thread. */
  detach(node: Node, edge: Edge, args: readonly Expr[], give: (value: Expr) => Operation[]): void {
    const { activation, flags } = node;
    const [name] = args;
    if (name === undefined || !isScalar(name.type)) {
      this.nodes.gap(node, 'pthread_detach with other arguments than parameters', edge.at, null);
      return;
    }
    const threads = this.#releasedBy(activation, edge, this.#joined(activation, edge));
    const to = this.nodes.afterResult(activation, edge, flags, give);
    node.steps.push({ to, at: edge.at, source: callOf(edge), what: { kind: 'detach', threads, name } });
  }

  /** The threads that a call may join or detach. `site`: the only one that starts them, if known. */
  #releasedBy(activation: Activation, edge: Edge, site: Site | null): readonly Thread[] {
    const threads = site === null ? this.threads : [...site.threads.values()].flat();
    let calls = this.#releases.get(activation);
    if (calls === undefined) this.#releases.set(activation, (calls = new Map()));
    calls.set(edge.id, threads);
    return threads;
  }

  /** Makes a variable for each thread that may be joined or detached twice, which is undefined (POSIX). */
  released(): ReadonlyMap<number, Variable> {
    const counts = new Map<Thread, number>();
    for (const [activation, calls] of this.#releases)
      for (const [edge, threads] of calls) {
        const times = this.repetition.isRepeated(activation, activation.fn.edges[edge].from) ? 2 : 1;
        for (const thread of threads) counts.set(thread, (counts.get(thread) ?? 0) + times);
      }
    const found = new Map<number, Variable>();
    for (const [{ id, isPool, root }, count] of counts)
      if (!isPool && count > 1) found.set(id, this.copies.variable(`$released${id}`, BOOL, root.fn.at, 'static'));
    return found;
  }

  /** The only site that writes the name of a thread which is joined here; null if that is not plain. */
  #joined(activation: Activation, edge: Edge): Site | null {
    if (edge.op.kind !== 'call') return null;
    const create = this.objects.creatorOf(activation.fn, edge.op.arguments[0]);
    if (create === null) return null;
    const site = this.#sites.find((each) => each.activation === activation && each.edge === create);
    return site === undefined || site.repeated || site.isChosen || site.threads.size !== 1 ? null : site;
  }
}
