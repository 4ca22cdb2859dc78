select id, type, job_id, time, record, sequence from pressrun.events
where job_id = $1 and type = 'pressrun.job.completed'
union all
select id, type, job_id, time, record, sequence from pressrun.events
where job_id = $1 and type <> 'pressrun.job.completed'
order by sequence
