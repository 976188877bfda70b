import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { ENDING } from '../../c/parse/ending.ts';
import { INT } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import { stronglyConnected } from '../cfa/analysis/graph.ts';
import { addressedAmong } from '../cfa/assertions.ts';
import type { AutomatonFunction, Edge, Location, Operation, Program } from '../cfa/automaton.ts';
import { BLOCKS } from '../cfa/checks/blocks.ts';
import { type CheckKind, checkFunction, checkOf } from '../cfa/checks/kinds.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import { jumpKind } from '../cfa/jump-functions.ts';
import * as make from '../cfa/make.ts';
import { libraryTreatment } from '../cfa/meaning.ts';
import { endsTheRun } from './library.ts';
import { openLoops } from './open-loops.ts';

/**
 * Checks at the ends of a program: the return of `main`, and calls of functions that do not return. The
 * program asks whether a block is live there, and fails the check if one is.
 */

/** The kinds of checks at ends, in their order. */
const LEAKS = ['memtrack', 'memcleanup'] as const satisfies readonly CheckKind[];
type Leak = (typeof LEAKS)[number];
/** Places of checks: the return of `main`, another end, a loop that may not end. */
type Moment = 'return' | 'end' | 'loop';

/** Functions that end a thread. */
const THREAD_ENDS: ReadonlySet<string> = new Set(['pthread_exit', 'thrd_exit']);

/**
 * Returns the program with checks of these kinds at its ends. Other kinds need none there. `placed`: each
 * check is decided on its own, so that a loop that may not end has one, too. Edges keep their ids. The
 * time is linear in the program.
 */
export function withChecksAtEnds(program: Program, kinds: readonly CheckKind[], placed: boolean): Program {
  const asked = LEAKS.filter((kind) => kinds.includes(kind));
  return asked.length > 0 ? new Ends(program, asked, placed).run() : program;
}

/** Whether a call of the function ends the program. */
function isEnd(fn: AutomatonFunction): boolean {
  const { name, defined, noreturn } = fn;
  if (defined || checkOf(name) !== null || jumpKind(fn) !== null || THREAD_ENDS.has(name)) return false;
  return noreturn || endsTheRun(name) || libraryTreatment(fn) === 'ends';
}

class Ends {
  readonly #functions: (AutomatonFunction | null)[];
  readonly #ends: ReadonlySet<number>;
  /** Functions that fail the checks, by kind. */
  readonly #fails: ReadonlyMap<Leak, number>;
  /** Whether the program itself calls `main`, so that not each of its returns is an end. */
  readonly #isMainCalled: boolean;
  readonly #recursive: ReadonlySet<number>;
  /**
   * Functions whose results are any values; none where a run may stop without an end. Runs that go on for
   * ever could leave a loop that asks them, and what they lost would be missing at the next check.
   */
  readonly #inputs: ReadonlySet<number>;
  #nextVariable: number;

  constructor(
    private readonly program: Program,
    private readonly asked: readonly Leak[],
    private readonly placed: boolean,
  ) {
    const { functions, main } = program;
    this.#functions = [...functions];
    this.#ends = new Set(functions.flatMap((fn) => (fn !== null && isEnd(fn) ? [fn.id] : [])));
    const failing = (kind: Leak): number => functions.findIndex((fn) => fn?.name === checkFunction(kind));
    this.#fails = new Map(asked.map((kind) => [kind, failing(kind)]));
    this.#isMainCalled = main !== null && calls(program, new Set([main]));
    this.#recursive = recursiveFunctions(program);
    const inputs = functions.flatMap((fn) => (fn !== null && isInput(fn) ? [fn.id] : []));
    const stopping = functions.flatMap((fn) => (fn !== null && mayStop(fn) ? [fn.id] : []));
    this.#inputs = new Set(calls(program, new Set(stopping)) ? [] : inputs);
    this.#nextVariable = firstFreeVariable(program);
  }

