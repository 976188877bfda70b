import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../../c/ast.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import { isInteger } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Location, Place } from '../cfa/automaton.ts';
import { negationRequirements, type Requirement, requirementsOf, type Violable } from '../cfa/checks/arithmetic.ts';
import { contestedConstruct } from '../cfa/checks/contested.ts';
import { conversionRequirements, fieldRequirements, mayLeaveRange } from '../cfa/checks/conversion.ts';
import { CHECKS } from '../cfa/checks/kinds.ts';
import { rangeOf } from '../cfa/checks/range.ts';
import * as make from '../cfa/make.ts';
import type { FunctionDraft } from './draft.ts';
import type { Watch } from './watch.ts';

/**
 * Checks in the automata of a program. A check stands before the operation that it guards, where C
 * evaluates the operands. Where it fails, the program calls a hidden function without a body.
 */

/** Returns `left operator right` of `type`, behind its checks. */
export function checkedBinary(
  b: FunctionDraft,
  type: CType,
  operator: BinaryOperator,
  left: Expr,
  right: Expr,
  at: SourceLocation,
): Expr {
  if (!['&', '|', '^'].includes(operator)) contestParts(b, type, at);
  const requirements = watched(b, requirementsOf(b.layout, type, operator, left, right));
  if (requirements.length === 0) return make.binary(b.layout, type, operator, left, right);
  // The operands occur in the check and in the operation.
  const [l, r] = [shared(b, left, at), shared(b, right, at)];
  for (const requirement of watched(b, requirementsOf(b.layout, type, operator, l, r))) require(b, requirement, at);
  return make.binary(b.layout, type, operator, l, r);
}

/** Returns `-operand` of `type`, behind its check. */
export function checkedNegation(b: FunctionDraft, type: CType, operand: Expr, at: SourceLocation): Expr {
  contestParts(b, type, at);
  const value = checkedOperand(b, operand, (one) => negationRequirements(b.layout, type, one), at);
  return make.negate(b.layout, type, value);
}

/** Returns the scalar `operand` converted to the scalar `type`, behind its check. `explicit`: by a cast. */
export function checkedConversion(
  b: FunctionDraft,
  type: CType,
  operand: Expr,
  at: SourceLocation,
  explicit = false,
): Expr {
  if (b.watch.size === 0) return make.convert(b.layout, type, operand);
  const isAsked = ({ kind }: Requirement): boolean => !explicit || kind !== 'truncation';
  const value = checkedOperand(b, operand, (one) => conversionRequirements(b.layout, type, one).filter(isAsked), at);
  return make.convert(b.layout, type, value);
}

/** Returns the only operand of an operation, behind the checks that the operation states for it. */
function checkedOperand(
  b: FunctionDraft,
  operand: Expr,
  requirementsFor: (operand: Expr) => readonly Requirement[],
  at: SourceLocation,
): Expr {
  if (watched(b, requirementsFor(operand)).length === 0) return operand;
  // The operand occurs in the check and in the operation.
  const value = shared(b, operand, at);
  for (const requirement of watched(b, requirementsFor(value))) require(b, requirement, at);
  return value;
}

/**
 * Returns what an assignment or an initialiser stores at the place, behind its check. `source` is the
 * expression of which `value` is the value.
 */
export function checkedField(b: FunctionDraft, place: Place, source: Expression, value: Expr): Expr {
  const isImplicit = source.kind === 'convert' && !source.explicit;
  return checkedFieldValue(b, place, isImplicit ? source.operand.type : source.type, value, source.at);
}

/** The same for a value that an operation converts from the type `from`. */
export function checkedFieldValue(b: FunctionDraft, place: Place, from: CType, value: Expr, at: SourceLocation): Expr {
  const kind = mayLeaveRange(place.type, from) ? 'conversion' : 'truncation';
  const bits = b.watch.has(kind) ? make.fieldBits(place) : null;
  if (bits === null) return value;
  return checkedOperand(b, value, (one) => fieldRequirements(b.layout, bits, one, kind), at);
}

/** Contests a conversion of several floating values to integers at once. */
export function contestConversions(b: FunctionDraft, to: CType, from: CType, at: SourceLocation): void {
  if (!b.watch.has('conversion') || !mayLeaveRange(to, from)) return;
  const what = 'conversion of several floating values';
  require(b, { kind: 'contested', of: 'conversion', what, violated: make.ONE }, at);
}

