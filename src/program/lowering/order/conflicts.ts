import type { Expression, Initializer, Variable } from '../../../c/ast.ts';
import { type SyntaxVisitor, visitExpression, visitStatement } from '../children.ts';
import { directCallee } from '../jump-survey.ts';
import { type Access, accessOf, mayMeet, nameOf } from './accesses.ts';
import { type Call, type CallEffects, FunctionEffects, type OrderedProgram } from './effects.ts';

/** Limit of the pairs that are compared in one full expression. Beyond it the order of its operands is open. */
const MOST_PAIRS = 200_000;
/** Limit of the conflicts of one node that are kept. */
const MOST_CONFLICTS = 64;

/** An access of a full expression itself. */
export interface OwnAccess {
  readonly kind: 'access';
  readonly node: Expression;
  readonly access: Access;
}

/** An access, or a call with what it accesses. Its node identifies it. */
export type Event = OwnAccess | { readonly kind: 'call'; readonly node: Call; readonly effects: () => CallEffects };

/** Two evaluations of one full expression that C does not order, and that may access one object. */
export type Conflict =
  /** Neither is a call: the behaviour is undefined where the objects are the same. */
  | { readonly kind: 'undefined'; readonly first: OwnAccess; readonly second: OwnAccess; readonly what: string }
  /** One of them is a call: either comes first. */
  | OpenPair
  /** They are too many to be told one by one. */
  | { readonly kind: 'many'; readonly what: string };

export interface OpenPair {
  readonly kind: 'open';
  readonly first: Event;
  readonly second: Event;
  readonly what: string;
}

/** The evaluations of an expression. */
interface Evaluations {
  reads: Event[];
  changes: Event[];
  /** The changes that C does not order before the use of the expression's value. */
  pending: Event[];
}

/** Finds the conflicts of expressions in time about linear in their size. Recursive: for the compile thread. */
export class OrderAnalysis {
  readonly #program: OrderedProgram;
  readonly #effects: FunctionEffects;
  readonly #seen = new Set<Expression | Initializer>();
  #pairs = 0;
  readonly #conflicts = new Map<Expression | Initializer, Conflict[]>();

  constructor(program: OrderedProgram) {
    this.#program = program;
    this.#effects = new FunctionEffects(program);
  }

  /** Returns the conflicts between the operands of an expression, or between its own write and them. */
  of(e: Expression): readonly Conflict[] {
    if (!this.#program.mayChange(e)) return [];
    if (!this.#seen.has(e)) {
      this.#pairs = 0;
      this.#evaluations(e);
    }
    return this.#conflicts.get(e) ?? [];
  }

  /** Returns the conflicts between the values of an initialiser. */
  ofInitializer(initializer: Initializer): readonly Conflict[] {
    const values = initializer.entries.map(({ value }) => value);
    if (values.length < 2 || !values.some(this.#program.mayChange)) return [];
    if (!this.#seen.has(initializer)) {
      this.#pairs = 0;
      this.#initialised(initializer);
    }
    return this.#conflicts.get(initializer) ?? [];
  }

  #evaluations(e: Expression): Evaluations {
    this.#seen.add(e);
    switch (e.kind) {
      case 'binary':
      case 'compare':
      case 'pointer-difference':
        return this.#unsequenced(e, [e.left, e.right]);
      case 'pointer-add':
        return this.#unsequenced(e, [e.pointer, e.index]);
      case 'load': {
        const found = this.#parts(e);
        const access = accessOf(e.operand, false);
        if (access !== null) found.reads.push({ kind: 'access', node: e, access });
        return found;
      }
      case 'assign':
      case 'compound-assign':
      case 'increment': {
        const found = this.#unsequenced(e, e.kind === 'increment' ? [e.target] : [e.target, e.value]);
        const access = accessOf(e.target, true);
        if (access === null) return found;
        const own: OwnAccess = { kind: 'access', node: e, access };
        // The old value is read, too, which no change among the operands may precede or follow.
        const others = e.kind === 'assign' ? found.pending : found.changes.filter(({ kind }) => kind === 'access');
        this.#compare(e, [own], others);
        found.changes.push(own);
        found.pending.push(own);
        return found;
      }
      case 'call': {
        const direct = directCallee(e.callee);
        const found = this.#unsequenced(e, direct === null ? [e.callee, ...e.arguments] : e.arguments);
        return this.#called(e, found);
      }
      case 'builtin':
        return this.#called(e, this.#unsequenced(e, e.arguments));
      case 'va-arg':
        return this.#called(e, this.#parts(e));
      case 'compound-literal':
        return this.#initialised(e.initializer);
      case 'logical':
      case 'comma':
        return this.#sequenced(e, [e.right]);
      case 'conditional':
        return this.#sequenced(e, e.then === null ? [e.condition, e.otherwise] : [e.then, e.otherwise]);
      case 'statement-expression':
        return outsideOf(declaredIn(e), this.#sequenced(e, []));
      default:
        return this.#parts(e);
    }
  }

  #initialised(initializer: Initializer): Evaluations {
    this.#seen.add(initializer);
    return this.#unsequenced(
      initializer,
      initializer.entries.map(({ value }) => value),
    );
  }

  #called(node: Call, { reads, changes }: Evaluations): Evaluations {
    let known: CallEffects | null = null;
    const effects = (): CallEffects => {
      known ??= this.#effects.ofCall(node);
      return known;
    };
    changes.push({ kind: 'call', node, effects });
    return { reads, changes, pending: [] };
  }

