import { render } from 'preact';
import { initialApp } from './state/app.ts';
import { type Example, emptyForm } from './state/form.ts';
import { readRoute } from './state/route.ts';
import { Session } from './transport/session.ts';
import { Store } from './transport/store.ts';
import { LivePage } from './views/live-page.tsx';

/** Inserted by the build: the programs of `examples/`. */
declare const EXAMPLES: readonly Example[];

// The page of `lemmata serve`.

const host = document.getElementById('page');
if (host !== null) {
  const first = EXAMPLES.find(({ name }) => name === 'odd') ?? EXAMPLES[0];
  const store = new Store(initialApp(readRoute(location.hash), emptyForm(first)));
  const session = new Session(store);
  render(<LivePage store={store} session={session} examples={EXAMPLES} />, host);
}
