/** A term that the plain translation has no clauses for; the message says what is missing. */
export class Untranslatable extends Error {}
