#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether this platform lets a program replace its C library's malloc, as glibc does.
bool allocations_are_counted(void);

/// How many blocks of memory this process has allocated since its start, on all threads.
uint64_t allocation_count(void);

/// How many bytes of memory this process holds, as its C library reports; 0 if it reports nothing.
uint64_t allocation_bytes_in_use(void);

/// How many files this process has synchronized to the disk since its start; 0 where allocations are not counted.
uint64_t synchronization_count(void);
