import { Layout } from '../../c/type/layout.ts';
import { isScalar, valueType } from '../../c/type/type-tools.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Program } from '../automaton.ts';
import { CONSTRUCT } from '../constructs.ts';
import type { Context, LinkedOperation } from '../linked.ts';
import * as make from '../make.ts';
import type { CallGraph } from './calls.ts';
import { argumentsFit, isCompatibleCall } from './compatible.ts';
import { intrinsicMeaning } from './library.ts';
import { UsefulLocations } from './useful.ts';

/** A linked edge before pruning. */
export interface DraftEdge {
  readonly from: Location;
  to: Location;
  readonly context: number;
  readonly edge: Edge;
  readonly op: LinkedOperation;
  /** What happens on the edge may be a call of the error function that is not shown. */
  readonly root: boolean;
}

export interface Draft {
  readonly contexts: readonly Context[];
  /** Location of each context's local location 0. */
  readonly bases: readonly number[];
  readonly edges: DraftEdge[];
  readonly locationCount: number;
  readonly entry: Location;
  readonly error: Location;
}

interface PendingContext {
  readonly context: Context;
  readonly base: number;
  /** The error may be reached after the activation has ended. */
  readonly behind: boolean;
}

/** Edges that a call adds to those of the body. */
const ENTER_AND_LEAVE = 2;

/**
 * Copies the bodies of all functions that are called from `main`, one copy per call site and context, breadth first, until the program would
 * have more than `maxEdges` edges.
 */
export function inlineCalls(program: Program, main: AutomatonFunction, calls: CallGraph, maxEdges: number): Draft {
  return new Inliner(program, calls, maxEdges).run(main);
}

class Inliner {
  private readonly contexts: Context[] = [];
  private readonly bases: number[] = [];
  private readonly edges: DraftEdge[] = [];
  private readonly pending: PendingContext[] = [];
  private readonly useful: UsefulLocations;
  private readonly layout: Layout;
  private locationCount = 1;
  private edgeBudget: number;
  private readonly error: Location = 0;

  constructor(
    private readonly program: Program,
    private readonly calls: CallGraph,
    maxEdges: number,
  ) {
    this.useful = new UsefulLocations(calls);
    this.layout = new Layout(program.dataModel);
    this.edgeBudget = maxEdges;
  }

  run(main: AutomatonFunction): Draft {
    const first = this.newContext(main, null, null, '', false);
    // The list grows while it is read.
    for (let i = 0; i < this.pending.length; i++) this.expand(this.pending[i]!);
    return {
      contexts: this.contexts,
      bases: this.bases,
      edges: this.edges,
      locationCount: this.locationCount,
      entry: first.base + main.entry,
      error: this.error,
    };
  }

  private newContext(
    fn: AutomatonFunction,
    parent: number | null,
    callEdge: Edge | null,
    path: string,
    behind: boolean,
  ): PendingContext {
    const context: Context = { id: this.contexts.length, function: fn, parent, callEdge, path };
    const base = this.locationCount;
    this.locationCount += fn.locationCount;
    this.edgeBudget -= fn.edges.length + ENTER_AND_LEAVE;
    this.contexts.push(context);
    this.bases.push(base);
    const pending = { context, base, behind };
    this.pending.push(pending);
    return pending;
  }

  private expand({ context, base, behind }: PendingContext): void {
    const matters = this.useful.from(context.function, behind);
    for (const edge of context.function.edges) {
      const from = base + edge.from;
      const to = base + edge.to;
      const { op } = edge;
      if (op.kind === 'call') {
        this.expandCall(context, edge, op, from, to, matters(edge.to));
        continue;
      }
      const meaning = op.kind === 'intrinsic' ? intrinsicMeaning(op.name) : null;
      const root = this.calls.isRoot(edge);
      if (meaning?.kind === 'noreturn' || !(matters(edge.to) || root)) continue;
      const { construct } = meaning ?? {};
      this.push(context, edge, construct === undefined ? op : { kind: 'unsupported', construct }, from, to, root);
    }
  }

