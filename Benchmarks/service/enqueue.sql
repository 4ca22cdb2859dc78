select * from pressrun.enqueue('note', '{"title": "Site visit", "body": "<p>All four lines run.</p>"}');
