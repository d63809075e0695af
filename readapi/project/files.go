package project

import (
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// hashesQuestion asks for what stands behind hashes.
type hashesQuestion struct {
	Hashes    []string `json:"hashes"`
	Algorithm string   `json:"algorithm,omitempty"`
}

// updatesQuestion asks for updates of files under one filter.
type updatesQuestion struct {
	hashesQuestion
	updateFilter
}

// individualQuestion asks for updates of files, each under its own filter.
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
		return "", hashes{}, httpkit.Invalid("缺少字段 hashes")
	}
	return readHashes(q.Algorithm, q.Hashes)
}

// byHash reads one document for each hash that a visible version's file has.
func (s *Routes) byHash(doc string, condition string) func(r *http.Request, q hashesQuestion, v view.Viewer) (map[string][]versionRow, error) {
	return func(r *http.Request, q hashesQuestion, v view.Viewer) (map[string][]versionRow, error) {
		d, h, err := q.read()
		if err != nil {
			return nil, err
		}
		query := fmt.Sprintf(`select f.%s, v.position, `+view.Inside+`, %s`+fromFiles+`
where f.%s = any($3) and f.%s <> '' and `+condition+newest, d, doc, d, d)
		list, err := view.Rows(r.Context(), s.source, "files", pgx.RowToStructByPos[versionRow], query, v.Staff, v.Account, h.stored)
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

func (s *Routes) versionFiles(sh shape) httpkit.Handler {
	find := s.byHash(sh.version, view.VisibleVersion)
	return func(w http.ResponseWriter, r *http.Request) error {
		var q hashesQuestion
		if err := httpkit.DecodeJSON(r, &q); err != nil {
			return err
		}
		found, err := find(r, q, s.source.Versions(r))
		if err != nil {
			return err
		}
		return view.JSON(w, firsts(found, q.Hashes))
	}
}

// projectsOfFiles answers with the project of each file.
func (s *Routes) projectsOfFiles(sh shape) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var q hashesQuestion
		if err := httpkit.DecodeJSON(r, &q); err != nil {
			return err
		}
		d, h, err := q.read()
		if err != nil {
			return err
		}
		type row struct {
			Hash string
			found
		}
		query := fmt.Sprintf(`select f.%s, `+columns+fromFiles+`where f.%s = any($3) and f.%s <> '' and `+view.VisibleVersion,
			d, sh.project, noExtra(), d, d)
		v := s.source.Projects(r)
		list, err := view.Rows(r.Context(), s.source, "projects of files", pgx.RowToStructByPos[row], query, v.Staff, v.Account, h.stored)
		if err != nil {
			return err
		}
		byKey := map[string][]byte{}
		for _, found := range list {
			for _, given := range h.given[found.Hash] {
				byKey[given] = found.body(sh)
			}
		}
		return view.JSON(w, object(byKey, q.Hashes))
	}
}

func firsts(found map[string][]versionRow, order []string) []byte {
	byKey := make(map[string][]byte, len(found))
	for key, rows := range found {
		byKey[key] = rows[0].Doc
	}
	return object(byKey, order)
}

func (s *Routes) updates(sh shape) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var q updatesQuestion
		if err := httpkit.DecodeJSON(r, &q); err != nil {
			return err
		}
		found, err := s.updatesOf(r, sh, q, 1)
		if err != nil {
			return err
		}
		byKey := make(map[string][]byte, len(found))
		for key, docs := range found {
			byKey[key] = docs[0]
		}
		return view.JSON(w, object(byKey, q.Hashes))
	}
}

// maxUpdates bounds how many versions stand behind one hash in an answer.
const maxUpdates = 100

func (s *Routes) updatesMany(sh shape) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var q updatesQuestion
		if err := httpkit.DecodeJSON(r, &q); err != nil {
			return err
		}
		found, err := s.updatesOf(r, sh, q, maxUpdates)
		if err != nil {
			return err
		}
		byKey := make(map[string][]byte, len(found))
		for key, docs := range found {
			byKey[key] = document.List(docs)
		}
		return view.JSON(w, object(byKey, q.Hashes))
	}
}

func (s *Routes) updatesOf(r *http.Request, sh shape, q updatesQuestion, limit int) (map[string][][]byte, error) {
	d, h, err := q.read()
	if err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	return s.newestOf(r, sh, d, h, q.updateFilter, limit)
}

// maxIndividual bounds a question of which each part is a query of its own.
const maxIndividual = 100

func (s *Routes) updatesIndividual(sh shape) httpkit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var q individualQuestion
		if err := httpkit.DecodeJSON(r, &q); err != nil {
			return err
		}
		if q.Hashes == nil {
			return httpkit.Invalid("缺少字段 hashes")
		}
		if len(q.Hashes) > maxIndividual {
			return httpkit.Invalid("字段 hashes 不能超过 100 项")
		}
		byKey, order := map[string][]byte{}, []string{}
		for _, part := range q.Hashes {
			if err := part.check(); err != nil {
				return err
			}
			d, h, err := readHashes(q.Algorithm, []string{part.Hash})
			if err != nil {
				return err
			}
			found, err := s.newestOf(r, sh, d, h, part.updateFilter, 1)
			if err != nil {
				return err
			}
			if docs := found[part.Hash]; len(docs) > 0 {
				byKey[part.Hash] = docs[0]
				order = append(order, part.Hash)
			}
		}
		return view.JSON(w, object(byKey, order))
	}
}
