package upload

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/fault"
)

// The maximum of staged files of one account, and how long they are stored.
const (
	maxStaged      = 20
	maxStagedBytes = 4 << 30
	stagedFor      = 24 * time.Hour
)

// staged is a file that its account has uploaded for a version that does not exist yet.
type staged struct {
	ID      string
	Account string
	Project string
	Name    string
	Size    int64
	SHA1    string
	SHA512  string
	Key     string           // of the blob
	Target  string           // of its copy in a version, after publication began
	Facts   *filecheck.Facts // nil during the upload
	Created time.Time
	Expires time.Time
}

// staging is the table of staged files.
type staging struct{ pool *pgxpool.Pool }

func unknownStaged() error {
	return fault.Invalid("staged_files", "上传的文件已不存在（最多保留 24 小时），请重新上传。")
}

const (
	lockAccount = `SELECT pg_advisory_xact_lock(hashtextextended('staging:' || $1, 0))`
	countStaged = `SELECT count(*), coalesce(sum(size), 0) FROM staging.files WHERE account = $1 AND expires > $2`
	addStaged   = `INSERT INTO staging.files (id, account, project, name, size, key, created, expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
	fillStaged  = `UPDATE staging.files SET size = $2, sha1 = $3, sha512 = $4, facts = $5, expires = $6 WHERE id = $1`
	dropStaged  = `DELETE FROM staging.files WHERE id = ANY($1)`
	aimStaged   = `UPDATE staging.files SET target = $2, expires = greatest(expires, $3) WHERE id = $1`
	stagedRow   = `SELECT id, account, project, name, size, sha1, sha512, key, target, facts, created, expires FROM staging.files `
	findStaged  = stagedRow + `WHERE id = ANY($1) AND account = $2 AND facts IS NOT NULL AND expires > $3`
	ownStaged   = stagedRow + `WHERE account = $1 AND project = $2 AND facts IS NOT NULL AND expires > $3 ORDER BY created, id`
	oldStaged   = stagedRow + `WHERE expires <= $1 ORDER BY expires LIMIT 100`
)

// reserve reserves space within the account's limit before the first byte is read.
func (s staging) reserve(ctx context.Context, f staged) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockAccount, f.Account); err != nil {
			return fmt.Errorf("reserve staged file: %w", err)
		}
		var count, bytes int64
		if err := tx.QueryRow(ctx, countStaged, f.Account, f.Created).Scan(&count, &bytes); err != nil {
			return fmt.Errorf("reserve staged file: %w", err)
		}
		switch {
		case count >= maxStaged:
			return fault.Invalid("file", fmt.Sprintf("你有 %d 个文件还没有用在任何版本里，请先发布或移除它们。", count))
		case bytes+f.Size > maxStagedBytes:
			return fault.Invalid("file", "尚未发布的文件合计不能超过 4 GiB，请先发布或移除一些。")
		}
		if _, err := tx.Exec(ctx, addStaged, f.ID, f.Account, f.Project, f.Name, f.Size, f.Key, f.Created, f.Expires); err != nil {
			return fmt.Errorf("reserve staged file: %w", err)
		}
		return nil
	})
}

// fill records the uploaded file.
func (s staging) fill(ctx context.Context, f staged) error {
	data, err := json.Marshal(f.Facts)
	if err != nil {
		return fmt.Errorf("store staged file: %w", err)
	}
	if _, err := s.pool.Exec(ctx, fillStaged, f.ID, f.Size, f.SHA1, f.SHA512, data, f.Expires); err != nil {
		return fmt.Errorf("store staged file: %w", err)
	}
	return nil
}

func (s staging) drop(ctx context.Context, ids ...string) error {
	if _, err := s.pool.Exec(ctx, dropStaged, ids); err != nil {
		return fmt.Errorf("delete staged files: %w", err)
	}
	return nil
}

// aim records where a staged file will be copied, so that the sweep finds a copy that no version has.
func (s staging) aim(ctx context.Context, id, target string, until time.Time) error {
	if _, err := s.pool.Exec(ctx, aimStaged, id, target, until); err != nil {
		return fmt.Errorf("record the target of a staged file: %w", err)
	}
	return nil
}

// find returns files of an account in the given order; it returns an error if one does not exist.
func (s staging) find(ctx context.Context, account string, now time.Time, ids []string) ([]staged, error) {
	found, err := s.query(ctx, findStaged, ids, account, now)
	if err != nil {
		return nil, err
	}
	byID := map[string]staged{}
	for _, f := range found {
		byID[f.ID] = f
	}
	out := make([]staged, 0, len(ids))
	for _, id := range ids {
		f, ok := byID[id]
		if !ok {
			return nil, unknownStaged()
		}
		out = append(out, f)
	}
	return out, nil
}

func (s staging) query(ctx context.Context, sql string, args ...any) ([]staged, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("find staged files: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (staged, error) {
		var f staged
		var data []byte
		err := row.Scan(&f.ID, &f.Account, &f.Project, &f.Name, &f.Size, &f.SHA1, &f.SHA512, &f.Key, &f.Target, &data, &f.Created, &f.Expires)
		if err != nil || data == nil {
			return f, err
		}
		f.Facts = &filecheck.Facts{}
		return f, json.Unmarshal(data, f.Facts)
	})
	if err != nil {
		return nil, fmt.Errorf("find staged files: %w", err)
	}
	return found, nil
}

var errNoStaging = errors.New("this site stores no staged files: FileOptions.Pool is not set")
