import type { ComparisonOperator } from '../../c/types/operators.ts';
import { isInteger } from '../../c/types/type-basics.ts';
import { Qualifier } from '../../c/types/types.ts';
import { depthFirstOrder, reversed, type Successors, successorsOf } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction, Edge, Expr, Location, Place } from '../cfa/automaton.ts';
import { targetOf, walkOperation } from '../cfa/walk.ts';

/**
 * Loops that may not end, as far as their text shows. A loop ends if each turn compares a counter with a
 * bound that does not change, and moves the counter by one towards the bound. A run can leave a loop if an
 * input alone decides that in each turn.
 */

/** Limit of the work for one function, as a product of its loops and its locations. */
const MOST_WORK = 20_000_000;

/**
 * Returns the heads of the function's loops that may not end, and that no run can leave by an input.
 * `inputs`: the functions that give inputs, by id.
 */
export function openLoops(fn: AutomatonFunction, inputs: ReadonlySet<number>): readonly Location[] {
  const successors = successorsOf(fn);
  const { preorder, postorder, backEdgeTargets: heads } = depthFirstOrder(successors, fn.entry);
  if (heads.length * fn.locationCount > MOST_WORK) return heads;
  const [entered, left] = [preorder, postorder].map((order) => {
    const positions = new Int32Array(fn.locationCount).fill(-1);
    for (const [i, location] of order.entries()) positions[location] = i;
    return positions;
  });
  const predecessors = reversed(successors);
  const stable = new StableVariables(fn);
  return heads.filter((head) => {
    const ends = predecessors[head].filter((from) => entered[from] >= entered[head] && left[from] <= left[head]);
    const loop = new Loop(fn, successors, predecessors, head, ends);
    return !loop.passesHead() || !(loop.hasCounter(stable) || loop.canBeLeft(inputs));
  });
}

/** Variables that only the function itself changes, by assignments to them. */
class StableVariables {
  readonly #addressed = new Set<number>();

  constructor({ edges }: AutomatonFunction) {
    const visitor = {
      place: (place: Place, addressed: boolean): void => {
        if (addressed && place.kind === 'variable') this.#addressed.add(place.variable.id);
      },
    };
    for (const { op } of edges) walkOperation(op, visitor, true);
  }

  /** Returns the id of the variable that the expression reads; null for others. */
  of(e: Expr): number | null {
    if (e.kind !== 'load' || e.place.kind !== 'variable' || !isInteger(e.type)) return null;
    const { id, storage, type } = e.place.variable;
    const isVolatile = ((type.qualifiers ?? 0) & Qualifier.volatile) !== 0;
    return storage === 'automatic' && !isVolatile && !this.#addressed.has(id) ? id : null;
  }
}

/** Ways to stay in a loop, as what holds of the counter and the bound. */
const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};
const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

/** A head, and the locations from which control can come back to it without leaving the loop. */
class Loop {
  readonly #body: ReadonlySet<Location>;
  readonly #edges: readonly Edge[];

  constructor(
    private readonly fn: AutomatonFunction,
    private readonly successors: Successors,
    private readonly predecessors: Successors,
    private readonly head: Location,
    /** The locations whose edges go back to the head. */
    private readonly ends: readonly Location[],
  ) {
    this.#body = new Set([head, ...closure(predecessors, ends, (location) => location === head)]);
    this.#edges = [...this.#body].flatMap((location) => fn.outgoing[location].map((id) => fn.edges[id]));
  }

  /** Whether each turn passes the head. Control that enters the loop elsewhere may go round without it. */
  passesHead(): boolean {
    const outside = closure(this.successors, [this.fn.entry], (location) => location === this.head);
    return !this.ends.some((location) => outside.has(location));
  }

