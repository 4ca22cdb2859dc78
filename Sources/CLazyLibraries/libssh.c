#include <libssh/libssh.h>
#include <libssh/sftp.h>

#include "lazy.h"

#define LIBRARY "libssh.so.4"

FUNCTION(void, ssh_clean_pubkey_hash, (unsigned char **hash), (hash))
FUNCTION(int, ssh_connect, (ssh_session session), (session))
FUNCTION(void, ssh_disconnect, (ssh_session session), (session))
FUNCTION(void, ssh_free, (ssh_session session), (session))
FUNCTION(int, ssh_get_server_publickey, (ssh_session session, ssh_key *key), (session, key))
FUNCTION(int, ssh_get_publickey_hash,
  (const ssh_key key, enum ssh_publickey_hash_type type, unsigned char **hash, size_t *hlen), (key, type, hash, hlen))
FUNCTION(int, ssh_is_connected, (ssh_session session), (session))
FUNCTION(enum ssh_known_hosts_e, ssh_session_is_known_server, (ssh_session session), (session))
FUNCTION(ssh_session, ssh_new, (void), ())
FUNCTION(int, ssh_options_set,
  (ssh_session session, enum ssh_options_e type, const void *value), (session, type, value))
FUNCTION(void, ssh_key_free, (ssh_key key), (key))
FUNCTION(enum ssh_keytypes_e, ssh_key_type, (const ssh_key key), (key))
FUNCTION(const char *, ssh_key_type_to_char, (enum ssh_keytypes_e type), (type))
FUNCTION(int, ssh_pki_import_privkey_base64,
  (const char *b64_key, const char *passphrase, ssh_auth_callback auth_fn, void *auth_data, ssh_key *pkey),
  (b64_key, passphrase, auth_fn, auth_data, pkey))
FUNCTION(char *, ssh_get_fingerprint_hash,
  (enum ssh_publickey_hash_type type, unsigned char *hash, size_t len), (type, hash, len))
FUNCTION(int, ssh_userauth_publickey,
  (ssh_session session, const char *username, const ssh_key privkey), (session, username, privkey))
FUNCTION(int, ssh_userauth_password,
  (ssh_session session, const char *username, const char *password), (session, username, password))
FUNCTION(void, ssh_string_free_char, (char *s), (s))
FUNCTION(sftp_session, sftp_new, (ssh_session session), (session))
FUNCTION(void, sftp_free, (sftp_session sftp), (sftp))
FUNCTION(int, sftp_init, (sftp_session sftp), (sftp))
FUNCTION(int, sftp_get_error, (sftp_session sftp), (sftp))
FUNCTION(int, sftp_extension_supported, (sftp_session sftp, const char *name, const char *data), (sftp, name, data))
FUNCTION(sftp_dir, sftp_opendir, (sftp_session session, const char *path), (session, path))
FUNCTION(sftp_attributes, sftp_readdir, (sftp_session session, sftp_dir dir), (session, dir))
FUNCTION(sftp_attributes, sftp_stat, (sftp_session session, const char *path), (session, path))
FUNCTION(sftp_attributes, sftp_lstat, (sftp_session session, const char *path), (session, path))
FUNCTION(void, sftp_attributes_free, (sftp_attributes file), (file))
FUNCTION(int, sftp_closedir, (sftp_dir dir), (dir))
FUNCTION(int, sftp_close, (sftp_file file), (file))
FUNCTION(sftp_file, sftp_open,
  (sftp_session session, const char *file, int accesstype, mode_t mode), (session, file, accesstype, mode))
FUNCTION(ssize_t, sftp_read, (sftp_file file, void *buf, size_t count), (file, buf, count))
FUNCTION(ssize_t, sftp_write, (sftp_file file, const void *buf, size_t count), (file, buf, count))
FUNCTION(int, sftp_unlink, (sftp_session sftp, const char *file), (sftp, file))
FUNCTION(int, sftp_mkdir, (sftp_session sftp, const char *directory, mode_t mode), (sftp, directory, mode))
FUNCTION(int, sftp_rename, (sftp_session sftp, const char *original, const char *newname), (sftp, original, newname))
FUNCTION(int, sftp_chmod, (sftp_session sftp, const char *file, mode_t mode), (sftp, file, mode))
FUNCTION(sftp_statvfs_t, sftp_statvfs, (sftp_session sftp, const char *path), (sftp, path))
FUNCTION(void, sftp_statvfs_free, (sftp_statvfs_t statvfs_o), (statvfs_o))
FUNCTION(int, sftp_fsync, (sftp_file file), (file))

// Declared for Swift in the header of CSSH.
int optional_sftp_hardlink(sftp_session sftp, const char *oldpath, const char *newpath) {
  static _Atomic(void *) address;
  int (*function)(sftp_session, const char *, const char *) = optional_lazy_function(LIBRARY, "sftp_hardlink", &address);
  return function ? function(sftp, oldpath, newpath) : 1;
}
