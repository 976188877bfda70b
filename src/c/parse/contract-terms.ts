import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import { assigned, rvalue, testable } from '../semantics/conversions.ts';
import { sizeNode } from '../semantics/nodes.ts';
import { logical, not } from '../semantics/operators.ts';
import { INT, isPointer, pointerTo, sizeType, VOID } from '../types/type-basics.ts';
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
  refuseWord,
  sees,
  unexpected,
} from './context.ts';
import { failure } from './failures.ts';
import { asWhole } from './whole-objects.ts';

/**
 * Terms of contracts in the forms of CBMC and ESBMC. They become `builtin` nodes whose names start with `$`.
 */

/** No term that only some clauses have. */
export const PLAIN: ContractState = { result: null, olds: null, entries: null, isExact: false, bound: [] };

/** A variable of clauses. */
export function hidden(c: Context, name: string, type: CType, at: SourceLocation): Variable {
  return c.program.newVariable(name, type, at, { storage: 'automatic', scope: null });
}

function place(variable: Variable, at: SourceLocation): Expression {
  return { kind: 'variable', type: variable.type, at, variable };
}

/** Terms that have a meaning outside of clauses, too. */
const ANYWHERE = ['r_ok', 'w_ok', 'rw_ok', 'same_object', 'POINTER_OBJECT', 'forall', 'exists'];

/** Reads a term of contracts after its name; null for other names, and for those that only clauses have outside of these. */
export function contractTerm(c: Context, text: string, at: SourceLocation): Expression | null {
  const { contract } = c;
  if (contract?.isExact === true && text.startsWith('$')) return exactTerm(c, contract, text, at);
  const name = /^__(?:CPROVER|ESBMC)_(\w+)$/.exec(text)?.[1];
  if (name === undefined || (contract === null && !ANYWHERE.includes(name))) return null;
  const { result, olds, entries } = contract ?? PLAIN;
  switch (name) {
    case 'return_value':
      if (result === null) throw failure('C1336', [`${text} where there is no result`], at);
      return place(result, at);
    case 'old':
      return parseEarlier(c, olds, ['$old', 'an old value outside of ensures'], at);
    case 'loop_entry':
      return parseEarlier(c, entries, ['$entry', 'a value at the entry of no loop'], at);
    case 'forall':
    case 'exists':
      return parseQuantifier(c, name, at);
    case 'is_fresh': {
      const fresh = term(c, `$${name}`, [pointerTo(VOID), sizeType(c.model)], INT, at);
      const [pointer, size] = fresh.arguments;
      // ESBMC takes the address of the pointer, too.
      const isAddress = text.startsWith('__ESBMC_') && pointer.kind === 'address' && isPointer(pointer.operand.type);
      return isAddress ? { ...fresh, arguments: [rvalue(c, pointer.operand), size] } : fresh;
    }
    case 'r_ok':
    case 'w_ok':
    case 'rw_ok':
      return parseAccessible(c, at);
    case 'POINTER_OBJECT':
      return parseObjectsAlike(c, text, at);
    case 'same_object':
      return term(c, `$${name}`, [pointerTo(VOID), pointerTo(VOID)], INT, at);
    case 'is_freeable':
    case 'was_freed':
      return term(c, `$${name}`, [pointerTo(VOID)], INT, at);
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
      refuseWord(text, at);
      return null;
  }
}

function term(
  c: Context,
  name: string,
  types: readonly CType[],
  type: CType,
  at: SourceLocation,
): Expression & { kind: 'builtin' } {
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

/** Reads a comparison of the numbers of two objects, from the operand of the first one on: nothing else counts of them. */
function parseObjectsAlike(c: Context, name: string, at: SourceLocation): Expression {
  const operand = (): Expression => term(c, '$object', [pointerTo(VOID)], INT, at).arguments[0];
  const first = operand();
  const isEqual = accept(c, '==');
  if (!isEqual && !accept(c, '!=')) throw failure('C1336', [`${name} outside of a comparison with another one`], at);
  if (!sees(c, 'identifier') || c.scanner.spelling !== name) throw unexpected(c, name);
  c.scanner.advance();
  const list = [first, operand()];
  const same: Expression = { kind: 'builtin', name: '$same_object', type: INT, at, arguments: list };
  return isEqual ? same : not(c, same, at);
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

interface Bound {
  readonly name: Name;
  readonly type: CType;
  readonly at: SourceLocation;
}

function declaredBound(c: Context): Bound {
  const { type: base } = c.grammar.specifiers(c, true);
  const { name, type, at } = c.grammar.declarator(c, base, 'named');
  return { name: name!, type, at };
}

/** Reads `(&name`, in which ESBMC names a variable of the program, whose type counts. */
function namedBound(c: Context): Bound {
  expect(c, '(');
  expect(c, '&');
  const { at, name } = c.scanner;
  const binding = sees(c, 'identifier') ? name.ordinary : null;
  if (binding?.kind !== 'variable') throw unexpected(c, 'a variable');
  c.scanner.advance();
  return { name, type: binding.type, at };
}

/**
 * Reads `{ type name; condition }` or `(&name, condition)` after the name of a quantifier. Outside of
 * clauses it stands in a function.
 */
function parseQuantifier(c: Context, name: 'forall' | 'exists', at: SourceLocation): Expression {
  deepen(c);
  c.scopes.enter();
  const isDeclared = accept(c, '{');
  const bound = isDeclared ? declaredBound(c) : namedBound(c);
  if (c.contract === null && c.function === null) throw failure('C1336', [`${name} outside of a function`], at);
  const scope = c.function === null ? null : c.function.id;
  const variable = c.program.newVariable(bound.name.text, bound.type, bound.at, { storage: 'automatic', scope });
  const { type } = variable;
  const [isDefinition, isRegister, { depth }] = [true, false, c.scopes];
  c.scopes.declare(bound.name, { kind: 'variable', variable, type, isDefinition, isRegister, depth, at: bound.at });
  expect(c, isDeclared ? ';' : ',');
  const body = testable(c, c.grammar.expression(c));
  if (isDeclared) accept(c, ';');
  c.scopes.leave();
  expect(c, isDeclared ? '}' : ')');
  c.depth--;
  const whole = name === 'forall' ? asWhole(c, variable, body, at) : null;
  return whole ?? { kind: 'builtin', name: `$${name}`, type: INT, at, arguments: [place(variable, at), body] };
}

/** Whether `==>` or `<==>` stands here, which the scanner takes apart. No code in C has these tokens side by side. */
export function seesImplication(c: Context): boolean {
  return (sees(c, '==') && c.scanner.peek() === '>') || (sees(c, '<=') && c.scanner.peek() === '=');
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
