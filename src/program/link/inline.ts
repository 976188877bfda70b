import { Layout } from '../../c/types/layout.ts';
import { isScalar, valueType } from '../../c/types/type-basics.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Program } from '../cfa/automaton.ts';
import { argumentsFit, isCompatibleCall } from '../cfa/compatible.ts';
import { CONSTRUCT } from '../cfa/constructs.ts';
import type { Context, LinkedOperation } from '../cfa/linked.ts';
import * as make from '../cfa/make.ts';
import type { CallStructure } from './call-structure.ts';
import { type CallGraph, namedFunction } from './calls.ts';
import { intrinsicMeaning } from './library.ts';
import { ENTER_AND_LEAVE } from './sharing.ts';
import type { UsefulLocations } from './useful.ts';

/** A linked edge before pruning. */
export interface DraftEdge {
  readonly from: Location;
  to: Location;
  readonly context: number;
  readonly edge: Edge;
  readonly op: LinkedOperation;
  /** Whether the edge may hide a call of the error function. */
  readonly root: boolean;
  /**
   * The location of the call, for the edge that leads back from a function that is laid out once; else
   * null.
   */
  readonly call: Location | null;
}

/** The linked program before pruning. */
export interface Draft {
  readonly contexts: readonly Context[];
  /** Location of each context's local location 0. */
  readonly bases: readonly number[];
  readonly edges: DraftEdge[];
  readonly locationCount: number;
  readonly entry: Location;
  readonly error: Location;
  /** Whether no call was left out because of the size of the program. */
  readonly complete: boolean;
}

interface PendingContext {
  readonly context: Context;
  readonly base: number;
  /** Whether the error may be reached after the activation has ended. */
  readonly behind: boolean;
}

/** The plan for inlining. */
export interface InlinePlan {
  readonly calls: CallGraph;
  readonly useful: UsefulLocations;
  readonly structure: CallStructure;
  /** 1 for functions that are laid out once, by position in `structure.functions`. */
  readonly shared: Uint8Array;
  /** Limit of the edges. No call is inlined that would make the program larger. */
  readonly maxEdges: number;
}

/**
 * Copies the bodies of all functions that are called from `main`, one copy per call site and context,
 * breadth first. Functions that are laid out once get a single copy. Calls that would make the program
 * larger than `maxEdges` become `unsupported`.
 */
export function inlineCalls(program: Program, main: AutomatonFunction, plan: InlinePlan): Draft {
  return new Inliner(program, plan).run(main);
}

class Inliner {
  readonly #contexts: Context[] = [];
  readonly #bases: number[] = [];
  readonly #edges: DraftEdge[] = [];
  readonly #pending: PendingContext[] = [];
  readonly #calls: CallGraph;
  readonly #useful: UsefulLocations;
  readonly #layout: Layout;
  /** Position in the call structure, by function id. */
  readonly #positions: ReadonlyMap<number, number>;
  /** The contexts of functions that are laid out once, with the calls numbered so far, by function id. */
  readonly #once = new Map<number, { readonly pending: PendingContext; calls: number }>();
  #locationCount = 1;
  #edgeBudget: number;
  #complete = true;
  readonly #error: Location = 0;

  constructor(
    private readonly program: Program,
    private readonly plan: InlinePlan,
  ) {
    this.#calls = plan.calls;
    this.#useful = plan.useful;
    this.#layout = new Layout(program);
    this.#positions = new Map(plan.structure.functions.map(({ id }, at) => [id, at]));
    this.#edgeBudget = plan.maxEdges;
  }

  run(main: AutomatonFunction): Draft {
    const first = this.#isShared(main)
      ? this.#sharedContext(main).pending
      : this.#newContext(main, null, null, '', false);
    // The list grows during the loop.
    for (let i = 0; i < this.#pending.length; i++) this.#expand(this.#pending[i]);
    return {
      contexts: this.#contexts,
      bases: this.#bases,
      edges: this.#edges,
      locationCount: this.#locationCount,
      entry: first.base + main.entry,
      error: this.#error,
      complete: this.#complete,
    };
  }

  #newContext(
    fn: AutomatonFunction,
    parent: number | null,
    callEdge: Edge | null,
    path: string,
    behind: boolean,
  ): PendingContext {
    const { recursive, components } = this.plan.structure;
    const at = this.#positions.get(fn.id)!;
    const recursion = recursive[at] === 1 ? components[at] : null;
    const context: Context = {
      id: this.#contexts.length,
      function: fn,
      parent,
      callEdge,
      path,
      shared: this.#isShared(fn),
      recursion,
    };
    const base = this.#locationCount;
    this.#locationCount += fn.locationCount;
    this.#edgeBudget -= fn.edges.length + ENTER_AND_LEAVE;
    this.#contexts.push(context);
    this.#bases.push(base);
    const pending = { context, base, behind };
    this.#pending.push(pending);
    return pending;
  }

