import type { FloatValue } from '../../base/float.ts';
import type { Wide } from '../../base/wide.ts';
import { DOUBLE, INT, INT128, LLONG, LONG_DOUBLE, pointerTo, VOID } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import { readBits, readerOf } from '../access.ts';
import { undefinedBehaviour } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import type { Value } from '../values.ts';
import { nextArgument } from '../varargs.ts';
import type { ArgumentReader } from './format.ts';
import type { NativeCall } from './native.ts';

/** Reads the arguments of the call itself from index `first` on. */
export function callReader(call: NativeCall, first: number): ArgumentReader {
  let next = first;
  const take = (): Value => call.value(next++);
  const integer = (): bigint => {
    const value = take();
    if (typeof value === 'number' && !Number.isInteger(value))
      return undefinedBehaviour(`a floating argument where ${call.name} wants an integer`);
    if (typeof value !== 'number' && typeof value !== 'bigint')
      return undefinedBehaviour(`wrong type of an argument of ${call.name}`);
    return BigInt(value);
  };
  const floating = (): number | FloatValue => {
    const type = call.types[next];
    const value = take();
    if (type?.kind !== 'float')
      return undefinedBehaviour(`an argument of another type where ${call.name} wants a floating one`);
    return value as number | FloatValue;
  };
  return {
    integer,
    pointer: () => {
      const value = take();
      return typeof value === 'number' || typeof value === 'bigint'
        ? value
        : undefinedBehaviour(`wrong type of an argument of ${call.name}`);
    },
    double: () => {
      const value = floating();
      return typeof value === 'number' ? value : undefinedBehaviour(`a long double where ${call.name} wants a double`);
    },
    longDouble: () => {
      const value = floating();
      return typeof value === 'number' ? undefinedBehaviour(`a double where ${call.name} wants a long double`) : value;
    },
  };
}

/**
 * Reads the arguments behind a `va_list`, given as the value of a `va_list` parameter (ILP32: the list
 * itself, LP64: its address).
 */
export function listReader(runtime: Runtime, list: Wide): ArgumentReader {
  const { memory, pointerSize } = runtime;
  let address: number;
  if (pointerSize === 8) address = Number(list);
  else {
    // The list was passed by value, so reading continues in a copy.
    address = runtime.libraryState.get('va_list') ?? runtime.heap.allocateHidden(4);
    runtime.libraryState.set('va_list', address);
    memory.view.setUint32(address, Number(list), memory.isLittle);
  }
  const next = (type: CType): number => nextArgument(runtime, address, type);
  const read = (type: CType): Value => readerOf(runtime.represent(type), memory.isLittle)(memory.view, next(type));
  return {
    integer: (bits) =>
      readBits(memory.view, next(bits === 32 ? INT : bits === 64 ? LLONG : INT128), bits / 8, memory.isLittle),
    pointer: () => read(pointerTo(VOID)) as Wide,
    double: () => read(DOUBLE) as number,
    longDouble: () => read(LONG_DOUBLE) as FloatValue,
  };
}
