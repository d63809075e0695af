package postgres

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// Indexer queues the statements that maintain the tables. The zero value is ready.
type Indexer struct{}

// The terms of a document change rarely, its counts often: rows with an unchanged digest are not rewritten, and so
// neither is the most expensive index, that of the typo hashes.
const (
	putDocs = `
insert into search_docs as d (id, position, pop, downloads, created, updated, slug, name, digest, keys, terms, facets)
select u.id, u.position, u.pop, u.downloads, u.created, u.updated, u.slug, u.name, u.digest, u.keys,
	array_to_tsvector(string_to_array(u.terms, E'\n')), string_to_array(u.facets, E'\n')
from unnest($1::text[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bytea[],
	$10::text[], $11::text[], $12::text[]) as u (id, position, pop, downloads, created, updated, slug, name, digest, keys, terms, facets)
on conflict (id) do update set position = excluded.position, pop = excluded.pop, downloads = excluded.downloads,
	created = excluded.created, updated = excluded.updated, slug = excluded.slug, name = excluded.name, digest = excluded.digest,
	keys = case when d.digest = excluded.digest then d.keys else excluded.keys end,
	terms = case when d.digest = excluded.digest then d.terms else excluded.terms end,
	facets = case when d.facets = excluded.facets then d.facets else excluded.facets end`
	putHits = `
insert into search_hits as h (id, hit) select u.id, u.hit from unnest($1::text[], $2::bytea[]) as u (id, hit)
on conflict (id) do update set hit = excluded.hit where h.hit <> excluded.hit`
	putFuzzy = `
insert into search_fuzzy as f (id, digest, hashes)
select u.id, u.digest, string_to_array(u.hashes, ',')::int4[] from unnest($1::text[], $2::bytea[], $3::text[]) as u (id, digest, hashes)
on conflict (id) do update set digest = excluded.digest, hashes = excluded.hashes where f.digest <> excluded.digest`
	back    = `delete from search_gone where id = any($1)`
	putGone = `
insert into search_gone (id, position) select unnest($1::text[]), $2
on conflict (id) do update set position = excluded.position`
)

// Queue replaces the documents. A few hundred at once cost little more than one. Of two with the same id the later
// one is used.
func (Indexer) Queue(b *pgx.Batch, docs []search.Doc) {
	if len(docs) == 0 {
		return
	}
	last := make(map[string]int, len(docs))
	for i := range docs {
		last[docs[i].ID] = i
	}
	var r rows
	for i := range docs {
		if last[docs[i].ID] == i {
			r.add(&docs[i])
		}
	}
	b.Queue(putDocs, r.ids, r.positions, r.pops, r.downloads, r.created, r.updated, r.slugs, r.names, r.digests, r.keys, r.terms, r.facets)
	b.Queue(putHits, r.ids, r.hits)
	b.Queue(putFuzzy, r.ids, r.digests, r.hashes)
	b.Queue(back, r.ids)
}

// QueueDelete removes documents; position is that of the event that hid them.
func (Indexer) QueueDelete(b *pgx.Batch, ids []string, position uint64) {
	if len(ids) == 0 {
		return
	}
	b.Queue(`delete from search_docs where id = any($1)`, ids)
	b.Queue(`delete from search_hits where id = any($1)`, ids)
	b.Queue(`delete from search_fuzzy where id = any($1)`, ids)
	unique := make([]string, 0, len(ids))
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			unique, seen[id] = append(unique, id), true
		}
	}
	b.Queue(putGone, unique, int64(position))
}

// rows are the columns of many documents.
type rows struct {
	ids, slugs, names, keys, terms, facets, hashes []string
	positions, downloads                           []int64
	created, updated                               []int64
	pops                                           []int16
	digests, hits                                  [][]byte
}

func (r *rows) add(d *search.Doc) {
	t := analysis.Document(d)
	keys := "\n" + strings.Join(t.Keys, "\n") + "\n"
	terms := strings.Join(append(t.Keys[:len(t.Keys):len(t.Keys)], t.Words...), "\n")
	var hashes strings.Builder
	for i, h := range t.Hashes {
		if i > 0 {
			hashes.WriteByte(',')
		}
		hashes.WriteString(strconv.FormatInt(int64(h), 10))
	}
	r.ids = append(r.ids, d.ID)
	r.positions = append(r.positions, int64(d.Position))
	r.pops = append(r.pops, int16(search.Popularity(d.Downloads)))
	r.downloads = append(r.downloads, d.Downloads)
	r.created = append(r.created, d.Created.UnixMicro())
	r.updated = append(r.updated, d.Updated.UnixMicro())
	r.slugs = append(r.slugs, search.NormalValue(d.Slug))
	r.names = append(r.names, search.NormalValue(d.Title))
	r.digests = append(r.digests, digest(terms, hashes.String()))
	r.keys = append(r.keys, keys)
	r.terms = append(r.terms, terms)
	r.facets = append(r.facets, strings.Join(search.FacetTokens(d), "\n"))
	r.hashes = append(r.hashes, hashes.String())
	r.hits = append(r.hits, append([]byte{}, d.Hit...))
}

// digest is equal for two documents with the same analysis.
func digest(terms, hashes string) []byte {
	h := sha256.New()
	h.Write(binary.AppendUvarint(nil, uint64(len(terms))))
	h.Write([]byte(terms))
	h.Write([]byte(hashes))
	return h.Sum(nil)[:16]
}
