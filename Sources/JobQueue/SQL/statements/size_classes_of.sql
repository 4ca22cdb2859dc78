select kind, size_class from pressrun.size_classes_of($1)
