select enqueued_at, template from pressrun.source_of_delivered_job($1)
