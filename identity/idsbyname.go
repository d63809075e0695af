package identity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

const idsByName = `
SELECT a.id FROM unnest($1::text[]) WITH ORDINALITY n (key, at) JOIN identity.accounts a ON a.username_key = n.key AND a.username_key NOT LIKE $2
GROUP BY a.id ORDER BY min(n.at)`

// IDsByName are the ids of the accounts with user names, without regard to case and width, each once and in the order of the
// names. Names without an account, and closed accounts, are left out.
func (s *Service) IDsByName(ctx context.Context, names []string) ([]string, error) {
	keys := make([]string, 0, len(names))
	for _, name := range names {
		if findable(name) {
			keys = append(keys, foldName(name))
		}
	}
	rows, err := s.pool.Query(ctx, idsByName, keys, foldName(closedPrefix)+"%")
	if err != nil {
		return nil, fmt.Errorf("find accounts by name: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find accounts by name: %w", err)
	}
	return ids, nil
}

// findable is false for what can be no name.
func findable(name string) bool { return len(name) <= 8*maxUsername && !strings.ContainsRune(name, 0) }

const namesByName = `SELECT username_key, username FROM identity.accounts WHERE username_key = ANY($1::text[]) AND username_key NOT LIKE $2`

// NamesByName are the user names of accounts by names as somebody wrote them, without regard to case and width. Names without an
// account, and closed accounts, are left out.
func (s *Service) NamesByName(ctx context.Context, names []string) (map[string]string, error) {
	keys := map[string][]string{}
	for _, name := range names {
		if findable(name) {
			keys[foldName(name)] = append(keys[foldName(name)], name)
		}
	}
	found := make(map[string]string, len(keys))
	if len(keys) == 0 {
		return found, nil
	}
	rows, err := s.pool.Query(ctx, namesByName, slices.Collect(maps.Keys(keys)), foldName(closedPrefix)+"%")
	if err != nil {
		return nil, fmt.Errorf("find names of accounts: %w", err)
	}
	var key, username string
	if _, err := pgx.ForEachRow(rows, []any{&key, &username}, func() error {
		for _, name := range keys[key] {
			found[name] = username
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("find names of accounts: %w", err)
	}
	return found, nil
}
