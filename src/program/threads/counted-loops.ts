import type { Variable } from '../../c/ast.ts';
import { stronglyConnected } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place } from '../cfa/automaton.ts';
import { targetOf, walkOperation } from '../cfa/walk.ts';

/** Most values of a counter that are followed. */
const MOST_VALUES = 64;

/**
 * Guesses how often an activation of a function passes an edge: as often as a local variable has values
 * there that constants decide. Returns null if no variable decides it. The guess bounds what is
 * unfolded; weaving covers runs that pass the edge more often by a gap. `escaped`: ids of variables
 * that pointers may lead to. Linear in the function's edges and the values.
 */
export function mostPasses(fn: AutomatonFunction, edge: number, escaped: ReadonlySet<number>): number | null {
  let least: number | null = null;
  for (const counter of countersOf(fn, escaped)) {
    const values = valuesAt(fn, fn.edges[edge].from, counter);
    if (values !== null && (least === null || values < least)) least = values;
  }
  return least;
}

/** Local integer variables that a condition of the function reads. */
function countersOf(fn: AutomatonFunction, escaped: ReadonlySet<number>): ReadonlySet<Variable> {
  const counters = new Map<number, Variable>();
  const place = (met: Place, addressed: boolean): void => {
    if (met.kind !== 'variable' || addressed) return;
    const { variable } = met;
    if (variable.storage === 'automatic' && variable.type.kind === 'integer' && !escaped.has(variable.id))
      counters.set(variable.id, variable);
  };
  for (const { op } of fn.edges) if (op.kind === 'assume') walkOperation(op, { place }, false);
  return new Set(counters.values());
}

/**
 * The number of values of a counter at a location. Null if a value is unknown, if there are too many, or
 * if a way leads back to the location with the same value.
 */
function valuesAt(fn: AutomatonFunction, location: number, counter: Variable): number | null {
  /** The nodes of known values at each location; their successors. */
  const seen = fn.outgoing.map(() => new Map<bigint | null, number>());
  const successors: number[][] = [];
  const pending: { readonly at: number; readonly value: bigint | null; readonly node: number }[] = [];
  const nodeOf = (at: number, value: bigint | null): number => {
    let node = seen[at].get(value);
    if (node === undefined) {
      seen[at].set(value, (node = successors.push([]) - 1));
      pending.push({ at, value, node });
    }
    return node;
  };
  nodeOf(fn.entry, null);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { at, value, node } = next;
    if (seen[at].size > MOST_VALUES) return null;
    for (const id of fn.outgoing[at]) {
      const { op, to }: Edge = fn.edges[id];
      if (op.kind === 'assume' && value !== null) {
        const decided = constantOf(op.condition, counter, value);
        if (decided !== null && (decided !== 0n) !== op.truth) continue;
      }
      successors[node].push(nodeOf(to, after(op, counter, value)));
    }
  }
  const values = seen[location];
  if (values.has(null)) return null;
  const components = stronglyConnected(successors);
  const sizes = new Map<number, number>();
  for (const component of components) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  for (const node of values.values()) if (sizes.get(components[node]) !== 1) return null;
  return values.size;
}

/** The counter's value behind an operation; null if it is unknown. */
function after(op: Operation, counter: Variable, value: bigint | null): bigint | null {
  if (op.kind === 'declare') return op.variable.id === counter.id ? null : value;
  const target = targetOf(op);
  if (target?.kind !== 'variable' || target.variable.id !== counter.id) return value;
  return op.kind === 'assign' ? constantOf(op.value, counter, value) : null;
}

/** The value of an expression over the counter and constants; null for others. Small numbers do not wrap. */
function constantOf(e: Expr, counter: Variable, value: bigint | null): bigint | null {
  switch (e.kind) {
    case 'integer':
      return e.value;
    case 'load':
      return e.place.kind === 'variable' && e.place.variable.id === counter.id ? value : null;
    case 'convert':
      return e.type.kind === 'integer' ? constantOf(e.operand, counter, value) : null;
    case 'not': {
      const operand = constantOf(e.operand, counter, value);
      return operand === null ? null : BigInt(operand === 0n);
    }
    case 'compare':
    case 'binary': {
      const left = constantOf(e.left, counter, value);
      const right = constantOf(e.right, counter, value);
      return left === null || right === null ? null : combined(e.operator, left, right);
    }
    default:
      return null;
  }
}

function combined(operator: string, left: bigint, right: bigint): bigint | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '<':
      return BigInt(left < right);
    case '<=':
      return BigInt(left <= right);
    case '>':
      return BigInt(left > right);
    case '>=':
      return BigInt(left >= right);
    case '==':
      return BigInt(left === right);
    case '!=':
      return BigInt(left !== right);
    default:
      return null;
  }
}
