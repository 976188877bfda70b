import type { Variable } from '../../c/ast.ts';
import { isScalar, valueType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Operation, Place, Program, StaticValue } from '../cfa/automaton.ts';
import { END_OF_LIFE } from '../cfa/constructs.ts';
import * as make from '../cfa/make.ts';
import { rootVariable, targetOf, walkExpr, walkOperation } from '../cfa/walk.ts';
import { roleOf } from './calls.ts';
import type { ThreadModel } from './model.ts';
import { objectsOf, synchronisedParameters } from './passed-objects.ts';

/** Library functions that leave memory of the program as it is, apart from blocks that they make or end. */
const HARMLESS = new Set(
  (
    'printf fprintf vprintf vfprintf puts putchar putc fputc fputs fflush perror malloc calloc free alloca usleep sleep ' +
    'nanosleep abort exit _exit __assert_fail __assert assert __VERIFIER_assume __VERIFIER_error'
  ).split(' '),
);

/** Functions that keep no address of their arguments and write no more than the time. */
const BORROWS =
  /^(clock_gettime|gettimeofday|time|timespec_get|nanosleep|thrd_sleep)$|_(timed|clock)(wait|lock|rdlock|wrlock)$|^(cnd_timedwait|mtx_timedlock)$/;

/** Functions on bytes and strings that access their arguments alone, and keep no address but in their result. */
const ON_BYTES =
  /^(mem(set|cpy|move|cmp|chr|pcpy)|b(zero|cmp|copy)|explicit_bzero|(str|wcs)n?(len|cmp|cpy|cat|casecmp)|str(chr|rchr|str|spn|cspn|pbrk|lcpy|lcat)|stpn?cpy)$/;

/** One `pthread_create` that writes a variable. */
interface Creation {
  readonly fn: AutomatonFunction;
  readonly edge: number;
  /** The part of the variable that gets the thread's name; null if a value decides it. */
  readonly part: string | null;
}

/** The ways that addresses of objects go in a program, besides to functions that synchronise on them. */
export class Objects {
  /** Variables whose address goes anywhere else. */
  readonly escaped = new Set<number>();
  /** Hidden objects that stand for variables which threads only synchronise on, by the variables' ids. */
  readonly companions = new Map<number, Variable>();
  /** Values that companions have at the start. */
  readonly initialValues = new Map<number, readonly StaticValue[]>();
  readonly #lent = new Set<number>();
  readonly #mentioned = new Set<number>();
  readonly #written = new Set<number>();
  readonly #creations = new Map<number, Creation[]>();
  readonly #synchronised = new Map<number, Variable>();
  /** Parameters that go to functions that synchronise, and nowhere else. */
  readonly #passed: ReadonlySet<number>;
  /** Whether the program chooses kinds of mutexes by attributes. */
  readonly #hasKinds: boolean;

  constructor(
    private readonly program: Program,
    private readonly model: ThreadModel,
    readonly errors: ReadonlySet<number>,
    private readonly main: AutomatonFunction,
    newVariable: () => number,
  ) {
    const attributes = program.functions.find((fn) => fn?.name === 'pthread_mutexattr_settype');
    this.#hasKinds = attributes !== null && attributes !== undefined && isCalled(program, attributes.id);
    this.#passed = synchronisedParameters(program, model);
    for (const fn of program.functions) if (fn !== null) this.#scan(fn);
    const type = this.#syncType();
    for (const values of program.initialValues.values())
      for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, this.#visitor);
    for (const [id, variable] of this.#synchronised) {
      if (this.#mentioned.has(id) || variable.undefined || type === null) continue;
      const initial = this.#initial(program.initialValues.get(id) ?? [], variable.type, type);
      if (initial === null) continue;
      const companion: Variable = { ...variable, id: newVariable(), name: `$${variable.name}`, type, external: false };
      this.companions.set(id, companion);
      if (initial.length > 0) this.initialValues.set(companion.id, initial);
    }
  }

  readonly #visitor = {
    place: (place: Place, addressed: boolean): void => {
      if (place.kind !== 'variable') return;
      this.#mentioned.add(place.variable.id);
      if (addressed) this.escaped.add(place.variable.id);
    },
  };

  /** The hidden object for a direct address of a variable; null for other expressions. */
  companionOf(argument: Expr): Variable | null {
    const variable = directVariable(argument);
    return variable === null ? null : (this.companions.get(variable.id) ?? null);
  }

