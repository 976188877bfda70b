import { readFileSync } from 'node:fs';
import { LemmataError } from '../../base/errors.ts';

const LEAST = 16;
const MOST = 200;

/**
 * The secret that clients of `lemmata serve` show, from the file or from LEMMATA_TOKEN; null: none was
 * given. Throws LemmataError `E-USAGE`.
 */
export function givenToken(file: string | undefined): string | null {
  const token = file === undefined ? (process.env.LEMMATA_TOKEN ?? null) : read(file);
  if (token !== null && !(/^[\x21-\x7e]+$/.test(token) && token.length >= LEAST && token.length <= MOST))
    throw new LemmataError('E-USAGE', `the token must have ${LEAST} to ${MOST} printable characters without blanks`);
  return token;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new LemmataError('E-USAGE', `--token-file: ${file} cannot be read`);
  }
}
