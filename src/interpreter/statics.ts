import { setBits } from '../base/byte-order.ts';
import type { Wide } from '../base/wide.ts';
import type { Variable } from '../c/ast.ts';
import type { CType } from '../c/types/types.ts';
import type { Program, StaticValue } from '../program/cfa/automaton.ts';
import { isConstantVariable } from '../program/cfa/constant-objects.ts';
import { isStandardStream } from '../program/cfa/standard-streams.ts';
import { writerOf } from './access.ts';
import type { CompileContext } from './context.ts';
import { compileContext, compileExpr, integerValue } from './expressions.ts';
import { Halt, unsupported } from './outcome.ts';
import type { Runtime } from './runtime.ts';
import type { Value } from './values.ts';
import { type FrameLayout, isReadOnly } from './variables.ts';

const NO_FRAME: FrameLayout = {
  slots: new Map(),
  arrays: new Map(),
  offsets: new Map(),
  slotCount: 1,
  memorySize: 0,
  memoryAlignment: 16,
  template: new Uint8Array(0),
};

/**
 * Lays out all objects of static storage and gives them their initial values, which are the same in
 * every run. `startStatics` gives the others their values. @throws {Halt} memory limit, or a construct
 * that is not modelled
 */
export function initialiseStatics(runtime: Runtime, program: Program): void {
  const { layout, memory } = runtime;
  for (const variable of program.globals) {
    const size = staticSize(runtime, variable, program.initialValues.get(variable.id) ?? []);
    const address = memory.reserve(size, Math.max(16, layout.alignOf(variable.type)));
    runtime.globals.set(variable.id, address);
    runtime.globalSizes.set(variable.id, size);
    if (isConstantVariable(variable)) runtime.constants.add(address);
  }
  const context = compileContext(runtime, NO_FRAME);
  for (const variable of program.globals) {
    const address = runtime.globals.get(variable.id)!;
    const size = runtime.globalSizes.get(variable.id)!;
    memory.open(address, size, runtime.constants.has(address) || isReadOnly(program, variable));
    if (isStandardStream(variable)) {
      const handle = memory.reserve(8, 8);
      writerOf(runtime.represent(STREAM), memory.isLittle)(memory.view, address, handle);
      runtime.standardStreams.set(handle, variable.name);
    } else if (!variable.undefined) {
      for (const value of program.initialValues.get(variable.id) ?? []) storeStatic(context, variable, address, value);
    }
  }
}

/**
 * Starts the rest of a run's state: open streams, and globals that are only declared, whose content is
 * an input.
 */
export function startStatics(runtime: Runtime, program: Program): void {
  for (const [handle, name] of runtime.standardStreams) runtime.files.standard(handle, name);
  for (const variable of program.globals) {
    if (!variable.undefined || isStandardStream(variable)) continue;
    const address = runtime.globals.get(variable.id) ?? 0;
    const size = runtime.globalSizes.get(variable.id) ?? 0;
    runtime.unknownContent(variable.type, variable.name, address, size, 'uninitialised', {
      site: `global:${variable.id}`,
    });
  }
}

const STREAM: CType = { kind: 'pointer', target: { kind: 'void' } };

/**
 * Returns the size in bytes of the object. A flexible array member with an initialiser makes it larger
 * than its type.
 */
function staticSize(runtime: Runtime, variable: Variable, values: readonly StaticValue[]): number {
  const declared = runtime.layout.sizeOf(variable.type);
  let size = declared === null ? 0 : Number(declared);
  if (variable.type.kind !== 'struct') return size;
  for (const value of values) {
    const { bitOffset, type, bits } = locate(
      runtime,
      variable.type,
      value.range === undefined ? value.path : lastPath(value),
    );
    if (bits !== undefined) continue;
    const start = bitOffset / 8;
    if (value.value.kind !== 'bytes') size = Math.max(size, start + Number(runtime.layout.sizeOf(type) ?? 0n));
    else if (type.kind === 'array') {
      size = Math.max(size, start + value.value.units.length * Number(runtime.layout.sizeOf(type.element) ?? 1n));
    }
  }
  return size;
}

function lastPath({ path, range }: StaticValue): readonly number[] {
  return path.map((index, level) => (level === range?.level ? range.last : index));
}

/** Returns the sub-object at a path. */
function locate(
  runtime: Runtime,
  root: CType,
  path: readonly number[],
): { bitOffset: number; type: CType; bits?: number } {
  const { layout } = runtime;
  let type = root;
  let bitOffset = 0;
  let bits: number | undefined;
  for (const index of path) {
    if (type.kind === 'struct' || type.kind === 'union') {
      const field = layout.record(type.definition).fields[index];
      bitOffset += field.bitOffset;
      bits = field.bits;
      type = type.definition.fields![index].type;
    } else if (type.kind === 'array' || type.kind === 'vector') {
      type = type.element;
      bitOffset += index * Number(layout.sizeOf(type) ?? 0n) * 8;
    } else if (type.kind === 'complex') {
      type = type.base;
      bitOffset += index * Number(layout.sizeOf(type) ?? 0n) * 8;
    } else {
      return unsupported('an initialiser for a part of a scalar');
    }
  }
  return { bitOffset, type, bits };
}

function storeStatic(context: CompileContext, variable: Variable, address: number, item: StaticValue): void {
  const { runtime } = context;
  const { memory } = runtime;
  const { path, range, value } = item;
  const { bitOffset, type, bits } = locate(runtime, variable.type, path);
  const step = range === undefined ? 0 : rangeStep(runtime, variable.type, path, range.level);
  const count = range === undefined ? 1 : range.last - path[range.level] + 1;
  const start = address + Math.floor(bitOffset / 8);
  if (value.kind === 'bytes') {
    if (type.kind !== 'array')
      throw new Halt({ kind: 'unsupported', construct: 'a string initialiser of an object that is not an array' });
    const element = runtime.represent(type.element);
    const write = writerOf(element, memory.isLittle);
    const room = type.length === 'unknown' || type.length === 'variable' ? value.units.length : Number(type.length);
    for (let copy = 0; copy < count; copy++) {
      for (let index = 0; index < Math.min(room, value.units.length); index++) {
        write(memory.view, start + copy * step + index * element.size, value.units[index]);
      }
    }
    return;
  }
  const representation = runtime.represent(type);
  const constant: Value =
    value.kind === 'integer' ? integerValue(value.value, representation) : compileExpr(context, value)([]);
  if (type.kind === 'pointer' && value.kind === 'integer' && value.value !== 0n) runtime.makesNumberPointers = true;
  if (bits !== undefined) {
    setBits(memory.bytes.subarray(address), bitOffset, bits, BigInt(constant as Wide), runtime.layout.byteOrder);
    return;
  }
  const write = writerOf(representation, memory.isLittle);
  for (let copy = 0; copy < count; copy++) write(memory.view, start + copy * step, constant);
}

/** Returns the bytes from one array element of a range to the next. */
function rangeStep(runtime: Runtime, root: CType, path: readonly number[], level: number): number {
  const { type } = locate(runtime, root, path.slice(0, level + 1));
  return Number(runtime.layout.sizeOf(type) ?? 0n);
}
