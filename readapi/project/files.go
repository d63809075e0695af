package project

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
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

// manyQuestion is a request for all updates of files.
type manyQuestion struct {
	updatesQuestion
	IncludeChangelog bool `json:"include_changelog,omitempty" doc:"是否包含更新日志，默认不包含：changelog 为空文本"`
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

func (s *Routes) versionFiles(sh shape) func(context.Context, *asked[hashesQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[hashesQuestion]) (view.Answer, error) {
		d, h, err := in.Body.read()
		if err != nil {
			return nil, err
		}
		v := view.Versions(ctx)
		query := fmt.Sprintf(`select f.%s, `+partColumns+fromFiles+`where f.%s = any($3) and `+view.VisibleVersion+foremost, d, sh.version, d)
		list, err := view.Rows(ctx, s.source, "files", scanKeyed, query, v.Staff, v.Account, h.stored)
		if err != nil {
			return nil, err
		}
		return objectOf(h.spread(list, 1), in.Body.Hashes, false, s.versionDocuments(sh, v))
	}
}

// projectsOfFiles answers with the project of each file.
func (s *Routes) projectsOfFiles(sh shape) func(context.Context, *asked[hashesQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[hashesQuestion]) (view.Answer, error) {
		d, h, err := in.Body.read()
		if err != nil {
			return nil, err
		}
		query := fmt.Sprintf(`select f.%s, `+projectPart+fromFiles+`where f.%s = any($3) and `+view.VisibleVersion+foremost, d, sh.project, d)
		v := view.As(ctx, identity.ScopeProjectRead|identity.ScopeVersionRead)
		list, err := view.Rows(ctx, s.source, "projects of files", scanKeyed, query, v.Staff, v.Account, h.stored)
		if err != nil {
			return nil, err
		}
		return objectOf(h.spread(list, 1), in.Body.Hashes, false, s.projectDocuments(sh, v))
	}
}

// objectOf answers with the documents by key, in the order of the keys, if they fit.
func objectOf(parts map[string][]part, order []string, several bool, read reading) (view.Answer, error) {
	b := bundle{parts: keyed(parts, order), read: read}
	if err := fits(b); err != nil {
		return nil, err
	}
	return b.object(several), nil
}

func (s *Routes) updates(sh shape) func(context.Context, *asked[updatesQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[updatesQuestion]) (view.Answer, error) {
		v := view.Versions(ctx)
		found, err := s.updatesOf(ctx, v, sh, in.Body, 1)
		if err != nil {
			return nil, err
		}
		return objectOf(found, in.Body.Hashes, false, s.versionDocuments(sh, v))
	}
}

// maxUpdates bounds the versions of one hash in an answer.
const maxUpdates = 100

// updatesMany answers with all matching versions. Their changelogs are empty where the request does not ask for them:
// programs only need to know which versions there are.
func (s *Routes) updatesMany(sh shape) func(context.Context, *asked[manyQuestion]) (view.Answer, error) {
	return func(ctx context.Context, in *asked[manyQuestion]) (view.Answer, error) {
		v := view.Versions(ctx)
		found, err := s.updatesOf(ctx, v, sh, in.Body.updatesQuestion, maxUpdates)
		if err != nil {
			return nil, err
		}
		b := bundle{parts: keyed(found, in.Body.Hashes), read: s.versionDocuments(sh, v)}
		if !in.Body.IncludeChangelog {
			if err := s.shorten(ctx, sh, b.parts); err != nil {
				return nil, err
			}
			b.read = withoutChangelogs(b.read, sh)
		}
		if err := fits(b); err != nil {
			return nil, err
		}
		return b.object(true), nil
	}
}

func (s *Routes) updatesOf(ctx context.Context, v view.Viewer, sh shape, q updatesQuestion, limit int) (map[string][]part, error) {
	d, h, err := q.read()
	if err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	return s.newestOf(ctx, v, sh, d, h, q.updateFilter, limit)
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
		v := view.Versions(ctx)
		parts, order := map[string][]part{}, []string{}
		for _, part := range q.Hashes {
			if err := part.check(); err != nil {
				return nil, err
			}
			d, h, err := readHashes(q.Algorithm, []string{part.Hash})
			if err != nil {
				return nil, err
			}
			found, err := s.newestOf(ctx, v, sh, d, h, part.updateFilter, 1)
			if err != nil {
				return nil, err
			}
			if one := found[part.Hash]; len(one) > 0 {
				parts[part.Hash] = one
				order = append(order, part.Hash)
			}
		}
		return objectOf(parts, order, false, s.versionDocuments(sh, v))
	}
}
