import { unreachable } from '../base/errors.ts';
import type { Wide } from '../base/wide.ts';
import type { Edge, Operation } from '../program/cfa/automaton.ts';
import { writerOf } from './access.ts';
import { type Frame, type Step, SWITCH } from './activation.ts';
import type { Entrance } from './calls.ts';
import type { Eval } from './context.ts';
import { resultFitter } from './convention.ts';
import { compileDeclare } from './declarations.ts';
import { compileExpr } from './expressions.ts';
import { compileIntrinsic } from './intrinsics.ts';
import { NativeCall } from './library/native.ts';
import { compileCopy, compileStore } from './loads.ts';
import { Halt, undefinedBehaviour } from './outcome.ts';
import { checkedAddress, compilePlace } from './places.ts';
import type { StepContext } from './step-context.ts';
import { compileTest } from './tests.ts';
import { sizeOf, type Value } from './values.ts';

/**
 * Compiles the step that leaves a location. @throws {Halt} for constructs that are not modelled: the
 * run has reached them
 */
export function compileLocation(context: StepContext, location: number): Step {
  const fn = context.code.function;
  if (location === fn.exit) return () => context.calls.leave(undefined);
  const edges = fn.outgoing[location].map((id) => fn.edges[id]);
  const [first] = edges;
  // Control does not return from a call that never returns, or from `__builtin_unreachable`.
  if (first === undefined) return () => undefinedBehaviour('control reaches a place that it must not reach');
  context.runtime.edge = first;
  switch (first.op.kind) {
    case 'assume':
      return compileBranches(context, edges);
    case 'case':
    case 'default':
      return compileSwitch(context, edges);
    default:
      return compileOperation(context, first, first.op);
  }
}

function compileBranches(context: StepContext, edges: readonly Edge[]): Step {
  const tests = edges.map(({ op, to }) => {
    if (op.kind !== 'assume') throw new Halt({ kind: 'unsupported', construct: 'a mixture of branches' });
    return { condition: op.condition, truth: op.truth, to };
  });
  const [first, second] = tests;
  if (tests.length === 2 && first.condition === second.condition && first.truth !== second.truth) {
    const test = compileTest(context, first.condition);
    const yes = first.truth ? first.to : second.to;
    const no = first.truth ? second.to : first.to;
    return (f) => (test(f) ? yes : no);
  }
  const compiled = tests.map(({ condition, truth, to }) => ({ test: compileTest(context, condition), truth, to }));
  return (f) => {
    for (const { test, truth, to } of compiled) if (test(f) === truth) return to;
    return undefinedBehaviour('a jump to an address that is not a label');
  };
}

function compileSwitch(context: StepContext, edges: readonly Edge[]): Step {
  const targets = new Map<Wide | bigint, number>();
  const ranges: { low: bigint; high: bigint; to: number }[] = [];
  let otherwise = -1;
  let value: Eval | null = null;
  for (const { op, to } of edges) {
    if (op.kind !== 'case' && op.kind !== 'default')
      throw new Halt({ kind: 'unsupported', construct: 'a mixture of branches' });
    value ??= compileExpr(context, op.value);
    if (op.kind === 'default') otherwise = to;
    else if (op.low === op.high) addCase(targets, op.low, to);
    else ranges.push({ low: op.low, high: op.high, to });
  }
  const select = value!;
  return (f) => {
    const chosen = select(f) as Wide;
    const target = targets.get(chosen);
    if (target !== undefined) return target;
    for (const { low, high, to } of ranges) if (chosen >= low && chosen <= high) return to;
    return otherwise >= 0 ? otherwise : undefinedBehaviour('a switch without a matching case');
  };
}

/** Adds a case under both forms that the value may have (number, bigint). */
function addCase(targets: Map<Wide, number>, value: bigint, to: number): void {
  if (!targets.has(value)) targets.set(value, to);
  if (BigInt(Number(value)) === value && !targets.has(Number(value))) targets.set(Number(value), to);
}

function compileOperation(context: StepContext, edge: Edge, op: Operation): Step {
  const { runtime } = context;
  const { memory } = runtime;
  const { to } = edge;
  switch (op.kind) {
    case 'skip':
      return () => to;
    case 'assign':
      return compileAssign(context, op, to);
    case 'declare':
      return compileDeclare(context, edge, op.variable);
    case 'zero':
    case 'set-string': {
      const code = compilePlace(context, op.target);
      if (code.kind === 'slot') {
        const store = compileStore(context, op.target);
        return (f) => {
          store(f, 0);
          return to;
        };
      }
      const size = sizeOf(op.target.type, runtime.layout);
      const address = checkedAddress(context, code, size, true);
      if (op.kind === 'zero') {
        return (f) => {
          const start = address(f);
          memory.bytes.fill(0, start, start + size);
          return to;
        };
      }
      const content = stringBytes(context, op, size);
      return (f) => {
        memory.bytes.set(content, address(f));
        return to;
      };
    }
    case 'call':
      return compileCall(context, edge, op);
    case 'return': {
      const { calls } = context;
      if (op.value === null) return () => calls.leave(undefined);
      const value = compileExpr(context, op.value);
      return (f) => calls.leave(value(f));
    }
    case 'intrinsic':
      return compileIntrinsic(context, edge, op);
    case 'unsupported':
      throw new Halt({ kind: 'unsupported', construct: op.construct });
    case 'assume':
    case 'case':
    case 'default':
    case 'choose':
      throw new Halt({ kind: 'unsupported', construct: 'a branch among other operations' });
    default:
      return unreachable(op);
  }
}

