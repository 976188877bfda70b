import type { Variable } from '../../../c/ast.ts';
import type { Expr, Location, Place } from '../../../program/cfa/automaton.ts';
import type { LinkedEdge, LinkedProgram } from '../../../program/cfa/linked.ts';
import { walkExpr } from '../../../program/cfa/walk.ts';
import type { CutPoints } from './cut-points.ts';

/** A loop whose turns a block may execute one after the other, as constants decide their number. */
export interface CountedLoop {
  readonly head: Location;
  /** Its locations, with the head. */
  readonly body: ReadonlySet<Location>;
}

/** Limit of the locations of a loop that is looked at. */
const MOST_LOCATIONS = 120;

/**
 * Finds the loops whose turns constants may decide, by cut point. All their operations are assignments and branches
 * that take no input and make no object. A condition that leaves the loop reads counters, which the loop computes
 * from themselves, and variables that are assigned once. Whether constants decide the turns is seen when a block
 * gets there.
 */
export function countedLoops(linked: LinkedProgram, { locations, cutOf, order }: CutPoints): Map<number, CountedLoop> {
  const incoming = incomingEdges(linked);
  const assigned = new Assignments(linked);
  const found = new Map<number, CountedLoop>();
  for (const [cut, head] of locations.entries()) {
    if (cut === 0 || cutOf[head] !== cut) continue;
    const body = bodyOf(linked, incoming, order, head);
    if (body !== null && isCounted(linked, body, assigned)) found.set(cut, { head, body });
  }
  return found;
}

function incomingEdges({ edges, outgoing, locationCount }: LinkedProgram): LinkedEdge[][] {
  const incoming: LinkedEdge[][] = Array.from({ length: locationCount }, () => []);
  for (const ids of outgoing) for (const id of ids) incoming[edges[id].to].push(edges[id]);
  return incoming;
}

/** The locations from which the head is reached again without passing it; null: none, too many, or two entries. */
function bodyOf(
  { entry }: LinkedProgram,
  incoming: readonly (readonly LinkedEdge[])[],
  order: Int32Array,
  head: Location,
): Set<Location> | null {
  const body = new Set([head]);
  const pending = incoming[head].flatMap(({ from }) => (order[from] >= order[head] ? [from] : []));
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (body.has(at)) continue;
    // A location before the head leads into the loop beside its head.
    if (at === entry || order[at] < order[head]) return null;
    body.add(at);
    if (body.size > MOST_LOCATIONS) return null;
    for (const { from } of incoming[at]) pending.push(from);
  }
  return incoming[head].some(({ from }) => body.has(from)) ? body : null;
}

/** Whether the loop only computes, and counters may end it. */
function isCounted(linked: LinkedProgram, body: ReadonlySet<Location>, assigned: Assignments): boolean {
  const { edges, outgoing, error } = linked;
  const all = [...body].flatMap((at) => outgoing[at].map((id) => edges[id]));
  const isEnd = ({ to, op, context }: LinkedEdge): boolean =>
    op.kind === 'assume' &&
    !body.has(to) &&
    to !== error &&
    variablesIn(op.condition)?.every((one) => assigned.isFixed(one, context, body)) === true;
  return all.every((edge) => edge.to === error || isPlain(edge)) && all.some(isEnd);
}

/** Whether the operation takes no input and makes no object. */
function isPlain({ op }: LinkedEdge): boolean {
  switch (op.kind) {
    case 'skip':
    case 'assume':
    case 'case':
    case 'default':
    case 'assign':
    case 'declare':
    case 'zero':
    case 'set-string':
    case 'return':
      return true;
    case 'enter':
    case 'leave':
      return op.call === null;
    case 'assume-callee':
    case 'unknown-callee':
    case 'call':
    case 'intrinsic':
    case 'choose':
    case 'unsupported':
      return false;
  }
}

/** The variables that an expression reads; null if it reads anything else. */
function variablesIn(expr: Expr): Variable[] | null {
  const found: Variable[] = [];
  let isSimple = true;
  const place = (met: Place): void => {
    if (met.kind === 'variable') found.push(met.variable);
    else isSimple = false;
  };
  walkExpr(expr, { place });
  return isSimple ? found : null;
}

interface Assignment {
  readonly from: Location;
  /** Null: the value of a parameter or of a call. */
  readonly value: Expr | null;
}

/** The assignments to variables. */
class Assignments {
  readonly #by = new Map<string, Assignment[]>();

  constructor({ edges, contexts }: LinkedProgram) {
    for (const { op, context, from } of edges) {
      if (op.kind === 'assign' && op.target.kind === 'variable')
        this.#note(op.target.variable, context, { from, value: op.value });
      else if (op.kind === 'leave' && op.result?.kind === 'variable')
        this.#note(op.result.variable, context, { from, value: null });
      else if (op.kind === 'enter')
        for (const parameter of contexts[op.into].function.parameters)
          this.#note(parameter, op.into, { from, value: null });
    }
  }

  #note({ id }: Variable, context: number, one: Assignment): void {
    const key = `${context}.${id}`;
    const known = this.#by.get(key);
    if (known === undefined) this.#by.set(key, [one]);
    else known.push(one);
  }

  /** Whether the loop computes the variable from counters alone, or the program assigns it once. */
  isFixed(variable: Variable, context: number, body: ReadonlySet<Location>): boolean {
    const read = new Set([variable]);
    for (const one of read) {
      const all = this.#by.get(`${context}.${one.id}`) ?? [];
      const inside = all.filter(({ from }) => body.has(from));
      if (inside.length === 0 && all.length !== 1) return false;
      for (const { value } of inside) {
        const from = value === null ? null : variablesIn(value);
        if (from === null) return false;
        for (const other of from) read.add(other);
      }
    }
    return true;
  }
}
