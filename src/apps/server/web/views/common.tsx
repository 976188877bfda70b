import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StepPlace } from '../state/result.ts';

/** A part of the page with a heading of its own. */
export function Section({
  title,
  name,
  children,
}: {
  readonly title: string;
  /** The name for its id and class. */
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={`card ${name}`} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/**
 * A table with one heading a column, which scrolls sideways where the page is narrow. `children`: its
 * rows.
 */
export function Table({
  label,
  columns,
  children,
}: {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber === true ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A link to a place of the source. */
export function PlaceLink({ at, go }: { readonly at: StepPlace | null; readonly go: (at: StepPlace) => void }) {
  if (at === null) return <span>an unknown place</span>;
  return (
    <button type="button" class="link" onClick={() => go(at)}>
      {at.file}:{at.line}
    </button>
  );
}

/** Width of an element in pixels; follows its changes. */
export function useWidth<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/**
 * Milliseconds since the verification began: this page's clock continues from the last event; it
 * stands still unless `running`.
 */
export function useClock(time: number, running: boolean): number {
  const [now, setNow] = useState(0);
  const offset = useRef<number | null>(null);
  const reading = performance.now() - time;
  // An event cannot arrive before it happens: the least offset is the best guess.
  if (running) offset.current = Math.min(offset.current ?? reading, reading);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  return running && offset.current !== null ? Math.max(time, now - offset.current) : time;
}

/** Offers a text as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
