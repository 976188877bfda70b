import { dirname } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import { expandPattern, folderOf, listEntries, readText } from './files.ts';
import { substitute } from './variables.ts';
import { childrenOf, type Element } from './xml.ts';

/** A task definition or a program, with the other files of the program. */
export interface IncludedDefinition {
  readonly file: string;
  readonly appended: readonly string[];
}

/**
 * The files that a `<tasks>` element includes and does not exclude again, each once; patterns that
 * match nothing are problems.
 */
export function definitionsOf(
  set: Element,
  benchmark: string,
  runDefinition: string,
): { readonly definitions: readonly IncludedDefinition[]; readonly problems: readonly LemmataError[] } {
  const problems: LemmataError[] = [];
  const matching = (pattern: string, folder: string, definition: string | null = null): readonly string[] => {
    const files = expandPattern(substitute(pattern, definition, benchmark, runDefinition), folder);
    if (files.length === 0)
      problems.push(
        new LemmataError('E-INPUT', `there is no file ${pattern}`, { file: benchmark, line: 1, column: 1 }),
      );
    return files;
  };
  const named = (tag: string): readonly string[] =>
    childrenOf(set, tag).flatMap(({ text }) => matching(text, dirname(benchmark)));
  const listed = (tag: string): readonly string[] =>
    named(tag).flatMap((list) => {
      const before = problems.length;
      const files = listEntries(readText(list)).map(({ line, pattern }) => ({
        line,
        pattern,
        files: expandPattern(pattern, folderOf(list)),
      }));
      for (const { line, pattern, files: found } of files) {
        if (found.length === 0)
          problems.push(new LemmataError('E-INPUT', `there is no file ${pattern}`, { file: list, line, column: 1 }));
      }
      if (files.length === 0 && problems.length === before)
        problems.push(new LemmataError('E-INPUT', 'the list is empty', { file: list, line: 1, column: 1 }));
      return files.flatMap((entry) => entry.files);
    });
  const excluded = new Set([...named('exclude'), ...listed('excludesfile')]);
  const included = new Set([...named('include'), ...listed('includesfile')].filter((file) => !excluded.has(file)));
  const appended = childrenOf(set, 'append');
  const definitions = [...included].flatMap((file) => {
    if (appended.length > 0 && /\.ya?ml$/.test(file)) {
      problems.push(
        new LemmataError('E-INPUT', 'files cannot be appended to those of a task definition', {
          file,
          line: 1,
          column: 1,
        }),
      );
      return [];
    }
    return [{ file, appended: appended.flatMap(({ text }) => matching(text, folderOf(file), file)) }];
  });
  return { definitions, problems };
}
