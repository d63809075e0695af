package retention

import (
	"path"
	"time"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type pictured struct {
	Key     string        `db:"key,key"`
	ID      string        `db:"id"`
	Owner   string        `db:"owner"`
	Context image.Context `db:"context"`
	Subject string        `db:"subject"`
	Size    int64         `db:"size"`
	Added   time.Time     `db:"added"`
}

type usage struct {
	Key   string `db:"key,key"`
	Kind  string `db:"kind,key"`
	Thing string `db:"thing,key"`
}

var (
	pictures = rows.Of[pictured]("pictures")
	uses     = rows.Of[usage]("uses")
)

const (
	forgetUses    = `delete from uses where key = $1`
	forgetPicture = `delete from pictures where key = $1`
)

// use records which pictures of an account its text uses. A use stays when the text changes: whoever could see the
// picture then, may see it while the thing can be seen.
func use(s *rows.Set, _ runtime.Event, kind, thing, author, text string) {
	for _, key := range picturesOf(author, text) {
		uses.Put(s, usage{Key: key, Kind: kind, Thing: thing})
	}
}

func imageAdded(s *rows.Set, e runtime.Event, p image.Added) {
	if key := keyOf(p.URL, "images/"+p.Owner); key != "" {
		pictures.Put(s, pictured{Key: key, ID: p.Image, Owner: p.Owner, Context: p.Context, Subject: p.Subject, Size: p.Size, Added: e.At()})
	}
}

// imageDeleted leaves the picture among the files to destroy, in case that the command could not delete its bytes.
func imageDeleted(s *rows.Set, e runtime.Event, p image.Deleted) {
	if key := keyOf(p.URL, "images/"+p.Owner); key != "" {
		when := e.At()
		pictures.Delete(s, pictured{Key: key})
		files.Put(s, stored{Key: key, Kind: Picture, Name: path.Base(key), PartOf: key, Added: when, Ended: &when, Destroyed: true})
		s.Exec(forgetUses, key)
	}
}

func messagePosted(s *rows.Set, e runtime.Event, p thread.MessagePosted) {
	use(s, e, "message", p.Message, p.Author, p.Body.String())
}

func reportOpened(s *rows.Set, e runtime.Event, p report.Opened) {
	use(s, e, "report", p.Report, p.Reporter, p.Body.String())
}

func reportRewritten(s *rows.Set, e runtime.Event, p report.BodyRewritten) {
	use(s, e, "report", p.Report, e.Meta.Actor, p.Body.String())
}

func discussionOpened(s *rows.Set, e runtime.Event, p forum.Opened) {
	use(s, e, "discussion", p.Discussion, p.Author, p.Body.String())
}

// discussionEdited counts the author's pictures, whoever has edited the text.
func discussionEdited(s *rows.Set, e runtime.Event, p forum.Edited) {
	use(s, e, "discussion", p.Discussion, p.Body.Subject, p.Body.String())
}

func postWritten(s *rows.Set, e runtime.Event, p post.Written) {
	use(s, e, "post", p.Post, p.Author, p.Body.String())
}

func postEdited(s *rows.Set, e runtime.Event, p post.Edited) {
	use(s, e, "post", p.Post, p.Body.Subject, p.Body.String())
}

func wikiWritten(s *rows.Set, e runtime.Event, p wiki.PageWritten) {
	use(s, e, "wiki", p.Project, p.Account, p.Text.String())
}

func wikiDrafted(s *rows.Set, e runtime.Event, p wiki.DraftPageWritten) {
	use(s, e, "wikidraft", p.Draft, p.Text.Subject, p.Text.String())
}

func wikiResolved(s *rows.Set, e runtime.Event, p wiki.DraftConflictResolved) {
	if p.Text != nil {
		use(s, e, "wikidraft", p.Draft, p.Text.Subject, p.Text.String())
	}
}
