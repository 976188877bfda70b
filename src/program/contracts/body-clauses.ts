import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, LoopClauses, Statement, Variable } from '../../c/ast.ts';
import { type Diagnostic, diagnostic } from '../../c/diagnostics.ts';
import { callOf, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { BOOL, functionOf, INT, VOID } from '../../c/types/type-basics.ts';
import type { FunctionType } from '../../c/types/types.ts';
import { HINT_CHOICE } from '../cfa/beyond.ts';
import { type Hint, hintFunction, placeWithin } from '../cfa/hints.ts';
import { mentions } from '../lowering/bound-ranges.ts';
import { withParts } from '../lowering/children.ts';
import { type HiddenBody, hiddenDeclaration } from './hidden-body.ts';
import { assignment, both, declared, hasTerm, isStatement, type Loop, mapped, when } from './syntax.ts';

/**
 * Makes statements of what stands in bodies besides C: assertions and assumptions with quantifiers, and invariants
 * of loops, which become hints. A choice of inputs decides at each turn whether one is looked at, so that it changes
 * no run of the program.
 */
export class BodyClauses {
  readonly hints: Hint[] = [];
  /** Warnings about invariants that are no hints. */
  readonly warnings: Diagnostic[] = [];
  #chosen: FunctionDeclaration | null = null;

  /** `first`: the number of hints of other sources. */
  constructor(
    private readonly first: number,
    private readonly declare: (name: string, type: FunctionType, at: SourceLocation) => FunctionDeclaration,
    private readonly partOf: (declaration: FunctionDeclaration) => HiddenBody,
  ) {}

  /** The definition of a function, with statements for its clauses. `guesses`: invariants that its loops may have. */
  withStatements(
    { id, name, type, at, definition }: FunctionDeclaration,
    guesses: (loop: Loop) => readonly Expression[],
  ): FunctionDeclaration['definition'] {
    if (definition === null) return null;
    const further: Variable[] = [];
    let isChanged = false;
    const body = mapped(definition.body, (s) => {
      const part = this.partOf(hiddenDeclaration(id, name, type, at));
      const made = this.#made(s, part, guesses);
      isChanged ||= made !== s;
      further.push(...part.locals);
      return made;
    });
    return isChanged && body.kind === 'block'
      ? { ...definition, body, locals: [...definition.locals, ...further] }
      : definition;
  }

  #made(s: Statement, part: HiddenBody, guesses: (loop: Loop) => readonly Expression[]): Statement {
    switch (s.kind) {
      case 'while':
      case 'do':
      case 'for':
        return this.#advised(s, s.clauses ?? { invariants: [], entries: [] }, guesses(s), part);
      case 'expression': {
        const { expression: e } = s;
        if (!isStatement(e)) return s;
        const condition = part.of(e.arguments[0]);
        if (e.name === '$assume') part.conditions.assume(condition);
        else part.conditions.check('assertion', condition, e.at);
        return { kind: 'block', at: s.at, body: part.body, end: s.at };
      }
      default:
        return s;
    }
  }

  /** The loop with a look at its invariants at the begin of each turn, and at its end. */
  #advised(
    loop: Loop,
    { invariants, entries }: LoopClauses,
    guesses: readonly Expression[],
    part: HiddenBody,
  ): Statement {
    const { at } = loop;
    const before: Statement[] = [];
    // The value of a variable can be taken in any case. Others may be a fault, so that a choice decides about these.
    const asked = entries.every(({ value }) => isPlain(value)) ? null : part.local('$asked', INT, at);
    const [always, chosen] = [
      entries.filter(({ value }) => isPlain(value)),
      entries.filter(({ value }) => !isPlain(value)),
    ];
    const taken = (some: LoopClauses['entries']): readonly Statement[] =>
      some.map(({ variable, value }) => {
        const own = part.own(variable);
        before.push(declared(own));
        const where = placeWithin({ name: this.#next(), at });
        return assignment(placeOf(own, where), within(part.of(value), where));
      });
    before.push(...taken(always));
    if (asked !== null) {
      before.push(declared(asked, this.#choice(at)), when(read(asked, at), taken(chosen), at));
    }
    const written = invariants.flatMap((invariant) => {
      const isKnown = !chosen.some(({ variable }) => mentions(invariant.condition, variable));
      return this.#look(invariant, isKnown || asked === null ? null : read(asked, at), part);
    });
    const guessed = guesses.flatMap((condition) => this.#look({ at, text: '', condition }, null, part));
    const looks = [...written, ...guessed];
    if (looks.length === 0) return loop;
    const turn: Statement = { kind: 'block', at, body: looks, end: at };
    const looking = (condition: Expression): Expression => {
      const { type } = condition;
      return { kind: 'statement-expression', type, at: condition.at, body: turn, result: condition };
    };
    const init = loop.kind === 'for' ? loop.init : [];
    const body = [
      ...init,
      ...before,
      ((): Statement => {
        switch (loop.kind) {
          case 'while':
            return { ...loop, condition: looking(loop.condition) };
          case 'do':
            return { ...loop, body: { kind: 'block', at, body: [turn, loop.body], end: at } };
          case 'for':
            return { ...loop, init: [], condition: looking(loop.condition ?? number(1n, INT, at)) };
        }
      })(),
    ];
    return { kind: 'block', at, body, end: at };
  }

  #look(
    { at, text, condition }: LoopClauses['invariants'][number],
    known: Expression | null,
    part: HiddenBody,
  ): readonly Statement[] {
    const name = this.#next();
    const failed = this.declare(name, functionOf(VOID, []), at);
    const begin = part.body.length;
    part.conditions.isOpen = hasTerm(condition, ['$exists']);
    part.conditions.check(failed, within(part.of(condition), placeWithin({ name, at })), at);
    const body = part.body.splice(begin);
    if (part.conditions.isOpen) {
      if (text !== '') this.warnings.push(diagnostic('C1911', [text], at));
      return [];
    }
    this.hints.push({ name, expression: text, at, isWritten: true, ...(text === '' ? { isGuess: true } : {}) });
    return [when(both(known, this.#choice(at)), body, at)];
  }

  #choice(at: SourceLocation): Expression {
    this.#chosen ??= this.declare(HINT_CHOICE, functionOf(BOOL, []), at);
    return callOf(this.#chosen, [], at);
  }

  /** The name of the next hint. */
  #next(): string {
    return hintFunction(this.first + this.hints.length);
  }
}

/** Whether the expression is the value of a variable, or of a member of it. */
function isPlain(e: Expression): boolean {
  let place = e.kind === 'load' ? e.operand : e;
  while (place.kind === 'member') place = place.base;
  return e.kind === 'load' && place.kind === 'variable';
}

/** The expression with another place for each of its parts. */
function within(e: Expression, at: SourceLocation): Expression {
  return { ...withParts(e, (part) => within(part, at)), at };
}
