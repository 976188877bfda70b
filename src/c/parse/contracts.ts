import type { SourceLocation } from '../../base/source.ts';
import type {
  AssignedBytes,
  Clause,
  Contract,
  Expression,
  FunctionDeclaration,
  LoopClauses,
  Statement,
  Variable,
} from '../ast.ts';
import { rvalue, testable } from '../semantics/conversions.ts';
import { addressOf, isLvalue, sizeNode } from '../semantics/nodes.ts';
import { isVoid, VOID } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import {
  accept,
  type Context,
  expect,
  type FunctionState,
  type NamedValue,
  report,
  sees,
  unexpected,
  withState,
} from './context.ts';
import { hidden, PLAIN } from './contract-terms.ts';
import type { Declarator } from './declarators.ts';
import { failure } from './failures.ts';

/**
 * Contracts of functions and loops in the form of CBMC. A clause stands behind the declarator of a function, or
 * behind the head of a loop.
 */

const FUNCTION_CLAUSE = /^__(?:CPROVER|ESBMC)_(requires|ensures|assigns|frees)$/;
const LOOP_CLAUSE = /^__(?:CPROVER|ESBMC)_(loop_invariant|assigns|frees|decreases)$/;

/** Reads the clauses behind a function's declarator; null if there are none. */
export function parseContract(c: Context, declarator: Declarator): Contract | null {
  const { parameters, type } = declarator;
  if (parameters === null || type.kind !== 'function' || !sees(c, 'identifier')) return null;
  if (!FUNCTION_CLAUSE.test(c.scanner.spelling)) return null;
  const { at } = c.scanner;
  const result = isVoid(type.result) ? null : hidden(c, '__CPROVER_return_value', type.result, at);
  const olds: NamedValue[] = [];
  const clauses: Clause[] = [];
  c.scopes.reopen(parameters.scope);
  try {
    for (let word = FUNCTION_CLAUSE.exec(c.scanner.spelling); word !== null; ) {
      const kind = word[1] as Clause['kind'];
      const isAfter = kind === 'ensures';
      clauses.push(withState(c, isAfter ? { ...PLAIN, result, olds } : PLAIN, () => parseClause(c, kind)));
      word = sees(c, 'identifier') ? FUNCTION_CLAUSE.exec(c.scanner.spelling) : null;
    }
  } finally {
    c.scopes.leave();
  }
  return { parameters: parameters.variables, result, olds, clauses, at };
}

/**
 * Reads clauses that stand in a body as statements, as in ESBMC: those of the function, or the invariants of a loop, which
 * follows. Returns null for another statement.
 */
export function parseStatedClause(c: Context, parseStatement: (c: Context) => Statement): Statement | null {
  const word = sees(c, 'identifier')
    ? /^__ESBMC_(requires|ensures|assigns|loop_invariant)$/.exec(c.scanner.spelling)
    : null;
  if (word === null || c.function === null) return null;
  const { at } = c.scanner;
  if (word[1] === 'loop_invariant') {
    let clauses: LoopClauses | null = null;
    while (sees(c, 'identifier') && LOOP_CLAUSE.test(c.scanner.spelling)) {
      clauses = parseLoopClauses(c, clauses);
      expect(c, ';');
    }
    const loop = parseStatement(c);
    if (loop.kind !== 'while' && loop.kind !== 'do' && loop.kind !== 'for')
      throw failure('C1336', [`${word[0]} in front of no loop`], at);
    const invariants = [...(clauses?.invariants ?? []), ...(loop.clauses?.invariants ?? [])];
    const entries = [...(clauses?.entries ?? []), ...(loop.clauses?.entries ?? [])];
    return invariants.length === 0 ? loop : { ...loop, clauses: { invariants, entries } };
  }
  const { type } = c.function;
  c.function.stated ??= statedStart(isVoid(type.result) ? null : hidden(c, word[0], type.result, at), at);
  const { contract, olds, clauses } = c.function.stated;
  const kind = word[1] as Clause['kind'];
  const own = kind === 'ensures' ? { ...PLAIN, result: contract.result, olds } : PLAIN;
  clauses.push(withState(c, { ...own, isInBody: true }, () => parseClause(c, kind)));
  expect(c, ';');
  return { kind: 'empty', at };
}

function statedStart(result: Variable | null, at: SourceLocation): NonNullable<FunctionState['stated']> {
  const [olds, clauses]: [NamedValue[], Clause[]] = [[], []];
  return { contract: { parameters: [], result, olds, clauses, at }, olds, clauses };
}

