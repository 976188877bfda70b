import { Layout } from '../../../c/types/layout.ts';
import type { AutomatonFunction, Expr } from '../../../program/cfa/automaton.ts';
import type { LinkedEdge, LinkedProgram } from '../../../program/cfa/linked.ts';
import { type Visitor, walkExpr, walkOperation } from '../../../program/cfa/walk.ts';
import { type PointerFormat, Shapes } from '../../shapes/shape.ts';
import { ALLOCATORS } from './allocators.ts';
import type { CutPoints } from './cut-points.ts';
import type { ExternalView } from './external-view.ts';
import { InstancedVariables } from './instanced.ts';

/** Object number of null, and of integers at which no object can lie. The offset is their value. */
export const NULL_OBJECT = 0;
/** Object number of the memory that undefined functions return. Reads give any value; writes are lost. */
export const SUMMARY_OBJECT = 1;
/**
 * Object number of integers that became pointers where no object lay. The offset is their value, which
 * may now be an object's address.
 */
export const INTEGER_OBJECT = 2;

/**
 * Bits of an instance number, by a pointer's size in bytes. No process has more blocks than that.
 * Blocks take at least 16 bytes of 4 GiB, or of the 128 TiB that x86-64 gives.
 */
const INSTANCE_BITS = { 4: 28, 8: 44 } as const;

/**
 * Determines the bits of a pointer. The object's number has room for everything whose address the
 * program can take (variables per context, functions, string literals, heap objects) and two numbers
 * above them. The instance has bits in programs that allocate in loops or take addresses in recursive
 * functions. Its numbers start again from 0 only when most blocks must have been freed: memory that is
 * used again.
 */
export function pointerFormat(
  linked: LinkedProgram,
  cuts: CutPoints,
  { visible }: ExternalView,
  outlived: ReadonlySet<string>,
): PointerFormat {
  const { program } = linked;
  const pointerSize = new Layout(program).pointerSize === 4 ? 4 : 8;
  const statics = new Set<number>();
  const code = new Set<string>();
  const automatics = new Map<AutomatonFunction, number>();
  let count = INTEGER_OBJECT + 2;
  const moves = program.functions.some((fn) => fn?.name.endsWith('realloc') === true);
  for (const context of linked.contexts) {
    let taken = automatics.get(context.function);
    if (taken === undefined) {
      taken = takenIn(context.function, statics, code);
      automatics.set(context.function, taken);
    }
    count += taken;
    // A variadic function has a hidden object for its surplus arguments.
    if (context.function.type.variadic) count++;
  }
  for (const values of program.initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor(statics, statics, code));
  }
  for (const { op } of linked.edges) {
    // An allocation needs a number for the block, and one for the place that it may leave.
    if (op.kind === 'call' || op.kind === 'intrinsic') count += moves ? 2 : 1;
    else if (op.kind === 'assume-callee') code.add(`f${op.function}`);
    else if (op.kind === 'unknown-callee') for (const candidate of op.candidates) code.add(`f${candidate}`);
  }
  for (const { id } of visible) statics.add(id);
  count += statics.size + code.size;
  const numberWidth = Math.max(2, Math.ceil(Math.log2(count + 2)));
  const format = { numberWidth, instanceWidth: 0, objectWidth: numberWidth, offsetWidth: 8 * pointerSize };
  const allocations = linked.edges.some((edge) => cuts.onCycle[edge.id] === 1 && allocates(linked, edge));
  if (!allocations && outlived.size === 0 && !hasInstances(linked, format)) return format;
  const instanceWidth = INSTANCE_BITS[pointerSize];
  return { ...format, instanceWidth, objectWidth: numberWidth + instanceWidth };
}

function hasInstances(linked: LinkedProgram, format: PointerFormat): boolean {
  const variables = new InstancedVariables(linked, new Shapes(new Layout(linked.program), format), new Set());
  return linked.contexts.some((context) => variables.any(context));
}

function allocates({ program }: LinkedProgram, { op }: LinkedEdge): boolean {
  if (op.kind === 'intrinsic') return op.name === 'alloca';
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return false;
  return ALLOCATORS.has(program.functions[op.callee.function]?.name ?? '');
}

function takenIn(fn: AutomatonFunction, statics: Set<number>, code: Set<string>): number {
  const automatics = new Set<number>();
  for (const edge of fn.edges) walkOperation(edge.op, visitor(statics, automatics, code), true);
  return automatics.size;
}

function visitor(statics: Set<number>, automatics: Set<number>, code: Set<string>): Visitor {
  return {
    expr(e: Expr) {
      if (e.kind === 'function-address') code.add(`f${e.function}`);
      if (e.kind === 'label-address') code.add(`l${e.function}:${e.location}`);
    },
    place(place, addressed) {
      if (!addressed || place.kind !== 'variable') return;
      (place.variable.storage === 'static' ? statics : automatics).add(place.variable.id);
    },
  };
}
