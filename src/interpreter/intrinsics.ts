import type { Wide } from '../base/wide.ts';
import { VOID } from '../c/types/type-basics.ts';
import type { Edge, Operation, Place } from '../program/cfa/automaton.ts';
import {
  ARGUMENTS,
  EARLY_JOIN,
  ENVIRONMENT,
  IDLE_THREAD,
  MANY_DIFFERENT_CALLS,
  ONE_OF_MANY,
  OPEN_ORDER,
  UNINTERPRETED,
} from '../program/cfa/beyond.ts';
import { BLOCKS } from '../program/cfa/checks/blocks.ts';
import { FORMAT_MISFIT, misfitOf } from '../program/cfa/checks/formats.ts';
import { ACCESSIBLE, BLOCK_START, MEETING, OVERLAP } from '../program/cfa/checks/overlap.ts';
import { LIST_MEETS, LIST_USED, MISFIT } from '../program/cfa/checks/surplus.ts';
import { CONSTRUCT, END_OF_LIFE } from '../program/cfa/constructs.ts';
import { ERRNO, functionBefore } from '../program/cfa/errno.ts';
import { EXTERNAL } from '../program/cfa/hidden-callbacks.ts';
import { readAddress, readerOf } from './access.ts';
import type { Frame, Step } from './activation.ts';
import type { Eval } from './context.ts';
import { resultFitter } from './convention.ts';
import { conversion } from './convert.ts';
import { compileExpr } from './expressions.ts';
import { heapRequest } from './heap.ts';
import { isSomeBlockLive, isSomeBlockLost } from './leaks.ts';
import { NativeCall } from './library/native.ts';
import { stringBytes, textAt } from './library/text.ts';
import { compileStore } from './loads.ts';
import { ENDED } from './memory.ts';
import { Halt, undefinedBehaviour } from './outcome.ts';
import { accessedCode, checkedAddress, compilePlace } from './places.ts';
import type { StepContext } from './step-context.ts';
import { callbackArgument } from './unknown-functions.ts';
import { sizeOf, type Value } from './values.ts';
import { isMisfit, listMeets, nextArgument, restOf, startList } from './varargs.ts';

/** Most tries of a run to join one thread among many that are alive. */
const MOST_EARLY_JOINS = 10_000;

type Intrinsic = Operation & { readonly kind: 'intrinsic' };

/** Ends the lifetime of a variable where control leaves its block. */
function endOfLife(context: StepContext, { places: [place] }: Intrinsic, to: number): Step {
  const { runtime, frame } = context;
  if (place?.kind !== 'variable') return () => to;
  const { id, type } = place.variable;
  const offset = frame.offsets.get(id);
  if (offset !== undefined) {
    const size = sizeOf(type, runtime.layout);
    return (f) => {
      runtime.memory.close((f[0] as number) + offset, size, ENDED);
      return to;
    };
  }
  return () => {
    const array = runtime.activation?.arrays?.get(id);
    if (array !== undefined) runtime.memory.close(array.address, array.room, ENDED);
    return to;
  };
}

/**
 * Compiles builtins that are not library functions. The others (`popcount`, `bswap32` ...) are in the
 * library.
 */
