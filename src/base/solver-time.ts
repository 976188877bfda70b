/** Is notified when a solver of this thread begins to search, and when it ends. */
export interface SolverWatch {
  beginSolving(): void;
  endSolving(): void;
}

let watch: SolverWatch | null = null;
let searching = false;

/** Notifies `watcher` of all later searches in this thread; null: ends the notification. */
export function watchSolving(watcher: SolverWatch | null): void {
  watch = watcher;
}

/** Runs the search of a solver and notifies the watcher; a search within another counts as part of it. */
export function solving<T>(search: () => T): T {
  const watcher = watch;
  if (watcher === null || searching) return search();
  searching = true;
  watcher.beginSolving();
  try {
    return search();
  } finally {
    searching = false;
    watcher.endSolving();
  }
}
