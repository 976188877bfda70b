import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Colours are those of the page (style.css), whose variables reach into the shadow root.

const style = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.typeName, tags.modifier], color: 'var(--keyword)' },
  { tag: [tags.string, tags.character], color: 'var(--string)' },
  { tag: [tags.number, tags.bool], color: 'var(--number)' },
  { tag: tags.processingInstruction, color: 'var(--directive)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--text)', backgroundColor: 'var(--code-back)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--code-back)', color: 'var(--dim)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active-line)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
});

export interface ProgramEditor {
  /** Replaces the text, and forgets the history of changes. */
  show(text: string): void;
  close(): void;
}

/**
 * An editor for C in an element's shadow root: its style sheets are constructed there, which needs no
 * exception of the page's policy.
 */
export function openEditor(
  host: HTMLElement,
  options: { readonly text: string; readonly label: string; changed(text: string): void },
): ProgramEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const stateOf = (text: string): EditorState =>
    EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        highlightActiveLine(),
        indentUnit.of('  '),
        cpp(),
        syntaxHighlighting(style),
        theme,
        // Escape, then Tab leaves the editor.
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.changed(update.state.doc.toString());
        }),
      ],
    });
  const view = new EditorView({ state: stateOf(options.text), parent: root, root });
  return {
    show: (text) => {
      if (text !== view.state.doc.toString()) view.setState(stateOf(text));
    },
    close: () => view.destroy(),
  };
}
