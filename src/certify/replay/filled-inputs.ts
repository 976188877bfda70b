import { setBits } from '../../base/byte-order.ts';
import type { Layout } from '../../c/types/layout.ts';
import type { InputSource } from '../../interpreter/index.ts';
import { orderChosenBy } from '../../program/cfa/beyond.ts';
import { holdsEnvironment } from '../../program/cfa/environment.ts';
import type { InputRequest } from '../../program/cfa/inputs.ts';
import { holdsArguments } from '../../program/cfa/main-arguments.ts';

/** Passes inputs on, but fills uninitialised objects with one byte. */
export class FilledInputs implements InputSource {
  constructor(
    private readonly source: InputSource,
    private readonly byte: number,
  ) {}

  get known(): boolean {
    return this.source.known === true;
  }

  scalar(request: InputRequest): bigint | number {
    return this.source.scalar(request);
  }

  pointer(request: InputRequest, names: () => readonly string[]): string | null {
    return this.source.pointer(request, names);
  }

  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean {
    const filled = this.source.content(request, bytes, layout);
    if (request.kind !== 'uninitialised' || isHiddenInput(request.name)) return filled;
    bytes.fill(this.byte);
    return this.byte !== 0;
  }
}

/** Passes inputs on, but takes GCC's orders of evaluation, except for those that are named. */
export class UsualOrders implements InputSource {
  constructor(
    private readonly source: InputSource,
    private readonly except: ReadonlySet<string>,
  ) {}

  get known(): boolean {
    return this.source.known === true;
  }

  scalar(request: InputRequest): bigint | number {
    const value = this.source.scalar(request);
    const what = orderChosenBy(request.name);
    return what === null || this.except.has(what) ? value : 0;
  }

  pointer(request: InputRequest, names: () => readonly string[]): string | null {
    return this.source.pointer(request, names);
  }

  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean {
    return this.source.content(request, bytes, layout);
  }
}

/** Passes inputs on, but lets uninitialised pointer variables lead to one address. */
export class PointedInputs implements InputSource {
  constructor(
    private readonly source: InputSource,
    private readonly address: number,
  ) {}

  get known(): boolean {
    return this.source.known === true;
  }

  scalar(request: InputRequest): bigint | number {
    const value = this.source.scalar(request);
    return request.kind === 'uninitialised' && request.type.kind === 'pointer' ? this.address : value;
  }

  pointer(request: InputRequest, names: () => readonly string[]): string | null {
    return this.source.pointer(request, names);
  }

  content(request: InputRequest, bytes: Uint8Array, layout: Layout): boolean {
    const filled = this.source.content(request, bytes, layout);
    if (request.kind !== 'uninitialised' || request.type.kind !== 'pointer') return filled;
    setBits(bytes, 0, 8 * bytes.length, BigInt(this.address), layout.byteOrder);
    return this.address !== 0;
  }
}

/** Whether an uninitialised object stands for the command line or the environment. */
function isHiddenInput(name: string): boolean {
  return holdsArguments(name) || holdsEnvironment(name);
}
