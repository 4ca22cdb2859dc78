delete from pressrun.migrations
