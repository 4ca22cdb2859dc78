select alarm, title, anchor, value, unit, warn_at, page_at, is_minimum, severity, subject from pressrun.alarms