export function compileIntrinsic(context: StepContext, edge: Edge, op: Intrinsic): Step {
  const { runtime } = context;
  const { to } = edge;
  if (op.name === 'padding') return clearedPadding(context, op, to);
  if (op.name === END_OF_LIFE) return endOfLife(context, op, to);
  const lists = op.places.map((place) => listAddress(context, place));
  const finish = finisher(context, op);
  switch (op.name) {
    case 'va_start':
      return (f) => {
        startList(runtime, lists[0](f), runtime.activation!.surplus);
        return to;
      };
    case 'va_end':
      return () => to;
    case 'va_copy': {
      const size = runtime.pointerSize === 8 ? 24 : 4;
      const { memory } = runtime;
      return (f) => {
        const from = lists[1](f);
        memory.copy(lists[0](f), from, size);
        return to;
      };
    }
    case 'va_arg': {
      const type = op.result?.type ?? VOID;
      const read = readerOf(runtime.represent(type), runtime.memory.isLittle);
      return (f) => {
        const address = nextArgument(runtime, lists[0](f), type);
        finish(f, read(runtime.memory.view, address));
        return to;
      };
    }
    case MISFIT: {
      const { type } = op.arguments[0];
      const wanted = type.kind === 'pointer' ? type.target : VOID;
      return (f) => {
        finish(f, isMisfit(runtime, lists[0](f), wanted) ? 1 : 0);
        return to;
      };
    }
    case FORMAT_MISFIT: {
      const [format, ...given] = op.arguments;
      const text = compileExpr(context, format);
      const types = given.flatMap(({ type }) => (type.kind === 'pointer' ? [type.target] : []));
      return (f) => {
        const rest = lists.length === 0 ? types : restOf(runtime, lists[0](f))?.map(({ type }) => type);
        const format = textAt(runtime, text(f) as Wide);
        const isMisfit = rest !== undefined && format !== null && misfitOf(runtime.layout, format, rest) !== null;
        finish(f, isMisfit ? 1 : 0);
        return to;
      };
    }
    case LIST_MEETS: {
      const [pointer, bytes] = op.arguments.map((argument) => compileExpr(context, argument));
      return (f) => {
        finish(f, listMeets(runtime, lists[0](f), pointer(f) as Wide, BigInt(bytes(f) as Wide)) ? 1 : 0);
        return to;
      };
    }
    case LIST_USED:
      return (f) => {
        startList(runtime, lists[0](f), 0);
        return to;
      };
    case 'unreachable':
      return () => undefinedBehaviour('__builtin_unreachable is reached');
    case 'trap':
      throw new Halt({ kind: 'aborted', function: '__builtin_trap' });
    case ARGUMENTS.choice:
    case ENVIRONMENT.choice:
    case OPEN_ORDER:
    case BLOCKS.lostInLoop:
    case BLOCKS.perhapsLostInLoop:
      return (f) => {
        finish(f, 0);
        return to;
      };
    case EARLY_JOIN:
      return (f) => {
        // A claimed run may rest on an end that its own choices of threads never reach.
        if (++runtime.earlyJoins > MOST_EARLY_JOINS) throw new Halt({ kind: 'unsupported', construct: ONE_OF_MANY });
        finish(f, 0);
        return to;
      };
    case IDLE_THREAD:
      return () => to;
    case ARGUMENTS.beyond:
    case ENVIRONMENT.beyond:
      throw new Halt({ kind: 'unsupported', construct: 'an input beyond its bounds' });
    case UNINTERPRETED:
      return () => {
        throw new Halt({ kind: 'unsupported', construct: MANY_DIFFERENT_CALLS });
      };
    case ARGUMENTS.trim: {
      const [address, size] = op.arguments.map((argument) => compileExpr(context, argument));
      return (f) => {
        const start = Number(address(f) as Wide);
        runtime.memory.trim(
          start,
          size === undefined ? stringBytes(runtime, start).length + 1 : Number(size(f) as Wide),
        );
        return to;
      };
    }
    case BLOCKS.live:
      return (f) => {
        runtime.edge = edge;
        finish(f, isSomeBlockLive(runtime) ? 1 : 0);
        return to;
      };
    case BLOCKS.lost:
    case BLOCKS.lostBehindMain:
      return (f) => {
        runtime.edge = edge;
        finish(f, isSomeBlockLost(runtime, op.name === BLOCKS.lostBehindMain ? null : edge.to) ? 1 : 0);
        return to;
      };
    case OVERLAP:
    case MEETING: {
      const [target, source, writes, reads] = op.arguments.map((argument) => compileExpr(context, argument));
      const countsSame = op.name === MEETING;
      return (f) => {
        const [written, read] = [target(f) as Wide, source(f) as Wide];
        const distance = BigInt(written) - BigInt(read);
        const [first, bytes] = distance > 0n ? [read, reads] : [written, writes];
        const apart = distance > 0n ? distance : -distance;
        // A number of bytes beyond the end of an object is another fault.
        const isReached = (): boolean =>
          apart < BigInt(bytes(f) as Wide) && runtime.memory.accessibleFrom(first, Number(apart) + 1) > Number(apart);
        const counts = countsSame ? Number(writes(f)) !== 0 && Number(reads(f)) !== 0 : apart !== 0n;
        finish(f, counts && isReached() ? 1 : 0);
        return to;
      };
    }
    case ACCESSIBLE: {
      const [first, last, bytes] = op.arguments.map((argument) => compileExpr(context, argument));
      return (f) => {
        const [start, end] = [first(f) as Wide, last(f) as Wide];
        const all = BigInt(end) - BigInt(start) + BigInt(bytes(f) as Wide);
        const room = all <= 0n ? 0n : BigInt(runtime.memory.accessibleFrom(start, Number(all)));
        finish(f, all === 0n ? Number(runtime.memory.holds(start)) : all > 0n && room >= all ? 1 : 0);
        return to;
      };
    }
    case BLOCK_START: {
      const pointer = compileExpr(context, op.arguments[0]);
      return (f) => {
        finish(f, runtime.heap.sizeOf(pointer(f) as Wide) === null ? 0 : 1);
        return to;
      };
    }
    case EXTERNAL.choice: {
      const functions = op.arguments.flatMap((address) =>
        address.kind === 'function-address' ? [address.function] : [],
      );
      return (f) => {
        runtime.edge = edge;
        finish(f, context.calls.externals?.chooseCallback(functions) ?? 0);
        return to;
      };
    }
    case EXTERNAL.value: {
      const type = op.result?.type ?? VOID;
      const name = op.result?.kind === 'variable' ? op.result.variable.name.slice(1) : '';
      return (f) => {
        runtime.edge = edge;
        finish(f, callbackArgument(runtime, context.calls.externals, type, name));
        return to;
      };
    }
    case EXTERNAL.change:
      return () => {
        runtime.edge = edge;
        context.calls.externals?.calledBack();
        return to;
      };
    case EXTERNAL.end:
      return () => {
        runtime.edge = edge;
        throw new Halt({ kind: 'aborted', function: 'an external function' });
      };
    case ERRNO.read:
      return errnoStep(op, to, (id) => runtime.errno.read(id));
    case ERRNO.written:
      return errnoStep(op, to, (id) => runtime.errno.write(id));
    default:
      break;
  }
  const before = functionBefore(op.name);
  if (before !== null) {
    const [, kept] = op.arguments;
    const isKept = kept.kind !== 'integer' || kept.value !== 0n;
    return errnoStep(op, to, (id, f) => finish(f, runtime.errno.behind(id, before, isKept)));
  }
  const values = op.arguments.map((argument) => compileExpr(context, argument));
  const apply = valueIntrinsic(context, edge, op, values);
  return (f) => {
    runtime.edge = edge;
    finish(f, apply(f));
    return to;
  };
}

