import { ERRORS, LemmataError, messageOf } from '../../base/errors.ts';
import { formatLocation } from '../../base/source.ts';

/** Environment variable that, if set, shows stack traces of internal errors. */
const DEBUG_VARIABLE = 'LEMMATA_DEBUG';

/**
 * Writes an error to stderr (unless `quiet`), and to stdout as JSON if asked for; returns the exit
 * code.
 */
export function reportError(
  error: unknown,
  { json, quiet = false }: { readonly json: boolean; readonly quiet?: boolean },
): number {
  writeError(error, { quiet });
  if (json) writeErrorObject(error);
  return exitCodeOf(error);
}

/** Writes an error to stderr, unless `quiet`; and its stack trace, if the environment asks for it. */
export function writeError(error: unknown, { quiet }: { readonly quiet: boolean }): void {
  const known = asLemmataError(error);
  const where = known.at === null ? 'lemmata' : formatLocation(known.at);
  const what = known.code === 'E-INTERNAL' || known.code === 'E-SOLVER' ? 'internal error' : 'error';
  if (!quiet) process.stderr.write(`${where}: ${what}: ${known.message}\n`);
  if (process.env[DEBUG_VARIABLE] !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}

/** Writes an error to stdout as JSON. */
export function writeErrorObject(error: unknown): void {
  const { code, message, at } = asLemmataError(error);
  process.stdout.write(`${JSON.stringify({ version: 1, error: { code, message, location: at } })}\n`);
}

/** The exit code of a command that an error ended. */
export function exitCodeOf(error: unknown): number {
  return ERRORS[asLemmataError(error).code].exitCode;
}

/** Errors that crossed threads are recognised by name and code, not by class. */
export function asLemmataError(error: unknown): Pick<LemmataError, 'code' | 'message' | 'at'> {
  if (error instanceof LemmataError) return error;
  if (
    error instanceof Error &&
    error.name === 'LemmataError' &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code in ERRORS
  ) {
    return Object.assign(new LemmataError(error.code as LemmataError['code'], error.message), {
      at: 'at' in error ? (error.at as null) : null,
    });
  }
  const message = messageOf(error);
  return new LemmataError('E-INTERNAL', message);
}
