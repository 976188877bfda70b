import { getBits } from '../../base/byte-order.ts';
import type { FloatFormat } from '../../base/float.ts';
import { fromBits } from '../../base/float-bits.ts';
import { Layout } from '../../c/types/layout.ts';
import { formatType } from '../../c/types/type-format.ts';
import type { CType, Platform } from '../../c/types/types.ts';
import type { InputSource } from '../../interpreter/index.ts';
import type { ArgumentBounds, Program } from '../../program/cfa/automaton.ts';
import { isHiddenChoice, orderChosenBy } from '../../program/cfa/beyond.ts';
import { type EnvironmentVariable, environmentOf, holdsEnvironment } from '../../program/cfa/environment.ts';
import { formatFloatConstant, formatInteger } from '../../program/cfa/format-constant.ts';
import type { InputRequest } from '../../program/cfa/inputs.ts';
import { commandLineOf, holdsArguments } from '../../program/cfa/main-arguments.ts';
import { changedParts } from './changed-parts.ts';
import type { FurtherInputs, InputSourceName, RecordedInput, TakenOrder } from './recorded-run.ts';

/** Most elements of a list that is written out. */
const MOST_ELEMENTS = 8;
/** Most inputs that are recorded in full; a run may take millions. */
const MOST_INPUTS = 10_000;
/** Most series of equal inputs that are recorded of the remaining ones. */
const MOST_SERIES = 250_000;
/** Most bytes of a block that are recorded. */
const MOST_BYTES = 65_536;

/** Passes inputs on and records them in words. */
export class InputRecorder implements InputSource {
  readonly inputs: RecordedInput[] = [];
  /** Initial content of the hidden variables of the command line and of the environment, by their names. */
  readonly #hidden = new Map<string, Uint8Array>();
  /** The orders that are not GCC's, by their words. */
  readonly #orders = new Map<string, TakenOrder>();
  readonly #layout: Layout;
  #series: [source: number, constant: string | null, count: number][] | null = [];
  readonly #sources: InputSourceName[] = [];
  /** Index of each of `#sources`, by what it is. */
  readonly #sourceOf = new Map<string, number>();
  /** The input that the last series counts. */
  #counted: (Pick<InputRequest, 'kind' | 'name' | 'type'> & { readonly value: bigint | number }) | null = null;
  #blocks = 0;

  /** Whether `inputs` are all inputs of the run. */
  get complete(): boolean {
    return this.#series?.length === 0;
  }

  /** Returns the inputs after `inputs`, in brief; null: they are too many even for that. */
  get further(): FurtherInputs | null {
    return this.#series === null ? null : { sources: this.#sources, series: this.#series };
  }

