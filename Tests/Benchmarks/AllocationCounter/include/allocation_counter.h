#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether this platform lets a program stand between itself and its C library: glibc does.
bool allocations_are_counted(void);

/// How many blocks of memory this process has asked for since it began, on all threads.
uint64_t allocation_count(void);

/// How many bytes of memory this process holds at the moment, by its C library's own account; 0 where that tells nothing.
uint64_t allocation_bytes_in_use(void);
