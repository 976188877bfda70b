import { describe, expect, it } from 'vitest';
import { FrontEndError, formatDiagnostic } from '../../../src/c/diagnostics.ts';
import { parseProgram } from '../../../src/c/index.ts';
import { Layout } from '../../../src/c/types/layout.ts';
import type { DataModel } from '../../../src/c/types/types.ts';
import { gccErrors, hasGcc } from './gcc.ts';
import { ExpressionGenerator, expressionAssertions } from './random-expressions.ts';
import { layoutAssertions } from './types/layout-assertions.ts';
import { TypeGenerator } from './types/random-types.ts';

/**
 * Assertions on sizes, offsets and constants: gcc and this front end have to find all of them true
 * in the same source text.
 */

function parseErrors(source: string, model: DataModel): string[] {
  try {
    parseProgram([{ text: source, file: 'random.i' }], { model });
    return [];
  } catch (error) {
    if (error instanceof FrontEndError) return error.diagnostics.map(formatDiagnostic);
    throw error;
  }
}

for (const model of ['ILP32', 'LP64'] as const) {
  describe.skipIf(!hasGcc(model))(`the front end and gcc agree for ${model}`, () => {
    it('on 2000 random types', () => {
      const generator = new TypeGenerator(model === 'ILP32' ? 101 : 102, model);
      const layout = new Layout({ dataModel: model, byteOrder: 'little' });
      const source = Array.from({ length: 2000 }, () => generator.next())
        .map((record) => [record.source, ...layoutAssertions(record, layout)].join('\n'))
        .join('\n');
      expect(gccErrors(model, source)).toEqual([]);
      expect(parseErrors(source, model)).toEqual([]);
    });

    it('on 1500 constant expressions', () => {
      const generator = new ExpressionGenerator(model === 'ILP32' ? 103 : 104, model);
      const source = Array.from({ length: 1500 }, (_, index) =>
        expressionAssertions(generator.next(1 + (index % 5))),
      ).join('\n');
      expect(gccErrors(model, source)).toEqual([]);
      expect(parseErrors(source, model)).toEqual([]);
    });
  });
}

it('finds assertions false that are', () => {
  expect(parseErrors('_Static_assert(sizeof(int) == 5, "five");', 'LP64').join()).toContain('five');
});
