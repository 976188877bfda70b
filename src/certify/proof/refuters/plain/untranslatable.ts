import { Undecided } from '../refuter.ts';

/** Thrown for a term that the plain translation does not handle; `what` names the missing construct. */
export class Untranslatable extends Undecided {
  constructor(what: string) {
    super(`the plain translation does not handle ${what}`);
  }
}
