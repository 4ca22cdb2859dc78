#include <libxml/xmlversion.h>
// Foundation brings an ICU of its own, and a program that sees both has two types of each name. None of ICU is needed here.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