/** Contests an operation on vectors or complex numbers of integers. */
export function contestParts(b: FunctionDraft, type: CType, at: SourceLocation): void {
  const part = type.kind === 'vector' ? type.element : type.kind === 'complex' ? type.base : null;
  if (!b.watch.has('overflow') || part === null || !isInteger(part) || !b.layout.isSigned(part)) return;
  require(b, { kind: 'contested', of: 'overflow', what: 'arithmetic of several numbers', violated: make.ONE }, at);
}

function watched(b: FunctionDraft, requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.filter((r) => ('of' in r ? b.watch.has(r.of) : b.watch.ends(r.kind)));
}

/** The value, in a hidden variable unless it is small. */
export function shared(b: FunctionDraft, value: Expr, at: SourceLocation): Expr {
  // Another thread may change an object between two reads.
  const twice = b.context.threads ? value.kind === 'integer' : isSmall(value);
  return twice ? value : b.hoist(value, at);
}

function isSmall(value: Expr): boolean {
  let e = value;
  while (e.kind === 'convert') e = e.operand;
  return e.kind === 'integer' || (e.kind === 'load' && make.isFixedPlace(e.place));
}

/** Requires that two accesses do not meet, about which `what` says how they do. */
export function requireSequence(b: FunctionDraft, violated: Expr, what: string, at: SourceLocation): void {
  if (b.watch.has('sequence')) require(b, { kind: 'sequence', violated }, at);
  else require(b, { kind: 'unmodelled', of: 'sequence', what, violated }, at);
}

/** Requires that a function which is declared not to return does not come to its end. */
export function requireNoEnd(b: FunctionDraft, at: SourceLocation): void {
  const { name, noreturn } = b.declaration;
  if (!noreturn || !b.watch.ends('unreachable')) return;
  require(b, {
    kind: 'unreachable',
    what: `the end of ${name}, which is declared not to return`,
    violated: make.ONE,
  }, at);
}

/** Requires that an array has elements (C11 6.7.6.2p5), and returns their number. */
export function requiredLength(b: FunctionDraft, length: Expr, at: SourceLocation): Expr {
  const given = length.kind === 'convert' ? length.operand : length;
  const range = rangeOf(b.layout, given);
  if (range === null || range.min > 0n || !b.watch.ends('argument')) return length;
  const value = shared(b, given, at);
  const violated = make.compare('<=', value, make.zeroOf(value.type));
  require(b, {
    kind: 'unmodelled',
    of: 'deref',
    what: 'an array of no elements, or of a negative length',
    violated,
  }, at);
  return make.convert(b.layout, length.type, value);
}

/** Branches: where the requirement is violated, the check fails; elsewhere the program goes on. */
export function require(b: FunctionDraft, stated: Requirement, at: SourceLocation): void {
  const requirement = decided(b.watch, stated);
  if (requirement === null) return;
  const failed = b.newLocation();
  const next = b.newLocation();
  b.branch(requirement.violated, failed, next, at);
  b.here = failed;
  if ('of' in requirement) {
    const { kind, what } = requirement;
    const construct = kind === 'contested' ? contestedConstruct(what) : what;
    // No proof passes over such a place, also where no check lies behind it.
    b.emitTo({ kind: 'unsupported', construct, unread: true, check: requirement.of }, next, at);
  } else {
    emitFailure(b, requirement, next, at);
  }
  b.here = next;
}

/** Fails the check; where the program has none of the kind, the violation has no meaning. */
function emitFailure(b: FunctionDraft, { kind, what }: Violable, next: Location, at: SourceLocation): void {
  const check = b.watch.get(kind);
  if (check === undefined) b.emitTo({ kind: 'unsupported', construct: what ?? CHECKS[kind].fault }, next, at);
  else
    b.emitTo(
      {
        kind: 'call',
        callee: { kind: 'direct', function: check },
        arguments: [],
        result: null,
        ...(what === undefined ? {} : { what }),
      },
      next,
      at,
    );
}

/** The requirement as its kind is read; null: there is none. */
function decided(watch: Watch, requirement: Requirement): Requirement | null {
  if (requirement.kind !== 'contested') return requirement;
  const { of, violated } = requirement;
  const reading = watch.contested[of];
  if (reading === undefined) return requirement;
  return reading === 'strict' ? { kind: of, violated } : null;
}
