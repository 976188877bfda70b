import { fromBits, toBits } from '../../base/float-bits.ts';
import { DOUBLE, FLOAT } from '../../base/softfloat.ts';
import { type ConstantValue, convert } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import type { CType, Platform } from '../../c/types/types.ts';
import type { InputSource } from '../../interpreter/index.ts';
import type { AutomatonFunction, Edge, Program } from '../../program/cfa/automaton.ts';
import type { InputRequest } from '../../program/cfa/inputs.ts';

/** The types through which the program converts the result of a call before it stores it, by {@link keyOf}. */
type Conversions = ReadonlyMap<string, readonly CType[]>;

/**
 * Returns a source of inputs that keep their values when the program stores them; null if the program
 * stores all inputs in their own types. `unsigned char c = nondet_uint()` gets 7 in place of 263. The run
 * is the same, and readers of a witness may take the stored value for the returned one.
 */
export function storableInputs(program: Program): ((source: InputSource) => InputSource) | null {
  const conversions = conversionsIn(program);
  return conversions.size === 0 ? null : (source) => new StorableInputs(source, conversions, program);
}

class StorableInputs implements InputSource {
  readonly #layout: Layout;

  constructor(
    private readonly source: InputSource,
    private readonly conversions: Conversions,
    platform: Platform,
  ) {
    this.#layout = new Layout(platform);
  }

  get known(): boolean {
    return this.source.known === true;
  }

  scalar(request: InputRequest): bigint | number {
    const value = this.source.scalar(request);
    const types = this.conversions.get(keyOf(request));
    return types === undefined ? value : this.#storable(BigInt(value), request.type, types);
  }

  pointer(request: InputRequest, names: () => readonly string[]): string | null {
    return this.source.pointer(request, names);
  }

  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean {
    return this.source.content(request, bytes, layout);
  }

  /** The value that is stored for `bits`, if it is one of the type and stored as itself; else `bits`. */
  #storable(bits: bigint, type: CType, types: readonly CType[]): bigint {
    const stored = this.#converted(constantOf(bits, type, this.#layout), types);
    const same = this.#converted(stored, [type]);
    const again = this.#converted(same, types);
    if (stored === null || same === null || again === null) return bits;
    const last = types[types.length - 1];
    return bitsOf(stored, last, this.#layout) === bitsOf(again, last, this.#layout)
      ? (bitsOf(same, type, this.#layout) ?? bits)
      : bits;
  }

  /** Null where C defines no value. */
  #converted(value: ConstantValue | null, types: readonly CType[]): ConstantValue | null {
    let now = value;
    for (const type of types) {
      const result = now === null ? null : convert(now, type, this.#layout);
      if (result === null || result.overflow) return null;
      now = result.value;
    }
    return now;
  }
}

function keyOf({ name, at }: Pick<InputRequest, 'name' | 'at'>): string {
  return `${name} ${at.line}:${at.column} ${at.file}`;
}

function conversionsIn(program: Program): Conversions {
  const found = new Map<string, readonly CType[]>();
  for (const fn of program.functions) {
    if (fn === null) continue;
    for (const edge of fn.edges) {
      const { op, at } = edge;
      if (op.kind !== 'call' || op.callee.kind !== 'direct') continue;
      const callee = program.functions[op.callee.function];
      const types = callee?.defined === false ? conversionsBehind(fn, edge) : [];
      if (callee != null && types.length > 0) found.set(keyOf({ name: callee.name, at }), types);
    }
  }
  return found;
}

/** The conversions of a result that a temporary variable holds until the next operation stores it; [] if there are none. */
function conversionsBehind({ edges, outgoing }: AutomatonFunction, call: Edge): readonly CType[] {
  const { op } = call;
  if (op.kind !== 'call' || op.result?.kind !== 'variable' || !op.result.variable.name.startsWith('$t')) return [];
  let next: Edge | undefined = call;
  do next = outgoing[next.to].length === 1 ? edges[outgoing[next.to][0]] : undefined;
  while (next?.op.kind === 'skip');
  if (next?.op.kind !== 'assign') return [];
  const types: CType[] = [];
  let { value } = next.op;
  for (; value.kind === 'convert'; value = value.operand) types.unshift(value.type);
  const isResult =
    value.kind === 'load' && value.place.kind === 'variable' && value.place.variable === op.result.variable;
  return isResult ? types : [];
}

function constantOf(bits: bigint, type: CType, layout: Layout): ConstantValue | null {
  const size = Number(layout.sizeOf(type) ?? 0n) * 8;
  if (type.kind === 'integer' || type.kind === 'enum')
    return layout.isSigned(type) ? BigInt.asIntN(size, bits) : BigInt.asUintN(size, bits);
  const format = formatOf(type, layout);
  return format === null ? null : fromBits(format, BigInt.asUintN(size, bits));
}

/** Null for values of other types than integers and machine floats. */
function bitsOf(value: ConstantValue, type: CType, layout: Layout): bigint | null {
  if (typeof value === 'bigint') return value;
  const format = formatOf(type, layout);
  return format === null ? null : toBits(format, value);
}

function formatOf(type: CType, layout: Layout): typeof FLOAT | null {
  if (type.kind !== 'float') return null;
  const bytes = Number(layout.sizeOf(type) ?? 0n);
  return bytes === 4 ? FLOAT : bytes === 8 ? DOUBLE : null;
}
