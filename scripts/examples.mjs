import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The programs of `examples/` as the page offers them: a file each, or a folder of C files. `about` is
 * the expectation in the first line.
 * @param {string} folder
 */
export function readExamples(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    const names = entry.isDirectory() ? readdirSync(path).sort() : [entry.name];
    if (!names.every((name) => /\.[ch]$/.test(name))) return [];
    const files = names.map((name) => ({
      name,
      text: readFileSync(join(entry.isDirectory() ? path : folder, name), 'utf8'),
    }));
    const about =
      files.map(({ text }) => /^\/\/ Expected: (\w+)/.exec(text)?.[1]).find((word) => word !== undefined) ?? '';
    return [{ name: entry.name.replace(/\.c$/, ''), about, files }];
  });
}
