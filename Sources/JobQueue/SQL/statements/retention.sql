select what, extract(epoch from keep)::double precision from pressrun.retention order by what
