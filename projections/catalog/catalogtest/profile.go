package catalogtest

import (
	"context"

	"github.com/modyard/modyard/domain/account"
)

const makeProfiles = `
create schema if not exists identity;
create table if not exists identity.profiles (
    id text primary key, username text not null, avatar_url text, bio text, role text not null, badges bigint not null, created timestamptz not null)`

const putProfile = `
insert into identity.profiles (id, username, avatar_url, role, badges, created) values ($1, $2, $3, $4, 0, $5)
on conflict (id) do update set username = excluded.username, avatar_url = excluded.avatar_url, role = excluded.role`

// Account makes an account, or gives it another name and role, and says so in the log.
func (w *World) Account(id, username, role string) {
	w.t.Helper()
	ctx := context.Background()
	if _, err := w.DB.Pool.Exec(ctx, putProfile, id, username, "https://cdn.example/"+id+".png", role, Epoch()); err != nil {
		w.t.Fatal(err)
	}
	w.Happen("account-"+id, id, account.ProfileChanged{Account: id})
}
