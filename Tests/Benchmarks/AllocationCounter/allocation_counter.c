#include "allocation_counter.h"

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// A program's own malloc takes the place of the library's, for all that it links (the GNU C library's manual, "Replacing
// malloc"). These count and pass on to the library's own entry points. free() stays the library's.

static _Atomic uint64_t count;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

// The same holds for the two calls by which SQLite waits for the disk.

static _Atomic uint64_t synchronizations;

static int synchronize(long call, int file) {
    atomic_fetch_add_explicit(&synchronizations, 1, memory_order_relaxed);
    return (int)syscall(call, file);
}

int fsync(int file) { return synchronize(SYS_fsync, file); }
int fdatasync(int file) { return synchronize(SYS_fdatasync, file); }

uint64_t synchronization_count(void) { return atomic_load_explicit(&synchronizations, memory_order_relaxed); }
bool allocations_are_counted(void) { return true; }
uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

uint64_t allocation_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

#else

bool allocations_are_counted(void) { return false; }
uint64_t allocation_count(void) { return 0; }
uint64_t allocation_bytes_in_use(void) { return 0; }
uint64_t synchronization_count(void) { return 0; }

#endif
