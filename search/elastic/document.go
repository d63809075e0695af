package elastic

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// row is a change of the document table: a document, or with gone a deletion.
type row struct {
	id                                   string
	position                             int64
	changed                              int64 // the newest change of its counters
	gone                                 bool
	pop                                  int16
	downloads, follows, created, updated int64
	slug, name                           string
	terms, facets                        string // separated by line breaks
	hit                                  []byte
}

// document is the index document of a row. Its digest depends on the order of the fields.
type document struct {
	ID        string              `json:"id"`
	Key       int64               `json:"key"`
	Position  int64               `json:"position"`
	Pop       int16               `json:"pop"`
	Downloads int64               `json:"downloads"`
	Follows   int64               `json:"follows"`
	Created   int64               `json:"created"`
	Updated   int64               `json:"updated"`
	Slug      string              `json:"slug"`
	Name      string              `json:"name"`
	Terms     []string            `json:"terms"`
	Fuzzy     []string            `json:"fuzzy,omitempty"`
	Facets    []string            `json:"facets"`
	Options   map[string][]string `json:"options"`
	Hit       string              `json:"hit"`
	Digest    string              `json:"digest,omitempty"`
}

// version orders the writes of one document: the position of the newest event that changed it or its counters.
func (r *row) version() int64 { return max(r.position, r.changed) }

// documentOf makes the document and its digest, which verify compares. Its errors are permanent.
func documentOf(r *row) (document, error) {
	key, err := keyOf(r.id)
	if err != nil {
		return document{}, fmt.Errorf("make a document of %q: %w", r.id, err)
	}
	d := document{
		ID: r.id, Key: key, Position: r.position, Pop: r.pop, Downloads: r.downloads, Follows: r.follows, Created: r.created, Updated: r.updated,
		Slug: r.slug, Name: r.name, Terms: lines(r.terms), Facets: lines(r.facets), Options: map[string][]string{}, Hit: string(r.hit),
	}
	seen := map[int32]bool{}
	for _, t := range d.Terms {
		for _, h := range analysis.TermHashes(t) {
			if !seen[h] {
				seen[h] = true
				d.Fuzzy = append(d.Fuzzy, hashTerm(h))
			}
		}
	}
	for _, o := range search.Options() {
		for _, f := range d.Facets {
			if strings.HasPrefix(f, o.Prefix) {
				d.Options[optionField(o)] = append(d.Options[optionField(o)], f)
			}
		}
	}
	// Counters are fed separately and later, so the digest excludes them.
	uncounted := d
	uncounted.Follows = 0
	raw, err := json.Marshal(uncounted)
	if err != nil {
		return d, fmt.Errorf("encode document %s: %w", r.id, err)
	}
	sum := sha256.Sum256(raw)
	d.Digest = hex.EncodeToString(sum[:12])
	return d, nil
}

// hashTerm writes a typo hash as a term.
func hashTerm(h int32) string { return strconv.FormatUint(uint64(uint32(h)), 36) }

func lines(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, "\n")
}
