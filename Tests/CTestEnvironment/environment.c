// Makes the fonts in Tests/Fonts the only ones of a program that links this target, and of every process that it starts.
//
// Layout depends on the fonts, so a test must not see those that the machine happens to have. The variables are set by a
// constructor because fontconfig reads them once, the first time that it is used.
#include "CTestEnvironment.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void use_the_fonts_of_the_tests(void) {
  // .../Tests/CTestEnvironment/environment.c
  char path[4096];
  if (snprintf(path, sizeof path, "%s", __FILE__) >= (int)sizeof path) abort();
  for (int level = 0; level < 2; level++) {
    char *slash = strrchr(path, '/');
    if (!slash) abort();
    *slash = 0;
  }
  char file[4096 + 32];
  snprintf(file, sizeof file, "%s/Fonts/fonts.conf", path);
  setenv("FONTCONFIG_FILE", file, 1);
  unsetenv("FONTCONFIG_PATH");
  unsetenv("FONTCONFIG_SYSROOT");
}