  /** Whether each turn asks for an input that alone may lead out of the loop. */
  canBeLeft(inputs: ReadonlySet<number>): boolean {
    return this.#edges.some(({ op, from, to }) => {
      if (op.kind !== 'assume' || this.#body.has(to) || !this.#isInEachTurn(from)) return false;
      const [before, ...others] = this.predecessors[from];
      if (before === undefined || others.length > 0) return false;
      const asked = this.fn.outgoing[before].map((id) => this.fn.edges[id]).find((edge) => edge.to === from);
      if (asked?.op.kind !== 'call' || asked.op.callee.kind !== 'direct') return false;
      const { callee, result } = asked.op;
      return inputs.has(callee.function) && result !== null && mayDecide(op.condition, result);
    });
  }

  /** Whether a counter ends the loop. */
  hasCounter(stable: StableVariables): boolean {
    return this.#edges.some((edge) => {
      const { op, to, from } = edge;
      if (op.kind !== 'assume' || this.#body.has(to) || op.condition.kind !== 'compare') return false;
      if (this.fn.outgoing[from].length !== 2 || !this.#isInEachTurn(from)) return false;
      const { operator, left, right } = op.condition;
      const stays = op.truth ? OPPOSITE[operator] : operator;
      return this.#counts(stable, left, stays, right) || this.#counts(stable, right, MIRRORED[stays], left);
    });
  }

  /** Whether the loop is left after finitely many turns if it goes on only while `counter stays bound`. */
  #counts(stable: StableVariables, counter: Expr, stays: ComparisonOperator, bound: Expr): boolean {
    const id = stable.of(counter);
    const limit = bound.kind === 'integer' ? null : stable.of(bound);
    if (id === null || (bound.kind !== 'integer' && (limit === null || this.#changes(limit).length > 0))) return false;
    // The bound of `<=` may be the greatest value, unless it is a small constant.
    const isSmall = bound.kind === 'integer' && bound.value > 0n && bound.value < 100_000_000n;
    if ((stays === '<=' || stays === '>=') && !isSmall) return false;
    const step = stays === '<' || stays === '<=' ? 1n : stays === '>' || stays === '>=' ? -1n : null;
    const changes = this.#changes(id);
    const steps = changes.map((edge) => stepOf(edge, id));
    const first = steps[0];
    if (stays === '==' || first === undefined || first === null) return false;
    if (steps.some((one) => one !== first) || (step !== null && first !== step)) return false;
    return (first === 1n || first === -1n) && changes.some(({ from }) => this.#isInEachTurn(from));
  }

  /** Returns the edges of the loop that change the variable. */
  #changes(id: number): readonly Edge[] {
    return this.#edges.filter(({ op }) => {
      if (op.kind === 'declare') return op.variable.id === id;
      let target = targetOf(op);
      while (target !== null && (target.kind === 'member' || target.kind === 'element')) target = target.base;
      return target?.kind === 'variable' && target.variable.id === id;
    });
  }

  /** Whether each way from the head back to the head passes the location. */
  #isInEachTurn(location: Location): boolean {
    const { head, ends, successors } = this;
    if (location === head) return true;
    if (ends.includes(head)) return false;
    const others = closure(successors, successors[head], (at) => at === head || at === location || !this.#body.has(at));
    return !ends.some((end) => others.has(end));
  }
}

/** Whether a condition holds for some values of a variable, and for others not. */
function mayDecide(condition: Expr, variable: Place): boolean {
  if (condition.kind === 'not') return mayDecide(condition.operand, variable);
  if (condition.kind !== 'compare') return isValueOf(condition, variable);
  const { left, right, operator } = condition;
  if (!isValueOf(left, variable) || right.kind !== 'integer') return false;
  // All integer types have these values, but for _Bool, which has two.
  const values =
    left.type.kind === 'integer' && left.type.name === 'bool' ? [0n, 1n] : [0n, right.value, right.value + 1n];
  const results = values
    .filter((value) => value >= 0n && value < 127n)
    .map((value) => holds(operator, value, right.value));
  return results.includes(true) && results.includes(false);
}

function isValueOf(e: Expr, variable: Place): boolean {
  return (
    e.kind === 'load' &&
    isInteger(e.type) &&
    e.place.kind === 'variable' &&
    variable.kind === 'variable' &&
    e.place.variable === variable.variable
  );
}

function holds(operator: ComparisonOperator, left: bigint, right: bigint): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
  }
}

/** Returns the nodes that are reachable from the roots by ways that avoid some nodes. */
function closure(
  graph: Successors,
  roots: readonly Location[],
  isAvoided: (location: Location) => boolean,
): ReadonlySet<Location> {
  const found = new Set<Location>();
  const pending = [...roots];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (found.has(at) || isAvoided(at)) continue;
    found.add(at);
    pending.push(...graph[at]);
  }
  return found;
}

/** Returns the constant that the edge adds to the variable; null for other changes. */
function stepOf({ op }: Edge, id: number): bigint | null {
  if (op.kind !== 'assign' || op.target.kind !== 'variable' || op.value.kind !== 'binary') return null;
  const { operator, left, right } = op.value;
  const isSame = left.kind === 'load' && left.place.kind === 'variable' && left.place.variable.id === id;
  if (!isSame || right.kind !== 'integer') return null;
  return operator === '+' ? right.value : operator === '-' ? -right.value : null;
}
