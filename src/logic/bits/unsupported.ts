/** A construct that has no bits here: the caller must answer `unknown`. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}
