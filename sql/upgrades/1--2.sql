-- From version 1 to 2: the installation log says from which version an upgrade started.
alter table rolloutdiff.install_log add column from_version integer;