/** The contract of clauses in a body. The function may assign anything if they do not say what. */
export function statedContract(
  { contract, clauses }: NonNullable<FunctionState['stated']>,
  parameters: readonly Variable[],
): Contract {
  const assignsAny = !clauses.some(({ kind }) => kind === 'assigns');
  return { ...contract, parameters, ...(assignsAny ? { assignsAny } : {}) };
}

/** Throws C1336 if the variable is none that a clause in a body can name. */
export function refuseLocal(c: Context, { id, name, storage }: Variable, at: SourceLocation): void {
  const isOwn = c.function?.locals.some((one) => one.id === id && storage === 'automatic') ?? false;
  if (c.contract?.isInBody === true && isOwn) throw failure('C1336', [`the local variable ${name} in a clause`], at);
}

/** Gives a function the clauses of one of its declarations. Throws C1344 if another declaration has others. */
export function joinContract(c: Context, declaration: FunctionDeclaration, contract: Contract | null): void {
  if (contract === null) return;
  const { contract: earlier } = declaration;
  if (earlier === undefined) declaration.contract = contract;
  else if (textOf(earlier) !== textOf(contract))
    report(c, 'C1344', [declaration.name], contract.at, [{ message: 'the other clauses are here', at: earlier.at }]);
}

const WORD = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\w+|->|\S/g;
/** Names of members, tags and terms stand behind these words. */
const BEFORE_OTHER_NAME = /^(?:\.|->|\\|\$|struct|union|enum)$/;

/**
 * The clauses, with numbers in place of names that each declaration may choose: those of parameters and of quantified
 * variables. A macro may name the latter anew in each file.
 */
function textOf({ parameters, clauses }: Contract): string {
  const numbers = new Map(parameters.map(({ name }, i) => [name, `parameter ${i}`]));
  return clauses.map(({ kind, text }) => `${kind} ${numbered(text.match(WORD) ?? [], numbers)}`).join('\n');
}

function numbered(words: readonly string[], parameters: ReadonlyMap<string, string>): string {
  let count = 0;
  /** The variable that each pair of braces around a word declares; null: they are none of a quantifier. */
  const braces: ({ readonly name: string; readonly declaredAt: number; readonly number: string } | null)[] = [];
  const renamed = words.map((word, i) => {
    const before = words[i - 1];
    if (word === '{') {
      const isQuantifier = /^__(?:CPROVER|ESBMC)_(?:forall|exists)$/.test(before);
      const declaredAt = isQuantifier ? words.indexOf(';', i) - 1 : -1;
      braces.push(isQuantifier ? { name: words[declaredAt], declaredAt, number: `variable ${count++}` } : null);
    } else if (word === '}') braces.pop();
    if (BEFORE_OTHER_NAME.test(before)) return word;
    const bound = braces.findLast((one) => one !== null && one.name === word && one.declaredAt <= i);
    return bound?.number ?? parameters.get(word) ?? word;
  });
  return renamed.join(' ');
}

/**
 * Reads the clauses of a loop, or past them if those of the program are not read. Frames and variants are read for their
 * form alone, since engines find what a loop changes. `into`: clauses that were read in front of the loop's body.
 */
export function parseLoopClauses(c: Context, into: LoopClauses | null = null): LoopClauses | null {
  const invariants = [...(into?.invariants ?? [])];
  const entries = [...(into?.entries ?? [])];
  for (;;) {
    const kind = sees(c, 'identifier') ? LOOP_CLAUSE.exec(c.scanner.spelling)?.[1] : undefined;
    if (kind === undefined) break;
    const { at } = c.scanner;
    c.scanner.advance();
    const { text, again } = lookedAt(c);
    if (!c.program.reads.loopClauses) continue;
    again();
    expect(c, '(');
    withState(c, { ...PLAIN, entries }, () => {
      if (kind === 'loop_invariant') invariants.push({ at, text, condition: testable(c, c.grammar.expression(c)) });
      else if (kind === 'decreases') c.grammar.expression(c);
      else if (!sees(c, ')')) parseTargets(c, kind === 'frees');
    });
    expect(c, ')');
  }
  return invariants.length === 0 ? null : { invariants, entries };
}

