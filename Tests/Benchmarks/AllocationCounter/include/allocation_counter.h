#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether this platform lets a program stand between itself and its C library: glibc does.
bool allocations_are_counted(void);

/// How many blocks of memory this process has asked for since it began, on all threads.
uint64_t allocation_count(void);
