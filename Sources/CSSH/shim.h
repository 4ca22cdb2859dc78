#pragma once

#include <libssh/libssh.h>
#include <libssh/sftp.h>

// sftp_hardlink, which the library has from 0.11 on: 0, -1 for an error, or 1 if the library is older. The server must support
// hardlink@openssh.com.
int optional_sftp_hardlink(sftp_session sftp, const char *oldpath, const char *newpath);
