import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { LemmataError, messageOf } from '../../../base/errors.ts';

/** An XML element, reduced to the data that a definition needs. */
export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** The trimmed text between its tags, without the text of its children. */
  readonly text: string;
}

const ATTRIBUTES = ':@';
const TEXT = '#text';

/**
 * The root element of an XML text. Throws LemmataError `E-INPUT` with the place if the text is not
 * XML. It also refuses entities defined in the text, which could blow up or name other files.
 */
export function parseXml(text: string, file: string): Element {
  const checked = XMLValidator.validate(text);
  if (checked !== true) {
    const { msg, line, col } = checked.err;
    throw new LemmataError('E-INPUT', `not an XML file: ${msg}`, { file, line, column: col ?? 1 });
  }
  const entity = text.indexOf('<!ENTITY');
  if (entity >= 0) {
    const before = text.slice(0, entity).split('\n');
    const at = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    throw new LemmataError('E-INPUT', 'entities that a file declares itself are not read', at);
  }
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });
  let nodes: unknown;
  try {
    nodes = parser.parse(text);
  } catch (error) {
    const why = messageOf(error);
    throw new LemmataError('E-INPUT', `not an XML file: ${why}`, { file, line: 1, column: 1 }, { cause: error });
  }
  const [root] = readNodes(nodes);
  if (root === undefined) throw new LemmataError('E-INPUT', 'it has no element', { file, line: 1, column: 1 });
  return root;
}

/** Reads the parser's lists of objects, each with one name and, beside it, its attributes. */
function readNodes(nodes: unknown): readonly Element[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Readonly<Record<string, unknown>>) => {
    const tag = Object.keys(node).find((name) => name !== ATTRIBUTES && name !== TEXT);
    if (tag === undefined) return [];
    const children: unknown = node[tag];
    const texts = Array.isArray(children)
      ? children.map((child: Readonly<Record<string, unknown>>) => child[TEXT] ?? '')
      : [];
    const attributes = Object.entries(node[ATTRIBUTES] ?? {}).map(([name, value]) => [name, String(value)] as const);
    return [{ tag, attributes: new Map(attributes), children: readNodes(children), text: texts.join('').trim() }];
  });
}

/** The children with a tag, in order. */
export function childrenOf(element: Element, tag: string): readonly Element[] {
  return element.children.filter((child) => child.tag === tag);
}
