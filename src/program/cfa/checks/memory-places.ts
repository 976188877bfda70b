import type { SourceLocation } from '../../../base/source.ts';
import { effectOf } from '../../../c/builtins/library/table.ts';
import type { AutomatonFunction, Edge, Operation, Place, Program } from '../automaton.ts';
import { isConstantVariable } from '../constant-objects.ts';
import { targetOf, walkOperation } from '../walk.ts';
import type { MemoryKind } from './kinds.ts';

/** Functions that move a block. */
const REALLOCATES = /^(__builtin_)?realloc(array)?$/;
/** Functions that may move the block of a line. */
const LINES = /^get(line|delim)$/;

/**
 * The faults of memory that an operation may have in a program that watches for them. Accesses of
 * library functions count, which read and write what their arguments lead to.
 */
export function faultsOf(op: Operation, { watched, functions }: Pick<Program, 'watched' | 'functions'>): MemoryKind[] {
  const found: MemoryKind[] = [];
  if (watched.includes('deref') && mayAccess(op, functions)) found.push('deref');
  if (watched.includes('free') && mayRelease(op, functions)) found.push('free');
  return found;
}

/** The place that stands for the faults of an edge: that of the first edge of its location. */
export function faultPlace({ edges, outgoing }: AutomatonFunction, { from, at }: Edge): SourceLocation {
  const first = outgoing[from]?.[0];
  return first === undefined ? at : edges[first].at;
}

function mayAccess(op: Operation, functions: Program['functions']): boolean {
  if (op.kind === 'call') {
    if (op.callee.kind === 'indirect') return true;
    const callee = functions[op.callee.function];
    if (callee?.defined === false && !releases(callee.name) && op.arguments.some(({ type }) => type.kind === 'pointer'))
      return true;
  }
  let found = isOfConstant(targetOf(op));
  walkOperation(
    op,
    {
      place(place) {
        found ||= place.kind === 'dereference' || (place.kind === 'element' && !isWithin(place));
      },
    },
    true,
  );
  return found;
}

/** Whether the place lies in a static object that is constant. A cast of its address makes it a target. */
function isOfConstant(place: Place | null): boolean {
  let root = place;
  while (root?.kind === 'member' || root?.kind === 'element') root = root.base;
  return root?.kind === 'variable' && root.variable.storage === 'static' && isConstantVariable(root.variable);
}

/** Whether the element has a constant index within the bounds of its array. */
function isWithin({ base, index }: Place & { readonly kind: 'element' }): boolean {
  if (index.kind !== 'integer' || base.type.kind !== 'array') return false;
  const { length } = base.type;
  return typeof length === 'bigint' && index.value >= 0n && index.value < length;
}

function mayRelease(op: Operation, functions: Program['functions']): boolean {
  if (op.kind !== 'call') return false;
  if (op.callee.kind === 'indirect') return op.arguments.some(({ type }) => type.kind === 'pointer');
  const callee = functions[op.callee.function];
  return callee?.defined === false && (releases(callee.name) || LINES.test(callee.name));
}

/** Whether a call of the library function judges the block that it releases, and accesses nothing else. */
export function releases(name: string): boolean {
  return effectOf(name) === 'frees' || REALLOCATES.test(name);
}
