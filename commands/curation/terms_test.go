package curation_test

import (
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/curation"
	"github.com/modyard/modyard/domain/curation"
)

func TestOnlyTheStaffStrikesTermsAndAllSpellingsOfATermAreOne(t *testing.T) {
	w := commandstest.New(t, curation.EventTypes())
	service, err := commands.New(commands.Options{Handler: w.Handler()})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	good := `{"term":"Sodium","reason":{"code":"spam"}}`
	for _, step := range []struct {
		who, path, body string
		status          int
	}{
		{commandstest.Anonymous, "strike", good, 401}, {"someone1", "strike", good, 401}, {"someone1", "strike", `{"term":"","reason":{"code":"spam"}}`, 401}, {"someone1", "allow", good, 401},
		{commandstest.Moderator, "strike", `{"term":"Sodium"}`, 400},
		{commandstest.Moderator, "strike", `{"term":"me@example.org","reason":{"code":"spam"}}`, 400},
		{commandstest.Moderator, "strike", `{"term":"sodium","reason":{"code":"nonsense"}}`, 400},
		{commandstest.Moderator, "strike", good, 204},
		{commandstest.Moderator, "strike", `{"term":" ｓｏｄｉｕｍ ","reason":{"code":"spam"}}`, 204},
		{commandstest.Moderator, "allow", `{"term":"SODIUM","reason":{"code":"correction"}}`, 204},
	} {
		if a := w.Ask(step.who, "POST", "/_internal/moderation/searches/"+step.path, step.body); a.Status != step.status {
			t.Errorf("%s %s as %s: %+v, want %d", step.path, step.body, step.who, a, step.status)
		}
	}
	if head := w.Head(); head != 2 {
		t.Errorf("%d events, want one strike and one permission", head)
	}
}