  run(): Program {
    const { program } = this;
    const functions = this.#functions;
    for (const fn of program.functions) if (fn?.defined === true) functions[fn.id] = this.#checked(fn);
    for (const id of addressedAmong(program, this.#ends)) this.#giveBody(functions[id]!);
    return { ...program, functions };
  }

  /** Gives an ending function whose address is taken a body, which checks and calls the function itself. */
  #giveBody(end: AutomatonFunction): void {
    const itself = this.#functions.length;
    this.#functions.push({ ...end, id: itself });
    const parameters = end.type.parameters.map(({ type, name }) => this.#variable(name ?? '', type, end));
    const callee = { kind: 'direct', function: itself } as const;
    const values = parameters.map((parameter) => make.load(make.variablePlace(parameter)));
    const op: Operation = { kind: 'call', callee, arguments: values, result: null };
    const edge: Edge = { id: 0, from: 0, to: 1, op, at: end.at };
    const common = { parameters, defined: true, origin: 'program', hasTwin: false } as const;
    const graph = new Graph({ ...end, ...common, entry: 0, exit: 1, edges: [edge], outgoing: [[0], []] });
    this.#before(graph, edge, 'end');
    this.#functions[end.id] = graph.finish();
  }

  #checked(fn: AutomatonFunction): AutomatonFunction {
    const graph = new Graph(fn);
    const heads = new Set(openLoops(fn, this.#inputs));
    // Recursion may go on for ever, as a loop may.
    if (this.#recursive.has(fn.id)) heads.add(fn.entry);
    for (const head of heads) this.#atHead(graph, head);
    for (const edge of fn.edges) if (this.#endsProgram(edge.op)) this.#before(graph, edge, 'end');
    const { main, functions } = this.program;
    // Another function ends programs with destructors, behind the last return of `main`.
    if (fn.id === main && !functions.some((other) => other?.name === ENDING)) this.#atReturns(graph);
    return graph.finish();
  }

  #endsProgram(op: Operation): boolean {
    if (op.kind === 'intrinsic') return op.name === 'trap';
    return op.kind === 'call' && op.callee.kind === 'direct' && this.#ends.has(op.callee.function);
  }

  /** Adds checks at the returns of `main`. */
  #atReturns(graph: Graph): void {
    const { edges, exit, entry } = graph.of;
    const returns = edges.filter(({ op }) => op.kind === 'return');
    for (const edge of returns) this.#before(graph, edge, 'return');
    if (entry !== exit && edges.every(({ op, to }) => to !== exit || op.kind === 'return')) return;
    // Control that falls off the end passes the check between the old exit and the new one.
    graph.exit = graph.newLocation();
    for (const edge of returns) graph.edges[edge.id] = { ...graph.edges[edge.id], to: graph.exit };
    const behind = this.#check(graph, exit, graph.of.at, 'return');
    graph.add(behind, graph.exit, { kind: 'skip' }, graph.of.at);
  }

  /** Adds the check at the head of a loop. The head stays, and the code of the loop follows behind. */
  #atHead(graph: Graph, head: Location): void {
    const leaving = graph.outgoing[head];
    graph.outgoing[head] = [];
    const [first] = leaving;
    const at = first === undefined ? graph.of.at : graph.edges[first].at;
    const behind = this.#check(graph, head, at, 'loop');
    for (const id of leaving) graph.edges[id] = { ...graph.edges[id], from: behind };
    graph.outgoing[behind].push(...leaving);
  }

  /** Adds a check before an edge that is the only one of its location. */
  #before(graph: Graph, { id, at }: Edge, moment: Moment): void {
    const { from } = graph.edges[id];
    graph.outgoing[from] = [];
    const behind = this.#check(graph, from, at, moment);
    graph.edges[id] = { ...graph.edges[id], from: behind };
    graph.outgoing[behind].push(id);
  }

  /** Adds the checks at a location without edges, and returns the location behind them. */
  #check(graph: Graph, from: Location, at: SourceLocation, moment: Moment): Location {
    // The variables of `main` may be gone before the end of a program with destructors.
    const isOpen = this.asked.includes('memtrack') && graph.of.name === ENDING;
    if (moment !== 'loop' && (this.#isMainCalled || isOpen)) {
      const construct = 'a check at the end of a program that calls main, or has destructors';
      return graph.then(from, { kind: 'unsupported', construct, unread: true }, at);
    }
    if (moment === 'loop' && this.placed) {
      const [[, id]] = this.#fails;
      return this.#asking(graph, from, at, BLOCKS.perhapsLostInLoop, failing(id));
    }
    if (moment === 'loop') {
      const op: Operation = {
        kind: 'unsupported',
        construct: 'a leak in a loop or recursion that may not end',
        unread: true,
      };
      return this.#asking(graph, from, at, BLOCKS.lostInLoop, op);
    }
    let behind = from;
    for (const [kind, id] of this.#fails) {
      const lost = moment === 'return' ? BLOCKS.lostBehindMain : BLOCKS.lost;
      behind = this.#asking(graph, behind, at, kind === 'memtrack' ? lost : BLOCKS.live, failing(id));
    }
    return behind;
  }

  /** Asks a question, executes the operation if the answer is yes, and returns the location behind both. */
  #asking(graph: Graph, from: Location, at: SourceLocation, question: string, op: Operation): Location {
    const [failed, behind] = [graph.newLocation(), graph.newLocation()];
    const answer = this.#variable('$leak', INT, graph.of);
    graph.locals.push(answer);
    const result = make.variablePlace(answer);
    const condition = make.load(result);
    const { locals, parameters } = graph.of;
    const isBehindMain = question === BLOCKS.live || question === BLOCKS.lostBehindMain;
    const named = isBehindMain ? [] : [...parameters, ...locals].filter(({ name }) => !name.startsWith('$'));
    const held = named.filter(({ type }) => type.kind === 'pointer');
    const pointers = held.map((variable) => make.load(make.variablePlace(variable)));
    const ask: Operation = { kind: 'intrinsic', name: question, arguments: pointers, places: [], result };
    const asked = graph.then(from, ask, at);
    graph.add(asked, failed, { kind: 'assume', condition, truth: true }, at);
    graph.add(asked, behind, { kind: 'assume', condition, truth: false }, at);
    graph.add(failed, behind, op, at);
    return behind;
  }

