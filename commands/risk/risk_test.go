package risk_test

import (
	"context"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/identity"
)

const path = "/_internal/moderation/words"

func TestAnAdministratorEditsTheListAndTheNextTextIsCheckedAgainstIt(t *testing.T) {
	w := commandstest.New(t, risk.EventTypes())
	service, err := commands.New(commands.Options{Handler: w.Handler(), Profiles: func(_ context.Context, ids []string) (map[string]identity.Profile, error) {
		found := map[string]identity.Profile{}
		for _, id := range ids {
			found[id] = identity.Profile{ID: id, Username: "name of " + id}
		}
		return found, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	other := commands.NewWordList(w.Handler()) // of another process
	hit := func(text, want string) {
		t.Helper()
		for _, list := range []*commands.WordList{other, commands.NewWordList(w.Handler())} {
			if got, found, err := list.Hit(t.Context(), text); err != nil || got != want || found != (want != "") {
				t.Errorf("%q has %q %v %v", text, got, found, err)
			}
		}
	}
	hit("找人代 练", "")
	for _, who := range []string{"", "AnnAnn01", commandstest.Moderator} {
		w.Want(401, who, "PUT", path, `{"words":["代练"],"note":"广告","version":0}`)
	}
	w.Want(204, commandstest.Admin, "PUT", path, `{"words":["代练","刷钻"],"note":"广告","version":0}`)
	hit("找人代 练", "代练")
	w.Want(409, commandstest.Admin, "PUT", path, `{"words":["外挂"],"note":"广告","version":0}`)
	w.Want(400, commandstest.Admin, "PUT", path, `{"words":["外 挂","外挂"],"note":"广告","version":1}`)
	w.Want(204, commandstest.Admin, "PUT", path, `{"words":["刷钻"],"note":"误伤","version":1}`)
	hit("找人代 练", "")
	hit("刷钻", "刷钻")
	w.Want(401, "AnnAnn01", "GET", path, nil)
	w.Want(401, "AnnAnn01", "POST", path+"/check", `{"text":"刷钻"}`)
	var found commands.PhraseFound
	w.Ask(commandstest.Moderator, "POST", path+"/check", `{"text":"刷 钻"}`).Decode(t, &found)
	if found.Phrase == nil || *found.Phrase != "刷钻" {
		t.Errorf("%+v", found)
	}
	var shown commands.WordsShown
	w.Ask(commandstest.Moderator, "GET", path, nil).Decode(t, &shown)
	if shown.Version != 2 || len(shown.Words) != 1 || len(shown.Changes) != 2 || shown.Changes[0].Note != "误伤" || shown.Changes[0].Removed[0] != "代练" ||
		shown.Changes[0].By != "name of "+commandstest.Admin || shown.Changes[0].At.IsZero() {
		t.Errorf("%+v", shown)
	}
}
