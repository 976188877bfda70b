import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import type { RunHeader, TaskResult } from '../store/record.ts';
import { resultXml } from './benchexec-xml.ts';
import { csvText } from './csv.ts';
import { htmlText, type PageParts } from './html.ts';
import { pageData, type TableRun } from './page-data.ts';

/**
 * Writes `results.csv`, `results.xml` (of several run definitions one each: `NAME.results.xml`) and `table.html` into the folder of a run; `beside`: a run that
 * the table shows, too. Throws LemmataError `E-INPUT` where they cannot be written.
 */
export function writeOutputs(
  folder: string,
  header: RunHeader,
  results: readonly TaskResult[],
  page: PageParts,
  beside: TableRun | null,
): void {
  replace(join(folder, 'results.csv'), csvText(results));
  const definitions = [...new Set(results.map(({ runDefinition }) => runDefinition))];
  for (const definition of definitions) {
    const file = join(
      folder,
      definitions.length === 1 ? 'results.xml' : `${(definition ?? 'others').replace(/[^\w.-]+/g, '_')}.results.xml`,
    );
    replace(
      file,
      resultXml(
        header,
        results.filter(({ runDefinition }) => runDefinition === definition),
        file,
      ),
    );
  }
  const runs = [...(beside === null ? [] : [beside]), { header, results }];
  replace(join(folder, 'table.html'), htmlText(pageData(header.name, runs, runs.length - 1), page));
}

/** Puts a file in place of another at once, so that there is a whole one at any time. Throws LemmataError `E-INPUT`. */
export function replace(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(fresh, text);
    renameSync(fresh, file);
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot write ${file}: ${error instanceof Error ? error.message : error}`, null, {
      cause: error,
    });
  }
}
