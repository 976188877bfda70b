import type { SourceLocation } from '../../base/source.ts';
import type {
  AssignedBytes,
  Clause,
  Contract,
  Expression,
  FunctionDeclaration,
  LoopClauses,
  Variable,
} from '../ast.ts';
import { assigned, rvalue, testable } from '../semantics/conversions.ts';
import { addressOf, isLvalue, sizeNode } from '../semantics/nodes.ts';
import { logical, not } from '../semantics/operators.ts';
import { INT, isPointer, isVoid, pointerTo, sizeType, VOID } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { CType } from '../types/types.ts';
import { exactTerm } from './acsl-terms.ts';
import {
  accept,
  type Context,
  type ContractState,
  deepen,
  expect,
  type NamedValue,
  refuseContract,
  report,
  sees,
  unexpected,
  withState,
} from './context.ts';
import type { Declarator } from './declarators.ts';
import { failure } from './failures.ts';

/**
 * Contracts of functions and loops in the form of CBMC. A clause stands behind the declarator of a function, or
 * behind the head of a loop. Its terms become `builtin` nodes whose names start with `$`.
 */

const FUNCTION_CLAUSE = /^__(?:CPROVER|ESBMC)_(requires|ensures|assigns|frees)$/;
const LOOP_CLAUSE = /^__(?:CPROVER|ESBMC)_(loop_invariant|assigns|frees|decreases)$/;

/** No term that only some clauses have. */
const PLAIN: ContractState = { result: null, olds: null, entries: null, isExact: false, bound: [] };

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

/** Gives a function the clauses of one of its declarations. Throws C1344 if another declaration has others. */
export function joinContract(c: Context, declaration: FunctionDeclaration, contract: Contract | null): void {
  if (contract === null) return;
  const { contract: earlier } = declaration;
  if (earlier === undefined) declaration.contract = contract;
  else if (textOf(earlier) !== textOf(contract))
    report(c, 'C1344', [declaration.name], contract.at, [{ message: 'the other clauses are here', at: earlier.at }]);
}

function textOf({ clauses }: Contract): string {
  return clauses.map(({ kind, text }) => `${kind} ${text}`).join('\n');
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
      else if (!sees(c, ')')) parseTargets(c);
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
      const targets = sees(c, ')') ? [] : parseTargets(c);
      expect(c, ')');
      return { kind, at, text, targets };
    }
  }
}

