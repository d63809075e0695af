// Package risk lets administrators edit the list of phrases that texts may not contain, and checks texts against it.
package risk

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/domain/text"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

const (
	category = "risk"
	stream   = "words" // the only one

	// newestChanges is how many changes an answer has.
	newestChanges = 50

	// maxInput limits a request: every phrase of the maximum length, in characters of four bytes, or a text.
	maxInput = 5*risk.MaxWords*risk.MaxWord + 4*post.MaxBody
)

// words is the list with its rule.
func words() *commands.Aggregate[risk.Words, risk.Change] {
	return &commands.Aggregate[risk.Words, risk.Change]{Category: category, Evolve: commands.Timeless(risk.Evolve), Decide: risk.Decide}
}

// version is the number of the newest version, for which one event is read.
func version() *commands.Aggregate[int, any] {
	return &commands.Aggregate[int, any]{Category: category, Newest: true, Evolve: commands.Timeless(risk.Newest)}
}

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
	// Profiles reads accounts by their ids; those that do not exist are missing.
	Profiles func(ctx context.Context, ids []string) (map[string]identity.Profile, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct {
	Options
	list *WordList
}

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Profiles == nil {
		return nil, errors.New("make risk commands: handler and profiles are needed")
	}
	return &Service{o, NewWordList(o.Handler)}, nil
}

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	commands.Ask(api, commands.Route{
		Path: "GET /_internal/moderation/words", Summary: "不能发布的词语与最近的修改", Scope: identity.ScopeProjectRead,
	}, s.read)
	commands.Ask(api, commands.Route{
		Path: "POST /_internal/moderation/words/check", Summary: "用词语列表检查一段文本", Scope: identity.ScopeProjectRead, MaxBody: maxInput,
	}, s.check)
	commands.Mount(api, s.Handler, commands.Route{
		Path: "PUT /_internal/moderation/words", Summary: "修改不能发布的词语", Scope: identity.ScopeProjectWrite, MaxBody: maxInput,
	}, change)
}

// WordChange is one change of the list. By is the user name; empty for an account that does not exist any more.
type WordChange struct {
	Version int       `json:"version"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Added   []string  `json:"added"`
	Removed []string  `json:"removed"`
	Note    string    `json:"note"`
}

// WordsShown is the list with its newest changes, the newest first.
type WordsShown struct {
	Version int          `json:"version"`
	Words   []string     `json:"words"`
	Changes []WordChange `json:"changes"`
}

func (s *Service) read(ctx context.Context, req commands.Request, _ *struct{}) (out WordsShown, err error) {
	if err := risk.MayRead(req.By); err != nil {
		return out, err
	}
	out.Changes = []WordChange{}
	accounts := []string{}
	err = s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := words().Get(ctx, tx, stream)
		if err != nil {
			return err
		}
		out.Version, out.Words = e.State().Version, append([]string{}, e.State().List...)
		for past, err := range e.Past(ctx) {
			if err != nil {
				return err
			}
			if len(out.Changes) == newestChanges {
				break
			}
			payload, err := e.Readable(ctx, past)
			if err != nil {
				return err
			}
			if p, is := payload.(risk.WordsChanged); is {
				accounts = append(accounts, p.By)
				out.Changes = append(out.Changes, WordChange{
					Version: p.Version, At: past.At, By: p.By, Added: append([]string{}, p.Added...), Removed: append([]string{}, p.Removed...), Note: p.Note.String(),
				})
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	people, err := s.Profiles(ctx, accounts)
	if err != nil {
		return out, fmt.Errorf("read who changed the list of phrases: %w", err)
	}
	for i := range out.Changes {
		out.Changes[i].By = people[out.Changes[i].By].Username
	}
	return out, nil
}

type textToCheck struct {
	Text string `json:"text" doc:"最多 65536 个字符"`
}

type checkText struct{ Body textToCheck }

// PhraseFound is the phrase that a text may not contain; null if there is none.
type PhraseFound struct {
	Phrase *string `json:"phrase"`
}

func (s *Service) check(ctx context.Context, req commands.Request, in *checkText) (out PhraseFound, err error) {
	if err := risk.MayRead(req.By); err != nil {
		return out, err
	}
	given, err := text.Prose("text", "文本", in.Body.Text, post.MaxBody)
	if err != nil {
		return out, err
	}
	phrase, found, err := s.list.Hit(ctx, given)
	if found {
		out.Phrase = &phrase
	}
	return out, err
}

type listOfWords struct {
	Words   []string `json:"words" doc:"全部词语"`
	Note    string   `json:"note" doc:"修改说明"`
	Version int      `json:"version" doc:"修改前的版本；与当前不符时为 409"`
}

type changeWords struct{ Body listOfWords }

func change(ctx context.Context, tx *commands.Tx, in *changeWords) error {
	e, err := words().Get(ctx, tx, stream)
	if err != nil {
		return err
	}
	now := e.State().Version
	err = e.Do(risk.Change{By: tx.By(), List: in.Body.Words, Note: in.Body.Note, Seen: in.Body.Version})
	return httpkit.Present(err, map[string]string{"version": strconv.Itoa(now)})
}

// WordList checks texts against the list as the log has it. It is safe for concurrent use, and is a Classifier.
type WordList struct {
	handler *commands.Handler
	made    atomic.Pointer[made]
}

// made is the matcher of a version.
type made struct {
	version int
	matcher *risk.Matcher
}

// NewWordList makes one.
func NewWordList(h *commands.Handler) *WordList { return &WordList{handler: h} }

// Hit is the first phrase of the list in a text; found is false if there is none. A change of the list holds from the next text on, in
// every process.
func (l *WordList) Hit(ctx context.Context, given string) (phrase string, found bool, err error) {
	m, err := l.current(ctx)
	if err != nil {
		return "", false, fmt.Errorf("read the list of phrases: %w", err)
	}
	phrase, found = m.Find(given)
	return phrase, found, nil
}

func (l *WordList) current(ctx context.Context) (*risk.Matcher, error) {
	newest := 0
	err := l.handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := version().Get(ctx, tx, stream)
		if err == nil {
			newest = e.State()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if known := l.made.Load(); known != nil && known.version >= newest {
		return known.matcher, nil
	}
	var list risk.Words
	err = l.handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := words().Get(ctx, tx, stream)
		if err == nil {
			list = e.State()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	fresh := &made{list.Version, risk.NewMatcher(list.List)}
	l.made.Store(fresh)
	return fresh.matcher, nil
}
