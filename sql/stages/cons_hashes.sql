-- name: cons_hashes
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Hashes of the dumps that were read into c_file.
-- params: none
-- returns: side, sha256
-- requires: none
-- portable: no
select f.side, f.sha256
from c_file as f
order by f.side;
