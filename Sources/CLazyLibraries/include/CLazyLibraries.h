#pragma once

// The functions of libpq, libcurl and libssh that Pressrun calls, defined so that the first call loads the library. Loading
// these libraries and those that only they need (GnuTLS, Kerberos, LDAP …) took 20 of the 50 million instructions of
// `pressrun --version` (valgrind --tool=callgrind), and a process that renders a document calls none of them.
//
// The functions are declared in the headers of the libraries. A program that links this target does not link the libraries.
