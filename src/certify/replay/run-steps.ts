import type { CType } from '../../c/types/types.ts';
import type { TraceStep } from '../../interpreter/index.ts';
import { isAssertion } from '../../program/cfa/assertion-names.ts';
import type { AutomatonFunction, Edge, Expr, Operation, Place, Program } from '../../program/cfa/automaton.ts';
import {
  ANY_CONTENT,
  CHECK_CHOICE,
  HINT_CHOICE,
  isHiddenChoice,
  OUTSIDE_READ,
  orderChosenBy,
} from '../../program/cfa/beyond.ts';
import { contestedIn } from '../../program/cfa/checks/contested.ts';
import { isChoiceOfEnd } from '../../program/cfa/checks/going-on.ts';
import { CHECKS, checkOf } from '../../program/cfa/checks/kinds.ts';
import { ENTRY_FUNCTION } from '../../program/cfa/entry-options.ts';
import { formatInteger } from '../../program/cfa/format-constant.ts';
import { formatBriefly, formatPlace } from '../../program/cfa/format-expr.ts';
import { callsBack, isCallbacks } from '../../program/cfa/hidden-callbacks.ts';
import { isHint, shownPlace } from '../../program/cfa/hints.ts';
import { isReturned } from '../../program/cfa/inputs.ts';
import { walkExpr } from '../../program/cfa/walk.ts';
import type { AssignedValue, RecordedInput, RunStep, TakenBranch } from './recorded-run.ts';

/** Names of hidden variables that hold the value of an expression. */
const STANDS_FOR_EXPRESSION = /^\$[ts]\d+$/;
/** Longest text of a step, in characters. */
const MOST_TEXT = 160;

/**
 * Describes the executed edges in words, without uninformative ones. `inputs` are those that the steps
 * took, and perhaps more.
 * If `end` holds, the steps are the last ones of a run and the other inputs come before them, else
 * after them.
 */
export function describeSteps(
  program: Program,
  trace: readonly TraceStep[],
  inputs: readonly RecordedInput[],
  end: boolean,
): readonly RunStep[] {
  const steps: RunStep[] = [];
  const returned = returnedValues(program, trace, inputs, end);
  /** Inputs that calls have returned, by thread, and that no step tells yet. */
  const taking = new Map<number | null, number>();
  /** Expressions that hidden variables stand for, by depth of the call stack and name. */
  const hidden = new Map<string, string>();
  let depth = 0;
  /** The thread that the steps belong to, and the number of calls that it is in where it shares code. */
  let thread: number | null = null;
  let calls = 0;
  /** Returns the text with the expressions of hidden variables in their place. */
  const named = (text: string | null): string | null =>
    text?.replace(/\$[ts]\d+\b/g, (name) => hidden.get(`${thread} ${depth} ${name}`) ?? name) ?? null;
  const remember = (op: Operation): void => {
    const place = op.kind === 'assign' ? op.target : op.kind === 'call' ? op.result : null;
    if (place?.kind !== 'variable' || !STANDS_FOR_EXPRESSION.test(place.variable.name)) return;
    const text =
      op.kind === 'assign' ? formatBriefly(op.value, program) : op.kind === 'call' ? callText(program, op) : '';
    const whole = named(text) ?? text;
    const simple = /^[\w.[\]]+(\(.*\))?$/.test(whole);
    if (whole.length <= MOST_TEXT)
      hidden.set(`${thread} ${depth} ${place.variable.name}`, simple ? whole : `(${whole})`);
  };
  /** Calls of external functions that call back, by their depth. */
  const calling = new Map<number, Pick<RunStep, 'at' | 'thread' | 'function'>>();
  for (const [index, step] of trace.entries()) {
    const fn = program.functions[step.function];
    const edge = fn?.edges[step.edge];
    if (fn === null || fn === undefined || edge === undefined || isModel(fn)) continue;
    // The inputs say how the arguments are made.
    if (fn.name === ENTRY_FUNCTION && edge.op.kind !== 'call') continue;
    if (isCallbacks(fn)) {
      const by = calling.get(step.depth - 1);
      const called =
        edge.op.kind === 'call' && edge.op.callee.kind === 'direct' ? program.functions[edge.op.callee.function] : null;
      if (called && by !== undefined)
        steps.push({ ...by, depth: step.depth - 2, text: `${called.name} is called back`, assigned: null });
      continue;
    }
    if (callsBack(program, edge.op)) {
      calling.set(step.depth, { at: edge.at, thread, function: fn.name });
      continue;
    }
    if (edge.step !== undefined) {
      if (edge.step === null) continue;
      thread = edge.step.thread;
      calls = edge.step.depth;
    }
    depth = calls + step.depth - 1;
    const op = edge.step === undefined ? edge.op : edge.step.source;
    if (op === null || guardsCheck(program, fn, edge)) continue;
    const taken = returned.get(index);
    if (taken !== undefined) taking.set(thread, taken.input);
    const value = step.value?.toString() ?? taken?.value;
    const told: Edge = op === edge.op ? edge : { ...edge, op };
    const text = isToldNext(program, step, op, trace[index + 1])
      ? null
      : (orderText(program, op, trace[index - 1]) ?? named(stepText(program, told, value)));
    remember(op);
    const { function: name } = edge.step ?? { function: fn.name };
    // Whether a hint or a check is looked at says nothing about the program.
    if (text !== null && !text.includes(HINT_CHOICE) && !text.includes(CHECK_CHOICE)) {
      const input = taking.get(thread);
      taking.delete(thread);
      steps.push({
        at: shownPlace(edge.at),
        thread,
        function: name,
        depth,
        text: cut(text),
        assigned: assignedBy(program, told, value),
        ...(input === undefined ? {} : { input }),
      });
    }
  }
  return steps;
}

