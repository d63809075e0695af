package identity_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/identity"
)

func searched(t *testing.T, s *site, in identity.NameSearch) []string {
	t.Helper()
	found, err := s.SearchByName(t.Context(), in)
	if err != nil {
		t.Fatalf("%+v: %v", in, err)
	}
	names := []string{}
	for _, p := range found {
		names = append(names, p.Username)
	}
	return names
}

func TestASearchForNamesFindsEveryAccountPageByPage(t *testing.T) {
	s := newSite(t)
	_, err := s.db.Pool.Exec(t.Context(), `insert into identity.accounts (id, username, username_key, created)
select lpad(n::text, 8, '0'), 'Player' || n, 'player' || n, now() - n * interval '1 s' from generate_series(1, 20000) as n;
insert into identity.accounts (id, username, username_key) values ('lantern1', '老灯笼', '老灯笼'), ('lantern2', '灯笼', '灯笼');
analyze identity.accounts`)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"player": 20000, "ＰＬＡＹＥＲ1999": 11, "笼": 2, "%": 0, "": 0, "\x00": 0, "nobody": 0} {
		if n, err := s.CountByName(t.Context(), text); err != nil || n != want {
			t.Errorf("%q counts %d (%v), want %d", text, n, err, want)
		}
	}
	for _, c := range []struct {
		in   identity.NameSearch
		want []string
	}{
		{identity.NameSearch{Text: "笼", Limit: 9}, []string{"灯笼", "老灯笼"}}, // a single character too
		{identity.NameSearch{Text: "player1999", Limit: 2}, []string{"Player1999", "Player19990"}},
		{identity.NameSearch{Text: "player", Order: identity.ByNewest, Limit: 2, Offset: 19_998}, []string{"Player19999", "Player20000"}}, // the last of all
		{identity.NameSearch{Text: "player", Order: identity.ByAddress, Limit: 2}, []string{"Player1", "Player10"}},
		{identity.NameSearch{Text: "player1999", Without: []string{"00001999", "00019991"}, Limit: 2}, []string{"Player19990", "Player19992"}},
		{identity.NameSearch{Text: "player", Order: "size", Limit: 2}, []string{}},
		{identity.NameSearch{Text: "player", Limit: 2, Offset: 20_000}, []string{}},
	} {
		if got := searched(t, s, c.in); !slices.Equal(got, c.want) {
			t.Errorf("%+v finds %v, want %v", c.in, got, c.want)
		}
	}
	for name, sql := range identity.NameSearches() {
		args := []any{"1999", "closed%", []string{"a"}, 20, 0}[:map[bool]int{true: 5, false: 2}[strings.Contains(sql, "$3")]]
		rows, err := s.db.Pool.Query(t.Context(), "explain "+sql, args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if plan := strings.Join(lines, "\n"); strings.Contains(plan, "Seq Scan") || !strings.Contains(plan, "accounts_name_pairs") {
			t.Errorf("%s reads all accounts:\n%s", name, plan)
		}
	}
}
