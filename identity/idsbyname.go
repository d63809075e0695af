package identity

import (
	"context"
	"fmt"
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
		if len(name) <= 8*maxUsername && !strings.ContainsRune(name, 0) {
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
