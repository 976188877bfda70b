// Clauses that are not understood are errors with their places.
/*@ requires x > 0;
    ensures x == \offset_max(x); */
int first(int x) { return x; }
