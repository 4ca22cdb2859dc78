select pressrun.count_share_download($1::uuid)
