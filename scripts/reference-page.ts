import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { ERRORS } from '../src/base/errors.ts';

/**
 * Writes docs/reference.md from the declarations that `src/index.ts` exports and their comments:
 * `node scripts/run.mjs scripts/reference-page.ts --write`. A test compares the page with them.
 */
const FILE = 'docs/reference.md';

/** Names of the union of events, which the page shows as a table. */
const EVENTS = 'VerifyEventBody';

type Named = ts.FunctionDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;
type Declaration = Named | ts.VariableStatement;

/** An exported name with its declaration. */
interface Exported {
  readonly name: string;
  readonly declaration: Declaration;
  readonly source: ts.SourceFile;
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Lists the exports of the library, in the order of their names. Throws if one is declared nowhere. */
export function exportsOf(index: string): readonly Exported[] {
  const found = parsed(index).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) return [];
    const file = resolve(dirname(index), textOf(statement.moduleSpecifier));
    const source = parsed(file);
    return statement.exportClause.elements.map(({ name }) => declared(name.text, source));
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function textOf(specifier: ts.Expression): string {
  return ts.isStringLiteral(specifier) ? specifier.text : '';
}

function declared(name: string, source: ts.SourceFile): Exported {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const names = statement.declarationList.declarations.map((one) => one.name.getText(source));
      if (names.includes(name)) return { name, declaration: statement, source };
    } else if (isNamed(statement) && statement.name?.text === name) return { name, declaration: statement, source };
  }
  throw new Error(`${source.fileName} does not declare ${name}`);
}

function isNamed(node: ts.Node): node is Named {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}

/** The comment of a node as text: one paragraph, links as code. */
export function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = comment === undefined ? '' : (ts.getTextOfJSDocComment(comment.comment) ?? '');
  return text
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
    .join('\n\n');
}

/** The declaration as users write against it: functions and classes without their code. */
function signature({ declaration, source }: Exported): string {
  const whole = declaration.getText(source);
  if (ts.isFunctionDeclaration(declaration) && declaration.body !== undefined)
    return withoutExport(whole.slice(0, declaration.body.getStart(source) - declaration.getStart(source)).trimEnd());
  if (ts.isVariableStatement(declaration)) {
    const [{ name, type }] = declaration.declarationList.declarations;
    return `const ${name.getText(source)}${type === undefined ? '' : `: ${type.getText(source)}`}`;
  }
  if (ts.isClassDeclaration(declaration)) {
    const made = declaration.members.find(ts.isConstructorDeclaration);
    const parameters = made?.parameters.map((parameter) => `  ${parameter.getText(source)},\n`).join('') ?? '';
    const base = declaration.heritageClauses?.map((clause) => ` ${clause.getText(source)}`).join('') ?? '';
    return `class ${declaration.name?.text ?? ''}${base}\nnew ${declaration.name?.text ?? ''}(\n${parameters})`;
  }
  return withoutExport(whole);
}

function withoutExport(text: string): string {
  return text.replace(/^export (async )?/, '');
}

function section(exported: Exported): string {
  const comment = commentOf(exported.declaration);
  const code = `\`\`\`ts\n${signature(exported)}\n\`\`\``;
  return [`### ${exported.name}`, ...(comment === '' ? [] : [comment]), NOT_RUN, code].join('\n\n');
}

const NOT_RUN = '<!-- not run: a declaration -->';

/** One row for each kind of event: its fields, and the comment of the member of the union. */
function eventRows({ declaration, source }: Exported): readonly string[] {
  if (!ts.isTypeAliasDeclaration(declaration) || !ts.isUnionTypeNode(declaration.type))
    throw new Error(`${EVENTS} is no union`);
  const text = source.getFullText();
  let before = declaration.type.getFullStart();
  return declaration.type.types.map((member) => {
    // The comment of a member stands before its bar.
    const comment = text
      .slice(before, member.getStart(source))
      .replace(/\/\*\*|\*\/|\n\s*(\*(?!\/)|\|)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    before = member.end;
    const members = literals(member).flatMap((literal) => literal.members.filter(ts.isPropertySignature));
    const kind = members.find(({ name }) => name.getText(source) === 'kind')?.type?.getText(source) ?? '';
    const fields = members.map(({ name }) => name.getText(source)).filter((name) => name !== 'kind');
    const listed = fields.map((field) => `\`${field}\``).join(', ');
    return `| \`${kind.replaceAll("'", '')}\` | ${listed} | ${comment.replaceAll('|', '\\|')} |`;
  });
}

/** The object types in a member of a union: itself, in brackets, or as a part of an intersection. */
function literals(node: ts.TypeNode): readonly ts.TypeLiteralNode[] {
  if (ts.isTypeLiteralNode(node)) return [node];
  if (ts.isParenthesizedTypeNode(node)) return literals(node.type);
  return ts.isIntersectionTypeNode(node) ? node.types.flatMap(literals) : [];
}

function examples(root: string): string {
  const notes = { text: 'Programs as text', abort: 'An end from outside', progress: 'Progress' };
  return Object.entries(notes)
    .map(([name, title]) => {
      const code = readFileSync(join(root, 'examples/library', `${name}.mjs`), 'utf8').trimEnd();
      return `### ${title}\n\n<!-- not run: a test runs the file -->\n\n\`\`\`js\n${code}\n\`\`\``;
    })
    .join('\n\n');
}

/** Makes the text of the page. */
export function referencePage(root: string): string {
  const all = exportsOf(join(root, 'src/index.ts'));
  const of = (isMember: (declaration: Declaration) => boolean): string =>
    all
      .filter(({ declaration }) => isMember(declaration))
      .map(section)
      .join('\n\n');
  const events = all.find(({ name }) => name === EVENTS);
  if (events === undefined) throw new Error(`${EVENTS} is not exported`);
  const errors = Object.entries(ERRORS).map(([code, { exitCode, what }]) => `| \`${code}\` | ${exitCode} | ${what} |`);
  return `# API reference

\`scripts/reference-page.ts\` writes this page from the declarations that the package exports. [Lemmata as a library](api.md) is the guide.

## Functions

${of(ts.isFunctionDeclaration)}

## Constants

${of(ts.isVariableStatement)}

## Codes of errors

Functions throw \`LemmataError\`, or reject with it. Its \`code\` is one of these; its \`at\` is the place in a file, if there is one.

| code | exit code of the command | meaning |
|---|---|---|
${errors.join('\n')}

${of(ts.isClassDeclaration)}

## Events

Each event has a \`kind\`, and \`time\` in ms since the start.

| kind | fields | meaning |
|---|---|---|
${eventRows(events).join('\n')}

## Types

${all
  .filter(({ declaration, name }) => name !== EVENTS && !ts.isFunctionDeclaration(declaration))
  .filter(({ declaration }) => ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
  .map(section)
  .join('\n\n')}

## Examples

Each of these is a file of \`examples/library\`.

${examples(root)}
`;
}

if (process.argv.includes('--write')) writeFileSync(FILE, referencePage('.'));
