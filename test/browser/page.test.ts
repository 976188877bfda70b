import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventSender } from '../../src/apps/server/event-sender.ts';
import type { Limits } from '../../src/apps/server/limits.ts';
import { lemmata } from '../cli/lemmata.ts';
import { scratchFolder } from '../scratch.ts';
import { bound, newRace, PROVED, RACE_TASK, racesOf } from '../server/racing.ts';
import { type Serving, serving, TOKEN } from '../server/serving.ts';
import { BROWSER, expectAccessible, launch, openPage } from './browser.ts';

const SCRIPTED = resolve('test/fixtures/scripted-job.mjs');

/** Two threads take the same ticket. */
const THREADS = `#include <assert.h>
#include <pthread.h>
int tickets, taken[2];
void *take(void *place) {
  int ticket = tickets;
  tickets = ticket + 1;
  *(int *)place = ticket;
  return 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, take, &taken[0]);
  pthread_create(&second, 0, take, &taken[1]);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(taken[0] != taken[1]);
}
`;

/** Some checks fail, and some hold. */
const CHECKED = `extern int __VERIFIER_nondet_int(void);
int table[4];
static int scaled(int x) { return 100 / x; }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  table[i] = scaled(i + 1);
  int j = __VERIFIER_nondet_int();
  int sum = i + j;
  return sum >> i;
}
`;
const PATIENCE = 120_000;
/** Screenshots for people, where a folder for them is named. */
const SHOTS = process.env.LEMMATA_SCREENSHOTS;

/**
 * In the page: how long after they were sent (ms) notes of `scripted-job.mjs` are on the screen, in
 * `delays`.
 */