  private expandCall(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    if (op.callee.kind === 'direct') {
      this.callOne(context, edge, op, op.callee.function, from, to, behind);
      return;
    }
    const { pointer } = op.callee;
    const named = namedFunction(pointer);
    if (named !== null) {
      const fn = this.program.functions[named]!;
      if (isCompatibleCall(fn, op)) this.callOne(context, edge, op, named, from, to, behind);
      else this.push(context, edge, { kind: 'unsupported', construct: CONSTRUCT.incompatible }, from, to, true);
      return;
    }
    const candidates = this.calls.callees(edge, op);
    for (const candidate of candidates) {
      const chosen = this.locationCount++;
      const before = this.edges.length;
      this.callOne(context, edge, op, candidate, chosen, to, behind);
      if (this.edges.length === before) continue;
      this.push(context, edge, { kind: 'assume-callee', pointer, function: candidate }, from, chosen, false);
    }
    this.push(context, edge, { kind: 'unknown-callee', pointer, candidates }, from, to, true);
  }

  private push(context: Context, edge: Edge, op: LinkedOperation, from: Location, to: Location, root: boolean): void {
    this.edges.push({ from, to, context: context.id, edge, op, root });
  }

  /** The call of a known function. `behind`: the error may be reached after it. */
  private callOne(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    callee: number,
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    const fn = this.program.functions[callee]!;
    const meaning = this.calls.meaning(fn, op);
    const unsupported = (construct: string, root: boolean) => {
      if (root || behind) this.push(context, edge, { kind: 'unsupported', construct }, from, to, root);
    };
    switch (meaning.kind) {
      case 'error':
        this.push(context, edge, { kind: 'skip' }, from, this.error, false);
        return;
      case 'noreturn':
        return;
      case 'unsupported':
        unsupported(meaning.construct, meaning.jumps);
        return;
      case 'plain':
        if (behind) this.push(context, edge, { ...op, callee: { kind: 'direct', function: callee } }, from, to, false);
        return;
      case 'inline':
        break;
    }
    const root = this.calls.canReachError(fn);
    if (!root && !behind) return;
    if (op.arguments.length < fn.parameters.length) unsupported(CONSTRUCT.arguments, root);
    else if (!argumentsFit(fn, this.converted(fn, op))) unsupported(CONSTRUCT.incompatible, root);
    else if (this.isActive(context, fn)) unsupported(CONSTRUCT.recursion, root);
    else if (fn.edges.length + ENTER_AND_LEAVE > this.edgeBudget) unsupported(CONSTRUCT.size, root);
    else this.inline(context, edge, op, fn, from, to, behind);
  }

  private inline(
    context: Context,
    edge: Edge,
    op: Operation & { kind: 'call' },
    fn: AutomatonFunction,
    from: Location,
    to: Location,
    behind: boolean,
  ): void {
    const path = context.path === '' ? `${edge.id}` : `${context.path}/${edge.id}`;
    const callee = this.newContext(fn, context.id, edge, path, behind);
    const into = callee.context.id;
    this.push(context, edge, { kind: 'enter', into, arguments: this.converted(fn, op) }, from, callee.base + fn.entry, false);
    if (behind) this.push(context, edge, { kind: 'leave', from: into, result: op.result }, callee.base + fn.exit, to, false);
  }

  /** Arguments with the types of the parameters: those of a call through a pointer may come promoted. */
  private converted(fn: AutomatonFunction, op: Operation & { kind: 'call' }): readonly Expr[] {
    if (op.callee.kind === 'direct') return op.arguments;
    return op.arguments.map((argument, i) => {
      const parameter = fn.parameters[i];
      if (parameter === undefined || !isScalar(parameter.type) || !isScalar(argument.type)) return argument;
      if ((parameter.type.kind === 'float') !== (argument.type.kind === 'float')) return argument;
      return make.convert(this.layout, valueType(parameter.type), argument);
    });
  }

  /** Is the function on the stack of the context? */
  private isActive(context: Context, fn: AutomatonFunction): boolean {
    for (
      let active: Context | null = context;
      active !== null;
      active = active.parent === null ? null : this.contexts[active.parent]!
    ) {
      if (active.function === fn) return true;
    }
    return false;
  }
}

/** The function whose address the pointer is, cast or not. */
function namedFunction(pointer: Expr): number | null {
  let inner = pointer;
  while (inner.kind === 'convert' && inner.type.kind === 'pointer') inner = inner.operand;
  return inner.kind === 'function-address' ? inner.function : null;
}
