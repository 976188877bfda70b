import type { SourceLocation } from '../../base/source.ts';
import { reachableFrom, reversed, successorsOf } from './analysis/graph.ts';
import type { AutomatonFunction, Location, Program } from './automaton.ts';
import { isHiddenChoice } from './beyond.ts';
import { checkOf } from './checks/kinds.ts';
import { errorFunctionIds } from './error-functions.ts';
import { formatOperationBriefly } from './format-expr.ts';

/**
 * The automata of a program for display: operations that follow each other without a branch are one
 * block. Plain data, bounded in size.
 */
export interface ProgramOutline {
  readonly functions: readonly FunctionOutline[];
  /** Number of functions that a limit leaves out. */
  readonly omitted: number;
}

/** The outline of one function. */
export interface FunctionOutline {
  readonly name: string;
  readonly at: SourceLocation;
  /** Blocks of the graph, the entry first. Empty if they are too many to draw. */
  readonly blocks: readonly OutlineBlock[];
  /** Names of the functions that this one calls. */
  readonly calls: readonly string[];
}

/** A block of operations without a branch. */
interface OutlineBlock {
  /** Operations in order; if there are many, only the first ones. */
  readonly operations: readonly OutlineOperation[];
  /** Number of the operations that are left out. */
  readonly more: number;
  /** Heads of loops, as invariants and lemmas name them. */
  readonly loops: readonly SourceLocation[];
  /** Whether the block calls an error function. */
  readonly error: boolean;
  /** Whether the function returns after the block. */
  readonly exit: boolean;
  readonly next: readonly OutlineEdge[];
}

/** An operation as text, and its place in the source. */
interface OutlineOperation {
  readonly text: string;
  readonly at: SourceLocation;
}

/** An edge between two blocks of a function. */
interface OutlineEdge {
  /** Index in `blocks`. */
  readonly to: number;
  /** The condition under which the edge is taken; null: always. */
  readonly condition: OutlineOperation | null;
}

const MOST_FUNCTIONS = 200;
const MOST_BLOCKS = 250;
const MOST_OPERATIONS = 12;
const MOST_TEXT = 100;

/** Outlines of the functions that have a body, `main` first. Linear in the program. */
export function programOutline(program: Program, errorFunctions: readonly string[]): ProgramOutline {
  const errors = errorFunctionIds(program, errorFunctions);
  const defined = program.functions.flatMap((fn) => (fn?.defined === true ? [fn] : []));
  const ordered = [
    ...defined.filter(({ id }) => id === program.main),
    ...defined.filter(({ id }) => id !== program.main),
  ];
  return {
    functions: ordered.slice(0, MOST_FUNCTIONS).map((fn) => functionOutline(fn, program, errors)),
    omitted: Math.max(0, ordered.length - MOST_FUNCTIONS),
  };
}

function functionOutline(fn: AutomatonFunction, program: Program, errors: ReadonlySet<number>): FunctionOutline {
  const heads = blockHeads(fn);
  const calls = new Set<string>();
  for (const { op } of fn.edges) {
    if (op.kind !== 'call' || op.callee.kind !== 'direct') continue;
    const name = program.functions[op.callee.function]?.name;
    // Checks and the choice of a thread are the verifier's own.
    if (name !== undefined && checkOf(name) === null && !isHiddenChoice(name)) calls.add(name);
  }
  const index = new Map(heads.map((location, position) => [location, position]));
  const blocks = heads.length > MOST_BLOCKS ? [] : heads.map((head) => blockFrom(fn, head, index, program, errors));
  return { name: fn.name, at: fn.at, blocks, calls: [...calls] };
}

/**
 * Locations that begin a block: the entry, loop heads, joins and branchings of paths, and targets of
 * branches.
 */
function blockHeads(fn: AutomatonFunction): readonly Location[] {
  const successors = successorsOf(fn);
  const predecessors = reversed(successors);
  const reached = reachableFrom(successors, [fn.entry]);
  const loops = new Set(fn.marks.filter(({ kind }) => kind === 'loop').map(({ location }) => location));
  const heads: Location[] = [fn.entry];
  for (let location = 0; location < fn.locationCount; location++) {
    if (reached[location] === 0 || location === fn.entry) continue;
    const before = predecessors[location].filter((from) => reached[from] === 1);
    if (loops.has(location) || before.length !== 1 || successors[before[0]].length !== 1) heads.push(location);
  }
  return heads;
}

function blockFrom(
  fn: AutomatonFunction,
  head: Location,
  index: ReadonlyMap<Location, number>,
  program: Program,
  errors: ReadonlySet<number>,
): OutlineBlock {
  const operations: OutlineOperation[] = [];
  let more = 0;
  let error = false;
  let location = head;
  let onward: number | undefined;
  while (onward === undefined && fn.outgoing[location].length === 1) {
    const { op, at, to } = fn.edges[fn.outgoing[location][0]];
    if (op.kind === 'call' && op.callee.kind === 'direct') error ||= errors.has(op.callee.function);
    if (op.kind !== 'skip' && op.kind !== 'declare') {
      if (operations.length < MOST_OPERATIONS)
        operations.push({ text: shortened(formatOperationBriefly(op, program)), at });
      else more += 1;
    }
    location = to;
    onward = index.get(location);
  }
  return {
    operations,
    more,
    loops: fn.marks.filter((mark) => mark.kind === 'loop' && mark.location === head).map(({ at }) => at),
    error,
    exit: onward === undefined && location === fn.exit,
    next: onward === undefined ? branches(fn, location, index, program) : [{ to: onward, condition: null }],
  };
}

function branches(
  fn: AutomatonFunction,
  location: Location,
  index: ReadonlyMap<Location, number>,
  program: Program,
): readonly OutlineEdge[] {
  return fn.outgoing[location].flatMap((id) => {
    const { op, at, to } = fn.edges[id];
    const target = index.get(to);
    return target === undefined
      ? []
      : [{ to: target, condition: { text: conditionText(formatOperationBriefly(op, program)), at } }];
  });
}

function conditionText(text: string): string {
  return shortened(text.replace(/^assume /, ''));
}

function shortened(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)} …`;
}
