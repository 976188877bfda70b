import type { AsmOperand, Label, Statement } from '../ast.ts';
import { rvalue } from '../semantics/conversions.ts';
import { isLvalue } from '../semantics/nodes.ts';
import { skipParentheses } from './attributes.ts';
import { accept, type Context, expect, sees, unexpected } from './context.ts';
import { labelOf } from './labels.ts';

/** GNU assembler names and statements. Their content is kept as text, without a meaning. */

/** Reads `asm("name")` after a declarator. */
export function parseAsmName(c: Context): string {
  c.scanner.advance();
  expect(c, '(');
  const text = parseStrings(c);
  expect(c, ')');
  return text;
}

/** Skips `asm(...);` at file scope, which has no meaning here. */
export function skipAsm(c: Context): void {
  c.scanner.advance();
  while (accept(c, 'volatile') || accept(c, 'inline'));
  if (!sees(c, '(')) throw unexpected(c, "'('");
  skipParentheses(c);
  expect(c, ';');
}

/** Reads adjacent strings as written between their quotes. */
function parseStrings(c: Context): string {
  if (!sees(c, 'string')) throw unexpected(c, 'a string');
  let text = '';
  while (sees(c, 'string')) {
    text += c.scanner.spelling.slice(1, -1);
    c.scanner.advance();
  }
  return text;
}

/** Reads an asm statement, basic or extended, including `goto`. */
export function parseAsmStatement(c: Context): Statement {
  const { at } = c.scanner;
  c.scanner.advance();
  while (accept(c, 'volatile') || accept(c, 'inline') || accept(c, 'goto') || accept(c, 'const'));
  expect(c, '(');
  const template = parseStrings(c);
  const outputs: AsmOperand[] = [];
  const inputs: AsmOperand[] = [];
  const clobbers: string[] = [];
  const labels: Label[] = [];
  if (accept(c, ':')) {
    parseOperands(c, outputs, false);
    if (accept(c, ':')) {
      parseOperands(c, inputs, true);
      if (accept(c, ':')) {
        parseList(c, () => clobbers.push(parseStrings(c)));
        if (accept(c, ':')) {
          parseList(c, () => {
            if (!sees(c, 'identifier')) throw unexpected(c, 'a label');
            labels.push(labelOf(c, c.scanner.name, c.scanner.at).label);
            c.scanner.advance();
          });
        }
      }
    }
  }
  expect(c, ')');
  expect(c, ';');
  return { kind: 'asm', at, template, outputs, inputs, clobbers, labels };
}

function parseList(c: Context, item: () => void): void {
  if (sees(c, ':') || sees(c, ')')) return;
  do item();
  while (accept(c, ','));
}

function parseOperands(c: Context, into: AsmOperand[], values: boolean): void {
  parseList(c, () => {
    if (accept(c, '[')) {
      c.scanner.advance();
      expect(c, ']');
    }
    const constraint = parseStrings(c);
    expect(c, '(');
    const operand = c.grammar.expression(c);
    // Memory operands stay lvalues.
    const keep = !values || (isLvalue(operand) && /^[^rgi]*m/.test(constraint));
    into.push({ constraint, expression: keep ? operand : rvalue(c, operand) });
    expect(c, ')');
  });
}
