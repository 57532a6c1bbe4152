/* The loadable FTS5 tokenizer of Hermes, for tests: unicode61 tokens are cut into CJK runs, which become overlapping
** pairs of characters, and other segments, which stay whole. */
#include <string.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

typedef struct {
  fts5_tokenizer inner;
  Fts5Tokenizer *pInner;
} CjkTokenizer;

typedef struct {
  void *pCtx;
  int (*xToken)(void *, int, const char *, int, int, int);
} Receiver;

static int isCjk(unsigned c) {
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x1100 && c <= 0x11FF) || (c >= 0x3130 && c <= 0x318F) ||
         (c >= 0xA960 && c <= 0xA97F) || (c >= 0xD7B0 && c <= 0xD7FF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0x3400 && c <= 0x4DBF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x2FA1F) ||
         (c >= 0x3040 && c <= 0x309F) || (c >= 0x30A0 && c <= 0x30FF) || (c >= 0x31F0 && c <= 0x31FF);
}

/* One code point of valid UTF-8; the number of its bytes is the result. */
static int readChar(const unsigned char *z, int n, unsigned *pChar) {
  int length = z[0] < 0x80 ? 1 : z[0] < 0xE0 ? 2 : z[0] < 0xF0 ? 3 : 4;
  unsigned c = length == 1 ? z[0] : z[0] & (0xFF >> (length + 1));
  if (length > n) length = n;
  for (int i = 1; i < length; i++) c = (c << 6) | (z[i] & 0x3F);
  *pChar = c;
  return length;
}

/* Offsets inside a token are those of its folded text, which has the length of the original for CJK. */
static int onToken(void *pCtx, int tflags, const char *zToken, int nToken, int iStart, int iEnd) {
  Receiver *p = (Receiver *)pCtx;
  const unsigned char *z = (const unsigned char *)zToken;
  int hasCjk = 0;
  unsigned c;
  for (int i = 0; i < nToken; i += readChar(z + i, nToken - i, &c), hasCjk |= isCjk(c)) {
  }
  if (!hasCjk) return p->xToken(p->pCtx, tflags, zToken, nToken, iStart, iEnd);
  int at = 0, rc = SQLITE_OK;
  while (at < nToken && rc == SQLITE_OK) {
    int first = at, length = readChar(z + at, nToken - at, &c), cjk = isCjk(c);
    int previous = -1, emitted = 0;
    while (at < nToken) {
      length = readChar(z + at, nToken - at, &c);
      if (isCjk(c) != cjk) break;
      if (cjk && previous >= 0) {
        int end = at + length;
        rc = p->xToken(p->pCtx, tflags, zToken + previous, end - previous, iStart + previous, iStart + end);
        emitted = 1;
        if (rc != SQLITE_OK) return rc;
      }
      previous = at;
      at += length;
    }
    if (!emitted) {
      int end = iStart + at < iEnd ? iStart + at : iEnd;
      rc = p->xToken(p->pCtx, tflags, zToken + first, at - first, iStart + first, end);
    }
  }
  return rc;
}

static int cjkTokenize(Fts5Tokenizer *pTok, void *pCtx, int flags, const char *pText, int nText,
                       int (*xToken)(void *, int, const char *, int, int, int)) {
  CjkTokenizer *p = (CjkTokenizer *)pTok;
  Receiver receiver = {pCtx, xToken};
  return p->inner.xTokenize(p->pInner, &receiver, flags, pText, nText, onToken);
}

static void cjkDelete(Fts5Tokenizer *pTok) {
  CjkTokenizer *p = (CjkTokenizer *)pTok;
  if (p->pInner) p->inner.xDelete(p->pInner);
  sqlite3_free(p);
}

static int cjkCreate(void *pCtx, const char **azArg, int nArg, Fts5Tokenizer **ppOut) {
  fts5_api *pApi = (fts5_api *)pCtx;
  void *pInnerCtx = 0;
  CjkTokenizer *p = sqlite3_malloc(sizeof(CjkTokenizer));
  if (p == 0) return SQLITE_NOMEM;
  memset(p, 0, sizeof(*p));
  int rc = pApi->xFindTokenizer(pApi, "unicode61", &pInnerCtx, &p->inner);
  if (rc == SQLITE_OK) rc = p->inner.xCreate(pInnerCtx, azArg, nArg, &p->pInner);
  if (rc != SQLITE_OK) {
    sqlite3_free(p);
    return rc;
  }
  *ppOut = (Fts5Tokenizer *)p;
  return SQLITE_OK;
}

int sqlite3_ftscjk_init(sqlite3 *db, char **pzErrMsg, const sqlite3_api_routines *pApi) {
  SQLITE_EXTENSION_INIT2(pApi);
  fts5_api *pFts5 = 0;
  sqlite3_stmt *pStmt = 0;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &pStmt, 0) == SQLITE_OK) {
    sqlite3_bind_pointer(pStmt, 1, &pFts5, "fts5_api_ptr", 0);
    sqlite3_step(pStmt);
  }
  sqlite3_finalize(pStmt);
  if (pFts5 == 0) return SQLITE_ERROR;
  fts5_tokenizer tokenizer = {cjkCreate, cjkDelete, cjkTokenize};
  return pFts5->xCreateTokenizer(pFts5, "cjk_unicode61", pFts5, &tokenizer, 0);
}
