import type { Expression, Initializer } from '../../../c/ast.ts';
import { type SyntaxVisitor, visitExpression, visitStatement } from '../children.ts';
import type { Conflict, Event, OpenPair, OrderAnalysis } from './conflicts.ts';

/** Limit of the open pairs of one region. */
const MOST_PAIRS = 64;

type Undefined = Conflict & { readonly kind: 'undefined' };

/** A part of an expression that is evaluated as a whole, in an order with other parts that is chosen. */
export interface Unit {
  readonly node: Expression;
  /** The event that other units conflict with. */
  readonly event: Event;
  /** Positions of the units inside, which come before. */
  readonly inside: readonly number[];
  /** The units that it conflicts with, by their positions, with the words about the conflict. */
  readonly conflicts: ReadonlyMap<number, string>;
}

/** The parts of an expression whose order is chosen, in GCC's order. */
export interface Units {
  readonly units: readonly Unit[];
  /** The conflicts that the order of the units settles. */
  readonly settled: readonly OpenPair[];
  /** Conflicts of inner nodes that are undefined behaviour, with these nodes. */
  readonly watched: readonly (readonly [Expression, Undefined])[];
}

/** A node below the root of a region. */
interface Position {
  readonly parent: Expression | null;
  /** The outermost part around the node, or the node itself, whose own parts C orders; null: there is none. */
  readonly block: Expression | null;
  /** The number of the node in GCC's order. */
  order: number;
}

/** Returns the parts below an expression whose order is to be chosen; null where the order is not modelled. */
export function unitsOf(order: OrderAnalysis, root: Expression, own: readonly Conflict[]): Units | null {
  const region = new Region(order, root);
  region.addParts(root, null);
  return region.units(own);
}

/** The same of the values of an initialiser, each of which is evaluated as a whole (C11 6.7.9p23). */
export function unitsAmong(order: OrderAnalysis, { entries }: Initializer, own: readonly Conflict[]): Units | null {
  const region = new Region(order, null);
  // GCC goes by the places of the values in the object.
  for (const { value } of entries.toSorted((a, b) => comparePaths(a.path, b.path))) region.add(value, null, value);
  return region.units(own);
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  const level = a.findIndex((position, i) => position !== b[i]);
  return level < 0 ? 0 : a[level] - (b[level] ?? -1);
}

class Region {
  readonly #places = new Map<Expression, Position>();
  /** Open pairs of inner nodes, with these nodes. */
  readonly #open: (readonly [Expression, OpenPair])[] = [];
  readonly #watched: (readonly [Expression, Undefined])[] = [];
  readonly #statements: Expression[] = [];
  #count = 0;
  #hasMany = false;

  constructor(
    private readonly analysis: OrderAnalysis,
    /** Null: the values of an initialiser. */
    private readonly root: Expression | null,
  ) {}

  /** Adds an expression, with its parts before it. Recursive: for the compile thread. */
  add(e: Expression, parent: Expression | null, block: Expression | null): void {
    const place = this.#enter(e, parent, block);
    this.addParts(e, place.block);
    place.order = this.#count++;
  }