/** The branches that statements of the program take in the steps of a whole run, between its inputs. */
export function takenBranches(
  program: Program,
  trace: readonly TraceStep[],
  inputs: readonly RecordedInput[],
): readonly TakenBranch[] {
  const returned = returnedValues(program, trace, inputs, false);
  let inputsBefore = 0;
  return trace.flatMap(({ function: id, edge }, index) => {
    const taken = returned.get(index);
    if (taken !== undefined) inputsBefore = taken.input + 1;
    const fn = program.functions[id];
    const branch = fn == null || isModel(fn) ? undefined : fn.edges[edge]?.branch;
    return branch === undefined ? [] : [{ ...branch, inputsBefore }];
  });
}

/** Returns the results of calls of functions without a body, by index of the step, and which inputs they are. */
function returnedValues(
  program: Program,
  trace: readonly TraceStep[],
  inputs: readonly RecordedInput[],
  end: boolean,
): ReadonlyMap<number, { readonly value: string; readonly input: number }> {
  const values = new Map<number, { readonly value: string; readonly input: number }>();
  const results = inputs.flatMap((input, number) => (isReturned(input.kind) ? [{ ...input, number }] : []));
  let next = end ? results.length - 1 : 0;
  for (let i = 0; i < trace.length; i++) {
    const index = end ? trace.length - 1 - i : i;
    const input = results[next];
    if (input === undefined) break;
    const { function: fn, edge } = trace[index];
    const { op, at } = program.functions[fn]?.edges[edge] ?? {};
    if (op?.kind !== 'call' || op.callee.kind !== 'direct' || at === undefined) continue;
    const same = at.line === input.at.line && at.column === input.at.column && at.file === input.at.file;
    if (!same || program.functions[op.callee.function]?.name !== input.name) continue;
    values.set(index, { value: input.value, input: input.number });
    next += end ? -1 : 1;
  }
  return values;
}

/** Whether the edge is a branch of a check, whose condition the source does not have. */
function guardsCheck(program: Program, { edges, outgoing }: AutomatonFunction, { op, from, at }: Edge): boolean {
  if (op.kind !== 'assume') return false;
  if (isChoiceOfEnd(op.condition)) return true;
  return outgoing[from].some((branch) => {
    let [next] = outgoing[edges[branch].to].map((id) => edges[id]);
    // The weaving of threads puts places between.
    while (next?.op.kind === 'skip' && next.step !== undefined && outgoing[next.to].length === 1)
      next = edges[outgoing[next.to][0]];
    if (next === undefined || next.at !== at) return false;
    // Checks that do not matter to a property end the run, or leave it open.
    if (next.op.kind === 'intrinsic') return next.op.name === 'trap';
    if (next.op.kind === 'unsupported') return contestedIn(next.op.construct) !== null;
    const callee = next.op.kind === 'call' && next.op.callee.kind === 'direct' ? next.op.callee.function : null;
    const name = callee === null ? '' : (program.functions[callee]?.name ?? '');
    return checkOf(name) !== null || name === CHECK_CHOICE;
  });
}

