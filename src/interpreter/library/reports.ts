import { callReader, listReader } from './argument-readers.ts';
import { errnoText } from './errno.ts';
import { type ArgumentReader, formatText } from './format.ts';
import type { Native, NativeCall, Natives, NativeWithCallbacks, Processes } from './native.ts';
import { exitProgram } from './start.ts';
import { bytesOf, stringText } from './text.ts';

/** Functions of error.h and err.h write messages to the standard error stream and may end the run. */

function programName({ runtime }: NativeCall): string {
  return runtime.options.argv?.[0] ?? 'program';
}

function writeMessage({ runtime }: NativeCall, text: string): void {
  runtime.options.stderr?.(bytesOf(`${text}\n`));
}

/** Formats the message; the text is empty for a null pointer. */
function messageOf(call: NativeCall, format: number, reader: ArgumentReader): string {
  return call.pointer(format) === 0
    ? ''
    : formatText(call.runtime, stringText(call.runtime, call.pointer(format)), reader);
}

/** Runs `error`, or `error_at_line`, which has file and line before the format. */
function* report(call: NativeCall, format: number): ReturnType<NativeWithCallbacks> {
  const place = format === 2 ? '' : `${stringText(call.runtime, call.pointer(2))}:${call.int(3)}: `;
  const number = call.int(1);
  const message = messageOf(call, format, callReader(call, format + 1));
  writeMessage(call, `${programName(call)}: ${place}${message}${number === 0 ? '' : `: ${errnoText(number)}`}`);
  if (call.int(0) !== 0) yield* exitProgram(call.runtime, call.int(0));
  return undefined;
}

/** Writes a warning. `warn` and `err` add the message of errno; `warnx` and `errx` do not. */
function warn(call: NativeCall, format: number, list: boolean, reason: boolean): void {
  const reader = list ? listReader(call.runtime, call.pointer(format + 1)) : callReader(call, format + 1);
  const message = messageOf(call, format, reader);
  const parts = [programName(call), ...(call.pointer(format) === 0 ? [] : [message])];
  if (reason) parts.push(errnoText(call.runtime.errno.current(false)));
  writeMessage(call, parts.join(': '));
}

function* end(call: NativeCall, list: boolean, reason: boolean): ReturnType<NativeWithCallbacks> {
  warn(call, 1, list, reason);
  return yield* exitProgram(call.runtime, call.int(0));
}

const warning =
  (list: boolean, reason: boolean): Native =>
  (call) => {
    warn(call, 0, list, reason);
    return undefined;
  };

export const WARNING_FUNCTIONS = {
  warn: warning(false, true),
  warnx: warning(false, false),
  vwarn: warning(true, true),
  vwarnx: warning(true, false),
} satisfies Natives;

export const REPORT_FUNCTIONS = {
  error: (call) => report(call, 2),
  error_at_line: (call) => report(call, 4),
  err: (call) => end(call, false, true),
  errx: (call) => end(call, false, false),
  verr: (call) => end(call, true, true),
  verrx: (call) => end(call, true, false),
} satisfies Processes;
