import type { Expr, Operation } from '../../cfa/automaton.ts';
import type { LinkedEdge } from '../../cfa/linked.ts';
import type { Execution } from '../execution.ts';
import { INTEGER_OBJECT, SUMMARY_OBJECT } from '../memory/objects.ts';
import { MEMORY_FUNCTIONS } from './memory-library.ts';

/**
 * Whether a call of a library function goes to its model in C. It does if there is no formula, and the
 * arguments lead to known objects. A call that went to the model once stays there.
 */
export function choosesModel(x: Execution, call: Operation & { kind: 'call' }, { op, from }: LinkedEdge): boolean {
  const { revisions, choices } = x.encoding;
  if (revisions.models.has(from)) return true;
  // The branch without the model comes first.
  const known = op.kind === 'choose' && op.model ? choices.get(from) : undefined;
  if (known !== undefined) return known;
  const model = !call.arguments.some((argument) => leadsAnywhere(x, argument)) && !hasFormula(x, call);
  choices.set(from, model);
  if (model) revisions.models.add(from);
  return model;
}

/** Whether the call has a formula. The function tries the formula and undoes its effects. */
function hasFormula(x: Execution, { callee, arguments: args, result }: Operation & { kind: 'call' }): boolean {
  const fn = callee.kind === 'direct' ? x.encoding.linked.program.functions[callee.function] : null;
  const formula = fn === null || fn === undefined ? undefined : MEMORY_FUNCTIONS.get(fn.name);
  if (fn === null || fn === undefined || formula === undefined) return false;
  const { state, stuck, required, record } = x;
  const [gaps, undefinedCases] = [record.gaps.length, record.undefined.length];
  const has = formula(x, fn, args, result);
  Object.assign(x, { state, stuck, required });
  record.gaps.length = gaps;
  record.undefined.length = undefinedCases;
  return has;
}

/**
 * Whether the argument leads to unmodelled memory alone, or anywhere. A model would read any value
 * there again and again.
 */
function leadsAnywhere(x: Execution, argument: Expr): boolean {
  if (argument.type.kind !== 'pointer' || argument.type.target.kind === 'function') return false;
  const targets = x.facts.targets(x.evaluate.pointer(x, argument).object);
  if (targets === null) return true;
  return targets.has(SUMMARY_OBJECT) && [...targets].every((number) => number <= INTEGER_OBJECT);
}
