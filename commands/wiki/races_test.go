package wiki_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
)

func TestOfTwoWhoDecideAtOnceOneDoes(t *testing.T) {
	for name, c := range map[string]struct {
		first, second func(w *world, draft, seen string) commandstest.Answer
	}{
		"two reviewers": {accepts(owner), accepts(reviewer)},
		"accepting and taking back": {accepts(reviewer), func(w *world, draft, _ string) commandstest.Answer {
			return w.Ask(member, "POST", draft+"/take-back", "")
		}},
		"accepting and rejecting": {accepts(reviewer), func(w *world, draft, _ string) commandstest.Answer {
			return w.Ask(owner, "POST", draft+"/reject", `{"msg":"不行"}`)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			draft := w.begin(member)
			page := w.add(member, draft, "安装", "install", "一")
			w.submit(member, draft)
			seen := w.preview(reviewer, draft).Seen
			var group sync.WaitGroup
			answers := make([]commandstest.Answer, 2)
			for i, decide := range []func(*world, string, string) commandstest.Answer{c.first, c.second} {
				group.Go(func() { answers[i] = decide(w, draft, seen) })
			}
			group.Wait()
			done := 0
			for _, a := range answers {
				if a.Status < 300 {
					done++
				} else if a.Status >= 500 || !strings.Contains(string(a.Body), "description") {
					t.Errorf("%s", a)
				}
			}
			if done != 1 {
				t.Errorf("%d of two decided: %s; %s", done, answers[0], answers[1])
			}
			if published := w.wiki(lantern).Number == 1; published != (w.body(page) == "一") {
				t.Error("half of a change was published")
			}
		})
	}
}

func accepts(who string) func(*world, string, string) commandstest.Answer {
	return func(w *world, draft, seen string) commandstest.Answer {
		return w.Ask(who, "POST", draft+"/accept", in(map[string]any{"seen": seen}))
	}
}

func TestARepeatedRequestIsAnsweredAgain(t *testing.T) {
	w := newWorld(t)
	draft := w.begin(member)
	request := func(path, body string) commandstest.Answer {
		return w.Ask(member, http.MethodPost, path, body, "Idempotency-Key", "name-"+fmt.Sprint(len(path)))
	}
	first := request(draft+"/pages", `{"title":"安装","slug":"install"}`)
	second := request(draft+"/pages", `{"title":"安装","slug":"install"}`)
	if first.Status != 200 || string(first.Body) != string(second.Body) {
		t.Errorf("%s; %s", first, second)
	}
	if out := request(draft+"/submit", `{"msg":"提交"}`); out.Status != 200 || string(out.Body) != string(request(draft+"/submit", `{"msg":"提交"}`).Body) {
		t.Errorf("%s", out)
	}
}
