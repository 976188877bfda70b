import type { SourceLocation } from '../../base/source.ts';
import type { AssignedBytes, Contract, Expression, FunctionDeclaration, Variable } from '../../c/ast.ts';
import { ANY_MEMORY } from '../../c/builtins/verifier-names.ts';
import { callOf, evaluated, number, placeOf, read } from '../../c/parse/hidden-code.ts';
import { INT, pointerTo, sizeType, VOID, valueType } from '../../c/types/type-basics.ts';
import type { HiddenBody } from './hidden-body.ts';
import { holdsInParts } from './pointer-terms.ts';
import { assignment, declared, hasTerm, namesReleased, targetsOf, when } from './syntax.ts';

/**
 * Fills the function that stands for calls of another one. It checks what is required. Then it runs the body, or gives what
 * the contract names any value, releases what the contract allows, and assumes what is ensured. `globals`: those
 * that the body uses.
 */
export function standIn(
  part: HiddenBody,
  declaration: FunctionDeclaration,
  contract: Contract,
  globals: readonly Variable[],
  runsBody: boolean,
): FunctionDeclaration {
  const { at } = declaration;
  const { body, conditions, of, own } = part;
  const { result, clauses } = contract;
  const parameters = contract.parameters.map(own);
  // The body is judged with fresh objects apart from all others.
  for (const global of globals) conditions.keepApart(global);
  for (const clause of clauses)
    if (clause.kind === 'requires') conditions.check('requires', of(clause.condition), clause.at);
  if (runsBody) {
    const list = parameters.map((parameter) => read(parameter, at));
    const call = callOf(declaration, list, at);
    body.push(result === null ? evaluated(call) : { kind: 'return', at, value: call });
    return part.finish(parameters);
  }
  part.keepOlds(contract);
  giveAny(part, contract, at);
  const ensured = clauses.flatMap((one) => (one.kind === 'ensures' ? [one] : []));
  // Objects come first, since other conditions read them.
  const isFirst = ({ condition }: { condition: Expression }): boolean => hasTerm(condition, ['$is_fresh']);
  for (const clause of [...ensured.filter(isFirst), ...ensured.filter((one) => !isFirst(one))])
    if (holdsInParts(clause.condition) && namesReleased(contract, clause.condition))
      conditions.assume(of(clause.condition));
    else leaveOpen(part, 'a clause about the extent or the end of objects', clause.at);
  if (result !== null) body.push({ kind: 'return', at, value: read(own(result), at) });
  return part.finish(parameters);
}

/** Gives what the contract lets a function assign any value, its result as well, and releases what it may release. */
export function giveAny(part: HiddenBody, contract: Contract, at: SourceLocation): void {
  if (contract.assignsAny === true) leaveOpen(part, 'the absent assigns clause', at);
  const kept = [
    ...targetsOf(contract, 'assigns').map((target) => assigning(part, target)),
    ...targetsOf(contract, 'frees').map((target) => releasing(part, target)),
  ];
  for (const change of kept) change();
  if (contract.result !== null) part.body.push(declared(part.own(contract.result)));
}

function leaveOpen({ body }: HiddenBody, what: string, at: SourceLocation): void {
  body.push({ kind: 'unsupported', at, construct: `${what} of a contract in place of a call` });
}

/** Keeps whether a target counts. Returns a condition for it; null: always. `note`: what is kept beside it. */
function keptCondition(
  part: HiddenBody,
  { condition, at }: AssignedBytes,
  note: readonly ReturnType<typeof assignment>[],
): Expression | null {
  if (condition === null) {
    part.body.push(...note);
    return null;
  }
  const given = part.local('$given', INT, at);
  part.body.push(declared(given, number(0n, INT, at)));
  const all = [...note, assignment(placeOf(given, at), number(1n, INT, at))];
  part.body.push(when(part.of(condition), all, at));
  return read(given, at);
}

/** Keeps where a target lies, and returns what gives it any value. */
function assigning(part: HiddenBody, target: AssignedBytes): () => void {
  const { at } = target;
  const pointer = part.of(target.pointer);
  let typed = pointer;
  while (typed.kind === 'convert' && typed.operand.type.kind === 'pointer') typed = typed.operand;
  const { size: named } = target;
  if (typed.type.kind !== 'pointer' || named === 'whole' || named === 'rest')
    return () => leaveOpen(part, `assigns (${named})`, at);
  const start = part.local('$start', typed.type, at);
  part.body.push(declared(start));
  const size = part.local('$size', sizeType(part.conditions.layout.model), at);
  part.body.push(declared(size));
  const bytes = part.of(named);
  const note = [assignment(placeOf(start, at), typed), assignment(placeOf(size, at), bytes)];
  const guard = keptCondition(part, target, note);
  const inner = typed.type.target;
  const whole = part.sizeOf(inner);
  const isWhole = whole !== null && bytes.kind === 'integer' && bytes.value === whole;
  return () => {
    const give = (statement: ReturnType<typeof evaluated>): void => {
      part.body.push(when(guard, [statement], at));
    };
    if (isWhole && inner.kind !== 'array') {
      const any = part.local('$any', valueType(inner), at);
      part.body.push(declared(any));
      const place: Expression = { kind: 'dereference', type: valueType(inner), at, operand: read(start, at) };
      give(assignment(place, read(any, at)));
    } else if (bytes.kind === 'integer' && bytes.value > 0n && whole !== null && bytes.value % whole === 0n) {
      const length = bytes.value / whole;
      const any = part.local('$any', { kind: 'array', element: valueType(inner), length }, at);
      part.body.push(declared(any));
      const type = pointerTo(valueType(inner));
      const from: Expression = { kind: 'array-decay', type, at, operand: placeOf(any, at) };
      give(evaluated(callOf(part.library('memcpy', at), [read(start, at), from, bytes], at)));
    } else give(evaluated(callOf(part.library(ANY_MEMORY, at), [read(start, at), read(size, at)], at)));
  };
}

/** Keeps which block a target names, and returns what releases it in some runs. */
function releasing(part: HiddenBody, target: AssignedBytes): () => void {
  const { at } = target;
  const pointer = part.of(target.pointer);
  const block = part.local('$block', pointerTo(VOID), at);
  part.body.push(declared(block, number(0n, block.type, at)));
  keptCondition(part, target, [assignment(placeOf(block, at), pointer)]);
  return () => {
    const isReleased = part.local('$released', INT, at);
    part.body.push(declared(isReleased));
    const release = evaluated(callOf(part.library('free', at), [read(block, at)], at));
    part.body.push(when(read(isReleased, at), [release], at));
  };
}
