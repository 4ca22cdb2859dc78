#pragma once
// Nothing to call: linking this target is enough (see environment.c).
