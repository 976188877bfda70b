import { isUtf8 } from 'node:buffer';
import { open, stat } from 'node:fs/promises';
import { type DiagnosticArgument, type DiagnosticCode, diagnostic, FrontEndError } from '../diagnostics.ts';
import type { Columns } from './columns.ts';
import type { Standard } from './standard.ts';

/** Source files as text: UTF-8, where a byte that is not UTF-8 becomes a lone surrogate U+DC80 .. U+DCFF. */

/** Limit of the input in MB (2^20 bytes). V8's strings end at about 512 million units. */
const MAX_INPUT_MB = 256;

function fail(code: DiagnosticCode, args: readonly DiagnosticArgument[], file: string): never {
  throw new FrontEndError([diagnostic(code, args, { file, line: 1, column: 1 })]);
}

/** A preprocessed file and its name for messages. */
export interface SourceText {
  readonly text: string;
  readonly file: string;
  /** Default: C17. */
  readonly standard?: Standard;
  /** Columns of places; absent: those of the text. */
  readonly columns?: Columns;
  /** The files that these columns belong to. */
  readonly originals?: readonly { readonly file: string; readonly text: string }[];
}

/** Returns the number of lines. The last line may lack its end. */
export function lineCount(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}

/**
 * Reads the bytes of a regular file.
 * @throws FrontEndError (C1001 unreadable, C1002 directory, C1003 empty, C1004 NUL byte, C1008
 * missing, C1010 not a regular file, C1701 too large)
 */
export async function readSource(file: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    const status = await stat(file);
    if (status.isDirectory()) fail('C1002', [file], file);
    if (!status.isFile()) fail('C1010', [file], file);
    if (status.size > MAX_INPUT_MB * 2 ** 20) fail('C1701', [file, MAX_INPUT_MB], file);
    const handle = await open(file, 'r');
    try {
      bytes = await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof FrontEndError) throw error;
    const reason = error as NodeJS.ErrnoException;
    if (reason.code === 'ENOENT' || reason.code === 'ENOTDIR') fail('C1008', [file], file);
    fail('C1001', [file, reason.code ?? reason.message], file);
  }
  if (bytes.length === 0) fail('C1003', [file], file);
  if (bytes.includes(0)) fail('C1004', [file], file);
  return bytes;
}

/** Decodes UTF-8, without a byte order mark. */
export function decodeSource(bytes: Buffer): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const body = start === 0 ? bytes : bytes.subarray(start);
  return isUtf8(body) ? body.toString('utf8') : decodeLossless(body);
}

/** Decodes files in other encodings, slowly. It keeps every byte that is not part of well-formed UTF-8. */
function decodeLossless(bytes: Buffer): string {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    if (index > start) parts.push(bytes.toString('utf8', start, index));
    parts.push(String.fromCharCode(0xdc00 + bytes[index]));
    start = ++index;
  }
  parts.push(bytes.toString('utf8', start));
  return parts.join('');
}

/**
 * Returns the bytes of the well-formed UTF-8 sequence at `index` (Unicode, table 3-7); 0 if there is
 * none.
 */
function sequenceLength(bytes: Buffer, index: number): number {
  const first = bytes[index];
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || index + length > bytes.length) return 0;
  const second = bytes[index + 1];
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let next = 2; next < length; next++) if ((bytes[index + next] & 0xc0) !== 0x80) return 0;
  return length;
}
