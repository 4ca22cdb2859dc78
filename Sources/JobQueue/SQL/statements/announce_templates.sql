select pressrun.announce_templates($1, $2, $3)
