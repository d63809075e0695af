package forum

import (
	"context"
	"crypto/sha256"
	"net/http"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

type networkKey struct{}

// FromNetwork gives requests that write the network that they come from (httpkit.Network), by which the rates recognise a text that
// several accounts send.
func FromNetwork(trusted []netip.Prefix) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				r = r.WithContext(context.WithValue(r.Context(), networkKey{}, httpkit.NetworkKey(r, trusted)))
			}
			next.ServeHTTP(w, r)
		})
	}
}

const (
	oneText    = `select pg_advisory_xact_lock(hashtextextended('talk.said ' || encode($1, 'hex'), 0))`
	lastSaid   = `select max(at) from talk.said where key = $1 and command <> $2 and at > $3`
	addSaid    = `insert into talk.said (command, key, at) values ($1, $2, $3) on conflict do nothing`
	forgetSaid = `delete from talk.said where command in (select command from talk.said where at <= $1 limit 100 for update skip locked)`
)

// said is when the same text was last written from the request's network; nil if it was not of late. It stores that it is written now.
func said(ctx context.Context, tx pgx.Tx, w Writing, digest [sha256.Size]byte) (last *time.Time, err error) {
	network, known := ctx.Value(networkKey{}).(string)
	if !known {
		return nil, nil
	}
	key := sha256.Sum256(append(digest[:], network...))
	if _, err := tx.Exec(ctx, oneText, key[:]); err != nil { // after the account's lock: no two wait for each other
		return nil, err
	}
	since := w.At.Add(-betweenSameTexts)
	if err := tx.QueryRow(ctx, lastSaid, key[:], w.Command, since).Scan(&last); err != nil || last != nil {
		return last, err
	}
	if _, err := tx.Exec(ctx, addSaid, w.Command, key[:], w.At); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, forgetSaid, since)
	return nil, err
}
