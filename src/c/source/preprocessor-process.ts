import { spawn } from 'node:child_process';
import { LemmataError } from '../../base/errors.ts';
import {
  type Diagnostic,
  type DiagnosticArgument,
  type DiagnosticCode,
  diagnostic,
  FrontEndError,
} from '../diagnostics.ts';
import { decodeSource } from './source-text.ts';

/** Runs the system's C compiler as preprocessor. */

/** Limit in MB (2^20 bytes) of the compiler's output. */
const MAX_OUTPUT_MB = 256;
const MAX_MESSAGES_MB = 1;
/** Limit of the messages of the preprocessor that are passed on. */
const MAX_DIAGNOSTICS = 20;

const DEFAULT_COMPILERS = ['cc', 'gcc', 'clang'];

/** The output of the compiler, and the messages that it printed. */
export interface CompilerOutput {
  readonly output: Buffer;
  readonly diagnostics: readonly Diagnostic[];
}

function failure(code: DiagnosticCode, args: readonly DiagnosticArgument[]): FrontEndError {
  return new FrontEndError([diagnostic(code, args, null)], 'E-PREPROCESS');
}

/**
 * Runs the compiler of `options.cc`, of the environment variable CC, or the first of cc, gcc and clang
 * that exists. Further words of a command like `gcc -std=c99` come behind the first two of `args`. The
 * compiler gets half of `memoryBytes`.
 * @throws FrontEndError E-PREPROCESS (C1006, C1007, C1009, C1702); LemmataError E-INTERRUPTED
 */
export async function runCompiler(
  args: readonly string[],
  options: { readonly cc?: string | null; readonly memoryBytes?: number; readonly signal?: AbortSignal },
): Promise<CompilerOutput> {
  const wanted = (options.cc ?? process.env.CC ?? '').trim();
  const commands = wanted === '' ? DEFAULT_COMPILERS : [wanted];
  for (const command of commands) {
    const words = command.split(/\s+/);
    const all = [words[0], ...args.slice(0, 2), ...words.slice(1), ...args.slice(2)];
    const result = await runOnce(limited(all, options.memoryBytes), options.signal);
    if (result === 'missing') continue;
    const diagnostics = readMessages(result.messages);
    // A Ctrl-C at the terminal reaches the compiler as well, perhaps first.
    if (result.signal === 'SIGINT') throw new LemmataError('E-INTERRUPTED', 'interrupted');
    if (result.signal !== null) throw failure('C1009', [command, result.signal]);
    if (result.status !== 0 && !diagnostics.some((each) => each.severity === 'error')) {
      throw failure('C1006', [command, result.status ?? 'unknown', firstLine(result.messages)]);
    }
    return { output: result.output, diagnostics };
  }
  throw failure('C1007', [commands.join(', ')]);
}

interface Run {
  readonly output: Buffer;
  readonly messages: string;
  readonly status: number | null;
  readonly signal: string | null;
}

/**
 * Returns the command with at most half of `memoryBytes` of address space. The compiler then ends with
 * its own error. A shell sets the limit where the system has one.
 */
function limited(command: readonly string[], memoryBytes: number | undefined): readonly string[] {
  if (memoryBytes === undefined) return command;
  const kilobytes = Math.floor(memoryBytes / 2 / 1024);
  return ['/bin/sh', '-c', 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(kilobytes), ...command];
}

/** Exit code of a shell for a command that does not exist. */
const NO_SUCH_COMMAND = 127;

function runOnce([command, ...args]: readonly string[], signal: AbortSignal | undefined): Promise<Run | 'missing'> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new LemmataError('E-INTERRUPTED', 'interrupted'));
      return;
    }
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LC_ALL: 'C' } });
    const output: Buffer[] = [];
    const messages: Buffer[] = [];
    let outputSize = 0;
    let messageSize = 0;
    let stopped: Error | null = null;
    const stop = (error: Error): void => {
      stopped ??= error;
      child.kill('SIGKILL');
    };
    const onAbort = (): void => stop(new LemmataError('E-INTERRUPTED', 'interrupted'));
    // A compiler that is still running must not outlive this process.
    const onExit = (): void => void child.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort, { once: true });
    process.once('exit', onExit);
    const finish = (): void => {
      signal?.removeEventListener('abort', onAbort);
      process.removeListener('exit', onExit);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      outputSize += chunk.length;
      if (outputSize > MAX_OUTPUT_MB * 2 ** 20) stop(failure('C1702', [MAX_OUTPUT_MB]));
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      messageSize += chunk.length;
      if (messageSize <= MAX_MESSAGES_MB * 2 ** 20) messages.push(chunk);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      finish();
      if (error.code === 'ENOENT') resolve('missing');
      else reject(failure('C1006', [command, error.code ?? 'unknown', error.message]));
    });
    child.on('close', (status, killedBy) => {
      if (child.pid === undefined) return;
      finish();
      if (stopped !== null) reject(stopped);
      else if (status === NO_SUCH_COMMAND) resolve('missing');
      else
        resolve({
          output: Buffer.concat(output),
          messages: decodeSource(Buffer.concat(messages)),
          status,
          signal: killedBy,
        });
    });
  });
}

/** Messages of the form `file:line:column: error: text`, which gcc and clang print. */
function readMessages(text: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const pattern = /^(.+?):(\d+):(?:(\d+):)? (fatal error|error|warning): (.*)$/gm;
  for (const [, file, line, column, severity, message] of text.matchAll(pattern)) {
    const at = { file: file, line: Number(line), column: Number(column ?? '1') };
    const header = missingHeader(message);
    if (severity !== 'warning' && header !== null) diagnostics.push(diagnostic('C1011', [header], at));
    else diagnostics.push(diagnostic(severity === 'warning' ? 'C1906' : 'C1005', [message], at));
    if (diagnostics.length === MAX_DIAGNOSTICS) break;
  }
  return diagnostics;
}

/** Returns the header that the message misses, in the words of gcc or of clang. */
function missingHeader(message: string): string | null {
  return (/^(.+): No such file or directory$/.exec(message) ?? /^'(.+)' file not found$/.exec(message))?.[1] ?? null;
}

/** Returns the first line with text. */
function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '');
  return line?.trim() ?? 'no message';
}
