#pragma once

// The functions of libpq, libcurl and libssh that Pressrun calls, defined so that the first call loads the library. These
// libraries, and those that only they need (GnuTLS, Kerberos, LDAP …), take about as long to load as all others, and a process
// that renders a document calls none of them.
//
// The functions are declared in the headers of the libraries. A program that links this target does not link the libraries.
