import { unreachable } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement } from '../../c/ast.ts';
import { lengthVariables } from '../../c/types/length-variables.ts';
import { LLONG, pointerTo, VOID } from '../../c/types/type-basics.ts';
import type { Expr, Location } from '../cfa/automaton.ts';
import { CONSTRUCT } from '../cfa/constructs.ts';
import * as make from '../cfa/make.ts';
import { buildAsm } from './asm.ts';
import type { FunctionBuilder, OpenSwitch } from './builder.ts';
import { requiredLength, requireNoEnd } from './checks.ts';
import { declareInScope, leaveFor, leaveScopes, sharedWith, withinScope, withPassing } from './cleanups.ts';
import { endMain } from './main-function.ts';

/** The length of an array. The outermost one of a parameter counts for nothing, since it is a pointer. */
function buildLength(b: FunctionBuilder, s: Statement & { kind: 'vla-length' }): Expr {
  const value = b.value(s.length);
  const { definition = null } = b.declaration;
  if (definition === null || !isBefore(s.at, definition.body.at)) return requiredLength(b, value, s.at);
  const isOfElements = definition.parameters.some(({ type }) => lengthVariables(type).includes(s.variable.id));
  return isOfElements ? requiredLength(b, value, s.at) : value;
}

function isBefore(a: SourceLocation, b: SourceLocation): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Builds the edges of a statement from `b.here` on. */
export function buildStatement(b: FunctionBuilder, s: Statement): void {
  const { lifetimes } = b.context.survey;
  switch (s.kind) {
    case 'empty':
      return;
    case 'expression':
      withPassing(b, s.at, () => b.effects(s.expression));
      return;
    case 'declaration':
      b.addLocal(s.variable);
      b.names.declare(s.variable);
      b.longJumps.blocks.declare(s.variable);
      declareInScope(b, s.variable);
      b.emit({ kind: 'declare', variable: s.variable }, s.at);
      if (s.initializer !== null) {
        const { variable, initializer } = s;
        withPassing(b, s.at, () => b.initialise(make.variablePlace(variable), initializer, s.at));
      }
      return;
    case 'vla-length':
      b.addLocal(s.variable);
      b.assign(make.variablePlace(s.variable), buildLength(b, s), s.at);
      return;
    case 'block':
      withinScope(b, s, s.end, () => {
        b.begin(lifetimes.atStart(s), s.at);
        for (const part of s.body) b.statement(part);
      });
      return;
    case 'cleanup':
      b.cleanups.push(s.call);
      return;
    case 'if':
      buildIf(b, s);
      return;
    case 'while':
      buildWhile(b, s);
      return;
    case 'do':
      buildDo(b, s);
      return;
    case 'for':
      withinScope(b, s, s.at, () => {
        b.begin(lifetimes.atStart(s), s.at);
        buildFor(b, s);
      });
      return;
    case 'switch':
      buildSwitch(b, s);
      return;
    case 'case': {
      const open = b.switches.at(-1)!;
      open.cases.push({ low: s.low, high: s.high, to: buildCaseLabel(b, s, open.from), at: s.at });
      b.statement(s.body);
      return;
    }
    case 'default': {
      const open = b.switches.at(-1)!;
      open.defaultTo = buildCaseLabel(b, s, open.from);
      open.defaultAt = s.at;
      b.statement(s.body);
      return;
    }
    case 'label': {
      const location = b.labelLocation(s.label);
      b.continueAt(location, s.at);
      b.marks.push({ location, kind: 'label', at: s.at, name: s.label.name, moment: b.names.moment });
      b.statement(s.body);
      return;
    }
    case 'goto':
      leaveFor(b, s.label, s.at);
      b.begin(lifetimes.between(s, s.label), s.at);
      b.jump(b.labelLocation(s.label), s.at);
      b.startDeadCode();
      return;
    case 'computed-goto':
      buildComputedGoto(b, s);
      return;
    case 'break': {
      const targets = b.jumps.at(-1)!;
      leaveScopes(b, targets, s.at);
      b.jump(targets.breakTo, s.at);
      b.startDeadCode();
      return;
    }
    case 'continue': {
      const targets = b.jumps.findLast(({ continueTo }) => continueTo !== null)!;
      leaveScopes(b, targets, s.at);
      b.jump(targets.continueTo!, s.at);
      b.startDeadCode();
      return;
    }
    case 'return':
      buildReturn(b, s);
      return;
    case 'asm':
      buildAsm(b, s);
      return;
    case 'unsupported':
      b.emit({ kind: 'unsupported', construct: s.construct, unread: true }, s.at);
      return;
    default:
      unreachable(s);
      return;
  }
}

function buildIf(b: FunctionBuilder, statement: Statement & { kind: 'if' }): void {
  const after = b.newLocation();
  let s = statement;
  // A loop handles `else if` chains, as they may be long.
  for (;;) {
    const then = b.newLocation();
    const otherwise = s.otherwise === null ? after : b.newLocation();
    b.branching(s.condition, then, otherwise, s.at);
    b.here = then;
    b.statement(s.then);
    b.jump(after, s.at);
    if (s.otherwise === null) break;
    b.here = otherwise;
    if (s.otherwise.kind !== 'if') {
      b.statement(s.otherwise);
      b.jump(after, s.at);
      break;
    }
    s = s.otherwise;
  }
  b.here = after;
}

