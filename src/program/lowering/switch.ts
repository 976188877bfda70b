import type { Statement } from '../../c/ast.ts';
import type { Expr, Location } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder, OpenSwitch } from './builder.ts';

/**
 * Builds a `switch`: first the body, then the edges to its labels. The body collects the labels, which
 * may lie deep inside, as in Duff's device.
 */
export function buildSwitch(b: FunctionBuilder, s: Statement & { kind: 'switch' }): void {
  const value = simple(b, b.value(s.value), s);
  const dispatch = b.here;
  const after = b.newLocation();
  const open: OpenSwitch = { from: s, cases: [], defaultTo: null, defaultAt: null };
  b.switches.push(open);
  b.jumps.push({ breakTo: after, continueTo: null, cleanups: b.cleanups.length, ending: b.ending.length });
  // Statements before the first label are dead, including declarations.
  b.startDeadCode();
  b.statement(s.body);
  b.jump(after, s.at);
  b.jumps.pop();
  b.switches.pop();

  b.here = dispatch;
  const cases = open.cases.filter(({ low, high }) => low <= high);
  const defaultTo = open.defaultTo ?? after;
  const defaultAt = open.defaultAt ?? s.at;
  if (cases.length === 0) b.jump(defaultTo, defaultAt);
  else if (value.kind === 'integer') {
    const chosen = cases.find(({ low, high }) => low <= value.value && value.value <= high);
    b.jump(chosen?.to ?? defaultTo, chosen?.at ?? defaultAt);
  } else {
    for (const { low, high, to, at } of cases) b.emitTo({ kind: 'case', value, low, high }, to, at);
    b.emitTo({ kind: 'default', value, ranges: cases.map(({ low, high }) => ({ low, high })) }, defaultTo, defaultAt);
  }
  b.here = after;
}

/**
 * Adds a label of the innermost `switch` and returns the target of the jump to it. Control continues
 * behind the label.
 */
export function buildCaseLabel(b: FunctionBuilder, label: Statement, from: Statement): Location {
  const [entry, to] = [b.newLocation(), b.newLocation()];
  b.continueAt(to, label.at);
  b.here = entry;
  b.begin(b.context.survey.lifetimes.between(from, label), label.at);
  b.continueAt(to, label.at);
  return entry;
}

/** Returns the value in a small form, as every edge repeats it. */
function simple(b: FunctionBuilder, value: Expr, s: Statement): Expr {
  let inner = value;
  while (inner.kind === 'convert') inner = inner.operand;
  if (inner.kind === 'integer' || (inner.kind === 'load' && make.isFixedPlace(inner.place))) return value;
  return b.hoist(value, s.at);
}
