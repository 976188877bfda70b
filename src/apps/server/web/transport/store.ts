import { type Action, type App, reduce } from '../state/app.ts';

/** The state and its watchers. */
export class Store {
  #app: App;
  readonly #watchers = new Set<(app: App, before: App) => void>();

  constructor(app: App) {
    this.#app = app;
  }

  get app(): App {
    return this.#app;
  }

  readonly dispatch = (action: Action): void => {
    const before = this.#app;
    this.#app = reduce(before, action);
    if (this.#app !== before) for (const watcher of this.#watchers) watcher(this.#app, before);
  };

  /** Calls `watcher` on each change until the returned function is called. */
  watch(watcher: (app: App, before: App) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
