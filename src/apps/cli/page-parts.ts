import { existsSync, readFileSync } from 'node:fs';
import type { PageParts } from '../compete/output/html.ts';

/** Script and style of the page of results, as built beside this bundle. */
export function pageParts(): PageParts {
  return builtParts('compete');
}

/** Script and style of a page by its name: that of a run of the competition, or of one verification. */
export function builtParts(page: 'compete' | 'report'): PageParts {
  return { script: built(`${page}-page.js`), style: built(`${page}-style.css`) };
}

function built(name: string): string {
  const places = ['./', '../'].map((folder) => new URL(`${folder}${name}`, import.meta.url));
  return readFileSync(places.find((place) => existsSync(place)) ?? places[0], 'utf8');
}
