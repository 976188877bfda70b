/** What line marks and pragmas have set so far in a file. */
export interface DirectiveState {
  /** File name that the last line mark gave. */
  file: string;
  /** Presumed line number minus physical one. */
  delta: number;
  /** `#pragma pack` in force, in bytes; null for the natural layout. */
  pack: number | null;
  readonly packStack: { readonly label: string | null; readonly pack: number | null }[];
}

export function newDirectiveState(file: string): DirectiveState {
  return { file, delta: 0, pack: null, packStack: [] };
}

/**
 * Obeys one directive line of a preprocessed file. `line` is its physical line. Returns null, or the name of a directive that
 * has no meaning after preprocessing (all but line marks, `#pragma` and `#ident`).
 */
export function readDirective(state: DirectiveState, text: string, line: number): string | null {
  const mark = /^(?:#|%:)[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?/.exec(text);
  if (mark) {
    state.delta = Number(mark[1]) - (line + 1);
    if (mark[2] !== undefined) state.file = mark[2].replace(/\\(.)/g, '$1');
    return null;
  }
  const word = /^(?:#|%:)[ \t]*(\w*)/.exec(text)![1]!;
  switch (word) {
    case '':
    case 'ident':
    case 'sccs':
      return null;
    case 'pragma': {
      const pack = /^(?:#|%:)[ \t]*pragma[ \t]+pack[ \t]*\(([^)]*)\)/.exec(text);
      if (pack) readPack(state, pack[1]!);
      return null;
    }
    default:
      return word;
  }
}

/** `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)`, `pack(push, label, n)`, `pack(pop)`, `pack(pop, label)`. */
function readPack(state: DirectiveState, list: string): void {
  const words = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const number = words.find((word) => /^\d+$/.test(word));
  const pack = number === undefined ? null : Number(number);
  const label = words.slice(1).find((word) => !/^\d+$/.test(word)) ?? null;
  if (words[0] === 'push') {
    state.packStack.push({ label, pack: state.pack });
    if (pack !== null) state.pack = pack || null;
  } else if (words[0] === 'pop') {
    let saved = state.packStack.pop();
    while (saved && label !== null && saved.label !== label) saved = state.packStack.pop();
    if (saved) state.pack = saved.pack;
  } else state.pack = pack || null;
}
