import type { ByteOrder } from '../../base/byte-order.ts';

/** The state that line marks and pragmas have set so far in a file. */
export interface DirectiveState {
  /** File name that the last line mark gave. */
  file: string;
  /** The order of the machine, which a pragma may also ask for. */
  readonly byteOrder: ByteOrder;
  /** True if the last line mark says that the text is from a header of the system. */
  system: boolean;
  /** Presumed line number minus physical one. */
  delta: number;
  /** `#pragma pack` in force, in bytes; null for the natural layout. */
  pack: number | null;
  /** Newest frame that `#pragma pack(push)` kept; null if there is none. */
  packStack: PackFrame | null;
}

interface PackFrame {
  readonly label: string | null;
  readonly pack: number | null;
  readonly below: PackFrame | null;
}

/** Returns the state at the start of a file. */
export function newDirectiveState(file: string, byteOrder: ByteOrder = 'little'): DirectiveState {
  return { file, byteOrder, system: false, delta: 0, pack: null, packStack: null };
}

/**
 * Applies one directive line of a preprocessed file. `line` is its physical line. Returns null if the
 * directive was read or changes nothing. It returns the name of one that has no meaning after
 * preprocessing (all but line marks, `#pragma` and `#ident`). A pragma that changes the program's
 * meaning and is not modelled gives `pragma NAME`.
 */
export function readDirective(state: DirectiveState, text: string, line: number): string | null {
  const mark = /^(?:#|%:)[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)"([ \t0-9]*))?/.exec(text);
  if (mark) {
    state.delta = Number(mark[1]) - (line + 1);
    if (mark[2] !== undefined) {
      state.file = mark[2].replace(/\\(.)/g, '$1');
      state.system = /(^|[ \t])3([ \t]|$)/.test(mark[3]);
    }
    return null;
  }
  const word = /^(?:#|%:)[ \t]*(\w*)/.exec(text)![1];
  switch (word) {
    case '':
    case 'ident':
    case 'sccs':
      return null;
    case 'pragma': {
      const pack = /^(?:#|%:)[ \t]*pragma[ \t]+pack[ \t]*\(([^)]*)\)/.exec(text);
      if (pack) readPack(state, pack[1]);
      const other = /pragma[ \t]+(weak|redefine_extname|ms_struct|scalar_storage_order)\b[ \t]*([\w-]*)/.exec(text);
      const changesNothing = ['off', 'reset', 'default', `${state.byteOrder}-endian`];
      return other === null || changesNothing.includes(other[2]) ? null : `pragma ${other[1]}`;
    }
    default:
      return word;
  }
}

/**
 * Applies `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)`, `pack(push, label, n)`, `pack(pop)`,
 * `pack(pop, label)`.
 */
function readPack(state: DirectiveState, list: string): void {
  const words = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const number = words.find((word) => /^\d+$/.test(word));
  const pack = number === undefined ? null : Number(number);
  const label = words.slice(1).find((word) => !/^\d+$/.test(word)) ?? null;
  if (words[0] === 'push') {
    state.packStack = { label, pack: state.pack, below: state.packStack };
    if (pack !== null) state.pack = pack || null;
  } else if (words[0] === 'pop') {
    let saved = state.packStack;
    while (saved && label !== null && saved.label !== label) saved = saved.below;
    if (saved) state.pack = saved.pack;
    state.packStack = saved === null ? null : saved.below;
  } else state.pack = pack || null;
}