  /** Returns the evaluations of all parts, whose order does not matter here. */
  #parts(e: Expression): Evaluations {
    let all = nothing();
    visitParts(e, (part) => {
      all = merged(all, this.#evaluations(part));
    });
    return all;
  }

  /** The same where C orders the parts. Only changes of the last ones are pending. */
  #sequenced(e: Expression, last: readonly Expression[]): Evaluations {
    let all = nothing();
    let pending: Event[] = [];
    visitParts(e, (part) => {
      const found = this.#evaluations(part);
      if (last.includes(part)) pending = joined(pending, found.pending);
      all = merged(all, { ...found, pending: [] });
    });
    return { ...all, pending };
  }

  #unsequenced(node: Expression | Initializer, parts: readonly Expression[]): Evaluations {
    let all = nothing();
    for (const part of parts) {
      const found = this.#evaluations(part);
      if (all.changes.length + found.changes.length > 0) {
        this.#compare(node, found.changes, all.changes);
        this.#compare(node, found.changes, all.reads);
        this.#compare(node, found.reads, all.changes);
      }
      all = merged(all, found);
    }
    return all;
  }

  #compare(node: Expression | Initializer, some: readonly Event[], others: readonly Event[]): void {
    if (some.length === 0 || others.length === 0) return;
    for (const a of some)
      for (const b of others) {
        const conflict = this.#conflictOf(b, a);
        if (conflict !== null) this.#add(node, conflict);
        if (this.#pairs >= MOST_PAIRS) {
          this.#add(node, { kind: 'many', what: 'many operands' });
          return;
        }
      }
  }

  #add(node: Expression | Initializer, conflict: Conflict): void {
    const known = this.#conflicts.get(node);
    if (known === undefined) this.#conflicts.set(node, [conflict]);
    else if (conflict.kind === 'undefined' || known.length < MOST_CONFLICTS) known.push(conflict);
    else if (known.at(-1)?.kind !== 'many') known.push({ kind: 'many', what: conflict.what });
  }

  #conflictOf(a: Event, b: Event): Conflict | null {
    const { addressed } = this.#program;
    this.#pairs += 1;
    if (a.kind === 'access' && b.kind === 'access') {
      if (!mayMeet(a.access, b.access, addressed)) return null;
      const name = nameOf(a.access, b.access);
      const both = a.access.write && b.access.write ? `two changes of ${name}` : `a change and a read of ${name}`;
      return { kind: 'undefined', first: a, second: b, what: `${both} that no sequence point separates` };
    }
    for (const x of a.kind === 'call' ? a.effects() : [a.access])
      for (const y of b.kind === 'call' ? b.effects() : [b.access])
        if (++this.#pairs < MOST_PAIRS && mayMeet(x, y, addressed)) {
          const both = x.write && y.write ? 'both write' : 'access';
          const what = `${textOf(a)} and ${textOf(b)}, which ${both} ${nameOf(x, y)}`;
          return { kind: 'open', first: a, second: b, what };
        }
    return null;
  }
}

/** The evaluations without their accesses to variables that live in one operand alone. */
function outsideOf(own: ReadonlySet<Variable>, { reads, changes, pending }: Evaluations): Evaluations {
  const isForeign = ({ variable }: Access): boolean => variable === null || !own.has(variable);
  const outside = (events: readonly Event[]): Event[] =>
    events.flatMap((event): Event[] => {
      if (event.kind === 'access') return isForeign(event.access) ? [event] : [];
      return [{ ...event, effects: () => event.effects().filter(isForeign) }];
    });
  return own.size === 0 ? { reads, changes, pending } : { reads: outside(reads), changes: outside(changes), pending };
}

/** The automatic variables that a statement expression declares itself. */
function declaredIn(e: Expression): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  const visitor: SyntaxVisitor = {
    expression: () => {},
    statement: (s) => {
      if (s.kind === 'declaration' && s.variable.storage === 'automatic') found.add(s.variable);
      visitStatement(s, visitor);
    },
  };
  visitExpression(e, visitor);
  return found;
}

function nothing(): Evaluations {
  return { reads: [], changes: [], pending: [] };
}

/** Visits the direct parts of an expression, and all expressions of statements in it. */
function visitParts(e: Expression, visit: (part: Expression) => void): void {
  const visitor: SyntaxVisitor = { expression: visit, statement: (s) => visitStatement(s, visitor) };
  visitExpression(e, visitor);
}

/** Names an event. */
export function textOf(event: Event): string {
  if (event.kind === 'access')
    return `${event.access.write ? 'the write' : 'the read'} of ${nameOf(event.access, event.access)}`;
  const { node } = event;
  if (node.kind !== 'call') return `\`${node.kind === 'builtin' ? node.name : 'va_arg'}()\``;
  const direct = directCallee(node.callee);
  return direct === null ? 'a call through a pointer' : `\`${direct.name}()\``;
}

function merged(a: Evaluations, b: Evaluations): Evaluations {
  return {
    reads: joined(a.reads, b.reads),
    changes: joined(a.changes, b.changes),
    pending: joined(a.pending, b.pending),
  };
}

/** Joins two lists, in time linear in the shorter one. The lists are not used afterwards. */
function joined<T>(a: T[], b: T[]): T[] {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  for (const each of short) long.push(each);
  return long;
}
