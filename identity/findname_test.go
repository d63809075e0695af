package identity_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
)

func foundNames(t *testing.T, s *site, text string) []string {
	t.Helper()
	found, err := s.FindByName(t.Context(), text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	names := []string{}
	for _, p := range found {
		names = append(names, p.Username)
	}
	return names
}

func TestAccountsAreFoundByAnyPartOfTheirNames(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"Lantern", "Lantern_Keeper", "TheLantern", "a-lantern-far-away", "灯笼匠", "老灯笼", "steve", "100", "u_x"} {
		if _, err := s.Create(t.Context(), identity.NewAccount{Username: name}); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string][]string{
		"lantern":   {"Lantern", "Lantern_Keeper", "TheLantern", "a-lantern-far-away"},
		" ＬＡＮＴＥＲＮ ": {"Lantern", "Lantern_Keeper", "TheLantern", "a-lantern-far-away"},
		"l":         {"Lantern", "Lantern_Keeper"},
		"灯笼":        {"灯笼匠", "老灯笼"},
		"笼":         {},
		"eve":       {"steve"},
		"%":         {},
		"_":         {},
		"u_":        {"u_x"},
		"":          {},
		"nobody":    {},
		"lan\x00":   {},
		"\xff":      {},
	} {
		if got := foundNames(t, s, text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}

func TestClosedAccountsAreNotFound(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	id := v.id()
	v.want(204, "DELETE", "/v2/user/"+id, object{"password": goodPassword})
	for _, text := range []string{"steve", "已注销用户", "已注销", "注销用户", id} {
		if got := foundNames(t, s, text); len(got) > 0 {
			t.Errorf("%q finds %v", text, got)
		}
	}
}

func TestASearchForNamesIsBoundedAndReadsByIndex(t *testing.T) {
	s := newSite(t)
	_, err := s.db.Pool.Exec(t.Context(), `insert into identity.accounts (id, username, username_key)
select lpad(n::text, 8, '0'), 'player' || n, 'player' || n from generate_series(1, 20000) as n;
analyze identity.accounts`)
	if err != nil {
		t.Fatal(err)
	}
	if got := foundNames(t, s, "player"); len(got) != 20 {
		t.Errorf("%d accounts are found", len(got))
	}
	if got := foundNames(t, s, "1999"); !slices.Equal(got, []string{"player1999", "player11999", "player19990", "player19991", "player19992", "player19993",
		"player19994", "player19995", "player19996", "player19997", "player19998", "player19999"}) {
		t.Errorf("found %v", got)
	}
	for name, q := range identity.NameQueries() {
		rows, err := s.db.Pool.Query(t.Context(), "explain "+q, "1999", "closed%", 20)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var plan strings.Builder
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&plan, line)
		}
		if strings.Contains(plan.String(), "Seq Scan") {
			t.Errorf("%s reads all accounts:\n%s", name, plan.String())
		}
	}
}
