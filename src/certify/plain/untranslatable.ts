import { Undecided } from '../refuter.ts';

/** A term that the plain translation has no clauses for; `what` says what is missing. */
export class Untranslatable extends Undecided {
  constructor(what: string) {
    super(`the plain translation has no ${what}`);
  }
}