/** Whether a function without a body was called, whose result the next step stores as it is. */
function isToldNext({ functions }: Program, step: TraceStep, op: Operation, next: TraceStep | undefined): boolean {
  if (op.kind !== 'call' || op.callee.kind !== 'direct' || functions[op.callee.function]?.defined !== false)
    return false;
  if (op.result?.kind !== 'variable' || !STANDS_FOR_EXPRESSION.test(op.result.variable.name)) return false;
  if (next === undefined || next.function !== step.function || next.depth !== step.depth) return false;
  const after = functions[next.function]?.edges[next.edge]?.op;
  if (after?.kind !== 'assign') return false;
  const stored = unconverted(after.value);
  return stored.kind === 'load' && stored.place.kind === 'variable' && stored.place.variable === op.result.variable;
}

/** The order that the step takes by an input, which the step before has asked for; null for other steps. */
function orderText(program: Program, op: Operation, before: TraceStep | undefined): string | null {
  if (op.kind !== 'assume' || !op.truth || before === undefined) return null;
  const asked = program.functions[before.function]?.edges[before.edge]?.op;
  const order = asked?.kind === 'call' ? orderChosenBy(calledName(program, asked)) : null;
  return order === null ? null : `C leaves the order open: ${order}`;
}

/** Whether the function is a model of a library function, whose steps are not the program's. */
function isModel({ defined, origin }: AutomatonFunction): boolean {
  return defined && origin === 'library';
}

/** Null for steps that only lead on, and for effects on hidden variables. */
function stepText(program: Program, edge: Edge, value: string | undefined): string | null {
  const { op } = edge;
  switch (op.kind) {
    case 'assume':
      if (isHidden(op.condition)) return null;
      return `${formatBriefly(op.condition, program)} -> ${op.truth ? 'true' : 'false'}`;
    case 'case':
      return `switch (${formatBriefly(unconverted(op.value), program)}) -> ${caseText(op)}`;
    case 'default':
      return `switch (${formatBriefly(unconverted(op.value), program)}) -> default`;
    case 'assign': {
      const target = formatPlace(op.target, program);
      const text = formatBriefly(op.value, program);
      if (/^\$s\d+$/.test(target))
        return `reads ${text}${value === undefined ? '' : ` -> ${shown(op.target.type, value)}`}`;
      if (target.startsWith('$')) return null;
      if (text.startsWith('$result')) return value === undefined ? null : `${target} = ${shown(op.target.type, value)}`;
      if (text.includes('$arg'))
        return op.value.type.kind === 'pointer' || value === undefined ? null : `${target} = ${value}`;
      return value === undefined || isConstant(op.value)
        ? `${target} = ${text}`
        : `${target} = ${text} -> ${shown(op.target.type, value)}`;
    }
    case 'call': {
      const asserted = assertedText(program, op);
      if (asserted !== null) return `assert(${asserted}) fails`;
      if (isHiddenChoice(calledName(program, op)) || op.arguments.some(isHidden)) return null;
      if (isHint(calledName(program, op))) return 'the hint does not hold';
      if (calledName(program, op).startsWith(ANY_CONTENT)) return null;
      if (calledName(program, op) === OUTSIDE_READ) return value === undefined ? null : `${value} is read from outside`;
      const call = callText(program, op);
      if (op.result === null) return call;
      const target = formatPlace(op.result, program);
      const result = value === undefined ? '' : ` -> ${value}`;
      return target.startsWith('$') ? `${call}${result}` : `${target} = ${call}${result}`;
    }
    case 'return':
      return op.value === null ? 'return' : `return ${formatBriefly(op.value, program)}`;
    case 'skip':
    case 'declare':
    case 'zero':
    case 'set-string':
    case 'intrinsic':
    case 'unsupported':
    case 'choose':
      return null;
  }
}

type Call = Operation & { readonly kind: 'call' };

function calledName(program: Program, { callee }: Call): string {
  return callee.kind === 'direct'
    ? (program.functions[callee.function]?.name ?? '?')
    : formatBriefly(callee.pointer, program);
}

