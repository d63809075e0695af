package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/mail/mailtest"
	"github.com/modyard/modyard/platform/pause"
)

// letterbox is the mail server of a run. In a long run it loses the answer to a letter that it has kept, or defers one that it
// has not: each letter once at most, because every further try waits twice as long.
type letterbox struct {
	t      *testing.T
	server *mailtest.Server
	long   bool

	mu       sync.Mutex
	failed   map[string]bool              // letters that met a fault, by name
	got      map[addressedLetter][]string // the names of the letters, one for each time one came
	text     map[string]string            // of the last letter to a receiver
	outcomes map[string]int
}

// addressedLetter is what a letter says outside: its receiver and its subject.
type addressedLetter struct{ to, subject string }

func newLetterbox(t *testing.T, long bool) *letterbox {
	b := &letterbox{t: t, long: long, failed: map[string]bool{}, got: map[addressedLetter][]string{}, text: map[string]string{}, outcomes: map[string]int{}}
	b.server = mailtest.StartWith(t, b.take)
	return b
}

// take receives a letter.
func (b *letterbox) take(letter string) (reply string) {
	m, err := mail.ReadMessage(strings.NewReader(letter))
	if err != nil {
		b.t.Errorf("a letter cannot be read: %v\n%s", err, letter)
		return "250 kept"
	}
	name, to := m.Header.Get("Message-ID"), strings.Trim(m.Header.Get("To"), "<>")
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || name == "" || to == "" {
		b.t.Errorf("the letter %q to %q: %v", name, to, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	fate := 0
	if b.long && !b.failed[name] {
		fate = rand.IntN(10)
	}
	if fate == 1 {
		b.failed[name] = true
		b.outcomes["deferred"]++
		return "451 later"
	}
	b.got[addressedLetter{to, subject}] = append(b.got[addressedLetter{to, subject}], name)
	b.text[to] = strings.NewReplacer("=\r\n", "", "=3D", "=").Replace(letter)
	if fate == 2 {
		b.failed[name] = true
		b.outcomes["kept without an answer"]++
		return ""
	}
	b.outcomes["kept"]++
	return "250 kept"
}

func (b *letterbox) textTo(receiver string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text[receiver]
}

// confirm confirms the address of an author by the letter of the sign-up, before any fault: letters about decisions go to
// confirmed addresses only.
func (p *person) confirm(ctx context.Context, author int) {
	p.world.t.Helper()
	flow := regexp.MustCompile(`flow=([0-9A-Za-z]{60})`)
	for {
		if found := flow.FindStringSubmatch(p.world.letters.textTo(fmt.Sprintf("author-%d@example.org", author))); found != nil {
			c := &client{t: p.world.t, base: &p.world.hosts[0].base, seen: &p.seen}
			if err := c.json(ctx, http.MethodPost, "/v2/auth/email/verify", map[string]string{"flow": found[1]}, nil); err != nil {
				p.world.t.Fatal(err)
			}
			return
		}
		if !pause.For(ctx, 50*time.Millisecond) {
			p.world.t.Fatalf("author %d gets no letter", author)
		}
	}
}

// compareLetters checks that each decision about a finished project reached its author by a letter, and that whatever came
// again has the name of the first.
func (w *chaosWorld) compareLetters(ctx context.Context, authors []*person) string {
	w.t.Helper()
	want := map[addressedLetter]bool{}
	w.mu.Lock()
	for i, p := range authors {
		for _, k := range w.kept {
			if strings.HasPrefix(k.slug, "chaos-"+p.account+"-") {
				to := fmt.Sprintf("author-%d@example.org", i)
				want[addressedLetter{to, "「试验 " + k.slug + "」没有通过审核"}] = true
				want[addressedLetter{to, "「试验 " + k.slug + "」已通过审核"}] = true
			}
		}
	}
	w.mu.Unlock()
	// The job of a killed process is taken up after three minutes, and each further try waits for some minutes.
	var missing []addressedLetter
	for deadline := time.Now().Add(12 * time.Minute); ; {
		missing = w.letters.missing(want)
		if len(missing) == 0 || time.Now().After(deadline) || !pause.For(ctx, 200*time.Millisecond) {
			break
		}
	}
	if len(missing) > 0 || len(want) == 0 {
		w.t.Errorf("of %d letters %d did not come, such as %v", len(want), len(missing), missing[:min(3, len(missing))])
	}
	w.letters.mu.Lock()
	defer w.letters.mu.Unlock()
	repeats := 0
	for what := range want {
		names := slices.Clone(w.letters.got[what])
		repeats += max(0, len(names)-1)
		if slices.Sort(names); len(slices.Compact(names)) > 1 {
			w.t.Errorf("%v came under the names %v: its reader cannot tell that they are the same", what, w.letters.got[what])
		}
	}
	return fmt.Sprintf("%d about decisions, %d repeated; all: %s", len(want), repeats, sums(w.letters.outcomes))
}

func (b *letterbox) missing(want map[addressedLetter]bool) (list []addressedLetter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for what := range want {
		if len(b.got[what]) == 0 {
			list = append(list, what)
		}
	}
	return list
}
