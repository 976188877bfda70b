import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Serving, TOKEN } from '../server/serving.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser of the machine's; null: there is none, and tests that need one are skipped. */
export const BROWSER = [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;

export function launch(): Promise<Browser> {
  if (BROWSER === null) throw new Error('no chromium');
  return chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/**
 * A page of the server's, signed in; fails the test on any error of a script, or anything that the
 * page's policy forbids.
 */
export async function openPage(
  context: BrowserContext,
  { origin }: Serving,
  fragment = '',
): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A connection that is refused while the server is away is none of the page's faults.
    if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket/.test(message.text()))
      problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      problems.push(`request to ${request.url()}`);
  });
  await page.goto(`${origin}/?token=${TOKEN}`);
  if (fragment !== '') await page.goto(`${origin}/${fragment}`);
  return { page, problems };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Holds that what is shown can be used by everybody, as far as axe-core can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe);
  // Details of rules that hold would take longer than the rules.
  const violations = await page.evaluate<readonly Violation[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    ),
  ).toEqual([]);
}
