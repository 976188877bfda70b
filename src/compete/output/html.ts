import { htmlFile } from '../../base/html-file.ts';
import type { PageData } from './page-data.ts';

/** What makes a page of data: built from `src/compete/page`. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** One file that needs no other: data, script and style are in it. */
export function htmlText(data: PageData, parts: PageParts): string {
  const noscript = 'This table needs JavaScript; the results are in results.csv, too.';
  return htmlFile({ ...parts, title: data.title, data: { id: 'data', value: data }, noscript });
}
