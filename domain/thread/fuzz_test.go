package thread_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/thread"
)

func FuzzAMessageThatIsAcceptedShowsSomething(f *testing.F) {
	for _, seed := range []string{"你好", "", " \n", "\u200b", "\u200b\u200c\u200d\u2060\ufeff", "\u00ad\n\u00ad", "\u3164", "a\u200b", "👩\u200d🚀", "\x00", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		events, err := thread.Decide(begun(), thread.Post{By: ann, Message: "m", Body: body})
		if err != nil {
			if kind(err) != fault.KindInvalid {
				t.Errorf("%q: %v", body, err)
			}
			return
		}
		said := events[0].Payload.(thread.MessagePosted).Body.String()
		shown := strings.IndexFunc(said, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) })
		if said != body || shown < 0 {
			t.Errorf("%q was stored as %q", body, said)
		}
	})
}

func TestAMessageOfCharactersWithoutWidthIsRefusedAsAnEmptyOne(t *testing.T) {
	for _, body := range []string{"\u200b", "\u200b \u200d\n\u2060", "\ufeff", "\u00ad", "\u3164"} {
		if _, err := thread.Decide(begun(), thread.Post{By: ann, Message: "m", Body: body}); kind(err) != fault.KindInvalid {
			t.Errorf("%q: %v", body, err)
		}
	}
	post(t, begun(), thread.Post{By: ann, Message: "m", Body: "\u200b好"})
}
