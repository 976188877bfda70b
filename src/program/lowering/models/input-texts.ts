import { withoutDirectives } from '../../../base/c-functions.ts';
import type { LibraryName } from '../../../c/builtins/library/table.ts';
import STREAM from './c/stream.h';
import STREAM_BACK from './c/stream-back.h';
import STREAM_OPEN from './c/stream-open.h';
import { isRun, type ModelText, modelOf } from './texts.ts';

/** Models in C of functions that read the standard input. They share the names of {@link streamPrelude}. */
export interface InputModel extends ModelText {
  /** Position of the stream argument. The model applies only if the stream is the standard input. */
  readonly stream?: number;
}

/** Hidden variables of a prelude: their names in C and in the program. */
export const STREAM_STATE: ReadonlyMap<string, string> = new Map([
  ['__back', '$pushed'],
  ['__ended', '$ended'],
]);

/** How models keep the state of the standard input. */
export interface StreamReading {
  /**
   * Whether models know all code that changes the state. Otherwise formulas allow any character, and
   * only the interpreter keeps the state.
   */
  readonly known: boolean;
  /** Whether the program gives characters back. */
  readonly givesBack: boolean;
}

/**
 * Declares `next`, which returns the next character or -1, and `unread`, which gives one back: the
 * header that suits how the state is kept.
 */
export function streamPrelude({ known, givesBack }: StreamReading): string {
  return withoutDirectives(known ? (givesBack ? STREAM_BACK : STREAM) : STREAM_OPEN);
}

/** Functions whose models need a known state of the standard input. */
const NEEDS_STATE: ReadonlySet<string> = new Set<LibraryName>([
  ...(['ungetc', 'feof', 'feof_unlocked', 'ferror', 'ferror_unlocked', 'clearerr', 'getline', 'getdelim'] as const),
]);

/** Functions whose models read any stream, a character at a time. */
const READS_ANY = /^((fgets|fread)(_unlocked)?|getline|getdelim|v?fscanf)$/;

/** The type of streams, whose objects are the library's own. */
const FILE = 'struct _IO_FILE';

/** Returns the model for streams of files, whose characters come from `fgetc`; null for other functions. */
export function ofFiles(name: string, model: InputModel): ModelText | null {
  if (!READS_ANY.test(name)) return null;
  const text = model.text
    .replaceAll('void *stream', `${FILE} *stream`)
    .replaceAll('next()', 'fgetc(stream)')
    .replaceAll(/\bunread\((\w+)\)/g, 'ungetc($1, stream)');
  const declared = `${FILE}; int fgetc(${FILE} *); int ungetc(int, ${FILE} *);`;
  return { ...model, text, prototypes: `${model.prototypes ?? ''}\n${declared}` };
}

/** Functions whose models give characters back. */
export const GIVES_BACK = /^(ungetc|v?f?scanf)$/;

/** Returns the model of a function without a format; null if it has none that gives inputs. */
export function inputModelOf(name: string): InputModel | null {
  const found = modelOf(name);
  if (found === null || !isRun(found.file)) return null;
  const [, parameters] = /\(([^)]*)\)/.exec(found.text.text)!;
  const stream = parameters.split(',').findIndex((each) => each.endsWith('*stream'));
  return { ...found.text, stream: stream < 0 ? undefined : stream };
}

/** Whether the model needs a known state of the standard input. */
export function needsState(name: string): boolean {
  return NEEDS_STATE.has(name);
}

/** Library functions without a stream argument that read the standard input or change its state. */
export const STANDARD_READERS: ReadonlySet<string> = new Set(
  'getchar getchar_unlocked gets scanf vscanf getwchar getwchar_unlocked wscanf vwscanf'.split(' '),
);
/** Library functions that read a stream or change its state. */
export const STREAM_READERS: ReadonlySet<string> = new Set(
  [
    'fgetc getc _IO_getc fgetc_unlocked getc_unlocked fgets fgets_unlocked fread fread_unlocked fscanf vfscanf ungetc feof feof_unlocked',
    'ferror ferror_unlocked clearerr getline getdelim getw rewind fseek fseeko fseeko64 fsetpos fsetpos64 freopen',
    'freopen64 fgetwc getwc fgetwc_unlocked getwc_unlocked fgetws fgetws_unlocked fwscanf vfwscanf ungetwc fwide',
  ].flatMap((line) => line.split(' ')),
);