  #expand({ context, base, behind }: PendingContext): void {
    const matters = this.#useful.from(context.function, behind);
    for (const edge of context.function.edges) {
      const from = base + edge.from;
      const to = base + edge.to;
      const { op } = edge;
      if (op.kind === 'call') {
        this.#expandCall(context, edge, op, from, to, matters(edge.to));
        continue;
      }
      const meaning = op.kind === 'intrinsic' ? intrinsicMeaning(op.name) : null;
      const root = this.#calls.isRoot(edge, context.function);
      if (meaning?.kind === 'noreturn' || !(matters(edge.to) || root)) continue;
      const { construct } = meaning ?? {};
      this.#push(context, edge, construct === undefined ? op : { kind: 'unsupported', construct }, from, to, root);
    }
  }

  #expandCall(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    if (op.callee.kind === 'direct') {
      this.#callOne(context, edge, op, op.callee.function, from, to, behind);
      return;
    }
    const { pointer } = op.callee;
    const named = namedFunction(pointer);
    if (named !== null) {
      const fn = this.program.functions[named]!;
      if (isCompatibleCall(fn, op)) this.#callOne(context, edge, op, named, from, to, behind);
      else this.#push(context, edge, { kind: 'unsupported', construct: CONSTRUCT.incompatible }, from, to, true);
      return;
    }
    const candidates = this.#calls.candidates(edge, op);
    for (const candidate of candidates) {
      const chosen = this.#locationCount++;
      const before = this.#edges.length;
      this.#callOne(context, edge, op, candidate, chosen, to, behind);
      if (this.#edges.length === before) continue;
      this.#push(context, edge, { kind: 'assume-callee', pointer, function: candidate }, from, chosen, false);
    }
    this.#push(context, edge, { kind: 'unknown-callee', pointer, candidates }, from, to, true);
  }

  #push(context: Context, edge: Edge, op: LinkedOperation, from: Location, to: Location, root: boolean): void {
    this.#edges.push({ from, to, context: context.id, edge, op, root, call: null });
  }

  /** Adds the call of a known function. `behind`: whether the error may be reached after it. */
  #callOne(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    callee: number,
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    const fn = this.program.functions[callee]!;
    const meaning = this.#calls.meaning(fn, op);
    const unsupported = (construct: string, root: boolean) => {
      if (root || behind) this.#push(context, edge, { kind: 'unsupported', construct }, from, to, root);
    };
    switch (meaning.kind) {
      case 'error':
        this.#push(context, edge, { kind: 'skip' }, from, this.#error, false);
        return;
      case 'noreturn':
        return;
      case 'unsupported':
        unsupported(meaning.construct, meaning.jumps);
        return;
      case 'plain': {
        const root = this.#calls.isRoot(edge, context.function);
        if (root || behind)
          this.#push(context, edge, { ...op, callee: { kind: 'direct', function: callee } }, from, to, root);
        return;
      }
      case 'inline':
        break;
    }
    // The arguments are evaluated where the function is entered.
    const root = this.#calls.isRoot(edge, context.function);
    if (!root && !behind) return;
    if (!argumentsFit(fn, this.#converted(fn, op))) unsupported(CONSTRUCT.incompatible, root);
    else if (!this.#hasRoom(fn)) {
      this.#complete = false;
      unsupported(CONSTRUCT.size, root);
    } else if (this.#isShared(fn)) this.#lead(context, edge, op, fn, from, to, behind);
    else this.#inline(context, edge, op, fn, from, to, behind);
  }

  #isShared(fn: AutomatonFunction): boolean {
    return this.plan.shared[this.#positions.get(fn.id)!] === 1;
  }

  #hasRoom(fn: AutomatonFunction): boolean {
    const edges = this.#once.has(fn.id) ? 0 : fn.edges.length;
    return edges + ENTER_AND_LEAVE <= this.#edgeBudget;
  }

  #inline(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    fn: AutomatonFunction,
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    const path = context.path === '' ? `${edge.id}` : `${context.path}/${edge.id}`;
    const { context: callee, base } = this.#newContext(fn, context.id, edge, path, behind);
    const into = callee.id;
    const values = this.#converted(fn, op);
    const root = this.#calls.mayFault(edge, context.function);
    this.#push(context, edge, { kind: 'enter', into, arguments: values, call: null }, from, base + fn.entry, root);
    if (behind)
      this.#push(
        context,
        edge,
        { kind: 'leave', from: into, result: op.result, call: null },
        base + fn.exit,
        to,
        false,
      );
  }

  /** Adds a call of a function that is laid out once. */
  #lead(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    fn: AutomatonFunction,
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    const known = this.#sharedContext(fn);
    const call = ++known.calls;
    this.#edgeBudget -= ENTER_AND_LEAVE;
    const { context: callee, base } = known.pending;
    const into = callee.id;
    this.#push(
      context,
      edge,
      { kind: 'enter', into, arguments: this.#converted(fn, op), call },
      from,
      base + fn.entry,
      this.#calls.mayFault(edge, context.function),
    );
    if (!behind) return;
    const leave: LinkedOperation = { kind: 'leave', from: into, result: op.result, call };
    this.#edges.push({ from: base + fn.exit, to, context: context.id, edge, op: leave, root: false, call: from });
  }

  #sharedContext(fn: AutomatonFunction): { readonly pending: PendingContext; calls: number } {
    let known = this.#once.get(fn.id);
    if (known === undefined) {
      const behind = this.plan.structure.behind[this.#positions.get(fn.id)!] === 1;
      known = { pending: this.#newContext(fn, null, null, `@${fn.id}`, behind), calls: 0 };
      this.#once.set(fn.id, known);
    }
    return known;
  }

  /**
   * Returns the arguments with the types of the parameters. Arguments of a call through a pointer may be
   * promoted.
   */
  #converted(fn: AutomatonFunction, op: Operation & { kind: 'call' }): readonly Expr[] {
    if (op.callee.kind === 'direct') return op.arguments;
    return op.arguments.map((argument, i) => {
      const parameter = fn.parameters[i];
      if (parameter === undefined || !isScalar(parameter.type) || !isScalar(argument.type)) return argument;
      if ((parameter.type.kind === 'float') !== (argument.type.kind === 'float')) return argument;
      return make.convert(this.#layout, valueType(parameter.type), argument);
    });
  }
}
