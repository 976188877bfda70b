import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type IgnoreComment, ignoreComments } from '../../c/source/ignore-comments.ts';
import type { Check } from '../../program/cfa/checks/places.ts';

/** Largest file in bytes that is read for comments. */
const MOST_BYTES = 2 ** 26;

/**
 * Returns the checks with what comments of the sources say about them, and all such comments. The preprocessor
 * drops comments, so that files are read again: the given ones, and others below the current folder.
 */
export function withIgnored(
  checks: readonly Check[],
  given: readonly string[],
): { readonly checks: readonly Check[]; readonly ignores: readonly IgnoreComment[] } {
  const files = new Set([...given, ...checks.map(({ at }) => at.file).filter(isBelow)]);
  const ignores = [...files].flatMap((file) => ignoreComments(file, textOf(file)));
  if (ignores.length === 0) return { checks, ignores };
  const byLine = new Map<string, IgnoreComment[]>();
  for (const comment of ignores) {
    const key = `${comment.line}:${comment.at.file}`;
    byLine.set(key, [...(byLine.get(key) ?? []), comment]);
  }
  const commented = checks.map((check): Check => {
    const comment = byLine.get(`${check.at.line}:${check.at.file}`)?.find(({ kinds }) => kinds.includes(check.kind));
    return comment === undefined ? check : { ...check, ignored: { reason: comment.reason, at: comment.at } };
  });
  return { checks: commented, ignores };
}

/** A line mark may name any file; only those of the program's folder are read. */
function isBelow(file: string): boolean {
  return !isAbsolute(file) && !file.split('/').includes('..') && !file.startsWith('<');
}

function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > MOST_BYTES) return '';
  return readFileSync(file, 'utf8');
}
