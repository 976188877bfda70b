import { parseDocument, visit } from 'yaml';

/**
 * Rewrites a worker's output about files below `from` as though they had been below `to`, their folder
 * here. Null if the text should be YAML (`structured`) and is not.
 */
export function relocated(bytes: Uint8Array, from: string, to: string, structured: boolean): string | null {
  const text = new TextDecoder().decode(bytes);
  const moved = (path: string): string => path.replaceAll(`${from}/`, () => (to.endsWith('/') ? to : `${to}/`));
  if (!structured) return moved(text);
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.startsWith(`${from}/`)) scalar.value = moved(scalar.value);
    },
  });
  // Invariants and paths must not be broken into lines.
  return document.toString({ lineWidth: 0 });
}