const WATCH = `
  globalThis.delays = [];
  let last = '';
  new MutationObserver(() => {
    const sent = /sent at (\\d+)/.exec(document.querySelector('.engines')?.textContent ?? '')?.[1];
    if (sent === undefined || sent === last) return;
    last = sent;
    // Two frames later it has been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => delays.push(Date.now() - Number(sent))));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

if (BROWSER === null) console.warn('no chromium is to be had here: the tests of the page are skipped');

describe.skipIf(BROWSER === null)('the page in a browser', { timeout: 3 * PATIENCE }, () => {
  let browser: Browser;
  let context: BrowserContext;
  let server: Serving | null = null;
  const all: string[][] = [];

  beforeAll(async () => {
    browser = await launch();
  }, PATIENCE);
  afterAll(() => browser?.close());
  afterEach(async () => {
    await context?.close();
    await server?.close();
    server = null;
    expect(all.splice(0).flat()).toEqual([]);
  });

  async function start(
    script?: string,
    options: { readonly data?: string; readonly limits?: Partial<Limits>; readonly shareLinks?: boolean } = {},
  ): Promise<Serving> {
    server = await serving({ ...(script === undefined ? {} : { script }), ...options });
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE);
    return server;
  }

  async function open(at: Serving, fragment = ''): Promise<Page> {
    const { page, problems } = await openPage(context, at, fragment);
    all.push(problems);
    return page;
  }

  /** Opens a report, which must ask no other machine for anything. */
  async function openReport(file: string): Promise<Page> {
    const page = await context.newPage();
    const problems: string[] = [];
    all.push(problems);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) problems.push(`request to ${request.url()}`);
    });
    await page.goto(`file://${file}`);
    return page;
  }

  const submit = (page: Page): Promise<void> => page.getByRole('button', { name: 'Verify', exact: true }).click();
  const verdict = (page: Page) => page.locator('.verdict-line .badge');

  async function choose(page: Page, example: string): Promise<void> {
    const select = page.getByLabel('Example');
    const label =
      (await select.locator('option').allTextContents()).find((text) => text.trim().startsWith(example)) ?? example;
    await select.selectOption({ label: label.trim() });
  }

  async function openFile(page: Page, text: string): Promise<void> {
    await page
      .getByLabel('Open files')
      .setInputFiles({ name: 'program.c', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'program.c' }).waitFor();
  }

  /**
   * The whole page in both widths, each in a colour of its own, without anything that would have to be
   * scrolled to the side. Pictures show both colours of each width.
   */
  async function shoot(page: Page, name: string): Promise<void> {
    for (const [width, judged, other] of [
      [1440, 'light', 'dark'],
      [375, 'dark', 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      for (const colorScheme of SHOTS === undefined ? [judged] : [judged, other]) {
        await page.emulateMedia({ colorScheme });
        if (colorScheme === judged) await expectAccessible(page);
        if (SHOTS !== undefined)
          await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('takes a program from the editor to its verdict, and gives its witness and its certificate', async () => {
    const page = await open(await start());
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    await shoot(page, 'new');
    await openFile(
      page,
      `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  while (i < n) { i++; j += 2; }
  if (j != 2 * i) reach_error();
}
`,
    );
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// typed');
    await page.getByLabel('certificate: the proof').check();
    await submit(page);
    await expect.poll(() => page.url(), { timeout: PATIENCE }).toMatch(/#\/jobs\/[\w-]{22}$/);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('TRUE');
    expect(await page.locator('.verdict').textContent()).toMatch(/Proved by .*; the certificate was checked/);
    expect(await page.locator('.lane-names li').count()).toBeGreaterThan(1);
    await shoot(page, 'true');
    await expect.poll(() => page.locator('.code').textContent()).toContain('// typed');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Witness' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('invariant_set');
    const archive = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Certificate' }).click();
    const folder = scratchFolder('archive');
    for (const [name, content] of Object.entries(unzipSync(readFileSync(await (await archive).path())))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    expect(spawnSync(process.execPath, ['checker/src/main.js', folder]).status).toBe(0);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('link', { name: 'program.c' }).waitFor();
    await shoot(page, 'jobs');
  });

  it('takes several files, marks what the compiler says before there is a job, and Ctrl+Enter verifies', async () => {
    const page = await open(await start(undefined, {}));
    await openFile(
      page,
      'int half(int x);\nvoid reach_error(void);\nint main(void) {\n  if (half(4) != 2 +) reach_error();\n}\n',
    );
    await page.locator('.cm-line-error').waitFor();
    expect(await page.locator('.problems').textContent()).toMatch(/program\.c:4: /);
    expect(await page.getByRole('button', { name: 'Verify', exact: true }).isDisabled()).toBe(true);
    await shoot(page, 'marked');
    await page.setViewportSize({ width: 375, height: 700 });
    for (const top of [0, 2_000]) {
      await page.evaluate(`scrollTo(0, ${top})`);
      const box = await page.getByRole('button', { name: 'Verify', exact: true }).boundingBox();
      expect(box?.y ?? 9_999).toBeLessThan(700 - 20);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const editor = page.locator('.cm-content');
    await openFile(
      page,
      'int half(int x);\nvoid reach_error(void);\nint main(void) {\n  if (half(4) != 2) reach_error();\n}\n',
    );
    await page.locator('.cm-line-error').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.getByLabel('Name of the shown file').fill('half.c');
    await editor.click();
    await page.keyboard.type('int half(int x) { return x / 2; }');
    await expect.poll(() => page.getByRole('button', { name: 'Verify', exact: true }).isDisabled()).toBe(false);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('TRUE');
    await expect.poll(() => page.locator('.tabs').textContent()).toContain('half.c');
    expect(await page.locator('.job-facts').textContent()).toMatch(/no assertion fails.*LP64.*60 s.*Lemmata \d/);
  });

  it('finds, filters and deletes jobs', async () => {
    const page = await open(await start(SCRIPTED));
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    await page.getByRole('link', { name: 'Jobs' }).click();
    const rows = page.locator('.jobs tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Search').fill('no such file');
    await expect.poll(() => rows.count()).toBe(0);
    await page.getByLabel('Search').fill('odd');
    await page.getByLabel('Outcome').selectOption('UNKNOWN');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Delete odd.c' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('There are none yet').waitFor();
  });

  it('keeps the line of the shown step in view on a phone', async () => {
    const page = await open(await start());
    await choose(page, 'average');
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('FALSE');
    await page.setViewportSize({ width: 375, height: 700 });
    const next = page.getByRole('button', { name: 'Next step' });
    for (let step = 0; step < 6; step++) {
      await next.click();
      const box = await page.locator('.line.current').boundingBox();
      expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
    }
  });

  it('steps through a run to the error, by mouse and by keyboard', async () => {
    const page = await open(await start());
    await choose(page, 'average');
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('FALSE');
    const inputs = await page.locator('.inputs code').allTextContents();
    expect(inputs).toHaveLength(2);
    await page.getByRole('button', { name: 'Next step' }).click();
    const current = page.locator('.line.current');
    expect(await current.getAttribute('data-line')).toBe('11');
    const [, high] = /= (-?\d+)$/.exec(inputs[1]) ?? [];
    expect(await page.locator('.values .fresh').textContent()).toBe(`high${high}`);
    await page.locator('.steps [aria-current] button').focus();
    await page.keyboard.press('End');
    expect(await current.getAttribute('data-line')).toBe('14');
    expect(await current.getAttribute('class')).toContain('error');
    await page.keyboard.press('ArrowUp');
    expect(await current.textContent()).toContain('middle < low');
    await shoot(page, 'false');
  });

  it.each([
    ['odd', 'TRUE'],
    ['parser-state', 'FALSE'],
    ['inline-assembly', 'UNKNOWN'],
  ])('verifies the example %s', async (example, expected) => {
    const page = await open(await start());
    await choose(page, example);
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe(expected);
  });

  it('says why there is no verdict, how far the engines came, and what to try', async () => {
    const page = await open(await start());
    await choose(page, 'collatz');
    await page.getByLabel('Time limit in seconds').fill('3');
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    const text = (await page.locator('.verdict').textContent()) ?? '';
    // The terminal says the same.
    expect(text).toMatch(/No verdict: the time limit of 3 s was reached/);
    expect(text).toMatch(/What to try/);
    await shoot(page, 'unknown');
  });

  it('shows the messages of the compiler at their lines', async () => {
    const page = await open(await start());
    await openFile(page, 'int main(void) {\n  return <b>0;\n}\n');
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('not accepted');
    expect(await page.locator('.note.message').textContent()).toContain('error');
    await shoot(page, 'rejected');
  });

  it('lets the lanes grow, comes back after a reload, and shows two tabs the same', async () => {
    const at = await start(SCRIPTED);
    const page = await open(at);
    await submit(page);
    const segments = page.locator('.bound');
    await expect.poll(() => segments.count(), { timeout: PATIENCE }).toBeGreaterThan(3);
    const bound = async (of: Page) =>
      Number(await of.locator('.engines tbody tr').first().locator('td').first().textContent());
    const before = await bound(page);
    await page.reload();
    await expect.poll(() => bound(page), { timeout: PATIENCE }).toBeGreaterThanOrEqual(before);
    const second = await open(at, `#${page.url().split('#')[1]}`);
    for (const tab of [page, second]) {
      await expect.poll(() => verdict(tab).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
      expect(await bound(tab)).toBe(39);
    }
    // The race is drawn from what the server keeps as it was drawn live.
    const drawn = (): Promise<string> =>
      page.evaluate<string>(
        "[...document.querySelectorAll('.bound')].map((one) => one.getAttribute('x') + ' ' + one.getAttribute('width')).join()",
      );
    await expect.poll(async () => (await drawn()).split(',').length, { timeout: PATIENCE }).toBeGreaterThan(3);
    const live = await drawn();
    await page.reload();
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    await expect.poll(drawn, { timeout: PATIENCE }).toBe(live);
    // What came from outside stays text.
    expect(await page.locator('.verdict').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('img').count()).toBe(0);
  });

  it('shows lemmas in C, and which engines used them', async () => {
    const page = await open(await start(SCRIPTED));
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    const marks = page.locator('.mark');
    expect(await marks.count()).toBeGreaterThan(0);
    await marks.first().focus();
    await expect.poll(() => page.locator('.lemma-card').textContent()).toMatch(/<b>i<\/b> < 3.*used by kind/s);
    expect(await page.locator('.arrow.strong').count()).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.lemma-card').textContent()).toContain('<b>i</b> < 11');
    await shoot(page, 'lemmas');
  });

  it('shows a race that runs elsewhere', async () => {
    const at = await start(undefined, { limits: { races: 1 } });
    const race = newRace();
    const sender = new EventSender({ address: racesOf(at), token: TOKEN }, race, RACE_TASK, (why) => all.push([why]));
    sender.send({ kind: 'started', time: 0 });
    sender.send({ kind: 'engine-started', engine: 'kind', options: {}, time: 1 });
    sender.send(bound('kind', 1));
    const page = await open(at, '#/jobs');
    await page.getByRole('link', { name: 'src/counter.c' }).click();
    await expect.poll(() => page.locator('.verdict-line').textContent(), { timeout: PATIENCE }).toContain('elsewhere');
    await page.getByRole('button', { name: 'Stop watching' }).waitFor();
    await shoot(page, 'elsewhere');
    await sender.end(1);
    const second = new EventSender({ address: racesOf(at), token: TOKEN }, { ...race, attempt: 2 }, RACE_TASK, (why) =>
      all.push([why]),
    );
    second.send({ kind: 'begun-again', attempt: 2, why: 'the process ended', time: 3_000 });
    await expect
      .poll(() => page.locator('.verdict').textContent(), { timeout: PATIENCE })
      .toContain('Begun again after 3 s: the process ended');
    await expect.poll(() => page.locator('.bound').count()).toBe(0);
    second.send({ kind: 'engine-started', engine: 'ic3', options: {}, time: 3_500 });
    await expect.poll(() => page.locator('.lane-names').textContent(), { timeout: PATIENCE }).toBe('compileic3');
    await shoot(page, 'begun-again');
    second.send(PROVED, { witness: 'a witness' });
    await second.end(PATIENCE);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('TRUE');
    expect(await page.locator('.code').textContent()).toContain('return 0;');
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect
      .poll(() => page.locator('.jobs tbody').textContent(), { timeout: PATIENCE })
      .toMatch(/TRUE.*kind.*2\.5 s/);
  });

  it('shows which thread makes each step of a run', async () => {
    const page = await open(await start());
    await openFile(page, THREADS);
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('FALSE');
    const lanes = await page.locator('.thread-lanes').evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(new Set(lanes).size).toBe(3);
    await page.getByRole('button', { name: 'Next step' }).click();
    await shoot(page, 'threads');
  });

  it('asks questions of several kinds, with the options of each', async () => {
    const page = await open(await start());
    await page.locator('.cm-content').waitFor();
    const ask = async (title: string, text: string): Promise<void> => {
      await openFile(page, text);
      await page.getByRole('radio', { name: title }).check();
      await page.getByLabel('Time limit in seconds').fill('20');
      // Only some questions have an option of their own.
      expect(await page.getByPlaceholder('name of a function, or empty').count()).toBe(title === 'Assertions' ? 1 : 0);
    };
    const answer = async (): Promise<string> => {
      await submit(page);
      const badge = verdict(page);
      await badge.waitFor();
      return badge.innerText();
    };
    const again = async (): Promise<void> => {
      await page.goto(page.url().replace(/#.*/, '#/'));
      await page.locator('.cm-content').waitFor();
    };
    await ask('All faults', CHECKED);
    await shoot(page, 'ask-faults');
    expect(await answer()).toBe('FALSE');
    expect(await page.locator('.checks summary').allTextContents()).toEqual([
      expect.stringMatching(/^main \d violated/),
      expect.stringMatching(/^scaled 1 proved/),
    ]);
    await shoot(page, 'asked-faults');

    await again();
    await ask('Memory safety', CHECKED);
    expect(await answer()).toBe('FALSE');
    expect(await page.locator('.job-facts').innerText()).toContain('no fault of these kinds: deref, free, memtrack');

    await again();
    await ask('Termination', 'int main(void) { unsigned n = 1; while (n != 0) n += 2; return 0; }');
    expect(await answer()).toBe('FALSE');
    await shoot(page, 'asked-termination');

    await again();
    await ask('One function', CHECKED);
    expect(await page.locator('.problems').innerText()).toContain('The options need the name of the function.');
    await page.getByLabel('Function, with any arguments').fill('scaled');
    await shoot(page, 'ask-function');
    expect(await answer()).toBe('FALSE');
    expect(await page.locator('.job-facts').innerText()).toContain('from scaled');
    const groups = await page.locator('.checks summary').allTextContents();
    expect(groups[0]).toMatch(/^scaled 1 violated/);
    await page.getByRole('button', { name: 'Change and verify again' }).click();
    expect(await page.getByRole('radio', { name: 'One function' }).isChecked()).toBe(true);
  });

  it('shows the state of each check in the report of check', async () => {
    await start();
    const folder = scratchFolder('checks');
    const [program, report] = [join(folder, 'checks.c'), join(folder, 'report.html')];
    writeFileSync(program, CHECKED);
    expect((await lemmata(['check', '--quiet', '--timeout', '60', '--report', report, program])).code).toBe(10);
    const page = await openReport(report);
    const states = await page.locator('.checks summary').allTextContents();
    expect(states).toEqual(
      expect.arrayContaining([expect.stringMatching(/^main \d violated/), expect.stringMatching(/\d proved/)]),
    );
    await page.locator('.checks li button').first().click();
    expect(await page.locator('.line.current').count()).toBe(1);
    await shoot(page, 'checks');
    writeFileSync(
      program,
      `int half(int x) __CPROVER_requires(x > 0) __CPROVER_ensures(__CPROVER_return_value < x);
int least(int x) __CPROVER_requires(x > 0) __CPROVER_ensures(__CPROVER_return_value <= 1) { return x < 2 ? x : least(half(x)); }
`,
    );
    await lemmata(['contracts', '--timeout', '20', '--report', report, program]);
    const blocks = (await openReport(report)).locator('.drawing .block');
    expect(await blocks.allTextContents()).toEqual([expect.stringMatching(/^least/), 'halfassumed']);
  });

  it('shows a report offline, with the steps of a run that lie in a header', async () => {
    await start();
    const folder = scratchFolder('report');
    const [program, report] = [join(folder, 'main.c'), join(folder, 'report.html')];
    writeFileSync(
      join(folder, 'half.h'),
      '#define HALF(x) ((x) / 2)\nstatic int half(int x) {\n  int y = HALF(x);\n  return y;\n}\n',
    );
    writeFileSync(
      program,
      `#include "half.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (half(__VERIFIER_nondet_int()) == 21) reach_error();
}
`,
    );
    expect((await lemmata(['verify', '--quiet', '--report', report, program])).code).toBe(10);
    const page = await openReport(report);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('FALSE');
    const step = page.locator('.steps button', { hasText: 'half:3' });
    await step.first().click();
    await expect.poll(() => page.locator('.line.current').getAttribute('data-line')).toBe('3');
    expect(await page.locator('.code').getAttribute('aria-label')).toContain('half.h');
    expect(await page.locator('.line.current').textContent()).toContain('x) / 2');
    expect(await page.locator('.tabs [aria-pressed=true]').textContent()).toContain('half.h');
    await shoot(page, 'report');
  });

  it('cancels', async () => {
    const page = await open(await start(resolve('test/fixtures/chatty-job.mjs')));
    await submit(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.locator('.verdict-line').textContent(), { timeout: PATIENCE }).toBe('Cancelled');
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change and verify again' }).click();
    await page.getByRole('button', { name: 'Verify', exact: true }).waitFor();
  });

  it('asks for the token where the address has none, or an old one, and leads on to what was asked for', async () => {
    const at = await start(SCRIPTED);
    const page = await context.newPage();
    const problems: string[] = [];
    all.push(problems);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    for (const address of ['/#/jobs', '/?token=an-old-token-of-another-server#/jobs']) {
      await page.goto(at.origin + address);
      await page.getByLabel('Token').waitFor();
    }
    await shoot(page, 'sign-in');
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('That is not the token').waitFor();
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    expect(page.url()).toBe(`${at.origin}/#/jobs`);
  });

  it('keeps the program while it asks for the token of a server that came back with another one', async () => {
    const at = await start(SCRIPTED);
    const page = await open(at);
    await openFile(page, 'int main(void) { return 0; } // mine');
    await at.close();
    server = await serving({ script: SCRIPTED, port: at.port });
    await page.getByLabel('Token').waitFor({ timeout: PATIENCE });
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('// mine');
  });

  it('shares a job by a link that shows it without a session, until it is revoked', async () => {
    const at = await start(SCRIPTED, { shareLinks: true });
    const page = await open(at);
    await submit(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('Anybody with this link').inputValue();
    const guests = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const guest = await guests.newPage();
    const problems: string[] = [];
    all.push(problems);
    guest.on('pageerror', (error) => problems.push(error.message));
    guest.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await guest.goto(link);
    await expect.poll(() => verdict(guest).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    for (const part of ['.bound', '.code', '.engines tbody'])
      expect(await guest.locator(part).allTextContents()).toEqual(await page.locator(part).allTextContents());
    expect(await guest.getByRole('button', { name: /Cancel|Share|Change|Delete/ }).count()).toBe(0);
    await shoot(guest, 'shared');
    await shoot(page, 'sharing');
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByText('leads nowhere any more').waitFor();
    guest.removeAllListeners('console');
    await guest.reload();
    await guest.getByText('This link leads nowhere').waitFor();
    await guests.close();
  });

  it('finds the server again after it was away', async () => {
    const data = scratchFolder('page');
    const at = await start(SCRIPTED, { data });
    const page = await open(at);
    await submit(page);
    await expect.poll(() => page.locator('.bound').count(), { timeout: PATIENCE }).toBeGreaterThan(0);
    await at.close();
    await page.getByRole('alert').waitFor();
    server = await serving({ script: SCRIPTED, data, port: at.port });
    await expect
      .poll(() => page.locator('.verdict-line').textContent(), { timeout: PATIENCE })
      .toMatch(/Interrupted|UNKNOWN/);
  });

  it('weighs at most 350 KB compressed, and shows events soon', async () => {
    const folder = resolve(process.env.LEMMATA_DIST ?? 'dist', 'page');
    const bytes = readdirSync(folder).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
    expect(bytes).toBeLessThanOrEqual(350 * 1024);
    const page = await open(await start(SCRIPTED));
    await page.evaluate(WATCH);
    await submit(page);
    await expect.poll(() => verdict(page).textContent(), { timeout: PATIENCE }).toBe('UNKNOWN');
    const delays = await page.evaluate<number[]>('delays');
    const paint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN",
    );
    const median = [...delays].sort((a, b) => a - b)[Math.floor(delays.length / 2)];
    console.log(
      `page: ${Math.round(bytes / 1024)} KB compressed, first paint after ${Math.round(paint)} ms, events on the screen after ${median} ms (median of ${delays.length})`,
    );
    expect(delays.length).toBeGreaterThan(0);
    expect(Number.isFinite(median)).toBe(true);
  });
});
