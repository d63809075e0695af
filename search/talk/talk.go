// Package talk is the port of the search over what people say: discussions and their answers, issues and their comments. Engines
// must give the same hits in the same order (package talktest). Texts are analysed by package analysis alone.
package talk

import (
	"context"
	"hash/fnv"
	"reflect"
	"slices"
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
	Closed  bool     // of an issue and its comments
	Labels  []string // of an issue and its comments, by their ids
}

// The states of issues.
const (
	StateOpen   = "open"
	StateClosed = "closed"
)

// MaxLimit is the maximum size of a page.
const MaxLimit = 100

// Query is one request. All words of the text must stand in the title and the text of a document together; a title has also the words by
// which it is called: pinyin, initials, beginnings of words. If nothing at all is found so, words of titles that differ by one letter count too. Empty
// fields restrict nothing. A text without a letter or a digit matches nothing.
type Query struct {
	Text    string
	Section string
	Project string
	Author  string
	State   string    // StateOpen or StateClosed: only issues, and comments on them
	Label   string    // id: only issues that have it, and comments on them
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

// Terms are the index terms of a text, as numbers in ascending order.
func Terms(text string) []int64 { return numbers(analysis.Prose(text)) }

// TitleTerms are the index terms of a title, as numbers in ascending order.
func TitleTerms(title string) []int64 { return numbers(analysis.ProseTitle(title)) }

// numbers are terms as numbers of 64 bits. They are stored, so the function never changes. Two words of one number, of which there is
// one pair among billions of words, are found for each other.
func numbers(terms []string) []int64 {
	out := make([]int64, len(terms))
	for i, term := range terms {
		h := fnv.New64a()
		_, _ = h.Write([]byte(term)) // never fails
		out[i] = int64(h.Sum64())    //nolint:gosec // all bits are kept
	}
	slices.Sort(out)
	return out
}

// Answer is the page of a query by an engine that finds the documents with one term of each group. A page with typos follows
// only pages with typos: where anything is found without, nothing is found with them.
func Answer(q Query, find func(Query, [][]string) (Page, error)) (Page, error) {
	q = q.Bounded()
	wanted, similar := analysis.ProseWanted(q.Text, false), analysis.ProseWanted(q.Text, true)
	if len(wanted) == 0 {
		return Page{}, nil
	}
	page, err := find(q, wanted)
	if err != nil || len(page.Hits) > 0 || reflect.DeepEqual(wanted, similar) {
		return page, err
	}
	if q.Behind != nil {
		first := q
		first.Behind, first.Limit = nil, 1
		if found, err := find(first, wanted); err != nil || len(found.Hits) > 0 {
			return Page{}, err
		}
	}
	return find(q, similar)
}

// Bounded returns the query with its page limited to the allowed range.
func (q Query) Bounded() Query {
	q.Limit = max(1, min(q.Limit, MaxLimit))
	return q
}
