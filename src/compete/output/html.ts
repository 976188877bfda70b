import type { PageData } from './page-data.ts';

/** What makes a page of data: built from `src/compete/page`. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** One file that needs no other: data, script and style are in it. */
export function htmlText(data: PageData, { script, style }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(data.title)}</title>
<style>${style}</style>
<body>
<noscript>This table needs JavaScript; the results are in results.csv, too.</noscript>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${inScript(script)}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The end of the element must not stand in its text; where it stands in the code's strings, the escape means the same. */
function inScript(text: string): string {
  return text.replace(/<\/(?=script)/gi, '<\\/');
}
