// What the harness of a natively replayed run and the code around it share. Lemmata puts the files into one and defines
// the macros for the run.

// Ends of the process: the run reached the error; it asks for other inputs; it breaks an assumption.
#ifndef REACHED
#define REACHED 42
#define LEFT_PATH 43
#define ASSUMPTION_FAILED 44
#endif

// Most bytes of a block that are cleared: a large block must not take memory that the program never touches.
#ifndef MOST_CLEARED
#define MOST_CLEARED 1048576
#endif

// Whether a call of the function is the error.
#ifndef IS_ERROR
#define IS_ERROR(function) ((function) == (void *)&reach_error)
void reach_error();
#endif

#define NULL ((void *)0)

// The compiler reports no calls of these functions.
#define QUIET __attribute__((no_instrument_function))

QUIET void lemmata_exit(int) __attribute__((noreturn));
extern unsigned long lemmata_next;

// Defines a function that returns the inputs of a run in their order. Each of the series holds equal values: the inputs from
// one number up to another, counting all calls that give inputs.
#define GIVES(type, name, count, ...) \
  QUIET type name() { \
    static const struct { unsigned long first, end; __typeof__(type) value; } run[] = {__VA_ARGS__}; \
    static unsigned long at; \
    while (at < count && run[at].end <= lemmata_next) at++; \
    if (at == count || lemmata_next < run[at].first) lemmata_exit(LEFT_PATH); \
    lemmata_next++; \
    return run[at].value; \
  }
