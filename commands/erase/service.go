// Package erase erases an account's texts permanently, as requested by the account or an admin.
//
// The request is a row in erasure.pending, written by the transaction that closes the account and deleted when all
// steps are done: the account is listed in the blob store, its key is destroyed, the event is appended, and copies
// outside the read models are deleted. Every step may be repeated by any process, starting with the first one. The key
// is destroyed before the event is appended: a text behind the event was sealed by a process that still had the key,
// and can no longer be opened by then. The read models blank earlier texts when they process the event.
package erase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/blobs"
)

// Folder is the folder of the blob store that lists erased accounts, one blob for each account id.
const Folder = "erased"

// commandSpace is the UUID name space of these commands' ids.
var commandSpace = uuid.MustParse("b0b4a2a0-6f0c-5f0e-8a53-0f6a1d2b9c77")

// Keys destroys an account's key permanently (identity/erasure).
type Keys interface {
	Erase(ctx context.Context, subjects ...string) error
}

// Options are the dependencies of the service. All but Forget, Again and Logger must be set.
type Options struct {
	Handler *commands.Handler
	Pool    *pgxpool.Pool
	Keys    Keys
	Blobs   *blobs.Store
	// Forget deletes copies of an account's texts outside the read models, such as snapshots.
	Forget []func(ctx context.Context, account string) error
	// Again closes listed accounts that are open after a restored backup.
	Again  func(ctx context.Context, accounts []string) error
	Logger *slog.Logger // nil for the default
}

// Service finishes erasures. It is safe for concurrent use by many processes.
type Service struct{ o Options }

// New creates the service; Run must be started.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Pool == nil || o.Keys == nil || o.Blobs == nil {
		return nil, errors.New("make erasures: handler, pool, keys and blobs are needed")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Service{o: o}, nil
}

const claim = `
SELECT account, actor, role, credential, request, reason, requested FROM erasure.pending
WHERE $1 = '' OR account = $1 ORDER BY requested, account LIMIT 1 OFFSET $2 FOR UPDATE SKIP LOCKED`

const done = `DELETE FROM erasure.pending WHERE account = $1`

// errNone means that no erasure is pending.
var errNone = errors.New("no erasure is pending")

// Finish executes the pending erasure of an account, unless another process is executing it.
func (s *Service) Finish(ctx context.Context, account string) error {
	if _, err := s.finish(ctx, account, 0); err != nil && !errors.Is(err, errNone) {
		return err
	}
	return nil
}

// FinishAll executes all pending erasures. A failed one does not block the others.
func (s *Service) FinishAll(ctx context.Context) error {
	var failed []error
	for {
		id, err := s.finish(ctx, "", len(failed))
		switch {
		case errors.Is(err, errNone):
			return errors.Join(failed...)
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && id == "":
			return errors.Join(append(failed, err)...)
		case err != nil:
			failed = append(failed, err)
		}
	}
}

// pending is one row of erasure.pending.
type pending struct {
	account.Erase
	credential, request string
	requested           time.Time
}

// finish locks the row during the steps, so that only one process executes them.
func (s *Service) finish(ctx context.Context, only string, skip int) (id string, err error) {
	err = pgx.BeginFunc(ctx, s.o.Pool, func(tx pgx.Tx) error {
		var w pending
		var as, why string
		err := tx.QueryRow(ctx, claim, only, skip).Scan(&w.Account, &w.By, &as, &w.credential, &w.request, &why, &w.requested)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNone
		}
		if err != nil {
			return err
		}
		id, w.Role, w.Reason = w.Account, role.Role(as), reason.Code(why)
		if err := s.steps(ctx, w); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, done, id)
		return err
	})
	if err != nil && !errors.Is(err, errNone) {
		err = fmt.Errorf("erase account %s: %w", id, err)
	}
	return id, err
}

// steps executes the steps in the order of the package comment.
func (s *Service) steps(ctx context.Context, w pending) error {
	line := w.requested.UTC().Format(time.RFC3339) + "\n"
	if _, err := s.o.Blobs.Put(ctx, Folder+"/"+w.Account, "text/plain", strings.NewReader(line)); err != nil {
		return err
	}
	if err := s.o.Keys.Erase(ctx, w.Account); err != nil {
		return err
	}
	if err := s.appendErased(ctx, w); err != nil {
		return err
	}
	var failed []error // one that fails does not delay the others
	for _, forget := range s.o.Forget {
		failed = append(failed, forget(ctx, w.Account))
	}
	return errors.Join(failed...)
}

// erasures record whether an account was erased, by the account's id.
func erasures() *commands.Aggregate[account.Erasure, account.Erase] {
	return &commands.Aggregate[account.Erasure, account.Erase]{
		Category: "account", Evolve: commands.Timeless(account.EvolveErasure), Decide: account.DecideErasure,
	}
}

// appendErased appends the event, once.
func (s *Service) appendErased(ctx context.Context, w pending) error {
	command := uuid.NewSHA1(commandSpace, []byte(w.Account+"\x00"+w.requested.UTC().Format(time.RFC3339Nano))).String()
	req := commands.Request{Command: command, By: actor.Actor{Account: w.By}, Credential: w.credential, ID: w.request}
	_, err := s.o.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, err := erasures().Get(ctx, tx, w.Account)
		if err != nil {
			return err
		}
		return e.Do(w.Erase)
	})
	return err
}
