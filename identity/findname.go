package identity

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
)

const (
	// maxFound bounds the accounts that FindByName finds.
	maxFound = 20
	// maxCandidates bounds the names that are compared for the accounts with a text inside of their names.
	maxCandidates = 200

	// The text after $1 in the order of code points follows every name that begins with it.
	nameStarts = `SELECT ` + profileColumns + `, username_key FROM identity.accounts
WHERE username_key COLLATE "C" >= $1::text AND username_key COLLATE "C" < $1::text || U&'\+10FFFF' AND username_key NOT LIKE $2
ORDER BY username_key COLLATE "C" LIMIT $3`

	nameContains = `SELECT ` + profileColumns + `, username_key FROM identity.accounts
WHERE identity.pairs(username_key) @> identity.pairs($1::text) AND strpos(username_key, $1::text) > 1 AND username_key NOT LIKE $2 LIMIT $3`
)

// FindByName finds accounts by the beginning or, from two characters on, by any part of the name, without regard to case
// and width: first the account of this name, then those whose names begin with it, then the others, shorter names first.
// Closed accounts are not found.
func (s *Service) FindByName(ctx context.Context, text string) ([]Profile, error) {
	return s.FindMostByName(ctx, text, maxFound)
}

// FindMostByName is FindByName for at most so many accounts.
func (s *Service) FindMostByName(ctx context.Context, text string, most int) ([]Profile, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 8*maxUsername || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, nil
	}
	key, closed := foldName(text), foldName(closedPrefix)+"%"
	found, err := s.named(ctx, nameStarts, key, closed, most)
	if err != nil || len(found) == most || utf8.RuneCountInString(key) < 2 {
		return profilesOf(found), err
	}
	inside, err := s.named(ctx, nameContains, key, closed, max(most, maxCandidates))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(inside, func(a, b foundName) int {
		return cmp.Or(cmp.Compare(len(a.Key), len(b.Key)), cmp.Compare(a.Key, b.Key))
	})
	found = append(found, inside...)
	return profilesOf(found[:min(len(found), most)]), nil
}

type foundName struct {
	Profile
	Key string
}

func profilesOf(found []foundName) []Profile {
	out := make([]Profile, len(found))
	for i, f := range found {
		out[i] = f.Profile
	}
	return out
}

func (s *Service) named(ctx context.Context, query, key, closed string, most int) ([]foundName, error) {
	rows, err := s.pool.Query(ctx, query, key, closed, most)
	if err != nil {
		return nil, fmt.Errorf("find accounts by name: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[foundName])
	if err != nil {
		return nil, fmt.Errorf("find accounts by name: %w", err)
	}
	return found, nil
}
