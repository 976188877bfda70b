import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { type PackedTerm, packTerm } from '../../logic/terms/pack.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { conjuncts, freeVariables } from '../../logic/terms/traverse.ts';
import { HINT_CHOICE } from '../../program/cfa/beyond.ts';
import { isHint } from '../../program/cfa/hints.ts';
import { guarded } from '../../system/transys/control.ts';
import { restrict } from '../../system/transys/passes/parts.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { factsOf } from './facts-of.ts';
import type { LocalModel } from './model.ts';
import type { SourceProgram } from './source.ts';

/**
 * The model of a program with hints for the errors that are asked about alone. At others, runs end without
 * blame. Conditions that the hints state become candidates. Throws LemmataError `E-INPUT` where an error of a
 * program has no name, since it could not be told from a hint.
 */
export function withoutHints(
  whole: LocalModel,
  { job, lines }: Pick<SourceProgram, 'job' | 'lines'>,
  errorFunctions: readonly string[],
): LocalModel {
  const { system, reduced, encoding } = whole;
  if (reduced.blocks.some(({ bad, bads }) => bads.length === 0 && bad !== reduced.terms.false))
    throw new LemmataError('E-INPUT', 'hints need a program that calls its error functions by their names');
  // A property that is decided as a whole has errors without names.
  const apart = job.eachCheck || errorFunctions.some(isHint);
  const asked = (all: TransitionSystem): TransitionSystem => {
    const narrow = restrict(all, { kind: 'labels', labels: errorFunctions });
    return apart ? narrow : { ...narrow, blocks: narrow.blocks.map((block) => ({ ...block, bads: [] })) };
  };
  const left = asked(reduced);
  const facts = factsOf(left, { hardware: false, lines, encoding });
  return { ...whole, system: asked(system), reduced: left, facts, candidates: candidatesOf(reduced) };
}

/** The conditions of a block's state under which no hint fails before the next block, as packed terms. */
function candidatesOf(system: TransitionSystem): readonly PackedTerm[] {
  const { terms, blocks, inputs } = system;
  const read = new Set(inputs.map(({ term }) => term));
  return blocks.flatMap(({ id, bads }) => {
    const looks = looking(system, id);
    return bads.flatMap(({ name, term }) => {
      if (!isHint(name)) return [];
      const holds = terms.not(looks.apply(term));
      if (freeVariables(terms, [holds]).some((variable) => read.has(variable))) return [];
      return conjuncts(terms, holds).map((part) => packTerm(terms, guarded(system, id, part)));
    });
  });
}

/** The substitution under which a block looks at each hint. */
export function looking({ terms, blocks, inputs }: TransitionSystem, block: number): Substitution {
  const choices = blocks[block].inputs.map((index) => inputs[index]);
  const asked = choices.filter(({ origin }) => origin?.name === HINT_CHOICE);
  return new Substitution(
    terms,
    asked.map(({ term }) => [term, yes(terms, term)]),
  );
}

/** The value of a choice that says yes. */
function yes(terms: TermStore, choice: Term): Term {
  return terms.sort(choice).kind === 'bool' ? terms.true : terms.bv(terms.width(choice), 1);
}