/** Returns the step of an operation about `errno`, whose variable has that id. */
function errnoStep({ result }: Intrinsic, to: number, act: (variable: number, frame: Frame) => void): Step {
  if (result?.kind !== 'variable') throw new TypeError('errno without its variable');
  const { id } = result.variable;
  return (f) => {
    act(id, f);
    return to;
  };
}

/**
 * Clears the whole object before its members are set. Optimised code treats bits beside bit-fields
 * that way.
 */
function clearedPadding(context: StepContext, { result }: Intrinsic, to: number): Step {
  const { memory, layout } = context.runtime;
  const code = result === null ? null : compilePlace(context, result);
  if (code === null || code.kind === 'slot') return () => to;
  const size = sizeOf(result!.type, layout);
  const address = checkedAddress(context, code, size, true);
  return (f) => {
    const start = address(f);
    memory.bytes.fill(0, start, start + size);
    return to;
  };
}

/** Returns the function that handles the result. */
function finisher(context: StepContext, op: Intrinsic): (frame: Frame, value: Value | undefined) => void {
  if (op.result === null) return () => {};
  const store = compileStore(context, op.result);
  const adapt = resultFitter(context.runtime.represent(op.result.type));
  return (f, value) => {
    if (value !== undefined) store(f, adapt(value));
  };
}