  /** Whether a thread that locks the mutex twice waits for itself, and locks report no errors. */
  isPlain(companion: Variable): boolean {
    return !this.initialValues.has(companion.id) && !this.#hasKinds;
  }

  /** Whether some mutex may act by its owner: it is recursive, or checks for errors. */
  knowsOwners(): boolean {
    const { functions, globals, initialValues } = this.program;
    if (this.#hasKinds || functions.some((fn) => fn?.name === 'mtx_init')) return true;
    return globals.some(({ id, type }) =>
      initialValues.get(id)?.some(({ path, value }) => {
        return nameOf(type, path) === '__kind' && !(value.kind === 'integer' && value.value === 0n);
      }),
    );
  }

  /**
   * The edge of the only `pthread_create` of the function that writes the name which the expression
   * reads; null if another place may write it, too.
   */
  creatorOf(fn: AutomatonFunction, name: Expr): number | null {
    let inner = name;
    while (inner.kind === 'convert') inner = inner.operand;
    if (inner.kind !== 'load') return null;
    const found = partOf(inner.place);
    if (found === null || found.part === null) return null;
    const { id, storage } = found.variable;
    if (storage === 'static' && fn !== this.main) return null;
    if (this.escaped.has(id) || this.#written.has(id)) return null;
    const creations = this.#creations.get(id) ?? [];
    if (creations.some(({ part }) => part === null)) return null;
    const same = creations.filter(({ part }) => part === found.part);
    return same.length === 1 && same[0].fn === fn ? same[0].edge : null;
  }

  /** Whether a library function leaves alone what other threads may use. */
  isHarmless(fn: AutomatonFunction, args: readonly Expr[], _result: Place | null): boolean {
    if (HARMLESS.has(fn.name) || fn.origin === 'verifier') return true;
    return args.every((argument) => {
      const root = rootVariable(argument);
      if (root !== null && this.isLent(root)) return true;
      if (argument.type.kind !== 'pointer') return isScalar(argument.type);
      if (argument.kind === 'integer') return true;
      return directVariable(argument)?.name.startsWith('$string') === true;
    });
  }

  /** Whether the address of a local variable goes to functions alone that keep it to themselves. */
  isLent({ id }: Variable): boolean {
    return this.#lent.has(id) && !this.escaped.has(id);
  }

  #scan(fn: AutomatonFunction): void {
    for (const edge of fn.edges) {
      const target = targetOf(edge.op);
      const written = target === null ? null : partOf(target);
      if (written !== null) this.#written.add(written.variable.id);
      walkOperation(this.#withoutObjects(fn, edge.id, edge.op), this.#visitor, true);
    }
  }

  /** Notes the objects that a call of threads gets by their direct addresses, and returns the rest. */
  #withoutObjects(fn: AutomatonFunction, edge: number, op: Operation): Operation {
    // The end of a lifetime shows no address.
    if (op.kind === 'intrinsic' && op.name === END_OF_LIFE) return { ...op, places: [] };
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return op;
    const called = this.program.functions[op.callee.function];
    const role = called === null || called === undefined ? null : roleOf(called, this.model);
    const rest = (position: number): Operation => ({
      ...op,
      arguments: op.arguments.map((argument, i) => (i === position ? make.ZERO : argument)),
    });
    switch (role) {
      case 'model':
      case 'nothing': {
        const count = objectsOf(called!);
        const known = op.arguments.map((argument, i) => {
          const variable = i < count ? directVariable(argument) : null;
          if (variable === null || variable.storage !== 'static') return false;
          this.#synchronised.set(variable.id, variable);
          return true;
        });
        const lent = this.#withoutLent(called!.name, op);
        return { ...op, arguments: lent.map((argument, i) => (known[i] ? make.ZERO : argument)) };
      }
      case 'create': {
        const [first] = op.arguments;
        const place = first === undefined ? null : directPlace(first);
        const found = place === null ? null : partOf(place);
        if (found === null) return op;
        const list = this.#creations.get(found.variable.id) ?? [];
        this.#creations.set(found.variable.id, [...list, { fn, edge, part: found.part }]);
        return rest(0);
      }
      case 'key': {
        const place = op.arguments[0] === undefined ? null : directPlace(op.arguments[0]);
        const found = place === null ? null : partOf(place);
        if (found === null) return op;
        this.#written.add(found.variable.id);
        return rest(0);
      }
      case 'join': {
        const place = op.arguments[1] === undefined ? null : directPlace(op.arguments[1]);
        const found = place === null ? null : partOf(place);
        if (found === null) return op;
        this.#written.add(found.variable.id);
        return rest(1);
      }
      case null:
        if (called === null || called === undefined) return op;
        if (!called.defined) return { ...op, arguments: this.#withoutLent(called.name, op) };
        return { ...op, arguments: this.#withoutPassed(called, op) };
      default:
        return op;
    }
  }

  /** Arguments without direct addresses of objects on which the function does no more than synchronise. */
  #withoutPassed({ parameters }: AutomatonFunction, op: Operation & { kind: 'call' }): readonly Expr[] {
    return op.arguments.map((argument, i) => {
      const variable =
        parameters[i] !== undefined && this.#passed.has(parameters[i].id) ? directVariable(argument) : null;
      if (variable?.storage !== 'static') return argument;
      this.#synchronised.set(variable.id, variable);
      return make.ZERO;
    });
  }

  /** Arguments without addresses of local variables that the function does not keep. */
  #withoutLent(name: string, op: Operation & { kind: 'call' }): readonly Expr[] {
    const keeps = ON_BYTES.test(name) && op.result?.type.kind === 'pointer';
    if (keeps || !(BORROWS.test(name) || ON_BYTES.test(name))) return op.arguments;
    return op.arguments.map((argument) => {
      const variable = rootVariable(argument);
      if (variable?.storage !== 'automatic') return argument;
      this.#lent.add(variable.id);
      return make.ZERO;
    });
  }

  /** The structure that models work on. */
  #syncType(): CType | null {
    const parameter = this.model.functions.get('pthread_mutex_lock')?.parameters[0];
    return parameter?.type.kind === 'pointer' ? valueType(parameter.type.target) : null;
  }

