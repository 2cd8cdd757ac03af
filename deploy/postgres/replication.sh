#!/bin/bash
# Run once, by the primary's container, on an empty data folder: lets the replica in.
set -euo pipefail
echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql --username="$POSTGRES_USER" --command="select pg_create_physical_replication_slot('replica')"
