import type { SourceLocation } from '../../base/source.ts';
import type { AssignedBytes, Clause, Contract, Expression, LoopClauses, Variable } from '../ast.ts';
import { type Diagnostic, diagnostic, FrontEndError } from '../diagnostics.ts';
import { type Annotation, Scanner } from '../lex/scanner.ts';
import { convertNode, rvalue } from '../semantics/conversions.ts';
import { addressOf, isLvalue } from '../semantics/nodes.ts';
import { logical, not } from '../semantics/operators.ts';
import { INT, isVoid, VOID } from '../types/type-basics.ts';
import { bytesFrom, predicate } from './acsl-terms.ts';
import {
  accept,
  type Context,
  type ContractState,
  expect,
  type NamedValue,
  sees,
  unexpected,
  withState,
} from './context.ts';
import type { Declarator } from './declarators.ts';
import { failure } from './failures.ts';

/**
 * Contracts in the form of ACSL, in comments. They become the clauses that contracts in the form of CBMC have.
 * Terms begin with `$` in place of the backslash.
 */

/** Clauses of functions that a comment may begin with. */
const FUNCTION_WORD =
  /^\s*(?:requires|ensures|assigns|behavior|assumes|complete|disjoint|terminates|decreases|frees|allocates|exits|check|admit)\b/;

/** A behaviour: the clauses of calls that it is about. */
interface Behavior {
  readonly name: string;
  /** The condition at the call; null: it is about all calls. */
  assumes: Expression | null;
  assigns: boolean;
}

/** Reads the clauses of a function in the comments before its declaration; null if there are none. */
export function parseFunctionNotes(
  c: Context,
  notes: readonly Annotation[],
  { parameters, type }: Declarator,
): Contract | null {
  const own = c.program.reads.annotations ? notes.filter(({ text }) => FUNCTION_WORD.test(plain(text))) : [];
  if (own.length === 0 || parameters === null || type.kind !== 'function') return null;
  const { at } = own[0];
  const result = isVoid(type.result)
    ? null
    : c.program.newVariable('\\result', type.result, at, { storage: 'automatic', scope: null });
  const olds: NamedValue[] = [];
  const clauses: Clause[] = [];
  c.scopes.reopen(parameters.scope);
  try {
    for (const note of own) new FunctionNotes(contextOf(c, note), result, olds, clauses).read();
  } finally {
    c.scopes.leave();
  }
  const assignsAny = !clauses.some(({ kind }) => kind === 'assigns');
  return { parameters: parameters.variables, result, olds, clauses, at, ...(assignsAny ? { assignsAny } : {}) };
}

class FunctionNotes {
  readonly #behaviors: Behavior[] = [];
  #behavior: Behavior | null = null;
  readonly #before: ContractState;
  readonly #after: ContractState;
  #isComplete = false;

  constructor(
    private readonly c: Context,
    result: Variable | null,
    olds: NamedValue[],
    private readonly clauses: Clause[],
  ) {
    this.#before = { ...EXACT, bound: [] };
    this.#after = { ...EXACT, bound: [], result, olds };
  }

