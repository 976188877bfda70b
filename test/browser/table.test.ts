import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlText } from '../../src/apps/compete/output/html.ts';
import { pageData } from '../../src/apps/compete/output/page-data.ts';
import { header, result } from '../compete/records.ts';
import { scratchFolder } from '../scratch.ts';
import { BROWSER, expectAccessible, launch } from './browser.ts';

const SHOTS = process.env.LEMMATA_SCREENSHOTS;
const PATIENCE = 120_000;

describe.skipIf(BROWSER === null)('the page of results', { timeout: PATIENCE }, () => {
  let browser: Browser;
  const folder = scratchFolder('table');

  beforeAll(async () => {
    browser = await launch();
  }, PATIENCE);
  afterAll(async () => {
    await browser?.close();
  });

  async function open(): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
    const results = [
      result('array/reversal-of-a-list', {
        log: 'logs/a.log',
        checks: [{ by: 'witness', outcome: 'confirmed', detail: '', seconds: 1 }],
      }),
      result('array/refuted', {
        log: 'logs/b.log',
        checks: [{ by: 'native-replay', outcome: 'refuted', detail: 'ended with 0', seconds: 1 }],
      }),
      result('loops/alarm', { status: 'false(unreach-call)', category: 'wrong', log: 'logs/c.log', cpuSeconds: 0.12 }),
      result('loops/open', {
        status: 'unknown',
        category: 'unknown',
        reason: 'unsupported: inline assembly',
        log: 'logs/d.log',
      }),
      result('loops/late', { status: 'TIMEOUT', category: 'error', log: 'logs/e.log', cpuSeconds: 60 }),
    ];
    const runs = [
      { header: header(), results },
      {
        header: header({ name: 'other' }),
        results: results.slice(1).map((one) => ({ ...one, cpuSeconds: 20 * one.cpuSeconds })),
      },
    ];
    const dist = resolve(process.env.LEMMATA_DIST ?? 'dist');
    const [script, style] = ['compete-page.js', 'compete-style.css'].map((name) =>
      readFileSync(join(dist, name), 'utf8'),
    );
    const file = join(folder, 'table.html');
    writeFileSync(file, htmlText(pageData('Results of the nightly run', runs, 0), { script, style }));
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`file://${file}`);
    return { page, problems };
  }

  it('fits two widths and two schemes, and everybody can use it', async () => {
    const { page, problems } = await open();
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await page.locator('#tasks tbody tr').first().waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
        if (SHOTS !== undefined)
          await page.screenshot({ path: join(SHOTS, `table-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows checks and reasons without a tooltip, statuses in their colours, and axes in plain numbers', async () => {
    const { page } = await open();
    const text = (await page.locator('#tasks').innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('witness: confirmed');
    expect(text).toContain('native-replay: refuted (ended with 0)');
    expect(text).toContain('unsupported: inline assembly');
    const colour = (kind: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('td.${kind} a')).color`);
    const colours = await Promise.all(['correct', 'wrong', 'unknown', 'error'].map(colour));
    expect(new Set(colours).size).toBe(4);
    const ticks = await page.locator('#quantile svg text, #scatter svg text').allTextContents();
    expect(ticks.filter((tick) => /^\d+(\.\d+)?[mµnk]$/.test(tick))).toEqual([]);
    expect(ticks.some((tick) => /CPU time \(s\)/.test(tick))).toBe(true);
    await page.close();
  });
});
