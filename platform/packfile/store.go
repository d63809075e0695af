package packfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store keeps what was found in packs. It is safe for concurrent use.
type Store struct {
	pool *pgxpool.Pool
	now  func() time.Time
}

// NewStore makes a store. now is the clock; nil: that of the machine.
func NewStore(pool *pgxpool.Pool, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{pool: pool, now: now}
}

const (
	loadPack = `select problem, unread, unread_paths, skipped, skipped_paths from packfiles.packs where sha512 = $1`
	loadFile = `select place, path, name, sha1, sha512, size, fingerprint, url from packfiles.contents where pack = $1 order by n`

	takePack = `
insert into packfiles.packs (sha512, problem, files, unread, unread_paths, skipped, skipped_paths, read)
values ($1, '', 0, 0, '{}', 0, '{}', $2) on conflict (sha512) do nothing`
	savePack = `
update packfiles.packs set problem = $2, files = $3, unread = $4, unread_paths = $5, skipped = $6, skipped_paths = $7 where sha512 = $1`
)

// Known is what was found in a pack before; found is false if nobody has read it.
func (s *Store) Known(ctx context.Context, sha512 string) (c Contents, found bool, err error) {
	err = s.pool.QueryRow(ctx, loadPack, sha512).Scan(&c.Problem, &c.Unread.Total, &c.Unread.First, &c.Skipped.Total, &c.Skipped.First)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contents{}, false, nil
	}
	if err != nil {
		return Contents{}, false, fmt.Errorf("load pack: %w", err)
	}
	rows, err := s.pool.Query(ctx, loadFile, sha512)
	if err != nil {
		return Contents{}, false, fmt.Errorf("load files of a pack: %w", err)
	}
	c.Files, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Entry, err error) {
		var print *int64
		if err := row.Scan(&e.Place, &e.Path, &e.Name, &e.SHA1, &e.SHA512, &e.Size, &print, &e.URL); err != nil {
			return e, err
		}
		if print != nil {
			p := uint32(*print)
			e.Fingerprint = &p
		}
		return e, nil
	})
	if err != nil {
		return Contents{}, false, fmt.Errorf("load files of a pack: %w", err)
	}
	return c, true, nil
}

// Contents is Known for a pack that is read if nobody has done so. open is called by one process at a time for each pack; the
// others wait for its result until their context ends. Nothing is kept of a reader that failed.
func (s *Store) Contents(ctx context.Context, sha512 string, open func(context.Context) (io.ReaderAt, int64, error)) (Contents, error) {
	c, found, err := s.Known(ctx, sha512)
	if err != nil || found {
		return c, err
	}
	mine := false
	if err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// Another transaction that inserts the same row is waited for.
		tag, err := tx.Exec(ctx, takePack, sha512, s.now())
		if err != nil {
			return fmt.Errorf("take pack: %w", err)
		}
		if mine = tag.RowsAffected() > 0; !mine {
			return nil
		}
		r, size, err := open(ctx)
		if err != nil {
			return fmt.Errorf("open pack: %w", err)
		}
		if c, err = Read(ctx, r, size); err != nil {
			return err
		}
		return save(ctx, tx, sha512, c)
	}); err != nil {
		return Contents{}, err
	}
	if mine {
		return c, nil
	}
	if c, found, err = s.Known(ctx, sha512); err == nil && !found {
		err = errors.New("load pack: it was deleted meanwhile")
	}
	return c, err
}

func save(ctx context.Context, tx pgx.Tx, pack string, c Contents) error {
	if _, err := tx.Exec(ctx, savePack, pack, c.Problem, len(c.Files)+c.Unread.Total, c.Unread.Total, list(c.Unread.First),
		c.Skipped.Total, list(c.Skipped.First)); err != nil {
		return fmt.Errorf("save pack: %w", err)
	}
	columns := []string{"pack", "n", "place", "path", "name", "sha1", "sha512", "size", "fingerprint", "url"}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"packfiles", "contents"}, columns, pgx.CopyFromSlice(len(c.Files), func(i int) ([]any, error) {
		e := c.Files[i]
		var print *int64
		if e.Fingerprint != nil {
			p := int64(*e.Fingerprint)
			print = &p
		}
		return []any{pack, int32(i), string(e.Place), e.Path, e.Name, e.SHA1, e.SHA512, e.Size, print, e.URL}, nil
	})); err != nil {
		return fmt.Errorf("save files of a pack: %w", err)
	}
	return nil
}

func list(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

// File is a file that some pack contains.
type File struct {
	SHA1, SHA512 string
	Name         string
	Flame        int64 // the project of the other platform that it is of; 0: none is known
}

// The digests that were computed come before those that authors state.
const findFiles = `
select distinct on (c.sha512) c.sha1, c.sha512, c.name, coalesce((
    select max(i.flame) from packfiles.contents o join packfiles.identified i on i.fingerprint = o.fingerprint and i.sha1 in ('', o.sha1)
    where o.sha512 = c.sha512), 0)
from packfiles.contents c where c.sha1 = any($1) or c.sha512 = any($1)
order by c.sha512, c.place = 'index', c.sha1, c.name`

// Find are the files with one of the digests, SHA-1 or SHA-512, each once. A SHA-1 may find several.
func (s *Store) Find(ctx context.Context, digests []string) ([]File, error) {
	rows, err := s.pool.Query(ctx, findFiles, digests)
	if err != nil {
		return nil, fmt.Errorf("find files of packs: %w", err)
	}
	files, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (f File, err error) {
		return f, row.Scan(&f.SHA1, &f.SHA512, &f.Name, &f.Flame)
	})
	if err != nil {
		return nil, fmt.Errorf("find files of packs: %w", err)
	}
	return files, nil
}
