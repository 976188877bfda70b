import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, proseOf } from '../../documents.ts';

const PAGES = [...pages(), 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** The anchors of a page's headings, as GitHub and VitePress make them. */
function anchorsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replace(/ /g, '-'),
  );
}

/** The targets of links in a page, without those to other sites. */
function targetsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) =>
    /^\w+:/.test(target) ? [] : [target],
  );
}

describe.each(PAGES)('%s', (page) => {
  it.each([...new Set(targetsOf(page))])('has a target for its link to %s', (target) => {
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    expect(existsSync(file), file).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
  });

  it('has headings with anchors of their own', () => {
    expect(anchorsOf(page)).toEqual([...new Set(anchorsOf(page))]);
  });
});

it('the site shows every page of docs/', () => {
  const config = readFileSync('docs/.vitepress/config.mjs', 'utf8');
  for (const page of pages().filter((name) => name.startsWith('docs/') && name !== 'docs/index.md'))
    expect(config).toContain(`'/${page.slice('docs/'.length, -'.md'.length)}'`);
});

it('pages of the site link to pages of the site only', () => {
  for (const page of pages().filter((name) => name.startsWith('docs/')))
    expect(targetsOf(page).filter((target) => target.startsWith('..'))).toEqual([]);
});
