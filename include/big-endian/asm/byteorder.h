/* Replaces Linux's header, which has the byte order of the machine that preprocesses. */
#ifndef _LEMMATA_ASM_BYTEORDER_H
#define _LEMMATA_ASM_BYTEORDER_H 1
#include <linux/byteorder/big_endian.h>
#endif
