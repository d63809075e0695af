package wiki

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/markdown"
	projected "github.com/modyard/modyard/projections/wiki"
	"github.com/modyard/modyard/readapi/view"
)

// Limits of a search.
const (
	maxQuery = 100 // characters
	maxWords = 8
	maxHits  = 20
	around   = 60 // characters on each side of a match in an excerpt
)

// matching are the pages that contain every word of $2, those whose titles contain them all first, then by the place of the
// first word in the title.
const matching = `
with found as (
    select p.id, p.slug, p.title, p.edition, p.weight,
        not exists (select from unnest($2::text[]) w where strpos(p.title_key, w) = 0) as titled, strpos(p.title_key, ($2::text[])[1]) as place
    from wiki.pages p left join wiki.bodies b on b.page = p.id and b.project = $1
    where p.project = $1 and p.gone = ''
      and not exists (select from unnest($2::text[]) w where strpos(p.title_key, w) = 0 and strpos(coalesce(b.body, ''), w) = 0)
    order by titled desc, case when strpos(p.title_key, ($2::text[])[1]) = 0 then 1 else 0 end, place, p.weight, p.title, p.id limit $3)
select f.id, f.slug, f.title, case when e.erased then '' else coalesce(e.body, '') end
from found f left join wiki.editions e on e.page = f.id and e.change = f.edition
order by f.titled desc, case when f.place = 0 then 1 else 0 end, f.place, f.weight, f.title, f.id`

type searchIn struct {
	view.ByID
	Query string `query:"query" required:"true" doc:"1–100 个字符；以空格分开的词须全部出现"`
}

func (s *Routes) search(ctx context.Context, in *searchIn) (out contract.WikiHits, err error) {
	words := strings.Fields(projected.Fold(in.Query))
	switch n := utf8.RuneCountInString(in.Query); {
	case len(words) == 0 || n > maxQuery:
		return out, httpkit.Invalid("query", "请填写 1–100 个字符")
	case len(words) > maxWords:
		words = words[:maxWords]
	}
	at, err := s.find(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return out, err
	}
	out.Hits, err = view.Rows(ctx, s.source, "hits in a wiki", func(row pgx.CollectableRow) (contract.WikiHit, error) {
		var h contract.WikiHit
		var body string
		err := row.Scan(&h.ID, &h.Slug, &h.Title, &body)
		h.Excerpt = excerpt(body, words)
		return h, err
	}, matching, at.ID, words, maxHits)
	return out, err
}

// excerpt is a line of plain text around the first match in a text, otherwise its beginning.
func excerpt(body string, words []string) string {
	at := -1
	for _, w := range words {
		if i := find(body, w); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	from, to := 0, 0
	if at > 0 {
		from = at
		for n := 0; n < around && from > 0; n++ {
			_, size := utf8.DecodeLastRuneInString(body[:from])
			from -= size
		}
	}
	to = max(at, 0)
	for n := 0; n < 2*around && to < len(body); n++ {
		_, size := utf8.DecodeRuneInString(body[to:])
		to += size
	}
	line := markdown.Plain(body[from:to])
	if from > 0 {
		line = "…" + line
	}
	if to < len(body) {
		line += "…"
	}
	return line
}

// find is the place of a folded word in a text, in bytes, or -1. Each character is folded by itself.
func find(body, word string) int {
	folded, known := make([]byte, 0, len(body)), map[rune]string{}
	type piece struct{ folded, text int }
	var after []piece // where characters stop having the same place in the text and in its folded form
	for i, r := range body {
		size := len(folded)
		if plain(r) {
			folded = utf8.AppendRune(folded, r)
		} else {
			one, is := known[r]
			if !is {
				one = projected.Fold(string(r))
				known[r] = one
			}
			folded = append(folded, one...)
		}
		if next := i + utf8.RuneLen(r); len(folded)-size != next-i {
			after = append(after, piece{len(folded), next})
		}
	}
	at := bytes.Index(folded, []byte(word))
	if at < 0 {
		return -1
	}
	last := piece{}
	for _, p := range after {
		if p.folded > at {
			break
		}
		last = p
	}
	i := min(last.text+at-last.folded, len(body))
	for i > 0 && i < len(body) && !utf8.RuneStart(body[i]) { // it begins within what a character is folded to
		i--
	}
	return i
}

// plain says whether a character is folded to itself.
func plain(r rune) bool { return r < 'A' || r > 'Z' && r < utf8.RuneSelf || r >= 0x4E00 && r <= 0x9FFF }
