/* glibc's <features.h> includes this file on i386. Distributions ship it only with the 32-bit development package; it merely lists
   functions that exist in the library but always fail, which does not matter here. Searched after all other directories. */
