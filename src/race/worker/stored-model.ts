import { deserialize, serialize } from 'node:v8';
import { LemmataError, messageOf } from '../../base/errors.ts';
import { type SharedTerms, thaw } from '../../logic/terms/share.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { Model } from '../messages/model.ts';
import { type LocalModel, sharedModel } from './model.ts';
import { sharedCopy } from './stored-program.ts';

/** Terms with copies of their shared memory. */
interface StoredTerms extends Omit<SharedTerms, 'heads' | 'data'> {
  readonly heads: Uint8Array;
  readonly data: Uint8Array;
}

/** A model as another machine gets it, with the checks that it may be asked to decide. */
interface StoredModel
  extends Pick<LocalModel, 'places' | 'encoding'>,
    Omit<Model, 'id' | 'system' | 'reduced' | 'program' | 'candidates'> {
  /** Terms of both systems. */
  readonly terms: StoredTerms;
  readonly system: SharedSystem['system'];
  readonly reduced: SharedSystem['system'];
  readonly program: Uint8Array | null;
  readonly candidates: readonly { readonly terms: StoredTerms; readonly root: number }[];
  readonly checks: readonly Check[];
}

/** Whether a file is a compiled program of {@link storedModel}, and no source. */
export function isStoredModel(file: string): boolean {
  return file.endsWith('.lemmata');
}

/** A compiled program as bytes. Another machine with the same version of Lemmata reads them. */
export function storedModel(local: LocalModel, checks: readonly Check[]): Uint8Array {
  const { id: _, system, reduced, program, candidates, ...model } = sharedModel(local);
  const { places, encoding } = local;
  return serialize({
    ...{ ...model, places, encoding, checks },
    ...{ terms: storedTerms(system.terms), system: system.system, reduced: reduced.system },
    program: program === null ? null : bytesOf(program),
    candidates: candidates.map(({ terms, root }) => ({ terms: storedTerms(terms), root })),
  } satisfies StoredModel);
}

/** Reads the output of {@link storedModel} as the model with this number. Throws LemmataError `E-INPUT` for other bytes. */
export function readStoredModel(
  bytes: Uint8Array,
  id: number,
): { readonly model: LocalModel; readonly checks: readonly Check[] } {
  try {
    const { checks, terms: stored, system, reduced, program, candidates, ...model }: StoredModel = deserialize(bytes);
    const terms = thaw(sharedTerms(stored));
    return {
      checks,
      model: {
        ...{ ...model, id, system: { ...system, terms }, reduced: { ...reduced, terms } },
        program: program === null ? null : sharedCopy(program),
        candidates: candidates.map((one) => ({ terms: sharedTerms(one.terms), root: one.root })),
      },
    };
  } catch (error) {
    throw new LemmataError('E-INPUT', `this is no compiled program of this version: ${messageOf(error)}`, null, {
      cause: error,
    });
  }
}

function storedTerms(terms: SharedTerms): StoredTerms {
  return { ...terms, heads: bytesOf(terms.heads), data: bytesOf(terms.data) };
}

function sharedTerms(terms: StoredTerms): SharedTerms {
  return { ...terms, heads: sharedCopy(terms.heads), data: sharedCopy(terms.data) };
}

function bytesOf(shared: SharedArrayBuffer): Uint8Array {
  return Uint8Array.from(new Uint8Array(shared));
}