function isNever(condition: Expression): boolean {
  return condition.kind === 'integer' && condition.value === 0n;
}

/** Builds the body of a loop, with targets for `break` and `continue`. Control continues at `next`. */
function buildBody(
  b: FunctionBuilder,
  body: Statement,
  breakTo: Location,
  continueTo: Location,
  at: SourceLocation,
): void {
  b.jumps.push({ breakTo, continueTo, cleanups: b.cleanups.length, ending: b.ending.length });
  b.statement(body);
  b.jumps.pop();
  b.jump(continueTo, at);
}

function buildWhile(b: FunctionBuilder, s: Statement & { kind: 'while' }): void {
  const head = b.newLocation();
  const body = b.newLocation();
  const after = b.newLocation();
  b.continueAt(head, s.at);
  b.marks.push({ location: head, kind: 'loop', at: s.at, name: 'while', moment: b.names.moment });
  b.branching(s.condition, body, after, s.at);
  b.here = body;
  buildBody(b, s.body, after, head, s.at);
  b.here = after;
}

function buildDo(b: FunctionBuilder, s: Statement & { kind: 'do' }): void {
  const head = b.newLocation();
  const test = b.newLocation();
  const after = b.newLocation();
  b.continueAt(head, s.at);
  // `do { ... } while (0)` is not a loop.
  if (!isNever(s.condition))
    b.marks.push({ location: head, kind: 'loop', at: s.at, name: 'do', moment: b.names.moment });
  buildBody(b, s.body, after, test, s.at);
  b.here = test;
  b.branching(s.condition, head, after, s.at);
  b.here = after;
}

function buildFor(b: FunctionBuilder, s: Statement & { kind: 'for' }): void {
  for (const part of s.init) b.statement(part);
  const head = b.newLocation();
  const step = b.newLocation();
  const body = b.newLocation();
  const after = b.newLocation();
  b.continueAt(head, s.at);
  b.marks.push({ location: head, kind: 'loop', at: s.at, name: 'for', moment: b.names.moment });
  if (s.condition === null) b.jump(body, s.at);
  else b.branching(s.condition, body, after, s.at);
  b.here = body;
  buildBody(b, s.body, after, step, s.at);
  b.here = step;
  if (s.step !== null) b.effects(s.step);
  b.jump(head, s.at);
  b.here = after;
}

/**
 * Builds a decision for each label of the function whose address is taken. Any other target is
 * unknown.
 */
function buildComputedGoto(b: FunctionBuilder, s: Statement & { kind: 'computed-goto' }): void {
  const { base } = s;
  const type = base === null ? pointerTo(VOID) : LLONG;
  const target = b.hoist(make.convert(b.layout, type, b.value(s.target)), s.at);
  const labels = b.context.survey.addressTakenLabels.get(b.declaration.id) ?? [];
  // GCC runs no cleanups on a computed goto. Such a goto therefore has a meaning only between the same
  // scopes.
  const plain = labels.filter((label) => b.ending.length === 0 && sharedWith(b, label) === b.cleanups.length);
  for (const label of plain) {
    const next = b.newLocation();
    const address =
      base === null
        ? b.context.labelAddress(label, type, b.declaration.id)
        : make.integer(type, BigInt(label.id - base.id));
    const found = b.newLocation();
    b.branch(make.compare('==', target, address), found, next, s.at);
    b.here = found;
    b.begin(b.context.survey.lifetimes.between(s, label), s.at);
    b.jump(b.labelLocation(label), s.at);
    b.here = next;
  }
  b.unsupported(CONSTRUCT.computedGoto, s.at);
  b.startDeadCode();
}

function buildReturn(b: FunctionBuilder, s: Statement & { kind: 'return' }): void {
  let value = null;
  if (s.value !== null) {
    if (s.value.type.kind === 'void') b.effects(s.value);
    else value = b.value(s.value);
  }
  if (b.cleanups.length > 0) {
    if (value !== null) value = b.hoist(value, s.at);
    leaveScopes(b, { cleanups: 0, ending: b.ending.length }, s.at);
  }
  if (b.mainEnd !== null) {
    if (value !== null) value = b.hoist(value, s.at);
    endMain(b, b.mainEnd, value, s.at);
  }
  requireNoEnd(b, s.at);
  b.emitTo({ kind: 'return', value }, b.exit, s.at);
  b.startDeadCode();
}

/**
 * Builds a `switch`: first the body, then the edges to its labels. The body collects the labels, which
 * may lie deep inside, as in Duff's device.
 */
function buildSwitch(b: FunctionBuilder, s: Statement & { kind: 'switch' }): void {
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
function buildCaseLabel(b: FunctionBuilder, label: Statement, from: Statement): Location {
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
