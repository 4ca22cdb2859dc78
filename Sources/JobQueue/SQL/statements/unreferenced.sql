select pressrun.unreferenced($1)
