import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { isScalar, isVoid, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import { isCheck } from './assertion-names.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Program } from './automaton.ts';
import { isFailure } from './error-functions.ts';
import { firstFreeVariable } from './free-variable.ts';
import * as make from './make.ts';
import { walkExpr, walkOperation } from './walk.ts';

type Call = Operation & { readonly kind: 'call' };

/**
 * Returns the names of the program's functions that are called where an assertion fails. After
 * {@link guardChecks} these include the checks.
 */
export function assertionFunctions({ functions }: Program): readonly string[] {
  return functions.flatMap((fn) => (fn !== null && (isFailure(fn) || isCheckFunction(fn)) ? [fn.name] : []));
}

/**
 * Returns the program with checks called only where they fail: `if (!e) assert(e)` in the place of
 * `assert(e)`. The result of a check that holds may be any value. A check whose address is taken gets
 * a body that does the same. Edges keep their ids. The time is linear in the program.
 */
export function guardChecks(program: Program): Program {
  const checks = new Set(program.functions.flatMap((fn) => (fn !== null && isCheckFunction(fn) ? [fn.id] : [])));
  return checks.size === 0 ? program : new Guard(program, checks).run();
}

function isCheckFunction({ defined, name }: AutomatonFunction): boolean {
  return !defined && isCheck(name);
}

/** Returns ids of those of the functions whose address the program takes. */
export function addressedAmong(
  { functions, initialValues }: Program,
  candidates: ReadonlySet<number>,
): ReadonlySet<number> {
  const found = new Set<number>();
  const visitor = {
    expr(e: Expr): void {
      if (e.kind === 'function-address' && candidates.has(e.function)) found.add(e.function);
    },
  };
  for (const values of initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
  }
  for (const fn of functions) for (const { op } of fn?.edges ?? []) walkOperation(op, visitor, true);
  return found;
}

/** A check that is called without a condition. Its effect is unknown. */
function conditionless(name: string): Operation {
  return { kind: 'unsupported', construct: `call of ${name} without a condition`, unread: true };
}

class Guard {
  readonly #functions: (AutomatonFunction | null)[];
  /**
   * The id of the function that a check's body calls where the check fails, by the id of the check. Only
   * for checks that have got a body.
   */
  readonly #failures = new Map<number, number>();
  #nextVariable: number;

  constructor(
    private readonly program: Program,
    private readonly checks: ReadonlySet<number>,
  ) {
    this.#functions = [...program.functions];
    this.#nextVariable = firstFreeVariable(program);
  }

  run(): Program {
    const { program } = this;
    const functions = this.#functions;
    for (const check of addressedAmong(program, this.checks)) this.#giveBody(functions[check]!);
    for (const [id, fn] of program.functions.entries())
      if (fn !== null && !this.#failures.has(id)) functions[id] = this.#guarded(fn);
    return { ...program, functions };
  }

  #giveBody(check: AutomatonFunction): void {
    const failure = this.#functions.length;
    this.#functions.push({ ...check, id: failure });
    this.#failures.set(check.id, failure);
    this.#functions[check.id] = this.#body(check, failure);
  }

  /** Makes a function that calls the failing one unless its first argument holds, and returns any value. */
  #body(check: AutomatonFunction, failure: number): AutomatonFunction {
    const { id, at, name, type } = check;
    const parameters = type.parameters.map((parameter) =>
      this.#variable(parameter.name ?? '', valueType(parameter.type), id, at),
    );
    const [first] = parameters;
    const body = new Body(at);
    if (first === undefined || !isScalar(first.type)) body.emit(0, 2, conditionless(name));
    else {
      const condition = make.load(make.variablePlace(first));
      const callee = { kind: 'direct', function: failure } as const;
      const values = parameters.map((parameter) => make.load(make.variablePlace(parameter)));
      body.emit(0, 2, { kind: 'assume', condition, truth: true });
      body.emit(0, 3, { kind: 'assume', condition, truth: false });
      body.emit(3, 2, { kind: 'call', callee, arguments: values, result: null });
    }
    const locals: Variable[] = [];
    if (isVoid(type.result)) body.emit(2, 1, { kind: 'return', value: null });
    else {
      const result = this.#variable('$any', valueType(type.result), id, at);
      locals.push(result);
      body.emit(2, 4, { kind: 'declare', variable: result });
      body.emit(4, 1, { kind: 'return', value: make.load(make.variablePlace(result)) });
    }
    const { edges, outgoing } = body;
    const graph = { entry: 0, exit: 1, locationCount: outgoing.length, edges, outgoing };
    return { ...check, ...graph, parameters, locals, defined: true, origin: 'program', noreturn: false, pure: false };
  }

  #guarded(fn: AutomatonFunction): AutomatonFunction {
    if (!fn.edges.some(({ op }) => this.#isCheckCall(op))) return fn;
    const edges: Edge[] = [...fn.edges];
    const outgoing: (readonly number[])[] = [...fn.outgoing];
    const locals: Variable[] = [...fn.locals];
    const emit = (from: number, to: number, op: Operation, at: SourceLocation): number =>
      edges.push({ id: edges.length, from, to, op, at }) - 1;
    for (const edge of fn.edges) {
      const { id, op, from, to, at } = edge;
      if (!this.#isCheckCall(op)) continue;
      const [condition] = op.arguments;
      if (condition === undefined || !isScalar(condition.type)) {
        edges[id] = { ...edge, op: conditionless(this.#functions[op.callee.function]!.name) };
        continue;
      }
      const failing = outgoing.push([id]) - 1;
      const callee = {
        kind: 'direct',
        function: this.#failures.get(op.callee.function) ?? op.callee.function,
      } as const;
      edges[id] = { ...edge, from: failing, op: { ...op, callee } };
      const holds = op.result === null ? to : outgoing.push([]) - 1;
      outgoing[from] = [
        emit(from, holds, { kind: 'assume', condition, truth: true }, at),
        emit(from, failing, { kind: 'assume', condition, truth: false }, at),
      ];
      if (op.result === null) continue;
      const any = this.#variable('$any', valueType(op.result.type), fn.id, at);
      locals.push(any);
      const known = outgoing.push([]) - 1;
      outgoing[holds] = [emit(holds, known, { kind: 'declare', variable: any }, at)];
      const value = make.load(make.variablePlace(any));
      outgoing[known] = [emit(known, to, { kind: 'assign', target: op.result, value }, at)];
    }
    return { ...fn, edges, outgoing, locals, locationCount: outgoing.length };
  }

  #isCheckCall(op: Operation): op is Call & { readonly callee: { readonly kind: 'direct' } } {
    return op.kind === 'call' && op.callee.kind === 'direct' && this.checks.has(op.callee.function);
  }

  #variable(name: string, type: CType, scope: number, at: SourceLocation): Variable {
    const id = this.#nextVariable++;
    const common = { external: false, undefined: false, threadLocal: false, initializer: null };
    return { id, name, type, storage: 'automatic', scope, at, ...common };
  }
}

/** The graph of a function that the program itself does not contain. */
class Body {
  readonly edges: Edge[] = [];
  readonly outgoing: number[][] = [[], [], [], [], []];

  constructor(private readonly at: SourceLocation) {}

  emit(from: number, to: number, op: Operation): void {
    this.outgoing[from].push(this.edges.length);
    this.edges.push({ id: this.edges.length, from, to, op, at: this.at });
  }
}