function parseClause(c: Context, kind: Clause['kind']): Clause {
  const { at } = c.scanner;
  c.scanner.advance();
  const { text, again } = lookedAt(c);
  again();
  expect(c, '(');
  switch (kind) {
    case 'requires':
    case 'ensures': {
      const condition = testable(c, c.grammar.expression(c));
      expect(c, ')');
      return { kind, at, text, condition };
    }
    case 'assigns':
    case 'frees': {
      const targets = sees(c, ')') ? [] : parseTargets(c, kind === 'frees');
      expect(c, ')');
      return { kind, at, text, targets };
    }
  }
}

/** Reads a list of targets, some behind `condition:`. */
function parseTargets(c: Context, areReleased: boolean): AssignedBytes[] {
  const bytes = areReleased ? blockOf : bytesOf;
  const targets: AssignedBytes[] = [];
  let condition: Expression | null = null;
  do {
    if (sees(c, ')')) break;
    const target = parseTarget(c);
    if (accept(c, ':')) {
      condition = testable(c, target.written);
      targets.push({ ...bytes(c, parseTarget(c)), condition });
    } else targets.push({ ...bytes(c, target), condition });
    // A semicolon ends a group of conditional targets.
    if (sees(c, ';')) condition = null;
  } while (accept(c, ',') || accept(c, ';'));
  return targets;
}

interface Target {
  readonly written: Expression;
  readonly at: SourceLocation;
}

function parseTarget(c: Context): Target {
  const { at } = c.scanner;
  return { written: c.grammar.conditional(c), at };
}

/** The block to which a pointer of a list leads. */
function blockOf(c: Context, { written, at }: Target): Omit<AssignedBytes, 'condition'> {
  const pointer = rvalue(c, written);
  if (pointer.type.kind !== 'pointer') throw failure('C1336', ['what is no pointer in a frees clause'], at);
  return { pointer, size: 'whole', at };
}

function bytesOf(c: Context, { written, at }: Target): Omit<AssignedBytes, 'condition'> {
  if (written.kind === 'builtin') {
    const [pointer, size] = written.arguments;
    switch (written.name) {
      case '$object_whole':
        return { pointer, size: 'whole', at };
      case '$object_from':
        return { pointer, size: 'rest', at };
      case '$object_upto':
        return { pointer, size, at };
      default:
    }
  }
  if (!isLvalue(written)) throw failure('C1418', [], at);
  if (written.kind === 'member' && written.field.bits !== undefined)
    throw failure('C1336', ['a bit-field in a clause'], at);
  const size = c.layout.sizeOf(written.type);
  if (size === null) throw failure('C1303', [formatType(written.type)], at);
  return { pointer: addressOf(written, at), size: sizeNode(c, size, at), at };
}

/** Reads past `( ... )`. Returns its tokens as text, and what goes back to its begin. */
function lookedAt(c: Context): { readonly text: string; readonly again: () => void } {
  const start = c.scanner.mark();
  const text = tokensInParentheses(c);
  return { text, again: () => c.scanner.rewind(start) };
}

/** Reads past `( ... )`, and returns its tokens as text. */
function tokensInParentheses(c: Context): string {
  const { scanner } = c;
  const words: string[] = [];
  expect(c, '(');
  for (let depth = 1; ; scanner.advance()) {
    if (sees(c, 'end')) throw unexpected(c, "')'");
    if (sees(c, '(')) depth++;
    else if (sees(c, ')') && --depth === 0) break;
    words.push(scanner.spelling);
  }
  scanner.advance();
  return words
    .join(' ')
    .replace(/= >/g, '=>')
    .replace(/([([]) | (?=[)\],;[])/g, '$1');
}

/**
 * Reads an assertion or assumption of CBMC with a quantifier, after its name; null for others, which are calls. It
 * becomes a `builtin` node with one condition: `$assert` or `$assume`.
 */
export function quantifiedStatement(c: Context, text: string, at: SourceLocation): Expression | null {
  const kind = /^__CPROVER_(assert|assume)$/.exec(text)?.[1];
  if (kind === undefined || !sees(c, '(')) return null;
  const start = c.scanner.mark();
  const isQuantified = /__CPROVER_(forall|exists)/.test(tokensInParentheses(c));
  c.scanner.rewind(start);
  if (!isQuantified) return null;
  expect(c, '(');
  const condition = withState(c, PLAIN, () => testable(c, c.grammar.assignment(c)));
  while (accept(c, ',')) c.grammar.assignment(c);
  expect(c, ')');
  return { kind: 'builtin', name: `$${kind}`, type: VOID, at, arguments: [condition] };
}
