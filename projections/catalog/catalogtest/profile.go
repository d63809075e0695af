package catalogtest

import (
	"context"

	"github.com/modyard/modyard/domain/account"
)

const putAccount = `
insert into identity.accounts (id, username, username_key, avatar_url, role, created) values ($1, $2, lower($2), $3, $4, $5)
on conflict (id) do update set username = excluded.username, username_key = excluded.username_key,
    avatar_url = excluded.avatar_url, role = excluded.role`

// Account creates an account, or changes its name and role, and appends the event.
func (w *World) Account(id, username, role string) {
	w.t.Helper()
	ctx := context.Background()
	if _, err := w.DB.Pool.Exec(ctx, putAccount, id, username, "https://cdn.example/"+id+".png", role, Epoch()); err != nil {
		w.t.Fatal(err)
	}
	w.Happen("account-"+id, id, account.ProfileChanged{Account: id})
}
