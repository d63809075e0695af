package identity

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
)

// NameOrder is an order of found accounts.
type NameOrder string

// Orders of found accounts. The first one begins with the account of the name, then come those whose names begin with
// the text, then the others, shorter names first.
const (
	ByMatch   NameOrder = ""
	ByNewest  NameOrder = "newest"
	ByAddress NameOrder = "name"
)

const (
	// nameWith holds for accounts with the text $1 in their name. nameHas is the same for a text of two characters or more,
	// read by the index. A single character has no pair, so all names are compared for it.
	nameWith = `strpos(username_key, $1::text) > 0 AND username_key NOT LIKE $2`
	nameHas  = `identity.pairs(username_key) @> identity.pairs($1::text) AND ` + nameWith

	countNames = `SELECT count(*) FROM identity.accounts WHERE %s`

	pageNames = `SELECT ` + profileColumns + ` FROM identity.accounts
WHERE %s AND id <> ALL($3::text[]) ORDER BY %s LIMIT $4 OFFSET $5`
)

var nameOrders = map[NameOrder]string{
	ByMatch:   `username_key <> $1::text, strpos(username_key, $1::text) > 1, length(username_key), username_key COLLATE "C"`,
	ByNewest:  `created DESC, id`,
	ByAddress: `username_key COLLATE "C"`,
}

// NameSearch is a page of the accounts with a text in their names.
type NameSearch struct {
	Text          string
	Order         NameOrder
	Without       []string // ids of accounts that are not wanted
	Limit, Offset int
}

// NameKey is the form in which names are compared: without regard to case and width. It is empty for a text that no name
// contains.
func NameKey(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > 8*maxUsername || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return ""
	}
	return foldName(text)
}

func namesWith(key string) string {
	if utf8.RuneCountInString(key) < 2 {
		return nameWith
	}
	return nameHas
}

// SearchByName finds any account by any part of its name, page by page. Closed accounts are not found.
func (s *Service) SearchByName(ctx context.Context, in NameSearch) ([]Profile, error) {
	key, by := NameKey(in.Text), nameOrders[in.Order]
	if key == "" || by == "" || in.Limit <= 0 || in.Offset < 0 {
		return nil, nil
	}
	without := in.Without
	if without == nil {
		without = []string{}
	}
	rows, err := s.pool.Query(ctx, fmt.Sprintf(pageNames, namesWith(key), by), key, foldName(closedPrefix)+"%", without, in.Limit, in.Offset)
	if err != nil {
		return nil, fmt.Errorf("search accounts by name: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Profile])
	if err != nil {
		return nil, fmt.Errorf("search accounts by name: %w", err)
	}
	return found, nil
}

// CountByName is the number of accounts that SearchByName finds.
func (s *Service) CountByName(ctx context.Context, text string) (int, error) {
	key := NameKey(text)
	if key == "" {
		return 0, nil
	}
	var n int
	if err := s.pool.QueryRow(ctx, fmt.Sprintf(countNames, namesWith(key)), key, foldName(closedPrefix)+"%").Scan(&n); err != nil {
		return 0, fmt.Errorf("count accounts by name: %w", err)
	}
	return n, nil
}
