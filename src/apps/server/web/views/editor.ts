import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditorMark } from '../state/checked.ts';

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
  '.cm-said': { textDecoration: 'underline wavy', textUnderlineOffset: '3px' },
  '.cm-said-error': { textDecorationColor: 'var(--bad)' },
  '.cm-said-warning': { textDecorationColor: 'var(--open)' },
  '.cm-line-error': { backgroundColor: 'var(--bad-back)' },
  '.cm-line-warning': { backgroundColor: 'var(--open-back)' },
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
  /** Marks the messages of the compiler, in place of those before. */
  mark(marks: readonly EditorMark[]): void;
  close(): void;
}

const setMarks = StateEffect.define<DecorationSet>();

/** The marks; they move with the text until others come. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return before.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations({ doc }: EditorState, marks: readonly EditorMark[]): DecorationSet {
  const ranges = marks.flatMap(({ line, column, severity, text }) => {
    if (line < 1 || line > doc.lines) return [];
    const { from, to, text: source } = doc.line(line);
    const start = Math.min(from + Math.max(column - 1, 0), to);
    const word = /^\w+|^\S/.exec(source.slice(start - from))?.[0].length ?? 0;
    const row = Decoration.line({ class: `cm-line-${severity}`, attributes: { title: `${severity}: ${text}` } });
    const said = Decoration.mark({ class: `cm-said cm-said-${severity}` });
    return [row.range(from), ...(word > 0 ? [said.range(start, start + word)] : [])];
  });
  return Decoration.set(ranges, true);
}

/**
 * An editor for C in an element's shadow root: its style sheets are constructed there, which needs no
 * exception of the page's policy.
 */
export function openEditor(
  host: HTMLElement,
  options: { readonly text: string; readonly label: string; changed(text: string): void; submit(): void },
): ProgramEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const submits = (): boolean => {
    options.submit();
    return true;
  };
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
        marked,
        // Before the default, which inserts a line.
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: submits }])),
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
    mark: (marks) => view.dispatch({ effects: setMarks.of(decorations(view.state, marks)) }),
    close: () => view.destroy(),
  };
}
