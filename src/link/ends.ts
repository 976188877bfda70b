import type { SourceLocation } from '../base/source.ts';
import type { Variable } from '../c/ast.ts';
import { addressedAmong } from '../cfa/assertions.ts';
import type { AutomatonFunction, Edge, Location, Operation, Program } from '../cfa/automaton.ts';
import { BLOCKS } from '../cfa/checks/blocks.ts';
import { type CheckKind, checkFunction, checkOf } from '../cfa/checks/kinds.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import { jumpKind } from '../cfa/jump-functions.ts';
import * as make from '../cfa/make.ts';
import { libraryTreatment } from '../cfa/meaning.ts';
import { INT } from '../types/type-tools.ts';
import type { CType } from '../types/types.ts';
import { endsTheRun } from './library.ts';

/**
 * Checks at the ends of a program: the return of `main`, and calls of functions that do not return. The
 * program asks whether a block is live there, and fails the check if one is.
 */

/** The function that ends a program with destructors (c/parse/ending.ts). */
const ENDING = '$end';
/** Functions that end a thread. */
const THREAD_ENDS: ReadonlySet<string> = new Set(['pthread_exit', 'thrd_exit']);

/**
 * Returns the program with checks of these kinds at its ends. Other kinds need none there. Edges keep
 * their ids. The time is linear in the program.
 */
export function withChecksAtEnds(program: Program, kinds: readonly CheckKind[]): Program {
  return kinds.includes('memcleanup') ? new Ends(program).run() : program;
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
  readonly #fails: number;
  /** Whether the program itself calls `main`, so that not each of its returns is an end. */
  readonly #isMainCalled: boolean;
  #nextVariable: number;

  constructor(private readonly program: Program) {
    const { functions, main } = program;
    this.#functions = [...functions];
    this.#ends = new Set(functions.flatMap((fn) => (fn !== null && isEnd(fn) ? [fn.id] : [])));
    this.#fails = functions.findIndex((fn) => fn?.name === checkFunction('memcleanup'));
    this.#isMainCalled = main !== null && calls(program, main);
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
    this.#before(graph, edge);
    this.#functions[end.id] = graph.finish();
  }

  #checked(fn: AutomatonFunction): AutomatonFunction {
    const graph = new Graph(fn);
    for (const edge of fn.edges) if (this.#endsProgram(edge.op)) this.#before(graph, edge);
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
    for (const edge of returns) this.#before(graph, edge);
    if (entry !== exit && edges.every(({ op, to }) => to !== exit || op.kind === 'return')) return;
    // Control that falls off the end passes the check between the old exit and the new one.
    graph.exit = graph.newLocation();
    for (const edge of returns) graph.edges[edge.id] = { ...graph.edges[edge.id], to: graph.exit };
    const behind = this.#check(graph, exit, graph.of.at);
    graph.add(behind, graph.exit, { kind: 'skip' }, graph.of.at);
  }

  /** Adds a check before an edge that is the only one of its location. */
  #before(graph: Graph, { id, from, at }: Edge): void {
    graph.outgoing[from] = [];
    const behind = this.#check(graph, from, at);
    graph.edges[id] = { ...graph.edges[id], from: behind };
    graph.outgoing[behind].push(id);
  }

  /** Adds a check at a location without edges, and returns the location behind it. */
  #check(graph: Graph, from: Location, at: SourceLocation): Location {
    const behind = graph.newLocation();
    if (this.#isMainCalled) {
      const construct = 'a check at the end of a program that calls main';
      graph.add(from, behind, { kind: 'unsupported', construct, unread: true }, at);
      return behind;
    }
    const [asked, failed] = [graph.newLocation(), graph.newLocation()];
    const answer = this.#variable('$live', INT, graph.of);
    graph.locals.push(answer);
    const result = make.variablePlace(answer);
    const condition = make.load(result);
    const callee = { kind: 'direct', function: this.#fails } as const;
    graph.add(from, asked, { kind: 'intrinsic', name: BLOCKS.live, arguments: [], places: [], result }, at);
    graph.add(asked, failed, { kind: 'assume', condition, truth: true }, at);
    graph.add(asked, behind, { kind: 'assume', condition, truth: false }, at);
    graph.add(failed, behind, { kind: 'call', callee, arguments: [], result: null }, at);
    return behind;
  }

  #variable(name: string, type: CType, { id: scope, at }: AutomatonFunction): Variable {
    const id = this.#nextVariable++;
    const common = { external: false, undefined: false, threadLocal: false, initializer: null };
    return { id, name, type, storage: 'automatic', scope, at, ...common };
  }
}

/** Whether some operation of the program calls the function or takes its address. */
function calls(program: Program, id: number): boolean {
  if (addressedAmong(program, new Set([id])).size > 0) return true;
  return program.functions.some((fn) =>
    fn?.edges.some(({ op }) => op.kind === 'call' && op.callee.kind === 'direct' && op.callee.function === id),
  );
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

  finish(): AutomatonFunction {
    const { of, edges, outgoing, locals, exit } = this;
    if (edges.length === of.edges.length) return of;
    return { ...of, edges, outgoing, locals, exit, locationCount: outgoing.length };
  }
}
