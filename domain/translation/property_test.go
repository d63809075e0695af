package translation_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/reason"
	. "github.com/modyard/modyard/domain/translation"
)

func TestALinkCountsAsAcceptedIfAndOnlyIfItsLastDecisionIsAnAcceptance(t *testing.T) {
	why := &reason.Reason{Code: reason.Rules}
	commands := []func(from, to End) Command{
		askingAs(why), asking("zh_TW", "别的"), accept(why), reject(why), revoke(why), withdraw(why),
		func(from, to End) Command { return AskAgain{From: from, To: to, Reason: why} },
	}
	rapid.Check(t, func(t *rapid.T) {
		var s State
		var last any
		for range rapid.IntRange(1, 40).Draw(t, "commands") {
			who := rapid.SampledFrom(people()).Draw(t, "who")
			from, to := scene{}.ends(by(who, false))
			events, err := Decide(s, rapid.SampledFrom(commands).Draw(t, "command")(from, to))
			if err != nil && len(events) > 0 {
				t.Fatalf("%v with %v", events, err)
			}
			for _, e := range events {
				s, last = Evolve(s, e.Payload), e.Payload
			}
			_, accepted := last.(Accepted)
			if l, known := s.Links[modVersion]; known && accepted != (l.Status == AcceptedLink) {
				t.Fatalf("%+v after %T", l, last)
			}
			if s.Standing() > MaxLinks || len(s.Targets()) != s.Standing() {
				t.Fatalf("%d links count", s.Standing())
			}
		}
	})
}
