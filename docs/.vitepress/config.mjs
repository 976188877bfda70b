// The site that `npm run docs` builds from the pages of docs/. It loads nothing from other servers.
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** @type {import('vitepress').UserConfig} */
export default {
  title: 'Lemmata',
  description: 'A verifier for C programs',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  outDir: join(here, '../../dist-docs'),
  cacheDir: join(here, '../../node_modules/.cache/vitepress'),
  head: [['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}favicon.svg` }]],
  // Files that pages link to beside the pages.
  buildEnd: ({ outDir }) => {
    copyFileSync(join(here, '../kubernetes.yaml'), join(outDir, 'kubernetes.yaml'));
    cpSync(join(here, '../pictures'), join(outDir, 'pictures'), { recursive: true });
  },
  ignoreDeadLinks: [/kubernetes\.yaml$/, /pictures\/.*\.svg$/],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Command line', link: '/cli' },
      { text: 'Trust', link: '/trust' },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Tutorial', link: '/tutorial' },
          { text: 'Your own project', link: '/own-project' },
          { text: 'Why UNKNOWN', link: '/unknown' },
          { text: 'Hints', link: '/hints' },
          { text: 'Contracts', link: '/contracts' },
          { text: 'Continuous integration', link: '/ci' },
        ],
      },
      {
        text: 'Understand',
        items: [
          { text: 'Properties, inputs, and C', link: '/properties' },
          { text: 'Engines', link: '/engines' },
          { text: 'Engines over paths', link: '/paths' },
          { text: 'Interpolants', link: '/interpolants' },
          { text: 'Trust', link: '/trust' },
          { text: 'Certificates', link: '/certificates' },
          { text: 'Comparison', link: '/comparison' },
          { text: 'Questions', link: '/faq' },
          { text: 'Example', link: '/example' },
          { text: 'The meaning of C', link: '/meaning-of-c' },
          { text: 'What C leaves undefined', link: '/undefined' },
          { text: 'Decisions', link: '/decisions' },
          { text: 'Glossary', link: '/glossary' },
        ],
      },
      {
        text: 'Look up',
        items: [
          { text: 'Command line', link: '/cli' },
          { text: 'Options of verify', link: '/verify' },
          { text: 'Results for tools', link: '/output' },
          { text: 'Other commands', link: '/tools' },
          { text: 'Editors', link: '/editors' },
          { text: 'An embedded project', link: '/embedded' },
          { text: 'Agents and scripts', link: '/agents' },
          { text: 'Library', link: '/api' },
          { text: 'API reference', link: '/reference' },
          { text: 'Library functions', link: '/library' },
        ],
      },
      {
        text: 'Many tasks, many machines',
        items: [
          { text: 'Compete', link: '/compete' },
          { text: 'Many machines', link: '/many-machines' },
          { text: 'Server', link: '/serve' },
          { text: 'Exchange of lemmas', link: '/exchange' },
          { text: 'The gain of each part', link: '/ablation' },
          { text: 'Experiments', link: '/experiments' },
        ],
      },
    ],
  },
};
