#pragma once

// A time of day with an offset, for programs that link this library: it replaces the C library's functions that return the
// time of day or wait for one, for the whole process. Monotonic clocks do not change.

// Sets the file that contains the offset: eight bytes, a number of seconds in the machine's byte order. The file may change at
// any time. Returns -1 if the file cannot be mapped.
int wrong_clock_follow(const char *path);
