select id, type, job_id, time, record, transaction, sequence from pressrun.events
where job_id = $1 and type = 'pressrun.job.completed'
union all
select id, type, job_id, time, record, transaction, sequence from pressrun.events
where job_id = $1 and type <> 'pressrun.job.completed'
order by transaction, sequence
