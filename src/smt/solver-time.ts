/** Hears when a solver of this thread begins to search, and when it is done. */
export interface SolverWatch {
  beginSolving(): void;
  endSolving(): void;
}

let watch: SolverWatch | null = null;
let searching = false;

/** From now on `watcher` hears of all searches in this thread; null: nobody does. */
export function watchSolving(watcher: SolverWatch | null): void {
  watch = watcher;
}

/** Runs the search of a solver under the eyes of whoever watches; one within another counts as part of it. */
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
