/** A part of a text; offsets count characters from 0, and `end` lies behind the part. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A statement or declaration in the body of a function. */
export interface FoundStatement extends TextRange {
  /** `head`: a statement with a keyword and parts of its own, such as `if`. */
  readonly kind: 'simple' | 'block' | 'head';
  /** Whether further statements may stand beside it, so that no braces are needed. */
  readonly beside: boolean;
}

/** The condition of a branching, whose place is a keyword or the sign `?`. */
export interface FoundBranching {
  readonly keyword: 'if' | 'while' | 'for' | 'do' | 'switch' | '?';
  /** Offsets of the places that name it: `do` has two. */
  readonly places: readonly number[];
  /** An empty range: `for` without a condition. */
  readonly condition: TextRange;
  /** Labels of a `switch`: `3`, or `3 ... 5`. */
  readonly labels: readonly (readonly string[])[];
  /** The statement behind `else`; null: there is none. */
  readonly otherwise: TextRange | null;
}

export interface FoundLoop {
  readonly keyword: 'while' | 'for' | 'do';
  readonly start: number;
  /** The place where the head of the loop is reached: the condition, or the body of `do`. */
  readonly head: TextRange;
  readonly body: TextRange;
}

export interface FoundCall extends TextRange {
  /** Null: the function is an expression. */
  readonly name: string | null;
  /** The offset of the closing parenthesis. */
  readonly close: number;
  readonly arguments: readonly TextRange[];
}

/** The body of a function, from one brace to the other. */
export interface FoundBody extends TextRange {
  readonly name: string;
}

/** The bodies of functions in a C text, found without the preprocessor. */
export interface Structure {
  readonly statements: readonly FoundStatement[];
  /** Controlling and returned expressions, initialisers, and the parts of `for`. */
  readonly expressions: readonly TextRange[];
  readonly branchings: readonly FoundBranching[];
  readonly loops: readonly FoundLoop[];
  readonly calls: readonly FoundCall[];
  readonly bodies: readonly FoundBody[];
}
