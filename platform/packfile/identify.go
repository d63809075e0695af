package packfile

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Identity is what a file is on the platform "flame".
type Identity struct {
	Flame int64  // id of its project; 0: it is none of the platform
	Title string // of the project
	URL   string // of the project; empty without a valid one
	SHA1  string // of the file; empty if the service does not say
}

// Identifier is a service of the operator that knows files of the platform.
type Identifier interface {
	// Identify answers for at most MaxAsked fingerprints. Those that are none of the platform are not in the answer.
	Identify(ctx context.Context, fingerprints []uint32) (map[uint32]Identity, error)
}

// MaxAsked is the number of fingerprints of one question.
const MaxAsked = 500

const (
	keepFound   = 30 * 24 * time.Hour
	keepUnfound = 24 * time.Hour // a file may be published later
)

const (
	loadIdentities = `
select fingerprint, sha1, flame, title, url, asked > case when flame > 0 then $2::timestamptz else $3::timestamptz end
from packfiles.identified where fingerprint = any($1)`
	saveIdentity = `
insert into packfiles.identified (fingerprint, sha1, flame, title, url, asked) values ($1, $2, $3, $4, $5, $6)
on conflict (fingerprint) do update
set sha1 = excluded.sha1, flame = excluded.flame, title = excluded.title, url = excluded.url, asked = excluded.asked`
)

// Identities are what files are on the platform, by their SHA-512: from answers that were kept, and from the service where
// there is none or it is old. Without a service (nil) only kept answers count. An error of the service comes with what is
// known without it. A fingerprint has 32 bits and can be forged: where the service says which file it means, only that file
// is identified.
func (s *Store) Identities(ctx context.Context, service Identifier, files []Entry) (map[string]Identity, error) {
	var prints []int64
	seen := map[uint32]bool{}
	for _, f := range files {
		if f.Fingerprint != nil && !seen[*f.Fingerprint] {
			seen[*f.Fingerprint] = true
			prints = append(prints, int64(*f.Fingerprint))
		}
	}
	known, fresh, err := s.identities(ctx, prints)
	if err != nil {
		return nil, err
	}
	var asked []uint32
	for _, p := range prints {
		if !fresh[uint32(p)] {
			asked = append(asked, uint32(p))
		}
	}
	var failed error
	for service != nil && len(asked) > 0 && failed == nil {
		part := asked[:min(len(asked), MaxAsked)]
		asked = asked[len(part):]
		var answers map[uint32]Identity
		if answers, failed = service.Identify(ctx, part); failed != nil {
			failed = fmt.Errorf("identify files: %w", failed)
			break
		}
		for _, p := range part {
			known[p] = answers[p]
		}
		if err := s.keep(ctx, part, answers); err != nil {
			return nil, err
		}
	}
	out := map[string]Identity{}
	for _, f := range files {
		if f.Fingerprint == nil {
			continue
		}
		if i := known[*f.Fingerprint]; i.Flame > 0 && (i.SHA1 == "" || i.SHA1 == f.SHA1) {
			out[f.SHA512] = i
		}
	}
	return out, failed
}

// identities are the kept answers, and which of them are still fresh.
func (s *Store) identities(ctx context.Context, prints []int64) (known map[uint32]Identity, fresh map[uint32]bool, err error) {
	known, fresh = map[uint32]Identity{}, map[uint32]bool{}
	now := s.now()
	rows, err := s.pool.Query(ctx, loadIdentities, prints, now.Add(-keepFound), now.Add(-keepUnfound))
	if err != nil {
		return nil, nil, fmt.Errorf("load identified files: %w", err)
	}
	var print int64
	var i Identity
	var good bool
	if _, err := pgx.ForEachRow(rows, []any{&print, &i.SHA1, &i.Flame, &i.Title, &i.URL, &good}, func() error {
		known[uint32(print)], fresh[uint32(print)] = i, good
		return nil
	}); err != nil {
		return nil, nil, fmt.Errorf("load identified files: %w", err)
	}
	return known, fresh, nil
}

func (s *Store) keep(ctx context.Context, asked []uint32, answers map[uint32]Identity) error {
	var batch pgx.Batch
	for _, p := range asked {
		i := answers[p]
		batch.Queue(saveIdentity, int64(p), i.SHA1, i.Flame, i.Title, i.URL, s.now())
	}
	if err := s.pool.SendBatch(ctx, &batch).Close(); err != nil {
		return fmt.Errorf("save identified files: %w", err)
	}
	return nil
}
