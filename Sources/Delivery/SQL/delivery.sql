select o.*, d.options from pressrun.delivery_overview o join pressrun.deliveries d on d.id = o.delivery_id
where o.delivery_id = $1