  #variable(name: string, type: CType, { id: scope, at }: AutomatonFunction): Variable {
    const id = this.#nextVariable++;
    const common = { external: false, undefined: false, threadLocal: false, initializer: null };
    return { id, name, type, storage: 'automatic', scope, at, ...common };
  }
}

function failing(id: number): Operation {
  return { kind: 'call', callee: { kind: 'direct', function: id }, arguments: [], result: null };
}

/** Whether a call of the function gives any value of its type. */
function isInput({ name, defined, origin }: AutomatonFunction): boolean {
  return !defined && origin === 'verifier' && name.startsWith('__VERIFIER_nondet_');
}

/** Whether a call of the function may go on elsewhere, or nowhere, without an end of the program. */
function mayStop(fn: AutomatonFunction): boolean {
  if (fn.defined) return false;
  return (
    (fn.origin === 'verifier' && !isInput(fn)) || jumpKind(fn) !== null || /^(pthread|thrd|mtx|cnd|sem)_/.test(fn.name)
  );
}

/** Whether some operation of the program calls one of the functions or takes its address. */
function calls(program: Program, ids: ReadonlySet<number>): boolean {
  if (ids.size === 0) return false;
  if (addressedAmong(program, ids).size > 0) return true;
  return program.functions.some((fn) =>
    fn?.edges.some(({ op }) => op.kind === 'call' && op.callee.kind === 'direct' && ids.has(op.callee.function)),
  );
}

/**
 * Returns the functions that may be called while they are active. A call through a pointer may enter
 * any function whose address is taken. The time is linear in the program.
 */
function recursiveFunctions(program: Program): ReadonlySet<number> {
  const { functions } = program;
  const defined = new Set(functions.flatMap((fn) => (fn?.defined === true ? [fn.id] : [])));
  // One more node stands for a call through a pointer; functions of the library may call back like one.
  const pointer = functions.length;
  const successors = functions.map((fn) => [
    ...new Set(
      (fn?.edges ?? []).flatMap(({ op }) => {
        if (op.kind !== 'call') return [];
        return op.callee.kind === 'direct' && defined.has(op.callee.function) ? [op.callee.function] : [pointer];
      }),
    ),
  ]);
  successors.push([...addressedAmong(program, defined)]);
  const components = stronglyConnected(successors);
  const sizes = new Map<number, number>();
  for (const component of components) sizes.set(component, (sizes.get(component) ?? 0) + 1);
  const recursive = [...defined].filter((id) => sizes.get(components[id])! > 1 || successors[id].includes(id));
  return new Set(recursive);
}

/** A copy of a function's graph that grows. */
class Graph {
  readonly edges: Edge[];
  readonly outgoing: number[][];
  readonly locals: Variable[];
  exit: Location;

  constructor(readonly of: AutomatonFunction) {
    this.edges = [...of.edges];
    this.outgoing = of.outgoing.map((ids) => [...ids]);
    this.locals = [...of.locals];
    this.exit = of.exit;
  }

  newLocation(): Location {
    return this.outgoing.push([]) - 1;
  }

  add(from: Location, to: Location, op: Operation, at: SourceLocation): void {
    const id = this.edges.push({ id: this.edges.length, from, to, op, at }) - 1;
    this.outgoing[from].push(id);
  }

  /** Adds an edge to a new location, and returns it. */
  then(from: Location, op: Operation, at: SourceLocation): Location {
    const to = this.newLocation();
    this.add(from, to, op, at);
    return to;
  }

  finish(): AutomatonFunction {
    const { of, edges, outgoing, locals, exit } = this;
    if (edges.length === of.edges.length) return of;
    return { ...of, edges, outgoing, locals, exit, locationCount: outgoing.length };
  }
}
