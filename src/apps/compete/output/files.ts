import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { replaceWhole } from '../../../base/files.ts';
import type { RunHeader, TaskResult } from '../store/record.ts';
import { resultXml } from './benchexec-xml.ts';
import { htmlText, type PageParts } from './html.ts';
import { pageData, type TableRun } from './page-data.ts';
import { CSV_COLUMNS, inOrder } from './rows.ts';

/**
 * Writes `results.csv`, `results.xml` and `table.html` into the folder of a run. Several run
 * definitions have one file each: `NAME.results.xml`. `beside`: another run that the table shows.
 * Throws LemmataError `E-INPUT` if they cannot be written.
 */
export function writeOutputs(
  folder: string,
  header: RunHeader,
  results: readonly TaskResult[],
  page: PageParts,
  beside: TableRun | null,
): void {
  replaceWhole(join(folder, 'results.csv'), csvText(results));
  const definitions = [...new Set(results.map(({ runDefinition }) => runDefinition))];
  for (const definition of definitions) {
    const file = join(
      folder,
      definitions.length === 1 ? 'results.xml' : `${(definition ?? 'others').replace(/[^\w.-]+/g, '_')}.results.xml`,
    );
    replaceWhole(
      file,
      resultXml(
        header,
        results.filter(({ runDefinition }) => runDefinition === definition),
        file,
      ),
    );
  }
  const runs = [...(beside === null ? [] : [beside]), { header, results }];
  replaceWhole(join(folder, 'table.html'), htmlText(pageData(header.name, runs, runs.length - 1), page));
}

/** The results as CSV (RFC 4180), one line a task, with a head. */
export function csvText(results: readonly TaskResult[]): string {
  const rows = inOrder(results).map((result) => CSV_COLUMNS.map(([, value]) => value(result)));
  return stringify([CSV_COLUMNS.map(([name]) => name), ...rows]);
}
