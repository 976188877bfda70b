/** A self-contained page. */
export interface HtmlFile {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** Data for the script: the content of the element of that id, as JSON. */
  readonly data: { readonly id: string; readonly value: unknown };
  /** Content shown without JavaScript. */
  readonly noscript: string;
  /** Element in which the script builds its page; absent: the script makes its own elements. */
  readonly host?: string;
  /** Content-Security-Policy. */
  readonly policy?: string;
}

/** The text of the file. The data is never interpreted as markup. */
export function htmlFile({ title, style, script, data, noscript, host, policy }: HtmlFile): string {
  const meta = policy === undefined ? '' : `\n<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">${meta}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style.replace(/<\/(?=style)/gi, '<\\/')}</style>
<body>
<noscript>${escaped(noscript)}</noscript>${host === undefined ? '' : `\n<div id="${host}"></div>`}
<script type="application/json" id="${data.id}">${inJson(JSON.stringify(data.value))}</script>
<script>${inScript(script)}</script>
</body>
</html>
`;
}

/** The code of {@link inScript} as it stands in the element, for policies that name its hash. */
export function inScript(text: string): string {
  // The end of the element, or the start of a comment, must not stand in its text. In the code's
  // strings, the escapes mean the same.
  return text.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--');
}

function inJson(text: string): string {
  return text.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
