import { formatDeclaration } from '../../../../src/c/types/type-format.ts';
import type { AutomatonFunction } from '../../../../src/program/cfa/automaton.ts';
import {
  type FunctionNames,
  formatExpr,
  formatOperation,
  formatPlace,
} from '../../../../src/program/cfa/format-expr.ts';
import type { CallNumber, LinkedOperation, LinkedProgram } from '../../../../src/program/cfa/linked.ts';

/** Formats one automaton: `from -> to: operation`, edges by location. */
export function formatFunction(fn: AutomatonFunction, names: FunctionNames): string[] {
  if (!fn.defined) return [`${formatDeclaration(fn.type, fn.name)}: no body`];
  const lines = [`${formatDeclaration(fn.type, fn.name)}: entry ${fn.entry}, exit ${fn.exit}`];
  const marks = new Map<number, string[]>();
  for (const mark of fn.marks) {
    const list = marks.get(mark.location) ?? [];
    if (list.length === 0) marks.set(mark.location, list);
    list.push(mark.name);
  }
  fn.outgoing.forEach((ids, location) => {
    const mark = marks.get(location);
    if (mark !== undefined) lines.push(`  ${location}: ${mark.join(', ')}`);
    for (const id of ids) {
      const edge = fn.edges[id];
      lines.push(`  ${edge.from} -> ${edge.to}: ${formatOperation(edge.op, names)}`);
    }
  });
  return lines;
}

/** Formats the linked program as text; each edge names its context. */
export function formatLinked(linked: LinkedProgram): string {
  const { program } = linked;
  const lines = [`entry ${linked.entry}, error ${linked.error ?? 'none'}`];
  for (const { id, function: fn, path, recursion } of linked.contexts)
    lines.push(`context ${id}: ${fn.name} "${path}"${recursion === null ? '' : ', recursive'}`);
  for (const loop of linked.loops) lines.push(`  ${loop.location}: ${loop.mark.name} in context ${loop.context}`);
  for (const ids of linked.outgoing) {
    for (const id of ids) {
      const edge = linked.edges[id];
      lines.push(`  ${edge.from} -> ${edge.to}: [${edge.context}] ${formatLinkedOperation(edge.op, program)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Formats an operation of the linked program. */
function formatLinkedOperation(op: LinkedOperation, names: FunctionNames): string {
  switch (op.kind) {
    case 'enter':
      return `enter context ${op.into} (${op.arguments.map((argument) => formatExpr(argument, names)).join(', ')})${callText(op.call)}`;
    case 'leave':
      return `${op.result === null ? '' : `${formatPlace(op.result, names)} = `}leave context ${op.from}${callText(op.call)}`;
    case 'assume-callee':
      return `assume ${formatExpr(op.pointer, names)} == ${names.functions[op.function]?.name ?? op.function}`;
    case 'unknown-callee':
      return `unknown callee ${formatExpr(op.pointer, names)}`;
    default:
      return formatOperation(op, names);
  }
}

function callText(call: CallNumber): string {
  return call === null ? '' : ` as call ${call}`;
}
