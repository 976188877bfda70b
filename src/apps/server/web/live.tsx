import { render } from 'preact';
import { initialApp } from './state/app.ts';
import { type Example, emptyForm } from './state/form.ts';
import { type Route, readRoute } from './state/route.ts';
import { Session } from './transport/session.ts';
import { Store } from './transport/store.ts';
import { LivePage } from './views/live-page.tsx';
import { SharedPage } from './views/shared-page.tsx';

/** Inserted by the build: the programs of `examples/`. */
declare const EXAMPLES: readonly Example[];

// The page of `lemmata serve`.

const host = document.getElementById('page');
if (host !== null) {
  const route = readRoute(location.hash);
  if (route.page === 'shared') {
    addEventListener('hashchange', () => location.reload());
    render(<SharedPage secret={route.secret} />, host);
  } else {
    start(host, route);
  }
}

function start(host: HTMLElement, route: Route): void {
  const first = EXAMPLES.find(({ name }) => name === 'odd') ?? EXAMPLES[0];
  const store = new Store(initialApp(route, emptyForm(first)));
  const session = new Session(store);
  render(<LivePage store={store} session={session} examples={EXAMPLES} />, host);
}
