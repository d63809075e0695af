package search_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/search"
)

func TestChoicesAreEnvironmentsByNameWithinBounds(t *testing.T) {
	got, err := search.ParseChoices(`{"server":[["server_side:required"]],"client":[["client_side:required","client_side:optional"],["server_side!=required"]]}`)
	if err != nil || len(got) != 2 || got[0].Name != "client" || len(got[0].Groups) != 2 || got[1].Name != "server" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := search.ParseChoices(" "); err != nil || len(got) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	many := "{" + strings.TrimSuffix(strings.Repeat(`"a":[],`, 8), ",") + `,"b":[]}`
	if _, err := search.ParseChoices(many); err != nil { // one name repeated is one choice
		t.Error(err)
	}
	for _, raw := range []string{
		"[]", "{", "null[", `{"a":"b"}`, `{"":[]}`, `{"` + strings.Repeat("x", 33) + `":[]}`, `{"a":[["categories:fabric"]]}`,
		`{"a":[["client_side:required","downloads>1"]]}`, `{"a":[["client_side>required"]]}`, `{"a":[[["client_side:required","license:mit"]]]}`,
		`{"1":[],"2":[],"3":[],"4":[],"5":[],"6":[],"7":[],"8":[],"9":[]}`, `{"a":[["client_side:` + strings.Repeat("x", 70_000) + `"]]}`,
	} {
		if got, err := search.ParseChoices(raw); err == nil {
			t.Errorf("%.60s is read as %+v", raw, got)
		}
	}
}
