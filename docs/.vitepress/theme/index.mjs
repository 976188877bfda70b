import { withBase } from 'vitepress';
import theme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';

// The default theme's page for unknown addresses has no landmark.
const notFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', h('a', { href: withBase('/') }, 'The documentation begins here')),
  ]);

export default { extends: theme, Layout: () => h(theme.Layout, null, { 'not-found': notFound }) };
