/** A construct that has no bits here: whoever asked has to answer `unknown`. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}
