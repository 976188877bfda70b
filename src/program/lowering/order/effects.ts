import type {
  Expression,
  FunctionDeclaration,
  Initializer,
  Statement,
  TranslationUnit,
  Variable,
} from '../../../c/ast.ts';
import { allocates, effectOf } from '../../../c/builtins/library/table.ts';
import type { CType } from '../../../c/types/types.ts';
import { shapeOf } from '../../cfa/compatible.ts';
import { type Externals, mayChange } from '../../cfa/externals.ts';
import { undefinedOrigin } from '../../cfa/jump-functions.ts';
import { type SyntaxVisitor, visitExpression, visitStatement } from '../children.ts';
import { directCallee } from '../jump-survey.ts';
import { type Access, accessOf, bytesBehind, keyOf, MEMORY, OUTSIDE } from './accesses.ts';

/** Number of different accesses of a function from which on it may access anything. */
const MOST_ACCESSES = 400;

/** The facts about a program that its open orders depend on. */
export interface OrderedProgram {
  readonly unit: TranslationUnit;
  /** Ids of variables whose address the program takes. */
  readonly addressed: ReadonlySet<number>;
  readonly externals: Externals;
  /** Whether the evaluation of an expression may change anything. */
  readonly mayChange: (e: Expression) => boolean;
}

export type Call = Expression & { readonly kind: 'call' | 'builtin' | 'va-arg' };

/** The accesses of a call to what its caller may access, too. */
export type CallEffects = readonly Access[];

/** The facts about all functions of a program. */
interface Collected {
  readonly nodes: ReadonlyMap<number, Node>;
  /** Functions whose address is taken. */
  readonly addressed: readonly FunctionDeclaration[];
}

/** A function while its accesses are collected. */
interface Node {
  readonly accesses: Map<string, Access>;
  readonly callers: Node[];
}

/** The reads and writes of functions of a program, calls included. The table is computed when it is first asked for. */
export class FunctionEffects {
  readonly #program: OrderedProgram;
  #collected: Collected | null = null;

  constructor(program: OrderedProgram) {
    this.#program = program;
  }

  get #known(): Collected {
    this.#collected ??= this.#collect();
    return this.#collected;
  }

  /** Returns what the call itself accesses, besides its arguments. */
  ofCall(e: Call): CallEffects {
    if (e.kind === 'va-arg') return listed(bytesBehindPlace(e.list));
    if (e.kind === 'builtin') return builtinEffects(e);
    const direct = directCallee(e.callee);
    if (direct !== null) return this.#ofFunction(direct, e.arguments);
    const found = this.#known.addressed.filter((fn) => mayBeCalled(fn, e));
    return found.flatMap((fn) => this.#ofFunction(fn, e.arguments));
  }

  #ofFunction(fn: FunctionDeclaration, args: readonly Expression[]): CallEffects {
    if (fn.definition === null) return this.#ofLibrary(fn, args);
    return [...(this.#known.nodes.get(fn.id)?.accesses.values() ?? [])];
  }

  #ofLibrary(fn: FunctionDeclaration, args: readonly Expression[]): CallEffects {
    const { name, origin } = undefinedOrigin(fn);
    if (origin === 'external') {
      const { functions, reading } = this.#program.externals;
      return mayChange(functions[name] ?? reading) ? [OUTSIDE] : [];
    }
    const plain = name.replace(/^__builtin_/, '');
    if (allocates(plain) && !plain.startsWith('realloc')) return [];
    const effect = effectOf(plain);
    const write = effect !== 'computes' && effect !== 'reads' && effect !== 'prints';
    const callbacks = args.filter(({ type }) => type.kind === 'pointer' && type.target.kind === 'function');
    if (callbacks.length > 0) return [MEMORY];
    return args.flatMap((argument) =>
      leadsToData(argument.type) ? listed(bytesBehind(unconverted(argument), write)) : [],
    );
  }

  /** Collects the accesses of all functions, and passes them on to callers until nothing changes. */
  #collect(): Collected {
    const { unit, addressed: inPointers } = this.#program;
    const nodes = new Map<number, Node>();
    const taken = new Set<FunctionDeclaration>();
    const bodies = unit.functions.flatMap(({ id, definition }) => {
      if (definition === null) return [];
      const node: Node = { accesses: new Map(), callers: [] };
      nodes.set(id, node);
      return [{ node, body: new BodyAccesses(inPointers, taken, definition) }];
    });
    const initial = new BodyAccesses(inPointers, taken, null);
    for (const { initializer } of unit.globals)
      for (const { value } of initializer?.entries ?? []) initial.expression(value);
    const addressed = [...taken];
    const pending: (readonly [Node, Access])[] = [];
    for (const { node, body } of bodies) {
      const add = (accesses: readonly Access[]): void => {
        for (const access of accesses) if (body.concerns(access)) pending.push([node, access]);
      };
      add(body.accesses);
      for (const call of body.calls) {
        if (call.kind !== 'call') {
          add(this.ofCall(call));
          continue;
        }
        const direct = directCallee(call.callee);
        for (const callee of direct === null ? addressed.filter((fn) => mayBeCalled(fn, call)) : [direct])
          if (callee.definition !== null) nodes.get(callee.id)!.callers.push(node);
          else add(this.#ofLibrary(callee, call.arguments));
      }
    }
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [node, access] = next;
      const full = node.accesses.size >= MOST_ACCESSES;
      const added = full ? MEMORY : access;
      const key = full ? ANYTHING : keyOf(added);
      if (node.accesses.has(key) || node.accesses.has(ANYTHING)) continue;
      node.accesses.set(key, added);
      for (const caller of node.callers) pending.push([caller, added]);
    }
    return { nodes, addressed };
  }
}

