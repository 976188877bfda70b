import type { Term } from './builder.ts';
import type { Sort } from './sort.ts';
import { TermStore } from './store.ts';
import type { TableContent } from './table.ts';

/** A store as plain data: posting it to a thread copies names and wide constants, but no terms. */
export interface SharedTerms {
  readonly heads: SharedArrayBuffer;
  readonly data: SharedArrayBuffer;
  readonly size: number;
  readonly sorts: readonly Sort[];
  readonly names: readonly string[];
  readonly wide: readonly bigint[];
}

/** The present content of a store in shared memory; the store itself stays as it is. */
export function freeze(store: TermStore): SharedTerms {
  const content = store.content();
  const heads = new SharedArrayBuffer(content.heads.byteLength);
  new Uint16Array(heads).set(content.heads);
  const data = new SharedArrayBuffer(content.data.byteLength);
  new Int32Array(data).set(content.data);
  return { heads, data, size: content.size, sorts: content.sorts, names: content.names, wide: content.wide };
}

/**
 * A store with the same terms under the same numbers. It reads the shared memory until it grows, and
 * then moves to memory of its own: other threads never see the terms that it adds. `limit` as for
 * TermStore.
 */
export function thaw(shared: SharedTerms, limit?: number): TermStore {
  const content: TableContent = { ...shared, heads: new Uint16Array(shared.heads), data: new Int32Array(shared.data) };
  return new TermStore(limit, content);
}

/** Name and sort of a variable of a frozen store. */
export function sharedVariable(
  { data, sorts, names }: SharedTerms,
  t: Term,
): { readonly name: string; readonly sort: Sort } {
  const [sort, name] = new Int32Array(data, 16 * t, 2);
  return { name: names[name], sort: sorts[sort] };
}
