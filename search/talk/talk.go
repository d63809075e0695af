// Package talk is the port of the search over what people say: discussions and their answers, issues and their comments. Engines
// must give the same hits in the same order (package talktest). Texts are analysed by package analysis alone.
package talk

import (
	"context"
	"time"

	"github.com/modyard/modyard/search/analysis"
)

// The kinds of texts.
const (
	Discussion = "discussion"
	Post       = "post"
	Issue      = "issue"
	Comment    = "comment"
)

// Issues is the section of all issues.
const Issues = "issues"

// Doc is one text. Indexing a Doc replaces an earlier one with the same ID; one that not everybody may read is not shown.
type Doc struct {
	ID      string
	Kind    string
	Thing   string // the discussion or issue
	Section string // of the forum, or Issues
	Project string // or empty
	Author  string // account id
	At      time.Time
	Title   string // of a discussion or an issue
	Text    string
	Shown   bool
}

// MaxLimit is the maximum size of a page.
const MaxLimit = 100

// Query is one request. All words of the text must stand in the title and the text of a document together. Empty fields restrict
// nothing. A text without a letter or a digit matches nothing.
type Query struct {
	Text    string
	Section string
	Project string
	Author  string
	Since   time.Time // inclusive
	Until   time.Time // exclusive
	Behind  *Place    // only what is older than this
	Limit   int       // 1 to MaxLimit
}

// Place is a place in the order of hits: the newest first, then the ids in descending byte order.
type Place struct {
	At time.Time
	ID string
}

// Hit is a found text.
type Hit struct {
	ID    string
	Kind  string
	Thing string
	At    time.Time
}

// Page is an answer. More says that there are further hits.
type Page struct {
	Hits []Hit
	More bool
}

// Engine answers queries. Implementations are safe for concurrent use.
type Engine interface {
	Search(ctx context.Context, q Query) (Page, error)
}

// Terms are the index terms of a title or a text.
func Terms(text string) []string { return analysis.Prose(text) }

// Bounded returns the query with its page limited to the allowed range.
func (q Query) Bounded() Query {
	q.Limit = max(1, min(q.Limit, MaxLimit))
	return q
}