  #enter(e: Expression, parent: Expression | null, around: Expression | null): Position {
    const block = around ?? (ordersParts(e) ? e : null);
    const place = { parent, block, order: 0 };
    this.#places.set(e, place);
    if (e.kind === 'statement-expression') this.#statements.push(e);
    if (block !== null) return place;
    for (const conflict of this.analysis.of(e))
      if (conflict.kind === 'undefined') this.#watched.push([e, conflict]);
      else if (conflict.kind === 'open') this.#open.push([e, conflict]);
      else this.#hasMany = true;
    return place;
  }

  /** Adds the parts of an expression in GCC's order. */
  addParts(e: Expression, block: Expression | null): void {
    const all = (parts: readonly Expression[]): void => {
      for (const part of parts) this.add(part, e, block);
    };
    switch (e.kind) {
      case 'binary':
      case 'compare':
        all(isSwapped(e) ? [e.right, e.left] : [e.left, e.right]);
        return;
      case 'call':
        all([...e.arguments.toReversed(), e.callee]);
        return;
      case 'assign': {
        // A call or a variable on the right side comes last, behind the target.
        const isLast = e.value.kind === 'call' || isVariableRead(e.value);
        const last = isLast ? this.#enter(e.value, e, block) : null;
        if (last === null) all([e.value, e.target]);
        else {
          this.addParts(e.value, last.block);
          all([e.target]);
          last.order = this.#count++;
        }
        return;
      }
      default: {
        const visitor: SyntaxVisitor = {
          expression: (part) => all([part]),
          statement: (s) => visitStatement(s, visitor),
        };
        visitExpression(e, visitor);
      }
    }
  }

  units(own: readonly Conflict[]): Units | null {
    if (this.#hasMany || own.some(({ kind }) => kind === 'many')) return null;
    const roots = own.filter((conflict) => conflict.kind === 'open');
    if (this.#open.length + roots.length > MOST_PAIRS) return null;
    const settled = this.#connected(roots);
    const events = new Map<Expression, Event>();
    for (const { first, second } of settled) for (const event of [first, second]) events.set(event.node, event);
    const nodes = new Map<Expression, Event>();
    for (const [node, event] of events) {
      const unit = this.#unitOf(node);
      if (unit === null || this.#isStoredLater(event, events)) return null;
      if (this.root !== null && unit !== node && countOn(unit, events) > 1) return null;
      if (!nodes.has(unit)) nodes.set(unit, event);
    }
    if (this.#statements.some((statement) => this.#unitsAround(statement, nodes).length > 0)) return null;
    const ordered = [...nodes.keys()].sort((a, b) => this.#places.get(a)!.order - this.#places.get(b)!.order);
    const position = new Map(ordered.map((node, i) => [node, i]));
    const inside = ordered.map((): number[] => []);
    for (const [i, node] of ordered.entries())
      for (const around of this.#unitsAround(node, nodes)) if (around !== node) inside[position.get(around)!].push(i);
    const conflicts = ordered.map(() => new Map<number, string>());
    for (const { first, second, what } of settled) {
      const [a, b] = [first, second].map(({ node }) => position.get(this.#unitOf(node)!)!);
      conflicts[a].set(b, what);
      conflicts[b].set(a, what);
    }
    const units = ordered.map((node, i) => ({
      ...{ node, event: nodes.get(node)!, inside: inside[i], conflicts: conflicts[i] },
    }));
    return { units, settled, watched: this.#watched };
  }

  /**
   * The open pairs that these ones lead to, directly or through others. One of their events is in a unit, which is
   * evaluated before the node where both events meet.
   */
  #connected(from: readonly OpenPair[]): readonly OpenPair[] {
    const found = new Set(from);
    const units = new Map<Expression, unknown>();
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const { first, second } of found)
        for (const { node } of [first, second]) units.set(this.#unitOf(node) ?? node, null);
      for (const [meeting, pair] of this.#open) {
        const outer = this.#unitsAround(meeting, units).length;
        const isEarly = ({ node }: Event): boolean => this.#unitsAround(node, units).length > outer;
        if (isEarly(pair.first) || isEarly(pair.second)) found.add(pair);
      }
    }
    return [...found];
  }

  /** The part that is evaluated as a whole with the event. */
  #unitOf(node: Expression): Expression | null {
    const place = this.#places.get(node);
    return place === undefined ? null : (place.block ?? node);
  }

  /** The units with the node among their parts. */
  #unitsAround(node: Expression, units: ReadonlyMap<Expression, unknown>): Expression[] {
    const found: Expression[] = [];
    for (let inner: Expression | null = node; inner !== null; inner = this.#places.get(inner)?.parent ?? null)
      if (units.has(inner)) found.push(inner);
    return found;
  }

  /** Whether C allows that the event's value is used in another access of the region before it is stored. */
  #isStoredLater(event: Event, events: ReadonlyMap<Expression, Event>): boolean {
    if (event.kind === 'call' || !event.access.write) return false;
    for (let e = this.#places.get(event.node)!.parent; e !== null; e = this.#places.get(e)?.parent ?? null) {
      if (e.kind === 'call' || e.kind === 'builtin' || ordersParts(e)) return false;
      if (events.has(e)) return true;
    }
    return false;
  }
}

/** Whether C orders the parts of the expression among themselves. */
function ordersParts({ kind }: Expression): boolean {
  switch (kind) {
    case 'logical':
    case 'conditional':
    case 'comma':
    case 'statement-expression':
    case 'compound-literal':
      return true;
    default:
      return false;
  }
}

/** Whether GCC reads a variable on the left side behind the right one: it puts simple operands last. */
function isSwapped(e: Expression & { readonly kind: 'binary' | 'compare' }): boolean {
  return isVariableRead(e.left) && (e.kind === 'compare' || ['+', '*', '&', '|', '^'].includes(e.operator));
}

function isVariableRead(e: Expression): boolean {
  return e.kind === 'load' && e.operand.kind === 'variable';
}

/** The most events on a way through a part whose own parts C orders. */
function countOn(part: Expression, events: ReadonlyMap<Expression, unknown>): number {
  const own = events.has(part) ? 1 : 0;
  const count = (e: Expression): number => countOn(e, events);
  if (part.kind === 'conditional')
    return count(part.condition) + Math.max(part.then === null ? 0 : count(part.then), count(part.otherwise));
  let sum = own;
  const visitor: SyntaxVisitor = {
    expression: (inner) => void (sum += count(inner)),
    statement: (s) => visitStatement(s, visitor),
  };
  visitExpression(part, visitor);
  return sum;
}
