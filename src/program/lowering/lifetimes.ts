import type { Label, Statement, Variable } from '../../c/ast.ts';

/**
 * Lifetimes that begin without a declaration. A variable lives from the entry into its block on (C11
 * 6.2.4p6). After a jump past the declaration, the variable has no value, or the value that it got
 * since the block was entered.
 */

/** A statement with a scope of its own. */
interface Scope {
  readonly parent: Position | null;
  readonly depth: number;
  /** Variables that the scope itself declares, in source order. */
  readonly variables: Variable[];
  /** Ranges of variables that jumps within the scope pass forwards, and backwards. */
  readonly forwards: LocationSpan[];
  readonly backwards: LocationSpan[];
  /** Variables that such jumps pass in both directions. Their lifetime begins at the entry into the scope. */
  both: ReadonlySet<Variable>;
}

/**
 * A point of a function: the innermost scope, and the number of variables that the scope has declared
 * so far.
 */
interface Position {
  readonly scope: Scope;
  readonly count: number;
}

type LocationSpan = readonly [from: number, to: number];

/** A statement that is the source or the target of a jump. */
type End = Label | Statement;

const NONE: ReadonlySet<Variable> = new Set();

/** Collects scopes, jumps and labels function by function. */
export class Lifetimes {
  readonly #scopes = new Map<Statement, Scope>();
  readonly #positions = new Map<End, Position>();
  #here: Position | null = null;
  #jumps: (readonly [from: Statement, to: Label])[] = [];
  #computed: Statement[] = [];
  #opened: Scope[] = [];

  /** Records a statement before its parts. */
  enter(s: Statement): void {
    const here = this.#here;
    if (here !== null) {
      if (s.kind === 'goto') this.#jumps.push([s, s.label]);
      if (s.kind === 'computed-goto') this.#computed.push(s);
      if (isEnd(s)) this.#positions.set(s.kind === 'label' ? s.label : s, here);
    }
    if (s.kind !== 'block' && s.kind !== 'for') return;
    const depth = here === null ? 0 : here.scope.depth + 1;
    const scope: Scope = { parent: here, depth, variables: [], forwards: [], backwards: [], both: NONE };
    this.#scopes.set(s, scope);
    this.#opened.push(scope);
    this.#here = { scope, count: 0 };
  }

  /** Records a statement after its parts. */
  leave(s: Statement): void {
    const here = this.#here;
    if (here === null) return;
    if (s.kind === 'block' || s.kind === 'for') this.#here = here.scope.parent;
    if (s.kind !== 'declaration') return;
    here.scope.variables.push(s.variable);
    this.#here = { scope: here.scope, count: here.count + 1 };
  }

  /** Ends a function. A computed goto may lead to any of `labels`. */
  finish(labels: readonly Label[]): void {
    for (const from of this.#computed) for (const to of labels) this.#jumps.push([from, to]);
    for (const [start, end] of this.#jumps) {
      const [from, to] = [this.#positions.get(start), this.#positions.get(end)];
      if (from === undefined || to === undefined) continue;
      const [before, after] = meeting(from, to, () => {});
      const { forwards, backwards } = before.scope;
      if (before.count < after.count) forwards.push([before.count, after.count]);
      else if (before.count > after.count) backwards.push([after.count, before.count]);
    }
    for (const scope of this.#opened) {
      if (scope.forwards.length === 0 || scope.backwards.length === 0) continue;
      const [passed, repeated] = [covered(scope, scope.forwards), covered(scope, scope.backwards)];
      scope.both = new Set(scope.variables.filter((_, i) => passed[i] && repeated[i]));
    }
    this.#jumps = [];
    this.#computed = [];
    this.#opened = [];
  }

  /** Returns the variables whose lifetime begins where control enters the scope of `s` at its start. */
  atStart(s: Statement): Iterable<Variable> {
    return this.#scopes.get(s)?.both ?? NONE;
  }

  /** Returns the variables whose lifetime begins where control jumps from `start` to `end`. */
  between(start: Statement, end: End): Iterable<Variable> {
    const [from, to] = [this.#positions.get(start), this.#positions.get(end)];
    if (from === undefined || to === undefined) return NONE;
    const found: Variable[] = [];
    const [before, after] = meeting(from, to, ({ scope, count }) => {
      found.push(...scope.variables.filter((variable, i) => i < count || scope.both.has(variable)));
    });
    const { scope } = before;
    for (let i = before.count; i < after.count; i++)
      if (!scope.both.has(scope.variables[i])) found.push(scope.variables[i]);
    return found;
  }
}

function isEnd({ kind }: Statement): boolean {
  return ['goto', 'computed-goto', 'switch', 'case', 'default', 'label'].includes(kind);
}

/**
 * Walks up from both positions to their innermost common scope. `entered` gets the scopes on the path
 * from `to`.
 */
function meeting(
  from: Position,
  to: Position,
  entered: (position: Position) => void,
): [before: Position, after: Position] {
  let [before, after] = [from, to];
  while (before.scope !== after.scope) {
    if (after.scope.depth >= before.scope.depth) {
      entered(after);
      after = after.scope.parent!;
    } else before = before.scope.parent!;
  }
  return [before, after];
}

/** Returns for each variable of the scope whether it lies in one of the ranges. */
function covered({ variables }: Scope, ranges: readonly LocationSpan[]): boolean[] {
  const change = new Int32Array(variables.length + 1);
  for (const [from, to] of ranges) {
    change[from] += 1;
    change[to] -= 1;
  }
  let open = 0;
  return variables.map((_, i) => {
    open += change[i];
    return open > 0;
  });
}
