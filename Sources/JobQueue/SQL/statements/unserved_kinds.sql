select distinct kind from pressrun.unserved_kinds order by kind limit 100