function callText(program: Program, op: Call): string {
  const callee = op.callee.kind === 'direct' ? program.functions[op.callee.function] : null;
  const check = checkOf(callee?.name ?? '');
  if (check !== null) return CHECKS[check].fault;
  return `${calledName(program, op)}(${op.arguments.map((argument) => formatArgument(program, argument)).join(', ')})`;
}

/** Formats an argument; a string literal as its text. */
function formatArgument(program: Program, argument: Expr): string {
  const variable = argument.kind === 'address' && argument.place.kind === 'variable' ? argument.place.variable : null;
  const text = variable?.name.startsWith('$string') ? stringText(program, variable.id) : null;
  return text === null ? formatBriefly(argument, program) : JSON.stringify(text);
}

/** Returns the expression of a switch as the source has it, before its promotion. */
function unconverted(value: Expr): Expr {
  return value.kind === 'convert' ? value.operand : value;
}

function caseText({ value, low, high }: Operation & { readonly kind: 'case' }): string {
  const own = unconverted(value).type;
  const type = own.kind === 'enum' ? own : value.type;
  const least = formatInteger(type, low);
  return low === high ? `case ${least}` : `case ${least} ... ${formatInteger(type, high)}`;
}

/**
 * Returns the condition of an assertion that fails, as the macro `assert` of a C library passes it. Null
 * for other calls.
 */
function assertedText(program: Program, op: Call): string | null {
  const name = calledName(program, op);
  if (!isAssertion(name)) return null;
  // The BSDs and newlib pass the condition last, glibc and Windows first.
  const [first] = name === '__assert_rtn' || name === '__assert_func' ? op.arguments.slice(3) : op.arguments;
  const variable = first?.kind === 'address' && first.place.kind === 'variable' ? first.place.variable : null;
  return variable === null ? null : stringText(program, variable.id);
}

/** Returns the text of a string literal by the id of its variable; null for others. */
function stringText({ initialValues }: Program, variable: number): string | null {
  const [only] = initialValues.get(variable) ?? [];
  if (only?.value.kind !== 'bytes') return null;
  const end = only.value.units.indexOf(0);
  return Buffer.from(end < 0 ? only.value.units : only.value.units.slice(0, end)).toString('utf8');
}

function assignedBy(program: Program, { op }: Edge, value: string | undefined): AssignedValue | null {
  const place = op.kind === 'assign' ? op.target : op.kind === 'call' ? op.result : null;
  if (place === null) return null;
  const constant = op.kind === 'assign' && isConstant(op.value) ? formatBriefly(op.value, program) : null;
  const known = constant ?? (value === undefined ? null : op.kind === 'call' ? value : shown(place.type, value));
  const target = formatPlace(place, program);
  if (known === null || target.startsWith('$')) return null;
  return { target: cut(target), value: cut(known), owner: ownerOf(place) };
}

function ownerOf(place: Place): AssignedValue['owner'] {
  let root = place;
  while (root.kind === 'member' || (root.kind === 'element' && root.index.kind === 'integer')) root = root.base;
  if (root.kind !== 'variable') return 'momentary';
  return root.variable.storage === 'static' ? 'global' : 'local';
}

function cut(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}...` : text;
}

/**
 * Whether the condition depends on a hidden variable of the verifier, such as the answer to a question about
 * leaks. Hidden variables that stand for an expression of the source do not count.
 */
function isHidden(condition: Expr): boolean {
  let found = false;
  walkExpr(condition, {
    place(place, addressed) {
      // Literals are hidden arrays.
      if (place.kind !== 'variable' || addressed || place.type.kind === 'array') return;
      if (!place.variable.name.startsWith('$')) return;
      found ||= !STANDS_FOR_EXPRESSION.test(place.variable.name);
    },
  });
  return found;
}

/** Whether the text of an expression states its value. */
function isConstant({ kind }: Expr): boolean {
  return kind === 'integer' || kind === 'float';
}

/** Formats a value of a trace. Addresses are numbers there, and constants of an enumeration too. */
function shown(type: CType, value: string): string {
  if (type.kind === 'enum' && /^-?\d+$/.test(value)) return formatInteger(type, BigInt(value));
  return type.kind === 'pointer' ? `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}` : value;
}
