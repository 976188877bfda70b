import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Edge, Location, Operation, Place, ThreadEvent, ThreadOrder, ThreadStep } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { Node } from './unfolding.ts';

/** The automaton of a woven function under construction. Location 0 is its entry, and 1 its exit. */
export class WovenGraph {
  readonly edges: Edge[] = [];
  readonly outgoing: number[][] = [[], []];
  readonly locals: Variable[] = [];
  readonly exit: Location = 1;
  /** The thread and the function whose steps are added; null: the scheduler adds steps. */
  origin: Omit<ThreadStep, 'source' | 'order'> | null = null;
  /** The meaning of the steps for the order of accesses; null where data races are no errors. */
  order: ThreadOrder | null = null;
  /** The node whose steps are added; null: the scheduler adds steps. */
  node: Node | null = null;
  /** The node of each edge. */
  readonly nodes: (Node | null)[] = [];
  #hidden: ThreadStep | null = null;

  constructor(
    private readonly scope: number,
    private readonly newVariable: () => number,
  ) {}

  location(): Location {
    return this.outgoing.push([]) - 1;
  }

  /** Adds an edge; `source` is what people are told about it. */
  edge(from: Location, to: Location, op: Operation, at: SourceLocation, source: Operation | null = null): void {
    this.outgoing[from].push(this.edges.length);
    this.nodes.push(this.node);
    this.edges.push({ id: this.edges.length, from, to, op, at, step: this.#step(source) });
  }

  #step(source: Operation | null): ThreadStep | null {
    const { origin } = this;
    if (origin === null) return null;
    const order = this.order === null ? {} : { order: this.order };
    if (source !== null) return { ...origin, source, ...order };
    const last = this.#hidden;
    if (
      last === null ||
      last.thread !== origin.thread ||
      last.function !== origin.function ||
      last.depth !== origin.depth ||
      last.order !== (this.order ?? undefined)
    )
      this.#hidden = { ...origin, source: null, ...order };
    return this.#hidden;
  }

  /** Runs `work`, whose edges belong to the model of a library function. */
  inModel(model: string, work: () => void): void {
    const { order } = this;
    if (order !== null) this.order = { ...order, model };
    work();
    this.order = order;
  }

  /** Adds an edge at which an event orders threads, and returns where it leads. */
  event(from: Location, event: ThreadEvent, at: SourceLocation): Location {
    const { order } = this;
    if (order === null) return from;
    this.order = { ...order, event };
    const to = this.emit(from, { kind: 'skip' }, at);
    this.order = order;
    return to;
  }

  /** Adds an edge to a new location, and returns that. */
  emit(from: Location, op: Operation, at: SourceLocation, source: Operation | null = null): Location {
    const to = this.location();
    this.edge(from, to, op, at, source);
    return to;
  }

  /** Makes a hidden variable of the function. */
  temporary(type: CType, at: SourceLocation): Place {
    const name = `$s${this.locals.length + 1}`;
    const variable = { ...this.hidden(name, valueType(type), at), storage: 'automatic' as const, scope: this.scope };
    this.locals.push(variable);
    return make.variablePlace(variable);
  }

  /** Makes a hidden variable of static storage. */
  hidden(name: string, type: CType, at: SourceLocation): Variable {
    const common = { external: false, undefined: false, threadLocal: false, initializer: null };
    return { id: this.newVariable(), name, type, storage: 'static', scope: null, at, ...common };
  }
}
