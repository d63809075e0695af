package project

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// asked is the input of a query whose parameters are in the body.
type asked[T any] struct{ Body T }

// hashesQuestion is a request for the versions or projects of hashes.
type hashesQuestion struct {
	Hashes    []string `json:"hashes"`
	Algorithm string   `json:"algorithm,omitempty"`
}

// updatesQuestion is a request for updates of files under one filter.
type updatesQuestion struct {
	hashesQuestion
	updateFilter
}

// individualQuestion is a request for updates of files, each under its own filter.
type individualQuestion struct {
	Algorithm string           `json:"algorithm,omitempty"`
	Hashes    []individualHash `json:"hashes"`
}

type individualHash struct {
	Hash string `json:"hash"`
	updateFilter
}

func (q hashesQuestion) read() (digest, hashes, error) {
	if q.Hashes == nil {
		return "", hashes{}, httpkit.Invalid("hashes", "缺少字段 hashes")
	}
	return readHashes(q.Algorithm, q.Hashes)
}

// byHash reads one document for each hash of a visible version's file.
func (s *Routes) byHash(doc string, condition string) func(ctx context.Context, q hashesQuestion, v view.Viewer) (map[string][]versionRow, error) {
	return func(ctx context.Context, q hashesQuestion, v view.Viewer) (map[string][]versionRow, error) {
		d, h, err := q.read()
		if err != nil {
			return nil, err
		}
		query := fmt.Sprintf(`select f.%s, v.position, `+view.Inside+`, %s`+fromFiles+`
where f.%s = any($3) and f.%s <> '' and `+condition+newest, d, doc, d, d)
		list, err := view.Rows(ctx, s.source, "files", pgx.RowToStructByPos[versionRow], query, v.Staff, v.Account, h.stored)
		if err != nil {
			return nil, err
		}
		out := map[string][]versionRow{}
		for _, row := range list {
			for _, given := range h.given[row.ID] {
				out[given] = append(out[given], row)
			}
		}
		return out, nil
	}
}

func (s *Routes) versionFiles(sh shape) func(context.Context, *asked[hashesQuestion]) (view.Answer, error) {
	find := s.byHash(sh.version, view.VisibleVersion)
	return func(ctx context.Context, in *asked[hashesQuestion]) (view.Answer, error) {
		q := in.Body
		found, err := find(ctx, q, view.Versions(ctx))
		if err != nil {
			return nil, err
		}
		return view.Bytes(firsts(found, q.Hashes)), nil
	}
}

// projectsOfFiles answers with the project of each file.
func (s *Routes) projectsOfFiles(sh shape) func(context.Context, *asked[hashesQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[hashesQuestion]) (view.Answer, error) {
		q := in.Body
		d, h, err := q.read()
		if err != nil {
			return nil, err
		}
		type row struct {
			Hash string
			found
		}
		query := fmt.Sprintf(`select f.%s, `+columns+fromFiles+`where f.%s = any($3) and f.%s <> '' and `+view.VisibleVersion,
			d, sh.project, noExtra(), d, d)
		v := view.Projects(ctx)
		list, err := view.Rows(ctx, s.source, "projects of files", pgx.RowToStructByPos[row], query, v.Staff, v.Account, h.stored)
		if err != nil {
			return nil, err
		}
		byKey := map[string][]byte{}
		for _, found := range list {
			for _, given := range h.given[found.Hash] {
				byKey[given] = found.body(sh)
			}
		}
		return view.Bytes(object(byKey, q.Hashes)), nil
	}
}

func firsts(found map[string][]versionRow, order []string) []byte {
	byKey := make(map[string][]byte, len(found))
	for key, rows := range found {
		byKey[key] = rows[0].Doc
	}
	return object(byKey, order)
}

func (s *Routes) updates(sh shape) func(context.Context, *asked[updatesQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[updatesQuestion]) (view.Answer, error) {
		q := in.Body
		found, err := s.updatesOf(ctx, sh, q, 1)
		if err != nil {
			return nil, err
		}
		byKey := make(map[string][]byte, len(found))
		for key, docs := range found {
			byKey[key] = docs[0]
		}
		return view.Bytes(object(byKey, q.Hashes)), nil
	}
}

// maxUpdates bounds the versions of one hash in an answer.
const maxUpdates = 100

func (s *Routes) updatesMany(sh shape) func(context.Context, *asked[updatesQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[updatesQuestion]) (view.Answer, error) {
		q := in.Body
		found, err := s.updatesOf(ctx, sh, q, maxUpdates)
		if err != nil {
			return nil, err
		}
		byKey := make(map[string][]byte, len(found))
		for key, docs := range found {
			byKey[key] = document.List(docs)
		}
		return view.Bytes(object(byKey, q.Hashes)), nil
	}
}

func (s *Routes) updatesOf(ctx context.Context, sh shape, q updatesQuestion, limit int) (map[string][][]byte, error) {
	d, h, err := q.read()
	if err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	return s.newestOf(ctx, sh, d, h, q.updateFilter, limit)
}

// maxIndividual bounds a request with a separate query for each part.
const maxIndividual = 100

func (s *Routes) updatesIndividual(sh shape) func(context.Context, *asked[individualQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[individualQuestion]) (view.Answer, error) {
		q := in.Body
		if q.Hashes == nil {
			return nil, httpkit.Invalid("hashes", "缺少字段 hashes")
		}
		if len(q.Hashes) > maxIndividual {
			return nil, httpkit.Invalid("hashes", "字段 hashes 不能超过 100 项")
		}
		byKey, order := map[string][]byte{}, []string{}
		for _, part := range q.Hashes {
			if err := part.check(); err != nil {
				return nil, err
			}
			d, h, err := readHashes(q.Algorithm, []string{part.Hash})
			if err != nil {
				return nil, err
			}
			found, err := s.newestOf(ctx, sh, d, h, part.updateFilter, 1)
			if err != nil {
				return nil, err
			}
			if docs := found[part.Hash]; len(docs) > 0 {
				byKey[part.Hash] = docs[0]
				order = append(order, part.Hash)
			}
		}
		return view.Bytes(object(byKey, order)), nil
	}
}
