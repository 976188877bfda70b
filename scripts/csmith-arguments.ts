import { csmithHeaders } from '../test/conformance/csmith.ts';

/** The words FIRST and COUNT of a script about programs of csmith, and the folder of csmith's headers. */
export interface CsmithArguments {
  readonly first: number;
  readonly count: number;
  readonly headers: string;
}

/** Reads the command line. Ends the process as {@link neededHeaders}. */
export function csmithArguments(): CsmithArguments {
  const headers = neededHeaders();
  return { first: Number(process.argv[2] ?? 1), count: Number(process.argv[3] ?? 300), headers };
}

/** Returns the folder of csmith's headers. Ends the process if csmith or gcc is missing. */
export function neededHeaders(): string {
  const headers = csmithHeaders();
  if (headers !== null) return headers;
  console.error('csmith, its headers (libcsmith-dev) or gcc are missing');
  process.exit(1);
}
