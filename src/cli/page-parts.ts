import { existsSync, readFileSync } from 'node:fs';
import type { PageParts } from '../compete/output/html.ts';

/** Script and style of the page of results, as built beside this bundle. */
export function pageParts(): PageParts {
  const read = (name: string): string => {
    const places = ['./', '../'].map((folder) => new URL(`${folder}${name}`, import.meta.url));
    return readFileSync(places.find((place) => existsSync(place)) ?? places[0], 'utf8');
  };
  return { script: read('compete-page.js'), style: read('compete-style.css') };
}
