import type { AutomatonFunction, Edge, Program } from '../cfa/automaton.ts';
import { formatExpr, formatPlace } from '../cfa/format-expr.ts';
import type { TraceStep } from '../cfa/interpreter/index.ts';
import type { RunStep } from './recorded-run.ts';

/** Longest text of a step. */
const MOST_TEXT = 160;

/** The executed edges in words, without those that say nothing. */
export function describeSteps(program: Program, trace: readonly TraceStep[]): readonly RunStep[] {
  const steps: RunStep[] = [];
  for (const step of trace) {
    const fn = program.functions[step.function];
    const edge = fn?.edges[step.edge];
    if (fn === null || fn === undefined || edge === undefined) continue;
    const text = stepText(program, edge, step.value);
    if (text !== null) steps.push(describe(fn, edge, step, text));
  }
  return steps;
}

function describe(fn: AutomatonFunction, edge: Edge, step: TraceStep, text: string): RunStep {
  const depth = step.context === '' ? 0 : step.context.split('/').length;
  return { at: edge.at, function: fn.name, depth, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}...` : text };
}

/** Null for steps that only lead on, and for what happens to hidden variables. */
function stepText(program: Program, edge: Edge, value: bigint | undefined): string | null {
  const { op } = edge;
  switch (op.kind) {
    case 'assume':
      return `${formatExpr(op.condition, program)} is ${op.truth ? 'true' : 'false'}`;
    case 'case':
      return `${formatExpr(op.value, program)} is ${op.low === op.high ? op.low : `in ${op.low} .. ${op.high}`}`;
    case 'default':
      return `${formatExpr(op.value, program)} has no case`;
    case 'assign': {
      const target = formatPlace(op.target, program);
      if (target.startsWith('$')) return null;
      const text = formatExpr(op.value, program);
      return value === undefined || text === value.toString()
        ? `${target} = ${text}`
        : `${target} = ${text} = ${signedValue(op.target.type, value)}`;
    }
    case 'call': {
      const name =
        op.callee.kind === 'direct' ? (program.functions[op.callee.function]?.name ?? '?') : formatExpr(op.callee.pointer, program);
      const call = `${name}(${op.arguments.map((argument) => formatExpr(argument, program)).join(', ')})`;
      if (op.result === null) return call;
      const target = formatPlace(op.result, program);
      const shown = value === undefined ? '' : ` = ${signedValue(op.result.type, value)}`;
      return target.startsWith('$') ? `${call}${shown}` : `${target} = ${call}${shown}`;
    }
    case 'return':
      return op.value === null ? 'return' : `return ${formatExpr(op.value, program)}`;
    case 'skip':
    case 'declare':
    case 'zero':
    case 'set-string':
    case 'intrinsic':
    case 'unsupported':
      return null;
  }
}

/** Trace values are patterns or numbers; people want numbers. */
function signedValue(type: { readonly kind: string }, value: bigint): string {
  return type.kind === 'pointer' ? `0x${BigInt.asUintN(64, value).toString(16)}` : value.toString();
}
