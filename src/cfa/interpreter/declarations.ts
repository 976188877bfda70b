import type { Variable } from '../../c/ast.ts';
import type { Edge, Expr } from '../automaton.ts';
import type { Step } from './activation.ts';
import type { Eval } from './expressions.ts';
import { ENDED } from './memory.ts';
import type { StepContext } from './operations.ts';
import { sizeCode } from './places.ts';
import { valueFromBits } from './unknown-functions.ts';
import { sizeOf } from './values.ts';
import { isVariableLength } from './variables.ts';
import { walkExpr } from './walk.ts';

/** Sizes are cut here: far beyond any stack, so that the attempt ends in the stack limit. */
const MAX_OBJECT = 2 ** 46;

/**
 * A declaration: the object's content is asked for once, here, unless it cannot be read before it is overwritten. That is decided from
 * the program alone, so that the same executions ask in every run.
 */
export function compileDeclare(context: StepContext, edge: Edge, variable: Variable): Step {
  const { runtime, frame } = context;
  const { memory } = runtime;
  const { to } = edge;
  const slot = frame.slots.get(variable.id);
  if (slot !== undefined) {
    if (!context.code.uninitialised.has(edge.id)) {
      return (f) => {
        f[slot] = undefined;
        return to;
      };
    }
    const { type, name } = variable;
    const bits = runtime.represent(type).size * 8;
    return (f) => {
      runtime.edge = edge;
      f[slot] = valueFromBits(runtime, type, runtime.scalarInput('uninitialised', type, name, bits));
      return to;
    };
  }
  if (isVariableLength(variable.type)) return declareArray(context, edge, variable);
  const offset = frame.offsets.get(variable.id);
  if (offset === undefined || isOverwrittenNext(context, edge, variable)) return () => to;
  const size = sizeOf(variable.type, runtime.layout);
  return (f) => {
    runtime.edge = edge;
    const address = (f[0] as number) + offset;
    runtime.unknownContent(variable.type, variable.name, address, size);
    // A scalar whose bits are not all part of its value (bool) has to hold a value.
    if (variable.type.kind === 'integer' && variable.type.name === 'bool') memory.bytes[address] &= 1;
    return to;
  };
}

/** Whether the next edge stores to the whole object without looking at it. */
function isOverwrittenNext(context: StepContext, edge: Edge, variable: Variable): boolean {
  const fn = context.code.function;
  const [next, ...others] = fn.outgoing[edge.to] ?? [];
  if (next === undefined || others.length > 0) return false;
  const { op } = fn.edges[next];
  switch (op.kind) {
    case 'zero':
    case 'set-string':
      return op.target.kind === 'variable' && op.target.variable.id === variable.id;
    case 'assign':
      return op.target.kind === 'variable' && op.target.variable.id === variable.id && !mayRead(op.value, variable);
    default:
      return false;
  }
}

/** Whether evaluating an expression may read the variable, by name or through a pointer. */
function mayRead(expr: Expr, variable: Variable): boolean {
  let found = false;
  walkExpr(expr, {
    place(place, addressed) {
      found ||= !addressed && (place.kind === 'dereference' || (place.kind === 'variable' && place.variable.id === variable.id));
    },
  });
  return found;
}

/** A variable-length array: memory of its own, which a later execution of the declaration in the same activation takes over. */
function declareArray(context: StepContext, edge: Edge, variable: Variable): Step {
  const { runtime, frame } = context;
  const { memory } = runtime;
  const { to } = edge;
  const slot = frame.arrays.get(variable.id)!;
  const code = sizeCode(context, variable.type);
  const size: Eval<number> = typeof code === 'number' ? () => code : code;
  const alignment = runtime.layout.alignOf(variable.type);
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
    const { type } = variable;
    const element = type.kind === 'array' ? type.element : type;
    const one = Number(runtime.layout.sizeOf(element) ?? 0n);
    // The request's type is that of an array of the length it has now.
    const now = { kind: 'array', element, length: one === 0 ? 0n : BigInt(Math.floor(bytes / one)) } as const;
    if (one > 0) runtime.unknownContent(now, variable.name, address, bytes);
    else memory.bytes.fill(0, address, address + bytes);
    return to;
  };
}
