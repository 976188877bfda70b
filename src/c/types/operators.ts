/** Operators of C on two operands of one type, whose result has that type. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>';
/** Operators of C that compare two operands of one type. */
export type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';
