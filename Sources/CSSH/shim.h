#pragma once

#include <libssh/libssh.h>
#include <libssh/sftp.h>
