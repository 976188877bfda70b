import type { Variable } from '../c/ast.ts';
import type { Layout } from '../c/types/layout.ts';
import type { CType } from '../c/types/types.ts';
import { liveVariables } from '../program/cfa/analysis/live-variables.ts';
import type { AutomatonFunction, Operation, Place, Program } from '../program/cfa/automaton.ts';
import { BLOCKS } from '../program/cfa/checks/blocks.ts';
import { isConstantVariable, isLibraryText } from '../program/cfa/constant-objects.ts';
import { walkOperation } from '../program/cfa/walk.ts';
import { stateOf } from './memory.ts';
import { isScalarType, sizeOf } from './values.ts';

/** The places of the variables of a function's activations. */
export interface FrameLayout {
  /** Slots of scalar variables whose address is never taken, by variable id; from 1 on. */
  readonly slots: ReadonlyMap<number, number>;
  /** Slots that hold the addresses of variable-length arrays, by variable id. */
  readonly arrays: ReadonlyMap<number, number>;
  /**
   * Byte offsets of all other variables in the activation's block of memory, by variable id; VLAs have
   * none.
   */
  readonly offsets: ReadonlyMap<number, number>;
  readonly slotCount: number;
  readonly memorySize: number;
  readonly memoryAlignment: number;
  readonly template: Uint8Array;
}

const RED_ZONE = 16;

/**
 * Whether the program writes the variable by its name alone: a constant local in its initialiser, a text of the
 * environment in its model.
 */
export function isReadOnly({ judged }: Pick<Program, 'judged'>, variable: Variable): boolean {
  const { name, storage } = variable;
  return judged.includes('deref') && (storage === 'static' ? isLibraryText(name) : isConstantVariable(variable));
}

/**
 * Decides between a slot and memory for each parameter and local. @throws {Halt} for variables of
 * types that are not modelled
 */
export function frameLayout(fn: AutomatonFunction, layout: Layout, program: Pick<Program, 'judged'>): FrameLayout {
  const addressed = addressedVariables(fn);
  const slots = new Map<number, number>();
  const offsets = new Map<number, number>();
  const arrays = new Map<number, number>();
  const blocks: { offset: number; size: number; readOnly: boolean }[] = [];
  let memorySize = 0;
  let memoryAlignment = 16;
  for (const variable of [...fn.parameters, ...fn.locals]) {
    if (slots.has(variable.id) || offsets.has(variable.id) || arrays.has(variable.id)) continue;
    if (isScalarType(variable.type) && !addressed.has(variable.id)) {
      slots.set(variable.id, slots.size + arrays.size + 1);
      continue;
    }
    if (isVariableLength(variable.type)) {
      arrays.set(variable.id, slots.size + arrays.size + 1);
      continue;
    }
    const size = sizeOf(variable.type, layout);
    const alignment = Math.max(8, layout.alignOf(variable.type));
    memoryAlignment = Math.max(memoryAlignment, alignment);
    const offset = Math.ceil(memorySize / alignment) * alignment;
    offsets.set(variable.id, offset);
    blocks.push({ offset, size, readOnly: isReadOnly(program, variable) });
    memorySize = offset + Math.ceil(size / 8) * 8 + RED_ZONE;
  }
  const template = new Uint8Array(memorySize >>> 3);
  for (const { offset, size, readOnly } of blocks) {
    const [first, behind] = [offset >>> 3, (offset >>> 3) + (size >>> 3)];
    template.fill(stateOf(8, readOnly), first, behind);
    if ((size & 7) !== 0) template[behind] = stateOf(size & 7, readOnly);
  }
  return { slots, arrays, offsets, slotCount: slots.size + arrays.size + 1, memorySize, memoryAlignment, template };
}

/** Whether the type is an array with a variable dimension. */
export function isVariableLength(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') {
    if (inner.length === 'variable') return true;
    inner = inner.element;
  }
  return false;
}

function addressedVariables(fn: AutomatonFunction): Set<number> {
  const addressed = new Set<number>();
  const visitor = {
    place(place: Place, taken: boolean): void {
      if (taken && place.kind === 'variable') addressed.add(place.variable.id);
      // A part of a scalar has no slot of its own.
      if ((place.kind === 'member' || place.kind === 'element') && place.base.kind === 'variable')
        addressed.add(place.base.variable.id);
    },
  };
  for (const { op } of fn.edges) {
    walkOperation(op, visitor, true);
    if ((op.kind === 'zero' || op.kind === 'set-string') && op.target.kind === 'variable')
      addressed.add(op.target.variable.id);
  }
  return addressed;
}

/** Ids of edges `declare x`, with x in a slot. */
export interface Declarations {
  /** After these edges, the program may read x before it assigns x. */
  readonly uninitialised: ReadonlySet<number>;
  /** After these edges, the program or a question about blocks may see x before it is assigned. */
  readonly seen: ReadonlySet<number>;
}

/**
 * Finds the declarations of slots that matter (backward liveness). All of them if the function is too
 * large. `isAsked`: whether the program asks questions about blocks, which see the variables of all
 * activations. A question is no use of a variable.
 */
export function declarationsOf(
  fn: AutomatonFunction,
  slots: ReadonlyMap<number, number>,
  isAsked: boolean,
): Declarations {
  if (!isAsked) {
    const uninitialised = declarationsBeforeReads(fn, slots);
    return { uninitialised, seen: uninitialised };
  }
  const edges = fn.edges.map((edge) => (isQuestion(edge.op) ? { ...edge, op: { ...edge.op, arguments: [] } } : edge));
  const seen = new Set(fn.edges.filter(({ op }) => isDeclare(op, slots)).map(({ id }) => id));
  return { uninitialised: declarationsBeforeReads({ ...fn, edges }, slots), seen };
}

const QUESTIONS: ReadonlySet<string> = new Set(Object.values(BLOCKS));

function isQuestion(op: Operation): op is Operation & { kind: 'intrinsic' } {
  return op.kind === 'intrinsic' && QUESTIONS.has(op.name);
}

/** Whether the program asks questions about blocks of the heap. */
export function asksAboutBlocks({ functions }: Program): boolean {
  return functions.some((fn) => fn?.edges.some(({ op }) => isQuestion(op)) === true);
}

function declarationsBeforeReads(fn: AutomatonFunction, slots: ReadonlyMap<number, number>): ReadonlySet<number> {
  const declared = declaredSlots(fn, slots);
  const result = new Set<number>();
  if (declared.size === 0) return result;
  const live = liveVariables(fn, declared);
  for (const edge of fn.edges) {
    if (isDeclare(edge.op, slots) && live?.isLive(edge.to, edge.op.variable.id) !== false) result.add(edge.id);
  }
  return result;
}

type DeclareOperation = { readonly kind: 'declare'; readonly variable: Variable };

function isDeclare(op: { readonly kind: string }, slots: ReadonlyMap<number, number>): op is DeclareOperation {
  return op.kind === 'declare' && slots.has((op as DeclareOperation).variable.id);
}

function declaredSlots(fn: AutomatonFunction, slots: ReadonlyMap<number, number>): Set<number> {
  const declared = new Set<number>();
  for (const { op } of fn.edges) if (isDeclare(op, slots)) declared.add(op.variable.id);
  return declared;
}
