import { useEffect, useRef, useState } from 'preact/hooks';
import type { ProgramEditor } from './editor.ts';

/** The editor of a file; a plain field until its code is loaded, and if it cannot be loaded. */
export function ProgramInput({
  name,
  text,
  changed,
}: {
  readonly name: string;
  readonly text: string;
  readonly changed: (text: string) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ProgramEditor | null>(null);
  /** Texts from the editor that have not come back yet: they must not overwrite later input. */
  const reported = useRef<string[]>([]);
  const [ready, setReady] = useState(false);
  const latest = useRef({ text, changed });
  latest.current = { text, changed };
  useEffect(() => {
    let gone = false;
    import('./editor.ts').then(
      ({ openEditor }) => {
        if (gone || host.current === null) return;
        const label = 'Program';
        editor.current = openEditor(host.current, {
          text: latest.current.text,
          label,
          changed: (now) => {
            reported.current.push(now);
            latest.current.changed(now);
          },
        });
        setReady(true);
      },
      () => {},
    );
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, []);
  useEffect(() => {
    const own = reported.current.indexOf(text);
    reported.current = reported.current.slice(own + 1);
    if (own >= 0) return;
    reported.current = [];
    editor.current?.show(text);
  }, [name, text]);
  return (
    <div class="editor">
      <div ref={host} class="editor-host" hidden={!ready} />
      {!ready && (
        <textarea
          aria-label="Program"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => changed(currentTarget.value)}
        />
      )}
    </div>
  );
}
