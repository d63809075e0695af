package app

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
)

// OwnLog names the log in the site's own Postgres in place of an address.
const OwnLog = "postgres"

// logEngine is the engine of an address: the part before ://, and OwnLog for the site's own Postgres.
func logEngine(address string) string {
	if address == "" || address == OwnLog {
		return OwnLog
	}
	scheme, _, _ := strings.Cut(address, "://")
	return scheme
}

// checkLogURL rejects an address that no engine supports, before anything is started.
func checkLogURL(address string) error {
	switch engine := logEngine(address); {
	case engine == OwnLog, engine == "postgresql":
		return nil
	case kurrent.Known(address):
		if err := kurrent.Check(address); err != nil {
			return fmt.Errorf("log-url: %w", err)
		}
		return nil
	default:
		return fmt.Errorf("log-url: no engine of this version takes %q addresses; leave it empty for the site's own Postgres", engine)
	}
}

// OpenLog opens the log at an address: empty or OwnLog for the site's own Postgres, postgres://… for another Postgres,
// kurrentdb://… for a KurrentDB cluster. The core closes it.
func (c *Core) OpenLog(ctx context.Context, address string) (eventlog.Log, error) {
	if err := checkLogURL(address); err != nil {
		return nil, err
	}
	if address == "" || address == OwnLog {
		return c.postgresLog(ctx, c.DB, OwnLog)
	}
	if kurrent.Known(address) {
		log, err := kurrent.Open(ctx, address, kurrent.WithLogger(c.Logger))
		if err != nil {
			return nil, fmt.Errorf("log-url: %w", err)
		}
		c.onClose(func() error { log.Close(); return nil })
		return log, nil
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("log-url: not an address") // the error of url may contain a password
	}
	db, err := database.Open(ctx, database.Logins{App: address})
	if err != nil {
		return nil, fmt.Errorf("log-url: %w", err)
	}
	c.onClose(func() error { db.Close(); return nil })
	return c.postgresLog(ctx, db, OwnLog+" "+u.Host+u.Path)
}

func (c *Core) postgresLog(ctx context.Context, db *database.DB, engine string) (eventlog.Log, error) {
	log, err := logpostgres.Open(ctx, db.Pool, logpostgres.WithLogger(c.Logger), logpostgres.WithEngine(engine))
	if err != nil {
		return nil, err
	}
	c.onClose(func() error { log.Close(); return nil })
	return log, nil
}
