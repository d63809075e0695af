package bar_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	commands "github.com/modyard/modyard/commands/bar"
	"github.com/modyard/modyard/commands/commandstest"
	commandforum "github.com/modyard/modyard/commands/forum"
	commandissue "github.com/modyard/modyard/commands/issue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	ann       = "AnnAnn01"
	bob       = "BobBob02"
	owner     = "Owner004"
	moderator = commandstest.Moderator
	open      = "Open0001" // projects
	secret    = "Secret02"
	days      = `{"days":7,"reason":{"code":"spam","text":"广告"}}`
)

type world struct {
	*commandstest.World
	written int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), organization.EventTypes(), forum.EventTypes(), issue.EventTypes(), post.EventTypes(), bar.EventTypes())}
	verified := func(context.Context, string) (bool, error) { return true, nil }
	nobody := func(context.Context, []string) ([]string, error) { return nil, nil }
	forums, err := commandforum.New(commandforum.Options{Handler: w.Handler(), Verified: verified, Named: nobody})
	if err != nil {
		t.Fatal(err)
	}
	issues, err := commandissue.New(commandissue.Options{
		Handler: w.Handler(), Verified: verified, Named: nobody, Fixed: func(context.Context, string, uint64) ([]string, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	bars, err := commands.New(commands.Options{Handler: w.Handler(), Person: func(_ context.Context, name string) (string, bool, error) {
		if strings.HasPrefix(name, "nobody") {
			return "", false, httpkit.NotFound()
		}
		return name, name == moderator, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(forums.Routes, issues.Routes, bars.Routes)
	for id, status := range map[string]project.Status{open: project.Listed, secret: project.Private} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: "资源", Owner: owner}, project.ListedByImport{Status: status})
		w.Happen("board-"+id, issue.TypeSet{Project: id, Type: issue.HereOnly})
	}
	return w
}

// writes is the status of what an account writes now in a section, and on the board of a project.
func (w *world) writes(who string) (inSection, onBoard int) {
	w.Helper()
	w.written++
	text := fmt.Sprint("正文 ", w.written)
	a := w.Ask(who, "POST", "/v3/forum", map[string]string{"title": "标题", "content": text, "forum_type": "chat"})
	b := w.Ask(who, "POST", "/v3/project/"+open+"/issues", map[string]string{"title": "标题", "body": text})
	return a.Status, b.Status
}

func TestABarHoldsWhereItIsSetUntilItEnds(t *testing.T) {
	w := newWorld(t)
	expect := func(what, who string, section, board int) {
		t.Helper()
		if a, b := w.writes(who); a != section || b != board {
			t.Errorf("%s: %d in the section and %d on the board, want %d and %d", what, a, b, section, board)
		}
	}
	expect("at first", ann, 200, 200)
	w.Want(204, moderator, "PUT", "/v3/forum/sections/chat/bars/"+ann, days)
	expect("barred from the section", ann, 401, 200)
	w.Want(204, owner, "PUT", "/v3/project/"+open+"/bars/"+ann, days)
	expect("and from the board", ann, 401, 401)
	expect("somebody else", bob, 200, 200)
	got := w.Ask(ann, "POST", "/v3/forum", map[string]string{"title": "标题", "content": "正文", "forum_type": "chat"})
	if !strings.Contains(string(got.Body), "垃圾内容，广告") {
		t.Errorf("why is not said: %s", got.Body)
	}
	var shown contract.TalkBar
	w.Ask(owner, "GET", "/v3/project/"+open+"/bars/"+ann, "").Decode(t, &shown)
	if shown.Until == nil || shown.Reason == nil || shown.Reason.Code != "spam" {
		t.Errorf("%+v", shown)
	}
	w.Want(204, owner, "DELETE", "/v3/project/"+open+"/bars/"+ann, "")
	w.Want(204, owner, "DELETE", "/v3/project/"+open+"/bars/"+ann, "") // there is none any more
	expect("the board is open again", ann, 401, 200)
	w.Want(204, moderator, "DELETE", "/v3/forum/sections/chat/bars/"+ann, "")
	expect("and the section", ann, 200, 200)
}

func TestWhoMayBar(t *testing.T) {
	w := newWorld(t)
	for path, statuses := range map[string][4]int{ // nobody, a stranger, the owner, a moderator
		"/v3/forum/sections/chat/bars/" + ann:       {401, 401, 401, 204},
		"/v3/forum/sections/nothing/bars/" + ann:    {401, 404, 404, 404},
		"/v3/project/" + open + "/bars/" + ann:      {401, 401, 204, 204},
		"/v3/project/" + secret + "/bars/" + ann:    {401, 404, 204, 204},
		"/v3/project/nothing/bars/" + ann:           {401, 404, 404, 404},
		"/v3/project/" + open + "/bars/nobody":      {401, 401, 404, 404},
		"/v3/project/" + open + "/bars/" + owner:    {401, 401, 400, 400},
		"/v3/forum/sections/chat/bars/" + moderator: {401, 401, 401, 400},
	} {
		for i, who := range []string{"", bob, owner, moderator} {
			if got := w.Ask(who, "PUT", path, days); got.Status != statuses[i] {
				t.Errorf("%s as %q: %d, want %d: %s", path, who, got.Status, statuses[i], got.Body)
			}
		}
	}
	for _, body := range []string{`{"days":0,"reason":{"code":"spam"}}`, `{"days":366,"reason":{"code":"spam"}}`, `{"days":7}`, `{"days":7,"reason":{"code":"mood"}}`, `{}`} {
		w.Want(400, moderator, "PUT", "/v3/project/"+open+"/bars/"+ann, body)
	}
}
