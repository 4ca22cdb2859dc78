#include "../CLibPQ/shim.h"

#include "lazy.h"

#define LIBRARY "libpq.so.5"

FUNCTION(PGconn *, PQconnectStartParams,
  (const char *const *keywords, const char *const *values, int expand_dbname), (keywords, values, expand_dbname))
FUNCTION(PostgresPollingStatusType, PQconnectPoll, (PGconn *conn), (conn))
FUNCTION(void, PQfinish, (PGconn *conn), (conn))
FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *conninfo, char **errmsg), (conninfo, errmsg))
FUNCTION(void, PQconninfoFree, (PQconninfoOption *connOptions), (connOptions))
FUNCTION(PGcancel *, PQgetCancel, (PGconn *conn), (conn))
FUNCTION(void, PQfreeCancel, (PGcancel *cancel), (cancel))
FUNCTION(int, PQcancel, (PGcancel *cancel, char *errbuf, int errbufsize), (cancel, errbuf, errbufsize))
FUNCTION(char *, PQdb, (const PGconn *conn), (conn))
FUNCTION(char *, PQhost, (const PGconn *conn), (conn))
FUNCTION(char *, PQport, (const PGconn *conn), (conn))
FUNCTION(ConnStatusType, PQstatus, (const PGconn *conn), (conn))
FUNCTION(PGTransactionStatusType, PQtransactionStatus, (const PGconn *conn), (conn))
FUNCTION(char *, PQerrorMessage, (const PGconn *conn), (conn))
FUNCTION(int, PQsocket, (const PGconn *conn), (conn))
FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *conn, PQnoticeReceiver proc, void *arg), (conn, proc, arg))
FUNCTION(int, PQsendQuery, (PGconn *conn, const char *query), (conn, query))
FUNCTION(int, PQsendQueryParams,
  (PGconn *conn, const char *command, int nParams, const Oid *paramTypes, const char *const *paramValues,
    const int *paramLengths, const int *paramFormats, int resultFormat),
  (conn, command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat))
FUNCTION(int, PQsendPrepare,
  (PGconn *conn, const char *stmtName, const char *query, int nParams, const Oid *paramTypes),
  (conn, stmtName, query, nParams, paramTypes))
FUNCTION(int, PQsendQueryPrepared,
  (PGconn *conn, const char *stmtName, int nParams, const char *const *paramValues,
    const int *paramLengths, const int *paramFormats, int resultFormat),
  (conn, stmtName, nParams, paramValues, paramLengths, paramFormats, resultFormat))
FUNCTION(int, PQenterPipelineMode, (PGconn *conn), (conn))
FUNCTION(int, PQexitPipelineMode, (PGconn *conn), (conn))
FUNCTION(int, PQpipelineSync, (PGconn *conn), (conn))
FUNCTION(PGpipelineStatus, PQpipelineStatus, (const PGconn *conn), (conn))
FUNCTION(PGresult *, PQgetResult, (PGconn *conn), (conn))
FUNCTION(int, PQisBusy, (PGconn *conn), (conn))
FUNCTION(int, PQconsumeInput, (PGconn *conn), (conn))
FUNCTION(PGnotify *, PQnotifies, (PGconn *conn), (conn))
FUNCTION(int, PQputCopyData, (PGconn *conn, const char *buffer, int nbytes), (conn, buffer, nbytes))
FUNCTION(int, PQputCopyEnd, (PGconn *conn, const char *errormsg), (conn, errormsg))
FUNCTION(int, PQsetnonblocking, (PGconn *conn, int arg), (conn, arg))
FUNCTION(PGPing, PQping, (const char *conninfo), (conninfo))
FUNCTION(int, PQflush, (PGconn *conn), (conn))
FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *res), (res))
FUNCTION(char *, PQresultErrorMessage, (const PGresult *res), (res))
FUNCTION(char *, PQresultErrorField, (const PGresult *res, int fieldcode), (res, fieldcode))
FUNCTION(int, PQntuples, (const PGresult *res), (res))
FUNCTION(int, PQnfields, (const PGresult *res), (res))
FUNCTION(char *, PQfname, (const PGresult *res, int field_num), (res, field_num))
FUNCTION(char *, PQcmdTuples, (PGresult *res), (res))
FUNCTION(char *, PQgetvalue, (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num))
FUNCTION(int, PQgetlength, (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num))
FUNCTION(int, PQgetisnull, (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num))
FUNCTION(void, PQclear, (PGresult *res), (res))
FUNCTION(void, PQfreemem, (void *ptr), (ptr))
FUNCTION(char *, PQescapeIdentifier, (PGconn *conn, const char *str, size_t len), (conn, str, len))
