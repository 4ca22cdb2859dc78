#pragma once

// A clock that tells the time wrong, for programs that link this: it defines the C library's functions that tell the time of
// day, and those that wait for one, which then hold for everything in the process. Clocks that only count on stay as they are.

// Has the time of day follow a file from now on: eight bytes, a number of seconds to add, in the machine's byte order. It may
// change at any time. Answers -1 where the file cannot be mapped.
int wrong_clock_follow(const char *path);
