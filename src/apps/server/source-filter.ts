import { Refusal } from './protocol.ts';

/**
 * Checks which files a program from the network may make the preprocessor read. `cc -E` opens any file
 * that a directive names, so that a client could read the server's files, or test whether they exist.
 * The check does not distinguish comments and strings from code. No disagreement with the compiler
 * about the end of a comment can therefore hide a directive: texts that look like one are checked
 * everywhere. All refusals have the same message.
 */

/** The message repeats nothing of the text, so that it reveals nothing about the server. */
const REFUSED =
  'the program asks the preprocessor for more than a server allows: common system headers, and files of the job by their names. ' +
  'Other includes, __has_include, #embed, _Pragma, most pragmas, ##, #line directives that name other files, and letters that are spelled by ' +
  'their numbers need lemmata verify on your own machine';

/** Headers of the C standard and of POSIX, without those that are seldom in programs under verification. */
export const SYSTEM_HEADERS: ReadonlySet<string> = new Set(
  (
    'alloca assert complex ctype errno fenv fcntl float getopt inttypes iso646 libgen limits locale malloc math memory memory.h pthread ' +
    'sched semaphore setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads ' +
    'time uchar unistd wchar wctype sys/param sys/stat sys/time sys/types sys/wait'
  )
    .split(' ')
    .map((name) => (name.endsWith('.h') ? name : `${name}.h`)),
);

/**
 * Directives besides `include` that read files. Other words read no file; they may also follow a `#`
 * that makes a string of a macro's parameter.
 */
const READING = new Set(['include_next', 'import', 'embed']);
/** Pragmas that read no file: the first word, and the second in those of GCC. */
const PRAGMAS = /^(?:STDC|pack|once|weak|GCC[ \t]+(?:diagnostic|optimize|visibility|system_header))\b/;

// A comment ends at its first end, also where the search backtracks.
const SPACE = String.raw`(?:[ \t\f\v\r]|/\*(?:[^*]|\*(?!/))*\*/)*`;
const DIRECTIVE = new RegExp(String.raw`(?:#|%:|\?\?=)${SPACE}(\w+|[^\x00-\x7f])`, 'g');
const INCLUDED = new RegExp(String.raw`${SPACE}(?:<([^>\n]*)>|"([^"\n]*)")`, 'y');
const LINE = new RegExp(String.raw`${SPACE}\d+(?:${SPACE}"([^"\n]*)"|${SPACE}(?:\n|$))`, 'y');
const REST = new RegExp(String.raw`${SPACE}([^\n]{0,200})`, 'y');
/** These words find or read files by names that need not stand in the text. */
const WORDS = /__has_(?:include|embed)|_Pragma|__pragma/;
const PASTE = /##|%:%:|\?\?=\?\?=|#\?\?=|\?\?=#|#%:|%:#/;
/** Macros of system headers that paste words together, or make pragmas of their arguments. */
const MAKERS = /\b_+X?(?:CONCAT|PASTE|glibc_macro_warning)/;
/**
 * Letters and digits spelled by their numbers or names: GCC reports them as invalid, but still reads a
 * directive's name with them.
 */
const SPELLED = /\\(?:u00[0-7][\dA-Fa-f]|U000000[0-7][\dA-Fa-f]|[uN]\{)/;

/**
 * Throws a {@link Refusal} if a file may make the preprocessor read, or look for, anything except
 * common system headers and the job's own files. `names`: names of the job's files.
 */
export function checkSource(text: string, names: ReadonlySet<string>): void {
  if (text.includes('\0')) refuse();
  // Joins continued lines (also with blanks after the backslash, as GCC reads them).
  const joined = text.replace(/(?:\\|\?\?\/)[ \t\f\v\r]*\n/g, '');
  if (WORDS.test(joined)) refuse();
  if (PASTE.test(joined)) refuse();
  if (MAKERS.test(joined)) refuse();
  if (SPELLED.test(joined)) refuse();
  for (const match of joined.matchAll(DIRECTIVE)) {
    const [, name] = match;
    const end = match.index + match[0].length;
    if (name === 'include') checkInclude(joined, end, names);
    else if (name === 'pragma') checkPragma(joined, end);
    else if (name === 'line') checkLine(joined, end);
    else if (/^\d+$/.test(name)) checkLine(joined, end - name.length);
    else if (READING.has(name)) refuse();
  }
}

function checkInclude(text: string, at: number, names: ReadonlySet<string>): void {
  INCLUDED.lastIndex = at;
  const found = INCLUDED.exec(text);
  const name = found?.[1] ?? found?.[2];
  if (name === undefined) refuse();
  const own = found?.[2] !== undefined && names.has(name);
  if (!own && !SYSTEM_HEADERS.has(name)) refuse();
}

function checkPragma(text: string, at: number): void {
  REST.lastIndex = at;
  const rest = REST.exec(text)?.[1] ?? '';
  if (!PRAGMAS.test(rest)) refuse();
}

/** A `#line` directive could make the compiler's messages show lines of the named file. */
function checkLine(text: string, at: number): void {
  LINE.lastIndex = at;
  const found = LINE.exec(text);
  if (found === null) refuse();
  const [, name] = found;
  if (name?.includes('/') && !(/^\/usr\/(?:include|lib\/gcc)\//.test(name) && !name.includes('..'))) {
    refuse();
  }
}

function refuse(): never {
  throw new Refusal('unsupported-source', REFUSED);
}
