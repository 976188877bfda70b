import { useEffect, useRef, useState } from 'preact/hooks';
import type { EditorMark } from '../state/checked.ts';
import type { ProgramEditor } from './editor.ts';

/** The editor of a file; a plain field until its code is loaded, and if it cannot be loaded. */
export function ProgramInput({
  name,
  text,
  marks,
  changed,
  submit,
}: {
  readonly name: string;
  readonly text: string;
  /** Messages of the compiler on the file. */
  readonly marks: readonly EditorMark[];
  readonly changed: (text: string) => void;
  /** Called for Ctrl and Enter. */
  readonly submit: () => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ProgramEditor | null>(null);
  /** Texts from the editor that have not come back yet: they must not overwrite later input. */
  const reported = useRef<string[]>([]);
  const [ready, setReady] = useState(false);
  const latest = useRef({ text, changed, submit });
  latest.current = { text, changed, submit };
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
          submit: () => latest.current.submit(),
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
  useEffect(() => editor.current?.mark(marks), [marks, name, ready]);
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
