/* Stands in for a header that some of the conformance programs include for the standard types. */
#include <stddef.h>
