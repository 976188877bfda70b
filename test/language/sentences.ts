/** Sentences of comments and of Markdown, and the rules for them (CONTRIBUTING.md). */

/** A sentence that breaks a rule. */
export interface Finding {
  /** 1-based line at which the comment or the paragraph begins. */
  readonly line: number;
  readonly why: string;
  readonly sentence: string;
}

/** A text of one or more paragraphs, and the 1-based line at which it begins. */
interface Passage {
  readonly line: number;
  readonly text: string;
}

/** Words at which no sentence begins: its subject would come late, or never. */
const LATE_SUBJECTS = new Set(['Of', 'By', 'To', 'With', 'For', 'What', 'Those', 'Who', 'As']);
/** Words that hide which component is meant. */
const NAMELESS = /\b(whoever|nobody|somebody)\b/i;
const MOST_WORDS = 25;

/** Returns the sentences in comments of a TypeScript file that break a rule. */
export function findingsInCode(source: string): readonly Finding[] {
  return commentsOf(source).flatMap(findingsIn);
}

/**
 * Returns the sentences of a Markdown file that break a rule. Code blocks, tables and headings are
 * left out.
 */
export function findingsInMarkdown(source: string): readonly Finding[] {
  return paragraphsOf(source).flatMap(findingsIn);
}

function commentsOf(source: string): readonly Passage[] {
  const passages: Passage[] = [];
  for (const match of source.matchAll(/\/\*\*?(?!\/)([\s\S]*?)\*\//g)) {
    passages.push({ line: lineAt(source, match.index), text: (match[1] ?? '').replace(/\n\s*\* ?/g, '\n') });
  }
  const lines = source.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const begun = i;
    const text: string[] = [];
    for (; /^\s*\/\/ /.test(lines[i] ?? ''); i++) text.push((lines[i] ?? '').replace(/^\s*\/\/ ?/, ''));
    if (text.length > 0) passages.push({ line: begun + 1, text: text.join('\n') });
  }
  return passages.filter(({ text }) => !/biome-ignore|@ts-/.test(text));
}

function paragraphsOf(source: string): readonly Passage[] {
  const passages: Passage[] = [];
  let inCode = false;
  source.split('\n').forEach((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode;
    else if (!inCode && !/^\s*(#|\||<|---|:::)/.test(line)) {
      const last = passages.at(-1);
      const joins = last !== undefined && line.trim() !== '' && !/^\s*([-*]|\d+\.) /.test(line) && last.text !== '';
      if (joins) passages[passages.length - 1] = { line: last.line, text: `${last.text}\n${line}` };
      else passages.push({ line: index + 1, text: line.replace(/^\s*([-*]|\d+\.) /, '') });
    } else passages.push({ line: index + 1, text: '' });
  });
  return passages.filter(({ text }) => text.trim() !== '');
}

function findingsIn({ line, text }: Passage): readonly Finding[] {
  const prose = text
    .split('\n')
    .filter((each) => !each.startsWith('    '))
    .join('\n');
  return prose.split(/\n\s*\n|\n(?=\s*[-@])/).flatMap((paragraph) =>
    sentencesOf(paragraph).flatMap((sentence) => {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word));
      const reasons: string[] = [];
      if (LATE_SUBJECTS.has(words[0] ?? '')) reasons.push(`begins with "${words[0]}"`);
      if (words.length > MOST_WORDS) reasons.push(`has ${words.length} words`);
      const nameless = NAMELESS.exec(sentence)?.[0];
      if (nameless !== undefined) reasons.push(`says "${nameless}"`);
      return reasons.map((why) => ({ line, why, sentence }));
    }),
  );
}

/**
 * Splits a paragraph. Code in backticks counts as one word, text in parentheses is left out. Items
 * that begin with a number end a sentence, too.
 */
function sentencesOf(paragraph: string): readonly string[] {
  const plain = paragraph
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\{@link [^}]*\}/g, 'CODE')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, (_, label: string) => (/[/.]/.test(label) ? 'CODE' : label))
    .replace(/\([^()]*\)/g, '')
    .replace(/\*\*([^*]*)\*\*/g, '$1');
  return plain.split(/(?<=[.:;!?])\s+(?=[A-Z[{])|(?<=[,;:])\s+(?=\d+ )/).filter((sentence) => !isList(sentence));
}

/** True for names without a verb, such as a table of functions has. */
function isList(sentence: string): boolean {
  const words = sentence.split(/[\s,]+/).filter((word) => /\w/.test(word));
  const names = words.filter((word) => word === 'CODE').length;
  const items = sentence.split(',').length;
  return words.length > MOST_WORDS && (names >= words.length / 2 || items >= words.length / 3);
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
