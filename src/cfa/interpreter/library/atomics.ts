import type { BinaryOperator } from '../../../c/ast.ts';
import type { CType } from '../../../c/types.ts';
import { readerOf, writerOf } from '../access.ts';
import { binaryOperation, comparison, complement } from '../arithmetic.ts';
import { resultFitter } from '../convention.ts';
import { unsupported } from '../outcome.ts';
import type { Representation, Value } from '../values.ts';
import type { Native, NativeCall } from './native.ts';

/** `__sync_*` and `__atomic_*` in a single thread: plain reads and writes. The type is that of the pointer's target. */

interface Cell {
  readonly representation: Representation;
  readonly old: Value;
  store(value: Value): void;
}

/** The object behind pointer argument `index`. */
function cell(call: NativeCall, index: number): Cell {
  const type: CType | undefined = call.types[index];
  if (type?.kind !== 'pointer') return unsupported(`${call.name} of something that is no pointer`);
  const representation = call.runtime.represent(type.target);
  const { memory } = call.runtime;
  const address = memory.readable(call.pointer(index), representation.size);
  const old = readerOf(representation)(memory.view, address);
  return {
    representation,
    old,
    store: (value) =>
      writerOf(representation)(memory.view, memory.writable(address, representation.size), resultFitter(representation)(value)),
  };
}

type Combine = (call: NativeCall, representation: Representation, old: Value, operand: Value) => Value;

const operator =
  (op: BinaryOperator): Combine =>
  (call, representation, old, operand) =>
    binaryOperation(op, representation, call.runtime.floats)(old, resultFitter(representation)(operand));

const COMBINATIONS: Readonly<Record<string, Combine>> = {
  add: operator('+'),
  sub: operator('-'),
  or: operator('|'),
  and: operator('&'),
  xor: operator('^'),
  nand: (call, representation, old, operand) => complement(representation)(operator('&')(call, representation, old, operand)),
};

function update(combine: Combine, giveOld: boolean): Native {
  return (call) => {
    const { representation, old, store } = cell(call, 0);
    const value = combine(call, representation, old, call.value(1));
    store(value);
    return giveOld ? old : value;
  };
}

function same(representation: Representation, a: Value, b: Value): boolean {
  if (representation.kind === 'bytes') return Buffer.compare(a as Uint8Array, b as Uint8Array) === 0;
  return comparison('==', representation)(a, resultFitter(representation)(b)) !== 0;
}

function compareAndSwap(giveOld: boolean): Native {
  return (call) => {
    const { representation, old, store } = cell(call, 0);
    const equal = same(representation, old, call.value(1));
    if (equal) store(call.value(2));
    return giveOld ? old : equal ? 1 : 0;
  };
}

/** `direct`: the desired value is an argument (`_n`), not behind a pointer. */
function compareExchange(direct: boolean): Native {
  return (call) => {
    const target = cell(call, 0);
    const expected = cell(call, 1);
    const desired = direct ? call.value(2) : cell(call, 2).old;
    const equal = same(target.representation, target.old, expected.old);
    if (equal) target.store(desired);
    else expected.store(target.old);
    return equal ? 1 : 0;
  };
}

function exchangeNow(call: NativeCall): Value {
  const { old, store } = cell(call, 0);
  store(call.value(1));
  return old;
}

function families(): Record<string, Native> {
  const natives: Record<string, Native> = {};
  for (const [name, combine] of Object.entries(COMBINATIONS)) {
    natives[`__sync_fetch_and_${name}`] = update(combine, true);
    natives[`__sync_${name}_and_fetch`] = update(combine, false);
    natives[`__atomic_fetch_${name}`] = update(combine, true);
    natives[`__atomic_${name}_fetch`] = update(combine, false);
  }
  return natives;
}

const nothing: Native = () => undefined;

const named: Readonly<Record<string, Native>> = {
  ...families(),
  __sync_bool_compare_and_swap: compareAndSwap(false),
  __sync_val_compare_and_swap: compareAndSwap(true),
  __sync_lock_test_and_set: exchangeNow,
  __sync_lock_release: (call) => {
    cell(call, 0).store(0);
    return undefined;
  },
  __sync_synchronize: nothing,
  __atomic_load_n: (call) => cell(call, 0).old,
  __atomic_load: (call) => {
    cell(call, 1).store(cell(call, 0).old);
    return undefined;
  },
  __atomic_store_n: (call) => {
    cell(call, 0).store(call.value(1));
    return undefined;
  },
  __atomic_store: (call) => {
    cell(call, 0).store(cell(call, 1).old);
    return undefined;
  },
  __atomic_exchange_n: exchangeNow,
  __atomic_exchange: (call) => {
    const { old, store } = cell(call, 0);
    store(cell(call, 1).old);
    cell(call, 2).store(old);
    return undefined;
  },
  __atomic_compare_exchange_n: compareExchange(true),
  __atomic_compare_exchange: compareExchange(false),
  __atomic_test_and_set: (call) => {
    const address = call.runtime.memory.writable(call.pointer(0), 1);
    const old = call.runtime.memory.bytes[address];
    call.runtime.memory.bytes[address] = 1;
    return old === 0 ? 0 : 1;
  },
  __atomic_clear: (call) => {
    call.runtime.memory.bytes[call.runtime.memory.writable(call.pointer(0), 1)] = 0;
    return undefined;
  },
  __atomic_thread_fence: nothing,
  __atomic_signal_fence: nothing,
  __atomic_always_lock_free: () => 1,
  __atomic_is_lock_free: () => 1,
};

/** The sized variants (`__sync_fetch_and_add_4`) mean the same. */
export const ATOMIC_FUNCTIONS: Readonly<Record<string, Native>> = {
  ...named,
  ...Object.fromEntries(
    Object.entries(named).flatMap(([name, native]) => [1, 2, 4, 8, 16].map((size) => [`${name}_${size}`, native] as const)),
  ),
};
