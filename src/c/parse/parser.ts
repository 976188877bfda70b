import { NameTable } from '../lex/names.ts';
import { Scanner } from '../lex/scanner.ts';
import type { SourceText } from '../source/source-text.ts';
import { BOOL, INT128, NULLPTR, sizeType, UINT128 } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';
import type { Context, Grammar } from './context.ts';
import { parseInitializer } from './initializers.ts';
import { parseExternalDeclaration } from './parse-declarations.ts';
import { parseDeclarator } from './parse-declarators.ts';
import { parseArguments, parseAssignment, parseConditional, parseExpression } from './parse-expressions.ts';
import { parseSpecifiers } from './parse-specifiers.ts';
import { parseBlock, parseStatementExpression } from './parse-statements.ts';
import type { ProgramState } from './program.ts';
import { resuming } from './recovery.ts';
import { Scopes } from './scopes.ts';

const grammar: Grammar = {
  expression: parseExpression,
  assignment: parseAssignment,
  conditional: parseConditional,
  arguments: parseArguments,
  block: parseBlock,
  statementExpression: parseStatementExpression,
  specifiers: parseSpecifiers,
  declarator: parseDeclarator,
  typeName: parseTypeName,
  initializer: parseInitializer,
};

function parseTypeName(c: Context): CType {
  const specifiers = parseSpecifiers(c, true);
  const { type } = parseDeclarator(c, specifiers.type, 'abstract');
  return type;
}

/** Reads one file into the program. */
export function parseFile(program: ProgramState, source: SourceText): void {
  const { text, file, standard = 'c17', columns = null } = source;
  const names = new NameTable(standard);
  const c: Context = {
    scanner: new Scanner(text, file, names, standard, columns, program.layout.byteOrder),
    names,
    standard,
    scopes: new Scopes(),
    model: program.model,
    layout: program.layout,
    program,
    grammar,
    function: null,
    depth: 0,
    height: 0,
    lengths: [],
    inPrototype: false,
    contract: null,
  };
  program.place = () => c.scanner.at;
  const at = { file: '<built-in>', line: 1, column: 1 };
  const types: [string, CType][] = [
    ['__builtin_va_list', program.vaList],
    ['__int128_t', INT128],
    ['__uint128_t', UINT128],
    ['__CPROVER_bool', BOOL],
    ['__CPROVER_size_t', sizeType(program.model)],
  ];
  if (standard === 'c23') types.push(['nullptr_t', NULLPTR]);
  for (const [name, type] of types) c.scopes.declare(names.named(name), { kind: 'typedef', type, depth: -1, at });
  while (c.scanner.kind !== 'end') resuming(c, () => parseExternalDeclaration(c));
}