  read(): void {
    const { c, clauses } = this;
    const behind: (() => void)[] = [];
    while (!sees(c, 'end')) {
      const { at, spelling: word, start } = c.scanner;
      c.scanner.advance();
      switch (word) {
        case 'requires': {
          const condition = this.#under(this.#before, false);
          clauses.push({ kind: 'requires', at, text: this.#text(start), condition });
          break;
        }
        case 'ensures': {
          const condition = this.#under(this.#after, true);
          clauses.push({ kind: 'ensures', at, text: this.#text(start), condition });
          break;
        }
        case 'assigns':
          clauses.push({ kind: 'assigns', at, targets: this.#targets(), text: this.#text(start) });
          break;
        case 'behavior':
          this.#behavior = { name: c.scanner.spelling, assumes: null, assigns: false };
          this.#behaviors.push(this.#behavior);
          c.scanner.advance();
          expect(c, ':');
          continue;
        case 'assumes': {
          const condition = withState(c, this.#before, () => predicate(c));
          if (this.#behavior === null) throw failure('C1336', ['assumes outside of a behavior'], at);
          const { assumes } = this.#behavior;
          this.#behavior.assumes = assumes === null ? condition : logical(c, '&&', assumes, condition, at);
          break;
        }
        case 'complete':
        case 'disjoint': {
          const names = this.#names();
          this.#isComplete ||= word === 'complete';
          behind.push(() => this.#related(word, names, at, this.#text(start)));
          break;
        }
        default:
          throw failure('C1336', [`'${word}' of ACSL`], at);
      }
      expect(c, ';');
    }
    for (const later of behind) later();
    this.#checkFrames();
  }

  /** Reads a condition of the behaviour, which counts where that assumes what holds at the call. */
  #under(state: ContractState, isAfter: boolean): Expression {
    const { c } = this;
    const condition = withState(c, state, () => predicate(c));
    const held = this.#held(this.#behavior, isAfter);
    return held === null ? condition : logical(c, '||', not(c, held, held.at), condition, condition.at);
  }

  /** The condition that a behaviour assumes, as a value at the call; null: it is about all calls. */
  #held(behavior: Behavior | null, isAfter: boolean): Expression | null {
    const assumes = behavior?.assumes ?? null;
    if (assumes === null || !isAfter) return assumes;
    const { at } = assumes;
    if (isStated(assumes)) {
      // Nothing that it reads has another value behind the call.
      if (this.clauses.some((clause) => clause.kind === 'assigns' && clause.targets.length === 0)) return assumes;
      throw failure('C1336', ['a behavior with a quantifier of a function that does not assign \\nothing first'], at);
    }
    const variable = this.c.program.newVariable('$assumed', INT, at, { storage: 'automatic', scope: null });
    this.#after.olds!.push({ variable, value: convertNode(this.c, assumes, INT, false) });
    return rvalue(this.c, { kind: 'variable', type: INT, at, variable });
  }

  #related(word: 'complete' | 'disjoint', names: readonly string[], at: SourceLocation, text: string): void {
    const { c } = this;
    const asked = this.#behaviors.filter(({ name }) => names.length === 0 || names.includes(name));
    const held = asked.flatMap((one) => {
      const e = this.#held(one, true);
      return e === null ? [] : [e];
    });
    const add = (condition: Expression): void => {
      this.clauses.push({ kind: 'ensures', at, text, condition });
    };
    if (word === 'complete') {
      if (held.length === asked.length && held.length > 0) add(held.reduce((a, b) => logical(c, '||', a, b, at)));
    } else
      for (const [i, a] of held.entries())
        for (const b of held.slice(i + 1)) add(not(c, logical(c, '&&', a, b, at), at));
  }

  #checkFrames(): void {
    const all = this.clauses.find(({ kind }) => kind === 'assigns');
    const some = this.#behaviors.filter(({ assigns }) => assigns);
    if (all === undefined || some.length === 0) return;
    const isWhole = some.length === this.#behaviors.length && this.#isComplete && !this.#assignsOutside;
    if (!isWhole) throw failure('C1336', ['assigns of behaviors that are not complete, or beside another one'], all.at);
  }

  #assignsOutside = false;

  #names(): readonly string[] {
    const { c } = this;
    if (c.scanner.spelling !== 'behaviors') throw unexpected(c, "'behaviors'");
    c.scanner.advance();
    const names: string[] = [];
    while (sees(c, 'identifier')) {
      names.push(c.scanner.spelling);
      c.scanner.advance();
      if (!accept(c, ',')) break;
    }
    return names;
  }

  #targets(): AssignedBytes[] {
    const { c } = this;
    if (this.#behavior === null) this.#assignsOutside = true;
    else this.#behavior.assigns = true;
    const condition = this.#behavior?.assumes ?? null;
    return withState(c, this.#before, () => {
      const targets: AssignedBytes[] = [];
      do {
        const { at } = c.scanner;
        if (c.scanner.spelling === '$nothing') c.scanner.advance();
        else if (c.scanner.spelling === '$result') c.scanner.advance();
        else {
          const place = c.grammar.conditional(c);
          if (!isLvalue(place)) throw failure('C1418', [], at);
          targets.push({ ...bytesFrom(c, addressOf(place, at), at), condition, at });
        }
        if (c.scanner.spelling === '$from') while (!sees(c, ';') && !sees(c, 'end')) c.scanner.advance();
      } while (accept(c, ','));
      return targets;
    });
  }

  #text(start: number): string {
    return textFrom(this.c, start);
  }
}

/** Reads the clauses of a loop in the comments before it. Invariants that are not understood are told, and left out. */
export function parseLoopNotes(c: Context, notes: readonly Annotation[]): LoopClauses | null {
  if (!c.program.reads.annotations || !c.program.reads.loopClauses) return null;
  const invariants: LoopClauses['invariants'][number][] = [];
  const entries: NamedValue[] = [];
  for (const note of notes.filter(({ text }) => /^\s*(?:for\b[^:]*:\s*)?loop\b/.test(plain(text)))) {
    const own = contextOf(c, note);
    while (!sees(own, 'end')) {
      const { at, spelling } = own.scanner;
      own.scanner.advance();
      const { spelling: kind } = own.scanner;
      own.scanner.advance();
      const { start } = own.scanner;
      try {
        if (spelling === 'loop' && kind === 'invariant') {
          const condition = withState(own, { ...EXACT, bound: [], entries }, () => predicate(own));
          expect(own, ';');
          invariants.push({ at, text: textFrom(own, start), condition });
          continue;
        }
      } catch (error) {
        if (!(error instanceof FrontEndError)) throw error;
        c.program.messages.warnings.push(...error.diagnostics.map(untried));
      }
      while (!sees(own, ';') && !sees(own, 'end')) own.scanner.advance();
      accept(own, ';');
    }
  }
  return invariants.length === 0 ? null : { invariants, entries };
}

function untried({ message, at }: Diagnostic): Diagnostic {
  return diagnostic('C1911', [message], at);
}

/** Reads the assertions in comments before a statement, as `builtin` nodes that are called `$assert`. */
export function parseAssertNotes(c: Context, notes: readonly Annotation[]): readonly Expression[] {
  if (!c.program.reads.annotations) return [];
  return notes.flatMap((note): readonly Expression[] => {
    if (!/^\s*(?:assert|check)\b/.test(plain(note.text))) return [];
    const own = contextOf(c, note);
    const { at } = own.scanner;
    own.scanner.advance();
    const condition = withState(own, { ...EXACT, bound: [] }, () => predicate(own));
    expect(own, ';');
    return [{ kind: 'builtin', name: '$assert', type: VOID, at, arguments: [condition] }];
  });
}

/** No term that only some clauses have. */
const EXACT: Omit<ContractState, 'bound'> = { result: null, olds: null, entries: null, isExact: true };

/** The text of an annotation in the tokens of C: same columns, without at signs and backslashes. */
function plain(text: string): string {
  return text
    .replace(/@+$/, ' ')
    .replace(/^([ \t]*)@/gm, '$1 ')
    .replace(/\\(?=\w)/g, '$')
    .replace(/\.\./g, ' :');
}

/** A context that reads an annotation, at its place. */
function contextOf(c: Context, { text, at }: Annotation): Context {
  const { file, line, column } = at;
  const whole = `# ${line} ${JSON.stringify(file)}\n${' '.repeat(column - 1)}${plain(text)}`;
  const scanner = new Scanner(whole, file, c.names, c.standard, null, c.program.layout.byteOrder);
  return { ...c, scanner };
}

function textFrom(c: Context, start: number): string {
  return c.scanner.text
    .slice(start, c.scanner.start)
    .replace(/\$/g, '\\')
    .replace(/ :/g, '..')
    .replace(/\s+/g, ' ')
    .trim();
}

function isStated(e: Expression): boolean {
  if (e.kind === 'builtin') return e.name === '$forall' || e.name === '$exists';
  if (e.kind === 'logical') return isStated(e.left) || isStated(e.right);
  return (e.kind === 'not' || e.kind === 'convert') && isStated(e.operand);
}
