import { effectOf, readsOf } from '../../c/builtins/library/table.ts';
import type { Expr, Program } from '../cfa/automaton.ts';
import { literalText } from '../cfa/literal-text.ts';

/** The bytes that a library function accesses from a place on. Positions are those of arguments, from 0. */
type Extent =
  /** Their number is the product of the counts. */
  | { readonly kind: 'bytes'; readonly counts: readonly number[] }
  /** One, or none if the count is 0. */
  | { readonly kind: 'first'; readonly count?: number }
  /** The string there, or at `of`, with its end; at most as many as the limit. `ended`: an end stands behind the limit. */
  | { readonly kind: 'text'; readonly of?: number; readonly limit?: number; readonly ended?: true }
  /** All bytes of the object. */
  | { readonly kind: 'object' };

/** Accesses of a library function through one argument. */
interface TableEntry {
  readonly at: number;
  readonly write: boolean;
  readonly extent: Extent;
  /** Whether the place is behind the string there. */
  readonly behind?: true;
  /** Whether some of the bytes may be left alone. */
  readonly open?: true;
}

/** The same with values. */
export interface LibraryAccess {
  readonly write: boolean;
  readonly pointer: Expr;
  readonly behind: boolean;
  readonly open: boolean;
  readonly extent:
    | { readonly kind: 'bytes'; readonly counts: readonly Expr[] }
    | { readonly kind: 'first'; readonly count: Expr | null }
    | { readonly kind: 'text'; readonly of: Expr; readonly limit: Expr | null; readonly ended: boolean }
    | { readonly kind: 'object' };
}

const read = (at: number, extent: Extent): TableEntry => ({ at, write: false, extent });
const written = (at: number, extent: Extent): TableEntry => ({ at, write: true, extent });
const open = (part: TableEntry): TableEntry => ({ ...part, open: true });
const behind = (part: TableEntry): TableEntry => ({ ...part, behind: true });
const bytes = (...counts: readonly number[]): Extent => ({ kind: 'bytes', counts });
const first = (count?: number): Extent => ({ kind: 'first', count });
const text = (limit?: number): Extent => ({ kind: 'text', limit });
const textOf = (of: number): Extent => ({ kind: 'text', of });
const OBJECT: Extent = { kind: 'object' };

/** A search, or a comparison, that may end before the end of the bytes. */
const searched = (at: number, all: Extent, count?: number): TableEntry[] => [
  read(at, first(count)),
  open(read(at, all)),
];

/** Functions whose rows in the table of the library do not say what they access, by name. */
const PARTS = new Map<string, readonly TableEntry[]>([
  ...named('memcpy memmove mempcpy __mempcpy', written(0, bytes(2)), read(1, bytes(2))),
  ...named('bcopy', read(0, bytes(2)), written(1, bytes(2))),
  ...named('memset memset_explicit explicit_memset', written(0, bytes(2))),
  ...named('bzero explicit_bzero', written(0, bytes(1))),
  ...named('memcmp bcmp', ...searched(0, bytes(2), 2), ...searched(1, bytes(2), 2)),
  ...named('timingsafe_bcmp timingsafe_memcmp', read(0, bytes(2)), read(1, bytes(2))),
  ...named('memchr', ...searched(0, bytes(2), 2)),
  ...named('memrchr', open(read(0, bytes(2)))),
  ...named('memmem', open(read(0, bytes(1))), open(read(2, bytes(3)))),
  ...named('memccpy', open(written(0, bytes(3))), open(read(1, bytes(3))), written(0, first(3)), read(1, first(3))),
  ...named('strlen strdup strrchr rindex', read(0, text())),
  ...named('strnlen strndup', read(0, text(1))),
  ...named('strcpy stpcpy', read(1, text()), written(0, textOf(1))),
  ...named('strncpy stpncpy', read(1, text(2)), written(0, bytes(2))),
  ...named('strcat', read(0, text()), read(1, text()), behind(written(0, textOf(1)))),
  ...named(
    'strncat',
    ...[read(0, text()), read(1, text(2))],
    behind(written(0, { kind: 'text', of: 1, limit: 2, ended: true })),
  ),
  ...named('strlcpy', read(1, text()), written(0, first(2)), open(written(0, bytes(2)))),
  ...named('strlcat', read(1, text()), open(read(0, bytes(2))), open(written(0, bytes(2)))),
  ...named('strcmp strcoll strcasecmp', ...searched(0, text()), ...searched(1, text())),
  ...named('strncmp strncasecmp', ...searched(0, text(2), 2), ...searched(1, text(2), 2)),
  ...named('strchr index strchrnul', ...searched(0, text())),
  ...named('strstr strcasestr strspn strcspn strpbrk', open(read(0, text())), ...searched(1, text())),
  ...named('sprintf', written(0, first()), open(written(0, OBJECT))),
  ...named('snprintf', written(0, first(1)), open(written(0, bytes(1)))),
  ...named('fgets', open(written(0, bytes(1)))),
  ...named('fread', open(written(0, bytes(1, 2)))),
  ...named('free realloc reallocarray reallocf', open(written(0, OBJECT))),
]);