function compileAssign(context: StepContext, op: Operation & { kind: 'assign' }, to: number): Step {
  const { target, value: source } = op;
  const record = target.type.kind === 'struct' || target.type.kind === 'union';
  // A copy of a scalar keeps all its bits, including NaN payloads.
  const copies =
    source.kind === 'load' && (record || target.type.kind === 'float') && source.place.type.kind === target.type.kind;
  const copy =
    copies && source.kind === 'load' && sameSize(context, target, source.place)
      ? compileCopy(context, target, source.place)
      : null;
  if (copy !== null) {
    return (f) => {
      copy(f);
      return to;
    };
  }
  const value = compileExpr(context, source);
  if (target.kind === 'variable') {
    const slot = context.frame.slots.get(target.variable.id);
    if (slot !== undefined) {
      return (f) => {
        f[slot] = value(f);
        return to;
      };
    }
  }
  const store = compileStore(context, target);
  return (f) => {
    store(f, value(f));
    return to;
  };
}

function sameSize(
  context: StepContext,
  a: { readonly type: import('../c/types/types.ts').CType },
  b: typeof a,
): boolean {
  const { layout } = context.runtime;
  return (
    layout.sizeOf(a.type) === layout.sizeOf(b.type) && (a.type.kind !== 'float' || Number(layout.sizeOf(a.type)) <= 8)
  );
}

/** Returns the bytes of a string initialiser, with zeros up to the end of the array. */
function stringBytes(context: StepContext, op: Operation & { kind: 'set-string' }, size: number): Uint8Array {
  const content = new Uint8Array(size);
  const { type } = op.target;
  if (type.kind !== 'array') return content;
  const element = context.runtime.represent(type.element);
  const write = writerOf(element, context.runtime.memory.isLittle);
  const view = new DataView(content.buffer);
  const count = Math.min(op.units.length, Math.floor(size / element.size));
  for (let index = 0; index < count; index++) write(view, index * element.size, op.units[index]);
  return content;
}

function compileCall(context: StepContext, edge: Edge, op: Operation & { kind: 'call' }): Step {
  const { runtime, calls } = context;
  const values = op.arguments.map((argument) => compileExpr(context, argument));
  const types = op.arguments.map((argument) => argument.type);
  const store = op.result === null ? null : compileStore(context, op.result);
  const resume = edge.to;
  const evaluate = (f: Frame): Value[] => {
    const result: Value[] = new Array(values.length);
    for (let index = 0; index < values.length; index++) result[index] = values[index](f);
    return result;
  };
  if (op.callee.kind === 'direct') {
    const fn = runtime.program.functions[op.callee.function];
    if (fn == null) throw new Halt({ kind: 'unsupported', construct: 'a call of a function that was dropped' });
    const resultType = op.result?.type ?? fn.type.result;
    const native = calls.simpleFunction(fn);
    if (native !== undefined) {
      const adapt = store === null ? null : resultFitter(runtime.represent(resultType));
      return (f) => {
        runtime.edge = edge;
        const result = native(new NativeCall(runtime, fn.name, evaluate(f), types, fn.type.result));
        if (store !== null && adapt !== null && result !== undefined) store(f, adapt(result));
        return resume;
      };
    }
    if (fn.defined && !runtime.isError(fn)) {
      let entrance: Entrance | null = null;
      return (f) => {
        runtime.edge = edge;
        const given = evaluate(f);
        entrance ??= calls.entrance({ function: fn, types, resultType, store });
        calls.enter(entrance, given, resume, runtime.activation, edge);
        return SWITCH;
      };
    }
    return (f) => {
      runtime.edge = edge;
      return calls.call({ function: fn, values: evaluate(f), types, resultType, store, resume }, edge);
    };
  }
  const pointer = compileExpr(context, op.callee.pointer) as Eval<Wide>;
  const resultType = op.result?.type ?? op.callee.type.result;
  return (f) => {
    runtime.edge = edge;
    const address = pointer(f);
    const argumentValues = evaluate(f);
    return calls.call(
      { function: calls.functionAt(address), values: argumentValues, types, resultType, store, resume },
      edge,
    );
  };
}