const ANYTHING = 'anything';

/** The accesses in the body of one function, and its calls. */
class BodyAccesses implements SyntaxVisitor {
  readonly calls: Call[] = [];
  readonly accesses: Access[] = [];
  /** Variables that hold other pointers than those to blocks that the function has just allocated. */
  readonly #stale = new Set<number>();
  readonly #declared = new Set<number>();

  constructor(
    private readonly addressed: ReadonlySet<number>,
    /** Receives the functions whose address is taken. */
    private readonly taken: Set<FunctionDeclaration>,
    definition: FunctionDeclaration['definition'],
  ) {
    for (const { id } of definition?.parameters ?? []) {
      this.#declared.add(id);
      this.#stale.add(id);
    }
    if (definition !== null) this.statement(definition.body);
  }

  /** Whether the access concerns more than the activation itself. A nested function accesses the variables around it. */
  concerns({ variable, through }: Access): boolean {
    if (variable !== null) return variable.storage === 'static' || !this.#declared.has(variable.id);
    return through === null || !this.#declared.has(through.id) || this.#stale.has(through.id);
  }

  statement = (s: Statement): void => {
    if (s.kind === 'declaration') this.#initialised(s.variable, s.initializer);
    if (s.kind === 'asm') this.accesses.push(MEMORY);
    visitStatement(s, this);
  };

  expression = (e: Expression): void => {
    switch (e.kind) {
      case 'load':
        this.#see(accessOf(e.operand, false));
        break;
      case 'compound-literal':
        this.#declared.add(e.variable.id);
        break;
      case 'assign':
        if (e.target.kind === 'variable') this.#set(e.target.variable, e.value);
        this.#see(accessOf(e.target, true));
        break;
      case 'compound-assign':
      case 'increment':
        this.#see(accessOf(e.target, true));
        break;
      case 'function':
        this.taken.add(e.function.same ?? e.function);
        return;
      case 'call':
        this.calls.push(e);
        if (directCallee(e.callee) === null) break;
        e.arguments.forEach(this.expression);
        return;
      case 'builtin':
      case 'va-arg':
        this.calls.push(e);
        break;
      default:
        break;
    }
    visitExpression(e, this);
  };

  #see(access: Access | null): void {
    if (access !== null) this.accesses.push(access);
  }

  #initialised(variable: Variable, initializer: Initializer | null): void {
    if (variable.storage === 'automatic') this.#declared.add(variable.id);
    if (this.addressed.has(variable.id)) this.#stale.add(variable.id);
    for (const { path, value } of initializer?.entries ?? []) if (path.length === 0) this.#set(variable, value);
  }

  #set(variable: Variable, value: Expression): void {
    if (!isFresh(value)) this.#stale.add(variable.id);
  }
}

/** Whether the value is null, or a pointer to a block that was allocated just now. */
function isFresh(value: Expression): boolean {
  let inner = value;
  while (inner.kind === 'convert') inner = inner.operand;
  if (inner.kind === 'integer') return inner.value === 0n;
  if (inner.kind !== 'call') return false;
  const callee = directCallee(inner.callee);
  if (callee === null || callee.definition !== null) return false;
  const { name, origin } = undefinedOrigin(callee);
  return origin !== 'external' && allocates(name) && !name.startsWith('realloc');
}

function listed(access: Access | null): readonly Access[] {
  return access === null ? [] : [access];
}

function bytesBehindPlace(lvalue: Expression): Access | null {
  const access = accessOf(lvalue, true);
  return access === null ? null : { ...access, type: null, exact: false };
}

/** Builtins that compute a value of their arguments alone. */
const COMPUTES =
  /^__builtin_(expect|complex|constant_p|object_size|choose|is|f?abs|bswap|clz|ctz|popcount|parity|ffs|signbit)/;

/** Atomic builtins that only read what one argument leads to: the index of this argument. */
const READS: ReadonlyMap<string, number> = new Map([
  ['__atomic_load', 0],
  ['__atomic_load_n', 0],
  ['__atomic_store', 1],
]);

function builtinEffects({ name, arguments: args }: Expression & { readonly kind: 'builtin' }): CallEffects {
  if (COMPUTES.test(name)) return [];
  return args.flatMap((argument, i) =>
    argument.type.kind === 'pointer'
      ? listed(bytesBehind(argument, READS.get(name) !== i))
      : listed(bytesBehindPlace(argument)),
  );
}

/** The argument without conversions to other pointer types. */
function unconverted(e: Expression): Expression {
  let inner = e;
  while (inner.kind === 'convert' && inner.type.kind === 'pointer' && inner.operand.type.kind === 'pointer')
    inner = inner.operand;
  return inner;
}

/** Whether the type is a pointer to data of the program. A stream is an object of the library. */
function leadsToData(type: CType): boolean {
  if (type.kind !== 'pointer') return type.kind === 'struct' || type.kind === 'union';
  return !(type.target.kind === 'struct' && type.target.definition.tag === '_IO_FILE');
}

/** Whether a call through a pointer may be meant for the function, by its result and number of arguments. */
function mayBeCalled({ type, definition }: FunctionDeclaration, call: Expression & { readonly kind: 'call' }): boolean {
  const arity = call.arguments.length;
  const count = definition === null ? type.parameters.length : definition.parameters.length;
  if (call.type.kind !== 'void' && shapeOf(call.type) !== shapeOf(type.result)) return false;
  return count === arity || (arity > count && (type.variadic || !type.prototyped));
}
