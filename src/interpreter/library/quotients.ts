import { undefinedBehaviour, unsupported } from '../outcome.ts';
import type { Value } from '../values.ts';
import type { NativeCall, Natives } from './native.ts';

/** div and its kin, on integers of that width: returns a structure of quotient and remainder. */
function divide(call: NativeCall, width: number): Value {
  const [numerator, denominator] = [0, 1].map((index) => BigInt.asIntN(width, BigInt(call.wide(index))));
  if (denominator === 0n) return undefinedBehaviour(`${call.name} by zero`, 'division-by-zero');
  const parts: Readonly<Record<string, bigint>> = { quot: numerator / denominator, rem: numerator % denominator };
  const { resultType } = call;
  const { layout } = call.runtime;
  if (resultType.kind !== 'struct' || resultType.definition.fields === null)
    return unsupported(`${call.name} of another type`);
  const { definition } = resultType;
  const bytes = new Uint8Array(Number(layout.sizeOf(resultType) ?? 0n));
  const view = new DataView(bytes.buffer);
  const places = layout.record(definition).fields;
  for (const [index, { name }] of resultType.definition.fields.entries()) {
    const value = name === null ? undefined : parts[name];
    const at = Number(places[index].offset);
    if (value === undefined || at + width / 8 > bytes.length) return unsupported(`${call.name} of another type`);
    if (width === 32) view.setInt32(at, Number(BigInt.asIntN(32, value)), true);
    else view.setBigInt64(at, value, true);
  }
  return bytes;
}

const long = (call: NativeCall): number => call.runtime.pointerSize * 8;

export const QUOTIENT_FUNCTIONS = {
  div: (call) => divide(call, 32),
  ldiv: (call) => divide(call, long(call)),
  lldiv: (call) => divide(call, 64),
  imaxdiv: (call) => divide(call, 64),
} satisfies Natives;
