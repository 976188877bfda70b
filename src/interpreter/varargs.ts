import type { Wide } from '../base/wide.ts';
import { INT } from '../c/types/type-basics.ts';
import type { CType } from '../c/types/types.ts';
import { fitsArgument } from '../program/cfa/checks/surplus.ts';
import { readAddress, writeAddress, writerOf } from './access.ts';
import { undefinedBehaviour } from './outcome.ts';
import type { Runtime } from './runtime.ts';
import type { Value } from './values.ts';

/**
 * Surplus arguments of variadic calls lie in memory one after the other. They follow the i386 ABI and,
 * for arguments that no register holds, the x86-64 ABI. Units have 4 or 8 bytes; long double and other
 * 16-byte types of LP64 lie at multiples of 16. On LP64 a `va_list` says that its registers are used
 * up (gp_offset 48, fp_offset 176), so that the program's own use of the record works too.
 */

/** Bytes behind the last argument, of which a list may name the first ones. */
const LARGEST_ALIGNMENT = 16;

/** Copies the arguments from `first` on to fresh stack memory and returns its address (0 for none). */
export function layVariadicArguments(
  runtime: Runtime,
  values: readonly Value[],
  types: readonly CType[],
  first: number,
): number {
  if (values.length <= first) return 0;
  const places: { offset: number; index: number }[] = [];
  let end = 0;
  for (let index = first; index < values.length; index++) {
    const { size } = runtime.represent(types[index]);
    const offset = alignArgument(runtime, end, types[index], size);
    places.push({ offset, index });
    end = offset + slotSize(runtime, size);
  }
  const behind = end + LARGEST_ALIGNMENT;
  const address = runtime.stack.push(behind);
  runtime.memory.bytes.fill(0, address, address + behind);
  runtime.memory.open(address, end);
  for (let at = address; at < address + behind; at += runtime.pointerSize) runtime.surplusTypes.set(at, null);
  for (const { offset, index } of places) {
    // An empty structure shares its place with the next argument.
    if (runtime.represent(types[index]).size > 0) runtime.surplusTypes.set(address + offset, types[index]);
    const write = writerOf(runtime.represent(types[index]), runtime.memory.isLittle);
    write(runtime.memory.view, address + offset, values[index]);
  }
  return address;
}

/** Returns the start of the argument of that type when `offset` bytes are used. */
function alignArgument(runtime: Runtime, offset: number, type: CType, size: number): number {
  const alignment =
    runtime.pointerSize === 8 && size > 8 && runtime.layout.alignOf(type) >= 16 ? 16 : runtime.pointerSize;
  return Math.ceil(offset / alignment) * alignment;
}

/** Returns the bytes that an argument takes. */
function slotSize(runtime: Runtime, size: number): number {
  return Math.ceil(size / runtime.pointerSize) * runtime.pointerSize;
}

/** The address of a list's next argument. `list` is the address of the va_list object. */
function argumentAt(runtime: Runtime, list: number, type: CType): number {
  const { memory, pointerSize } = runtime;
  const field = memory.readable(pointerSize === 8 ? list + 8 : list, pointerSize);
  const area = readAddress(memory.view, field, pointerSize, memory.isLittle);
  return alignArgument(runtime, area, type, runtime.represent(type).size);
}

/** Whether a list has no next argument of that type. Its words are unknown where the program built it itself. */
export function isMisfit(runtime: Runtime, list: number, wanted: CType): boolean {
  return isMisfitAt(runtime, argumentAt(runtime, list, wanted), wanted);
}

function isMisfitAt(runtime: Runtime, address: number, wanted: CType): boolean {
  const type = address < runtime.pointerSize ? null : runtime.surplusTypes.get(address);
  if (type === undefined || runtime.represent(wanted).size === 0) return false;
  return type === null || !fitsArgument(runtime.layout, type, wanted);
}

/** The arguments that a list still has, with their addresses; null: the program built the list itself. */
export function restOf(
  runtime: Runtime,
  list: number,
): readonly { readonly type: CType; readonly address: number }[] | null {
  const { pointerSize, surplusTypes } = runtime;
  let at = argumentAt(runtime, list, INT);
  if (at >= pointerSize && !surplusTypes.has(at)) return null;
  const rest: { type: CType; address: number }[] = [];
  // One word at most is left out between two arguments.
  for (let words = 0; words < 2 && surplusTypes.has(at); ) {
    const type = surplusTypes.get(at) ?? null;
    if (type !== null) rest.push({ type, address: at });
    words = type === null ? words + 1 : 0;
    at += type === null ? pointerSize : slotSize(runtime, runtime.represent(type).size);
  }
  return rest;
}

/** Whether a pointer of a list leads into the object of another one, within as many bytes behind it. */
export function listMeets(runtime: Runtime, list: number, to: Wide, bytes: bigint): boolean {
  const { memory, pointerSize } = runtime;
  const pointers = (restOf(runtime, list) ?? []).filter(({ type }) => type.kind === 'pointer');
  return pointers.some(({ address }) => {
    const into = readAddress(memory.view, address, pointerSize, memory.isLittle);
    const [first, last] = BigInt(into) < BigInt(to) ? [into, to] : [to, into];
    const apart = BigInt(last) - BigInt(first);
    if (first === to && apart >= bytes) return false;
    return memory.accessibleFrom(first, Number(apart) + 1) > Number(apart);
  });
}

/** Takes the next argument and returns its address. */
export function nextArgument(runtime: Runtime, list: number, type: CType): number {
  const { memory, pointerSize } = runtime;
  const address = argumentAt(runtime, list, type);
  if (isMisfitAt(runtime, address, type)) undefinedBehaviour('va_arg without an argument of that type');
  const { size } = runtime.represent(type);
  const next = address + slotSize(runtime, size);
  const field = memory.writable(pointerSize === 8 ? list + 8 : list, pointerSize);
  writeAddress(memory.view, field, pointerSize, next, memory.isLittle);
  return memory.readable(address, size);
}

/** Starts a va_list at the arguments at `area`. */
export function startList(runtime: Runtime, list: number, area: number): void {
  const { memory, pointerSize } = runtime;
  const address = memory.writable(list, pointerSize === 8 ? 24 : 4);
  const { view, isLittle } = memory;
  if (pointerSize === 4) {
    writeAddress(view, address, 4, area, isLittle);
    return;
  }
  view.setUint32(address, 48, isLittle);
  view.setUint32(address + 4, 176, isLittle);
  writeAddress(view, address + 8, 8, area, isLittle);
  writeAddress(view, address + 16, 8, 0, isLittle);
}
