#!/usr/bin/env bash
# Creates the secrets of docker-compose.yml once: an existing ./secrets is not changed.
# Other users cannot enter their folder; the files are readable, because the programs in the containers run as other users.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ ! -e secrets ] || { echo "secrets/ exists already"; exit 0; }
making=$(mktemp -d ./secrets.XXXXXX)
trap 'rm -rf "$making"' EXIT
chmod 0700 "$making"
word() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64 -w0 | tr '+/' '-_' | tr -d '='; }
put() { printf '%s' "$2" >"$making/$1"; chmod 0444 "$making/$1"; }

database=$(word) program=$(word) log=$(word) search=$(word) user=modyard objects=$(word) broker=$(word)
put database_password "$database"
put database_app_password "$program"
put database_url "postgres://modyard_app:$program@postgres:5432/modyard?sslmode=disable"
put database_owner_url "postgres://modyard:$database@postgres:5432/modyard?sslmode=disable"
put log_password "$log"
put log_url "kurrentdb://admin:$log@log1:2113,log2:2113,log3:2113?tls=true&tlsCAFile=/certs/ca/ca.crt&nodePreference=leader"
put search_password "$search"
put elasticsearch_url "http://elastic:$search@search:9200"
put objects_user "$user"
put objects_password "$objects"
put objects_credentials "[default]
aws_access_key_id = $user
aws_secret_access_key = $objects
"
put broker_password "$broker"
put forward_url "nats://site:$broker@broker:4222?stream=MODYARD"
put keys "{\"format\": 1, \"wrapping\": \"$(key)\", \"signing\": \"$(key)\"}"
mv -T "$making" secrets
echo "made secrets/"