function named(names: string, ...parts: readonly TableEntry[]): [string, readonly TableEntry[]][] {
  return names.split(' ').map((name) => [name, parts]);
}

/** Positions of formats, by the functions' names. All arguments behind them are printed. */
const FORMATS: ReadonlyMap<string, number> = new Map([
  ...([['printf', 0]] as const),
  ...(['fprintf', 'dprintf', 'sprintf'] as const).map((name) => [name, 1] as const),
  ...([['snprintf', 2]] as const),
]);

/** Positions of streams, which the library keeps in order by itself (POSIX 2.5.1). */
const STREAMS: ReadonlyMap<string, number> = new Map([
  ...(['fprintf', 'fflush'] as const).map((name) => [name, 0] as const),
  ...(['fputs', 'fputc', 'putc'] as const).map((name) => [name, 1] as const),
  ...([['fgets', 2]] as const),
  ...(['fread', 'fwrite'] as const).map((name) => [name, 3] as const),
]);

/**
 * The accesses of a library function to memory that its arguments lead to; null where the function may make
 * others. `isShared`: whether an argument may lead to memory that other threads reach.
 */
export function rangesOf(
  program: Pick<Program, 'initialValues'>,
  name: string,
  args: readonly Expr[],
  isShared: (argument: Expr) => boolean,
): readonly LibraryAccess[] | null {
  const parts = partsOf(program, name, args);
  if (parts === null) return null;
  const known = new Set([...parts.map(({ at }) => at), STREAMS.get(name) ?? -1]);
  if (args.some((argument, i) => !known.has(i) && isShared(argument))) return null;
  const ranges = parts.map((part) => valued(part, args));
  if (ranges.includes(null)) return null;
  return ranges.filter((range): range is LibraryAccess => range !== null && isShared(range.pointer));
}

function partsOf(
  program: Pick<Program, 'initialValues'>,
  name: string,
  args: readonly Expr[],
): readonly TableEntry[] | null {
  const { texts, blocks } = readsOf(name);
  const parts = [
    ...(PARTS.get(name) ?? []),
    ...texts.flatMap((at) => (effectOf(name) === 'prints' ? read(at, text()) : searched(at, text()))),
    ...blocks.map(([at, ...counts]) => read(at, bytes(...counts))),
  ];
  const format = FORMATS.get(name);
  if (format === undefined) return parts;
  const printed = printedTexts(literalText(program, args[format]), format + 1);
  return printed === null ? null : [...parts, ...printed];
}

/** The texts that a format of `printf` prints; null: it may write, or is not known. `next`: the position behind it. */
function printedTexts(format: string | null, next: number): readonly TableEntry[] | null {
  if (format === null) return null;
  const parts: TableEntry[] = [];
  let at = next;
  for (const [, width, precision, length, conversion] of format.matchAll(CONVERSION)) {
    if (conversion === '%') continue;
    if (width === '*') at++;
    if (precision === '.*') at++;
    if (conversion === 'n' || (conversion === 's' && length !== undefined)) return null;
    if (conversion === 's') parts.push(precision === undefined ? read(at, text()) : open(read(at, text())));
    // The value of a pointer is printed, and nothing that it leads to.
    if (conversion === 'p') parts.push(read(at, bytes()));
    at++;
  }
  return parts;
}

const CONVERSION = /%[-+ #0']*(\*|\d+)?(\.(?:\*|\d*))?(hh|h|ll|l|j|z|t|L)?(.)/gs;

function valued({ at, write, extent, ...flags }: TableEntry, args: readonly Expr[]): LibraryAccess | null {
  const pointer = args[at];
  if (pointer?.type.kind !== 'pointer') return null;
  const given = { write, pointer, behind: flags.behind === true, open: flags.open === true };
  switch (extent.kind) {
    case 'bytes': {
      const counts = extent.counts.flatMap((count) => args[count] ?? []);
      return counts.length < extent.counts.length ? null : { ...given, extent: { kind: 'bytes', counts } };
    }
    case 'first': {
      const count = extent.count === undefined ? null : args[extent.count];
      return count === undefined ? null : { ...given, extent: { kind: 'first', count } };
    }
    case 'text': {
      const of = args[extent.of ?? at];
      const limit = extent.limit === undefined ? null : args[extent.limit];
      if (of === undefined || limit === undefined) return null;
      return { ...given, extent: { kind: 'text', of, limit, ended: extent.ended === true } };
    }
    case 'object':
      return { ...given, extent };
  }
}