/** Reads a list of targets, some behind `condition:`. */
function parseTargets(c: Context): AssignedBytes[] {
  const targets: AssignedBytes[] = [];
  let condition: Expression | null = null;
  do {
    if (sees(c, ')')) break;
    const target = parseTarget(c);
    if (accept(c, ':')) {
      condition = testable(c, target.written);
      targets.push({ ...bytesOf(c, parseTarget(c)), condition });
    } else targets.push({ ...bytesOf(c, target), condition });
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

function hidden(c: Context, name: string, type: CType, at: SourceLocation): Variable {
  return c.program.newVariable(name, type, at, { storage: 'automatic', scope: null });
}

function place(variable: Variable, at: SourceLocation): Expression {
  return { kind: 'variable', type: variable.type, at, variable };
}

/** Reads a term that only clauses have, after its name; null for other names, and outside of clauses. */
export function contractTerm(c: Context, text: string, at: SourceLocation): Expression | null {
  const { contract } = c;
  if (contract?.isExact === true && text.startsWith('$')) return exactTerm(c, contract, text, at);
  const name = /^__(?:CPROVER|ESBMC)_(\w+)$/.exec(text)?.[1];
  if (contract === null || name === undefined) return null;
  switch (name) {
    case 'return_value':
      if (contract.result === null) throw failure('C1336', [`${text} where there is no result`], at);
      return place(contract.result, at);
    case 'old':
      return parseEarlier(c, contract.olds, ['$old', 'an old value outside of ensures'], at);
    case 'loop_entry':
      return parseEarlier(c, contract.entries, ['$entry', 'a value at the entry of no loop'], at);
    case 'forall':
    case 'exists':
      return parseQuantifier(c, name, at);
    case 'is_fresh':
      return term(c, `$${name}`, [pointerTo(VOID), sizeType(c.model)], INT, at);
    case 'r_ok':
    case 'w_ok':
    case 'rw_ok':
      return parseAccessible(c, at);
    case 'same_object':
      return term(c, `$${name}`, [pointerTo(VOID), pointerTo(VOID)], INT, at);
    case 'object_whole':
    case 'object_from':
      return term(c, `$${name}`, [pointerTo(VOID)], VOID, at);
    case 'object_upto':
      return term(c, `$${name}`, [pointerTo(VOID), sizeType(c.model)], VOID, at);
    case 'typed_target': {
      expect(c, '(');
      const target = c.grammar.expression(c);
      expect(c, ')');
      return target;
    }
    default:
      refuseContract(text, at);
      return null;
  }
}

function term(c: Context, name: string, types: readonly CType[], type: CType, at: SourceLocation): Expression {
  expect(c, '(');
  const list = c.grammar.arguments(c);
  if (list.length !== types.length)
    throw failure('C1416', [list.length < types.length ? 'few' : 'many', name.slice(1)], at);
  return {
    kind: 'builtin',
    name,
    type,
    at,
    // Pointers keep their types, which say what objects hold.
    arguments: list.map((e, i) =>
      isPointer(types[i]) && isPointer(e.type) ? e : assigned(c, e, types[i], 'argument'),
    ),
  };
}

/** Reads `(pointer, bytes)`, or a pointer to all of what its type says. */
function parseAccessible(c: Context, at: SourceLocation): Expression {
  expect(c, '(');
  const [pointer, bytes = null, surplus = null] = c.grammar.arguments(c);
  if (pointer?.type.kind !== 'pointer' || surplus !== null)
    throw failure('C1416', [surplus === null ? 'few' : 'many', 'r_ok'], at);
  const { target } = pointer.type;
  const whole = target.kind === 'void' || target.kind === 'function' ? null : c.layout.sizeOf(target);
  if (bytes === null && whole === null) throw failure('C1303', [formatType(target)], at);
  const size = bytes === null ? sizeNode(c, whole!, at) : assigned(c, bytes, sizeType(c.model), 'argument');
  return { kind: 'builtin', name: '$r_ok', type: INT, at, arguments: [pointer, size] };
}

/** Reads an expression of which an earlier value counts. `values`: those known by now; null: there are none. */
function parseEarlier(
  c: Context,
  values: NamedValue[] | null,
  [name, construct]: readonly [name: string, construct: string],
  at: SourceLocation,
): Expression {
  if (values === null) throw failure('C1336', [construct], at);
  expect(c, '(');
  const value = rvalue(c, c.grammar.expression(c));
  expect(c, ')');
  const variable = hidden(c, `${name}${values.length}`, value.type, at);
  values.push({ variable, value });
  return place(variable, at);
}

/** Reads `{ type name; condition }` after the name of a quantifier. */
function parseQuantifier(c: Context, name: 'forall' | 'exists', at: SourceLocation): Expression {
  deepen(c);
  expect(c, '{');
  c.scopes.enter();
  const specifiers = c.grammar.specifiers(c, true);
  const declarator = c.grammar.declarator(c, specifiers.type, 'named');
  const variable = hidden(c, declarator.name!.text, declarator.type, declarator.at);
  c.scopes.declare(declarator.name!, {
    kind: 'variable',
    variable,
    type: variable.type,
    isDefinition: true,
    isRegister: false,
    depth: c.scopes.depth,
    at: declarator.at,
  });
  expect(c, ';');
  const body = testable(c, c.grammar.expression(c));
  accept(c, ';');
  c.scopes.leave();
  expect(c, '}');
  c.depth--;
  return { kind: 'builtin', name: `$${name}`, type: INT, at, arguments: [place(variable, at), body] };
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

/** Whether `==>` or `<==>` stands here, which the scanner takes apart. */
export function seesImplication(c: Context): boolean {
  return (
    c.contract !== null && ((sees(c, '==') && c.scanner.peek() === '>') || (sees(c, '<=') && c.scanner.peek() === '='))
  );
}

/** Reads `==> right` or `<==> right` behind a condition. */
export function parseImplication(c: Context, left: Expression): Expression {
  let e = left;
  while (seesImplication(c)) {
    const { at, kind } = c.scanner;
    c.scanner.advance();
    c.scanner.advance();
    if (kind === '<=') expect(c, '>');
    deepen(c);
    const right = c.grammar.conditional(c);
    c.depth--;
    const [a, b] = [testable(c, e), testable(c, right)];
    const forth = logical(c, '||', not(c, a, at), b, at);
    e = kind === '==' ? forth : logical(c, '&&', forth, logical(c, '||', not(c, b, at), a, at), at);
  }
  return e;
}