  /** The orders of evaluation that the run takes in place of GCC's. */
  get orders(): readonly TakenOrder[] {
    return [...this.#orders.values()];
  }

  constructor(
    private readonly source: InputSource,
    platform: Platform,
  ) {
    this.#layout = new Layout(platform);
  }

  get known(): boolean {
    return this.source.known === true;
  }

  scalar(request: InputRequest): bigint | number {
    const value = this.source.scalar(request);
    const what = Number(value) === 0 ? null : orderChosenBy(request.name);
    if (what !== null && !this.#orders.has(what)) this.#orders.set(what, { what, at: request.at });
    // The content of the change describes it completely. The steps show which thread runs.
    if (request.kind === 'external-change' || isHiddenChoice(request.name)) return value;
    if (request.kind === 'external-offset') {
      const last = this.inputs.at(-1);
      if (value !== 0n && value !== 0 && last?.kind === 'external-pointer')
        this.inputs[this.inputs.length - 1] = { ...last, value: `${last.value} + ${value} bytes` };
      return value;
    }
    if (request.kind === 'external-call') {
      const called = request.choices?.[Number(value) - 1];
      if (typeof called === 'string' && this.#series !== null) {
        this.#counted = null;
        this.#remember(request, { value: called, constant: null });
      }
      return value;
    }
    if (this.#series !== null && !this.#isOneMore(request, value)) {
      const { kind, name, type } = request;
      this.#counted = { kind, name, type, value };
      const bits = BigInt(value);
      const text = request.kind === 'allocation' ? allocationText(bits) : scalarText(request.type, bits, this.#layout);
      this.#remember(request, text);
    }
    return value;
  }

  pointer(request: InputRequest, names: () => readonly string[]): string | null {
    const name = this.source.pointer(request, names);
    if (name !== null && this.#series !== null) {
      this.#counted = null;
      this.#remember(request, { value: request.textOf?.(name) ?? name, constant: null });
    }
    return name;
  }

  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean {
    const before = request.kind === 'external-content' ? bytes.slice() : null;
    const filled = this.source.content(request, bytes, layout);
    if (before !== null) {
      this.#counted = null;
      for (const part of changedParts(request.type, before, bytes, layout)) {
        // The choice of a pointer describes its value, except for null.
        if (part.type.kind === 'pointer' && part.bytes.some((byte) => byte !== 0)) continue;
        const text = contentText(part.type, part.bytes, layout);
        if (this.#series !== null)
          this.#remember(
            { ...part, kind: request.kind, at: request.at, by: request.by, name: `${request.name}${part.name}` },
            text,
          );
      }
      return filled;
    }
    if (holdsArguments(request.name) || holdsEnvironment(request.name)) {
      this.#hidden.set(request.name, bytes.slice());
      return filled;
    }
    const call = request.kind === 'uninitialised' && request.name === 'malloc' ? this.#blocks++ : null;
    if (filled && this.#series !== null) {
      this.#counted = null;
      const block =
        call === null ? undefined : { call, bytes: Buffer.from(bytes.subarray(0, MOST_BYTES)).toString('hex') };
      this.#remember(request, contentText(request.type, bytes, layout), block);
    }
    return filled;
  }

  /** Returns `argv` from the program's name on; null if the program reads no arguments. */
  commandLine(bounds: ArgumentBounds | null): readonly string[] | null {
    return bounds === null ? null : commandLineOf(this.#hidden, bounds);
  }

  /** Returns the variables of the environment that the program asks for. */
  environment({ environment }: Program): readonly EnvironmentVariable[] {
    return environment === null ? [] : environmentOf(environment.names, this.#hidden);
  }

  #remember(
    { kind, name, at, type, by }: Omit<InputRequest, 'site'>,
    { value, constant }: { readonly value: string; readonly constant: string | null },
    block?: RecordedInput['block'],
  ): void {
    if (this.inputs.length < MOST_INPUTS)
      this.inputs.push({
        kind,
        name,
        at,
        type: formatType(type),
        value,
        constant,
        ...(block === undefined ? {} : { block }),
        ...(by === undefined ? {} : { by }),
      });
    else if (this.#series?.length === MOST_SERIES) this.#series = null;
    else
      this.#series?.push([
        this.#source({ kind, name, type: formatType(type), ...(by === undefined ? {} : { by }) }),
        constant,
        1,
      ]);
  }

  #source(source: InputSourceName): number {
    const key = JSON.stringify(source);
    const known = this.#sourceOf.get(key);
    if (known !== undefined) return known;
    this.#sourceOf.set(key, this.#sources.length);
    return this.#sources.push(source) - 1;
  }

  /** Counts equal inputs before anything is written out: a run may take millions. */
  #isOneMore({ kind, name, type }: InputRequest, value: bigint | number): boolean {
    const [last, counted] = [this.#series?.at(-1), this.#counted];
    if (last === undefined || counted === null || counted.kind !== kind || counted.name !== name) return false;
    if (counted.type !== type || counted.value !== value) return false;
    last[2] += 1;
    return true;
  }
}

interface ValueText {
  readonly value: string;
  readonly constant: string | null;
}

/** Describes an allocation by the returned pointer. */
function allocationText(failed: bigint): ValueText {
  return failed === 0n ? { value: 'not NULL', constant: null } : { value: 'NULL', constant: '0' };
}

function scalarText(type: CType, bits: bigint, layout: Layout): ValueText {
  const size = Number(layout.sizeOf(type) ?? 8n) * 8;
  switch (type.kind) {
    case 'integer':
    case 'enum': {
      const number = layout.isSigned(type) ? BigInt.asIntN(size, bits) : BigInt.asUintN(size, bits);
      const constant = formatInteger(type, number);
      return { value: charText(type, number) ?? number.toString(), constant };
    }
    case 'float': {
      const format = floatFormat(size);
      if (format === null) return { value: `0x${bits.toString(16)}`, constant: null };
      const number = fromBits(format, BigInt.asUintN(size, bits));
      const text = formatFloatConstant(type, number);
      return { value: text, constant: number.kind === 'finite' ? text : null };
    }
    case 'pointer':
      return {
        value: bits === 0n ? 'NULL' : `0x${BigInt.asUintN(size, bits).toString(16)}`,
        constant: bits === 0n ? '0' : null,
      };
    default:
      return { value: `0x${bits.toString(16)}`, constant: null };
  }
}

function charText(type: CType, value: bigint): string | null {
  if (type.kind !== 'integer' || (type.name !== 'char' && type.name !== 'schar' && type.name !== 'uchar')) return null;
  const printable = value >= 32n && value < 127n;
  return printable ? `${value} ('${String.fromCharCode(Number(value))}')` : value.toString();
}

function contentText(type: CType, bytes: Uint8Array, layout: Layout): ValueText {
  if (type.kind === 'array') {
    const step = Number(layout.sizeOf(type.element) ?? 0n);
    if (step > 0) {
      const count = Math.floor(bytes.length / step);
      const shown = Array.from(
        { length: Math.min(count, MOST_ELEMENTS) },
        (_, index) => contentText(type.element, bytes.subarray(index * step, (index + 1) * step), layout).value,
      );
      return { value: `{${shown.join(', ')}${count > shown.length ? ', ...' : ''}}`, constant: null };
    }
  }
  if (type.kind === 'struct' || type.kind === 'union') {
    const shown = [...bytes.subarray(0, 4 * MOST_ELEMENTS)].map((byte) => byte.toString(16).padStart(2, '0'));
    return { value: `bytes ${shown.join(' ')}${bytes.length > shown.length ? ' ...' : ''}`, constant: null };
  }
  return scalarText(type, getBits(bytes, 0, 8 * bytes.length, layout.byteOrder), layout);
}

function floatFormat(bits: number): FloatFormat | null {
  if (bits === 32) return { exponentBits: 8, precision: 24 };
  if (bits === 64) return { exponentBits: 11, precision: 53 };
  return null;
}
