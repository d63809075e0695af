package identity

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/confusable"
)

const (
	// nameRests is how long nobody else can take a former name, or one that looks like it.
	nameRests = 30 * 24 * time.Hour
	// maxResting bounds the former names of one account: renaming must not block many names.
	maxResting = 3
)

// mayHave rejects a new name of an account that looks like another account's, or that was another account's until a short
// while ago. Of concurrent transactions with such names the second one sees the first one's. A name that another account
// has in the same letters is left to the unique constraint.
func (s *Service) mayHave(ctx context.Context, tx pgx.Tx, account, name, key string) error {
	looks := confusable.Name(name)
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('username ' || $1, 0))", looks); err != nil {
		return err
	}
	keyHash, looksHash := nameHash("key", key), nameHash("skeleton", looks)
	var alike, rests bool
	if err := tx.QueryRow(ctx, `SELECT
		EXISTS (SELECT FROM identity.accounts WHERE username_skeleton = $1 AND id <> $3 AND username_key <> $2),
		EXISTS (SELECT FROM identity.former_names WHERE (key_hash = $4 OR skeleton_hash = $5) AND account <> $3 AND until > $6)`,
		looks, key, account, keyHash, looksHash, s.clock()).Scan(&alike, &rests); err != nil {
		return err
	}
	switch {
	case alike:
		return errUsernameAlike
	case rests:
		return errUsernameRests
	}
	_, err := tx.Exec(ctx, "DELETE FROM identity.former_names WHERE account = $1 AND key_hash = $2", account, keyHash)
	return err
}

// rename checks the next name of an account, and makes the present one a former one. An account may keep a name that looks
// like another's; a capital letter can make it look like one.
func (s *Service) rename(ctx context.Context, tx pgx.Tx, account, name, key string) error {
	var same bool
	if err := tx.QueryRow(ctx, "SELECT username_key = $2 AND coalesce(username_skeleton = $3, false) FROM identity.accounts WHERE id = $1 FOR UPDATE",
		account, key, confusable.Name(name)).Scan(&same); err != nil || same {
		return err
	}
	if err := s.mayHave(ctx, tx, account, name, key); err != nil {
		return err
	}
	return s.leaveName(ctx, tx, account, key)
}

// leaveName makes the present name of an account a former one, in the transaction that changes it to another.
func (s *Service) leaveName(ctx context.Context, tx pgx.Tx, account, nextKey string) error {
	var name, key string
	if err := tx.QueryRow(ctx, "SELECT username, username_key FROM identity.accounts WHERE id = $1 FOR UPDATE", account).Scan(&name, &key); err != nil {
		return err
	}
	if key == nextKey {
		return nil
	}
	if _, err := tx.Exec(ctx, `INSERT INTO identity.former_names (account, key_hash, skeleton_hash, until) VALUES ($1, $2, $3, $4)
		ON CONFLICT (account, key_hash) DO UPDATE SET skeleton_hash = excluded.skeleton_hash, until = excluded.until`,
		account, nameHash("key", key), nameHash("skeleton", confusable.Name(name)), s.clock().Add(nameRests)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM identity.former_names WHERE account = $1 AND key_hash IN (
		SELECT key_hash FROM identity.former_names WHERE account = $1 ORDER BY until DESC, key_hash OFFSET $2)`, account, maxResting)
	return err
}

func nameHash(kind, name string) []byte {
	sum := sha256.Sum256([]byte("name " + kind + "\x00" + name))
	return sum[:]
}

// skeletonsAtATime is the number of accounts of one statement.
const skeletonsAtATime = 1000

// fillSkeletons computes the skeletons of accounts that were created by a program which did not know them.
func (s *Service) fillSkeletons(ctx context.Context) error {
	for {
		rows, err := s.pool.Query(ctx, "SELECT id, username FROM identity.accounts WHERE username_skeleton IS NULL LIMIT $1", skeletonsAtATime)
		if err != nil {
			return fmt.Errorf("read names: %w", err)
		}
		var ids, names, looks []string
		var id, name string
		if _, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error {
			ids, names, looks = append(ids, id), append(names, name), append(looks, confusable.Name(name))
			return nil
		}); err != nil {
			return fmt.Errorf("read names: %w", err)
		}
		if len(ids) == 0 {
			return nil
		}
		// A name that was changed in between has its skeleton, or none yet.
		if _, err := s.pool.Exec(ctx, `UPDATE identity.accounts a SET username_skeleton = n.looks
			FROM unnest($1::text[], $2::text[], $3::text[]) AS n (id, name, looks)
			WHERE a.id = n.id AND a.username = n.name AND a.username_skeleton IS NULL`, ids, names, looks); err != nil {
			return fmt.Errorf("store the skeletons of names: %w", err)
		}
	}
}