/** Returns the address of a `va_list` object; a parameter of LP64 holds its address. */
function listAddress(context: StepContext, place: Place): Eval<number> {
  const code = compilePlace(context, place);
  if (code.kind === 'slot') throw new Halt({ kind: 'unsupported', construct: 'a va_list without memory' });
  const address = accessedCode(context, code, sizeOf(place.type, context.runtime.layout), false);
  const { memory, pointerSize } = context.runtime;
  if (pointerSize === 8 && place.type.kind === 'pointer') {
    return (f) => readAddress(memory.view, memory.readable(address(f), 8), 8, memory.isLittle);
  }
  return (f) => Number(address(f));
}

function valueIntrinsic(
  context: StepContext,
  edge: Edge,
  op: Intrinsic,
  values: readonly Eval[],
): Eval<Value | undefined> {
  const { runtime, calls } = context;
  switch (op.name) {
    case 'alloca':
    case 'alloca_with_align':
    case 'alloca_with_align_and_max':
      return (f) => {
        const size = Number(values[0](f) as Wide);
        const alignment = values.length > 1 ? Number(values[1](f) as Wide) / 8 : 16;
        const address = runtime.stack.push(size, alignment);
        runtime.memory.open(address, size);
        const request = heapRequest(size, '', op.name, edge.at);
        runtime.unknownContent(request.type, op.name, address, size);
        return address;
      };
    case 'frame_address':
      return (f) => {
        runtime.approximate.add('__builtin_frame_address');
        return Number(values[0]?.(f) ?? 0) === 0 ? ((f[0] as number | undefined) ?? runtime.stack.mark().top) : 0;
      };
    case 'return_address':
    case 'has_attribute':
    case 'cpu_is':
    case 'cpu_supports':
      return () => {
        runtime.approximate.add(`__builtin_${op.name}`);
        return 0;
      };
    case 'object_size_open':
    case 'object_size':
      return (f) => {
        // GCC without optimisation answers that the size is unknown.
        if (op.name === 'object_size_open') runtime.approximate.add('__builtin_object_size');
        return (Number(values[0](f) as Wide) & 2) === 0 ? -1 : 0;
      };
    case 'shuffle':
      return shuffle(values);
    case 'shufflevector':
      return (f) => {
        const [first, second, ...indices] = values.map((value) => value(f));
        const all = [...(first as readonly Value[]), ...(second as readonly Value[])];
        return indices.map((index) => all[Math.max(0, Number(index as Wide))]);
      };
    case 'convertvector': {
      const from = runtime.represent(op.arguments[0].type);
      const to = runtime.represent(op.result?.type ?? op.arguments[0].type);
      if (from.kind !== 'vector' || to.kind !== 'vector')
        throw new Halt({ kind: 'unsupported', construct: '__builtin_convertvector' });
      const { floats, memory } = runtime;
      const convert = conversion(from.element, to.element, floats, memory.isLittle) ?? ((value: Value) => value);
      return (f) => (values[0](f) as readonly Value[]).map(convert);
    }
    default:
      break;
  }
  const native = calls.libraryFunction(op.name) ?? calls.libraryFunction(`__builtin_${op.name}`);
  if (native === undefined) {
    throw new Halt({ kind: 'unsupported', construct: op.name === 'asm' ? CONSTRUCT.asm : `__builtin_${op.name}` });
  }
  const types = op.arguments.map((argument) => argument.type);
  const resultType = op.result?.type ?? VOID;
  return (f) =>
    native(
      new NativeCall(
        runtime,
        `__builtin_${op.name}`,
        values.map((value) => value(f)),
        types,
        resultType,
      ),
    );
}

/**
 * Compiles `__builtin_shuffle(v, mask)` and `__builtin_shuffle(v, w, mask)`: indices modulo the number
 * of elements.
 */
function shuffle(values: readonly Eval[]): Eval {
  return (f) => {
    const operands = values.map((value) => value(f) as readonly Value[]);
    const mask = operands[operands.length - 1];
    const all = operands.slice(0, -1).flat();
    return mask.map((index) => all[Number(BigInt.asUintN(64, BigInt(index as Wide)) % BigInt(all.length))]);
  };
}