  /** Translates the static initialiser of a variable; null if the companion has no such value. */
  #initial(values: readonly StaticValue[], from: CType, to: CType): readonly StaticValue[] | null {
    const result: StaticValue[] = [];
    for (const { path, value, range } of values) {
      if (value.kind === 'bytes' && value.units.every((unit) => unit === 0)) continue;
      if (value.kind !== 'integer' || range !== undefined) return null;
      if (value.value === 0n) continue;
      // Static initialisers set only the kind of a mutex.
      if (nameOf(from, path) !== '__kind' || to.kind !== 'struct') return null;
      const index = to.definition.fields!.findIndex(({ name }) => name === 'kind');
      result.push({ path: [index], value: make.integer({ kind: 'integer', name: 'int' }, value.value) });
    }
    return result;
  }
}

function isCalled(program: Program, id: number): boolean {
  return program.functions.some((fn) =>
    fn?.edges.some(({ op }) => op.kind === 'call' && op.callee.kind === 'direct' && op.callee.function === id),
  );
}

/** The name of the member at the end of a path. */
function nameOf(type: CType, path: readonly number[]): string | null {
  let inner = type;
  let name: string | null = null;
  for (const position of path) {
    if (inner.kind === 'array') inner = inner.element;
    else if (inner.kind === 'struct' || inner.kind === 'union') {
      const field = inner.definition.fields?.[position];
      if (field === undefined) return null;
      name = field.name ?? null;
      inner = field.type;
    } else return null;
  }
  return name;
}

/** The place whose address an expression is, without casts; null for other expressions. */
export function directPlace(e: Expr): Place | null {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'address' ? inner.place : null;
}

function directVariable(e: Expr): Variable | null {
  const place = directPlace(e);
  return place?.kind === 'variable' && place.type.kind !== 'array' ? place.variable : null;
}

/** The variable of a place and the part of it, as text; the part is null if a value decides it. */
function partOf(place: Place): { readonly variable: Variable; readonly part: string | null } | null {
  let part: string | null = '';
  let inner = place;
  while (inner.kind !== 'variable') {
    if (inner.kind === 'dereference') return null;
    if (inner.kind === 'member') part = part === null ? null : `.${inner.index}${part}`;
    else if (inner.index.kind === 'integer') part = part === null ? null : `[${inner.index.value}]${part}`;
    else part = null;
    inner = inner.base;
  }
  return { variable: inner.variable, part };
}
