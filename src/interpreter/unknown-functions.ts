import type { Wide } from '../base/wide.ts';
import { rangeOfResult } from '../c/builtins/library/ranges.ts';
import { readsOf, takesNull } from '../c/builtins/library/table.ts';
import type { CType } from '../c/types/types.ts';
import { Qualifier } from '../c/types/types.ts';
import type { AutomatonFunction } from '../program/cfa/automaton.ts';
import { externalConstruct, mayChange } from '../program/cfa/externals.ts';
import { hasCallbacks } from '../program/cfa/hidden-callbacks.ts';
import { pointerSite } from '../program/cfa/pointer-choices.ts';
import { readerOf } from './access.ts';
import type { ExternalMemory } from './external-memory.ts';
import { heldPointers } from './held-pointers.ts';
import { HUGE } from './library/native.ts';
import { stringLength } from './library/text.ts';
import { Halt } from './outcome.ts';
import type { Runtime } from './runtime.ts';
import { isScalarType, type Value } from './values.ts';

/**
 * Returns the result of a function without a body or a model: an input. An external function read as
 * `havoc` first changes memory, as inputs say. Under the other readings it changes nothing here, which
 * each of them allows. Other functions might write through their arguments. That is not modelled, and
 * the run is marked as approximate.
 */
export function unknownResult(
  runtime: Runtime,
  externals: ExternalMemory | null,
  fn: AutomatonFunction,
  values: readonly Value[],
  types: readonly CType[],
  resultType: CType,
): Value | undefined {
  const reading = runtime.readingOf(fn);
  if (reading === 'stop') throw new Halt({ kind: 'unsupported', construct: externalConstruct(fn.name) });
  if (reading !== null && mayChange(reading)) runtime.external ??= fn.name;
  if (reading === 'havoc') externals?.call(fn, values, types);
  if (reading !== null && fn.noreturn && !callsBackFirst(runtime))
    throw new Halt({ kind: 'aborted', function: fn.name });
  // The declaration says more about const than the arguments do.
  const declared = types.map((type, index) => fn.type.parameters[index]?.type ?? type);
  const writable = declared.some((type, index) => writableThrough(type) && values[index] !== 0);
  if (reading === null && !fn.pure && writable) runtime.approximate.add(`${fn.name} may write through its arguments`);
  switch (resultType.kind) {
    case 'void':
      return undefined;
    case 'pointer':
      // It is contested whether an access through the pointer is a fault.
      if (runtime.program.watched.length > 0) runtime.approximate.add(`the pointer that ${fn.name} returns`);
      if (reading === 'havoc' && externals !== null)
        return externals.pointer(resultType, 'its result', { site: pointerSite(runtime.site(), []), by: fn.name }) ?? 0;
      return runtime.input('unknown-function', resultType, fn.name);
    case 'struct':
    case 'union':
    case 'array':
    case 'vector':
    case 'complex': {
      const { size } = runtime.represent(resultType);
      const address = runtime.heap.allocateHidden(size);
      runtime.unknownContent(resultType, fn.name, address, size, 'unknown-function');
      if (reading === 'havoc') givePointers(runtime, externals, resultType, 'its result', address, fn.name);
      const value = readerOf(runtime.represent(resultType), runtime.memory.isLittle)(runtime.memory.view, address);
      runtime.heap.release(address);
      return value;
    }
    default:
      return runtime.input(
        'unknown-function',
        resultType,
        fn.name,
        fn.origin === 'library' ? rangeOfResult(fn.name, resultType, runtime.layout) : null,
      );
  }
}

/** Reads the texts and blocks that a library function without code reads. @throws {Halt} outside of objects */
export function readGiven(runtime: Runtime, name: string, values: readonly Value[]): void {
  const { texts, blocks } = readsOf(name);
  const given = (position: number): Wide | null => {
    const value = values[position];
    return (typeof value !== 'number' && typeof value !== 'bigint') || (value === 0 && takesNull(name, position))
      ? null
      : value;
  };
  for (const position of texts) {
    const text = given(position);
    if (text !== null) stringLength(runtime, text);
  }
  for (const [position, ...counts] of blocks) {
    const block = given(position);
    const size = counts.reduce((product, count) => product * Number(given(count) ?? 0), 1);
    if (block !== null && size > 0) runtime.memory.readable(block, Math.min(size, HUGE));
  }
}

/**
 * Returns an argument that an external function passes to a function that it calls back. Pointers are
 * null.
 */
export function callbackArgument(runtime: Runtime, externals: ExternalMemory | null, type: CType, name: string): Value {
  const by = externals?.caller() ?? '';
  const change = { site: null, by };
  if (type.kind === 'pointer')
    return externals?.pointer(type, name, { site: pointerSite(runtime.site(), []), by }) ?? 0;
  if (isScalarType(type)) return runtime.input('external-argument', type, name, null, change);
  const { size } = runtime.represent(type);
  const address = runtime.heap.allocateHidden(size);
  runtime.unknownContent(type, name, address, size, 'external-argument', change);
  givePointers(runtime, externals, type, name, address, by);
  const value = readerOf(runtime.represent(type), runtime.memory.isLittle)(runtime.memory.view, address);
  runtime.heap.release(address);
  return value;
}

/**
 * Sets the pointers of a struct or array from an external function. Pointers that it does not choose
 * become null.
 */
function givePointers(
  runtime: Runtime,
  externals: ExternalMemory | null,
  type: CType,
  name: string,
  address: number,
  by: string,
): void {
  if (externals === null) return;
  for (const { offset } of heldPointers(type, runtime.layout)) {
    runtime.memory.bytes.fill(0, address + offset, address + offset + runtime.pointerSize);
  }
  const content = runtime.memory.bytes.subarray(address, address + runtime.represent(type).size);
  externals.setPointers(type, name, content, { site: runtime.site(), by });
}

/** Whether callbacks follow the running call. A function that does not return makes them before. */
function callsBackFirst({ program, activation, edge }: Runtime): boolean {
  const code = activation?.code ?? null;
  return code !== null && edge !== null && hasCallbacks(program, code.function, edge);
}

function writableThrough(type: CType): boolean {
  if (type.kind !== 'pointer') return false;
  let { target } = type;
  while (target.kind === 'array') target = target.element;
  return target.kind !== 'function' && ((target.qualifiers ?? 0) & Qualifier.const) === 0;
}
