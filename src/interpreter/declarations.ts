import type { Variable } from '../c/ast.ts';
import type { Edge, Expr, Operation, Place } from '../program/cfa/automaton.ts';
import { walkExpr } from '../program/cfa/walk.ts';
import type { Step } from './activation.ts';
import type { Eval } from './context.ts';
import { ENDED } from './memory.ts';
import { compilePlace, sizeCode } from './places.ts';
import type { StepContext } from './step-context.ts';
import { sizeOf } from './values.ts';
import { isReadOnly, isVariableLength } from './variables.ts';

/**
 * Sizes are cut to this many bytes. It is far beyond any stack, so the attempt ends at the stack
 * limit.
 */
const MAX_OBJECT = 2 ** 46;

/**
 * Compiles a declaration. The run asks for the object's content once, here, unless the content cannot
 * be read before it is overwritten. The program alone decides that, so the same executions ask in
 * every run.
 */
export function compileDeclare(context: StepContext, edge: Edge, variable: Variable): Step {
  const { runtime, frame } = context;
  const { memory } = runtime;
  const { to } = edge;
  const slot = frame.slots.get(variable.id);
  if (slot !== undefined) {
    if (!context.code.declarations.uninitialised.has(edge.id)) {
      return (f) => {
        f[slot] = undefined;
        return to;
      };
    }
    const { type, name } = variable;
    return (f) => {
      runtime.edge = edge;
      f[slot] = runtime.input('uninitialised', type, name);
      return to;
    };
  }
  if (isVariableLength(variable.type)) return declareArray(context, edge, variable);
  const offset = frame.offsets.get(variable.id);
  if (offset === undefined) return () => to;
  const size = sizeOf(variable.type, runtime.layout);
  const { lifetimes } = runtime;
  if ([...runtime.program.judged, ...runtime.program.watched].includes('deref'))
    return declareAgain(context, edge, variable, offset, size);
  if (isOverwritten(context, edge, variable, offset, size)) {
    if (lifetimes === null) return () => to;
    return (f) => {
      lifetimes.restart((f[0] as number) + offset);
      return to;
    };
  }
  return (f) => {
    runtime.edge = edge;
    const address = (f[0] as number) + offset;
    lifetimes?.restart(address);
    runtime.unknownContent(variable.type, variable.name, address, size);
    // A scalar with bits that are not part of its value (bool) has to hold a value.
    if (variable.type.kind === 'integer' && variable.type.name === 'bool') memory.bytes[address] &= 1;
    return to;
  };
}

/** Compiles the declaration of a variable whose lifetime may have ended in the same activation. */
function declareAgain(context: StepContext, edge: Edge, variable: Variable, offset: number, size: number): Step {
  const { runtime } = context;
  const { to } = edge;
  const overwritten = isOverwritten(context, edge, variable, offset, size);
  const readOnly = isReadOnly(runtime.program, variable);
  return (f) => {
    runtime.edge = edge;
    const address = (f[0] as number) + offset;
    runtime.memory.open(address, size, readOnly);
    runtime.lifetimes?.restart(address);
    if (overwritten) return to;
    runtime.unknownContent(variable.type, variable.name, address, size);
    if (variable.type.kind === 'integer' && variable.type.name === 'bool') runtime.memory.bytes[address] &= 1;
    return to;
  };
}

/** Limit of the bytes of an object that is tracked through initialisers of its parts. */
const MAX_TRACKED = 4096;

/**
 * Whether the following edges, its initialiser, store to every byte of the object before any code can
 * read it.
 */
function isOverwritten(
  context: StepContext,
  declaration: Edge,
  variable: Variable,
  offset: number,
  size: number,
): boolean {
  const fn = context.code.function;
  const missing = new Set(Array.from({ length: Math.min(size, MAX_TRACKED + 1) }, (_, index) => index));
  for (let location = declaration.to; ; ) {
    const [next, ...others] = fn.outgoing[location] ?? [];
    if (next === undefined || others.length > 0) return false;
    const { op, to } = fn.edges[next];
    const target =
      op.kind === 'assign' || op.kind === 'zero' || op.kind === 'set-string'
        ? op.target
        : op.kind === 'call'
          ? op.result
          : null;
    if (target === null || readsOf(op).some((expr) => mayRead(expr, variable))) return false;
    if (target.kind === 'variable' && target.variable.id === variable.id) return true;
    if (size > MAX_TRACKED || op.kind === 'call' || !isFixedPart(target, variable)) return false;
    const code = compilePlace(context, target);
    if (code.kind !== 'memory' || code.base.kind !== 'frame' || code.bits !== null) return false;
    const start = code.base.offset + code.offset - offset;
    const end = start + sizeOf(target.type, context.runtime.layout);
    for (let byte = start; byte < end; byte++) missing.delete(byte);
    if (missing.size === 0) return true;
    location = to;
  }
}

/** Whether the place is a part of the variable at a constant offset. */
function isFixedPart(place: Place, variable: Variable): boolean {
  let inner = place;
  while (inner.kind === 'member' || (inner.kind === 'element' && inner.index.kind === 'integer')) inner = inner.base;
  return inner.kind === 'variable' && inner.variable.id === variable.id;
}

function readsOf(op: Operation): readonly Expr[] {
  if (op.kind === 'assign') return [op.value];
  if (op.kind !== 'call') return [];
  return op.callee.kind === 'indirect' ? [op.callee.pointer, ...op.arguments] : op.arguments;
}

/**
 * Whether evaluating an expression may read the variable, by name or through a pointer, or take its
 * address.
 */
function mayRead(expr: Expr, variable: Variable): boolean {
  let found = false;
  walkExpr(expr, {
    place(place, addressed) {
      if (place.kind === 'variable') found ||= place.variable.id === variable.id;
      else if (place.kind === 'dereference') found ||= !addressed;
    },
  });
  return found;
}

/**
 * Compiles the declaration of a variable-length array. It has its own memory, which a later execution
 * of the declaration in the same activation uses again.
 */
function declareArray(context: StepContext, edge: Edge, variable: Variable): Step {
  const { runtime, frame } = context;
  const { memory } = runtime;
  const { to } = edge;
  const slot = frame.arrays.get(variable.id)!;
  const code = sizeCode(context, variable.type);
  const size: Eval<number> = typeof code === 'number' ? () => code : code;
  const alignment = runtime.layout.alignOf(variable.type);
  let element = variable.type;
  while (element.kind === 'array') element = element.element;
  return (f) => {
    runtime.edge = edge;
    const bytes = size(f);
    const activation = runtime.activation!;
    activation.arrays ??= new Map();
    const known = activation.arrays.get(variable.id);
    let address: number;
    if (known !== undefined && known.room >= bytes) {
      address = known.address;
      memory.close(address, known.room, ENDED);
    } else {
      address = runtime.stack.push(Math.min(bytes, MAX_OBJECT), alignment);
      activation.arrays.set(variable.id, { address, room: bytes });
    }
    memory.open(address, bytes);
    f[slot] = address;
    const one = Number(runtime.layout.sizeOf(element) ?? 0n);
    // The request's type is that of an array of the current length, whatever its dimensions.
    const now = { kind: 'array', element, length: one === 0 ? 0n : BigInt(Math.floor(bytes / one)) } as const;
    if (one > 0) runtime.unknownContent(now, variable.name, address, bytes);
    else memory.bytes.fill(0, address, address + bytes);
    return to;
  };
}
