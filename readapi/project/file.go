package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

const fromFiles = ` from catalog.files f join catalog.versions v on v.id = f.version join catalog.projects p on p.id = v.project `

// hasHash holds for files with the hash of a parameter, never for rows without hashes.
func (d digest) hasHash(parameter string) string {
	return "f." + string(d) + " = " + parameter + " and f." + string(d) + " <> ''"
}

type fileIn struct {
	HashIn
	Multiple view.Flag `query:"multiple" doc:"为 true 时返回数组"`
}

func (s *Routes) versionFile(sh shape) func(context.Context, *fileIn) (view.Answer, error) {
	return func(ctx context.Context, in *fileIn) (view.Answer, error) {
		d, hash, err := in.read()
		if err != nil {
			return nil, err
		}
		v := view.Versions(ctx)
		query := fmt.Sprintf(`select distinct on (v.published, v.created) `+versionColumns+fromFiles+`where `+d.hasHash("$3")+` and `+view.VisibleVersion+newest, sh.version)
		list, err := view.Rows(ctx, s.source, "file's versions", pgx.RowToStructByPos[versionRow], query, v.Staff, v.Account, hash)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, httpkit.NotFound()
		}
		if in.Multiple == "true" {
			return view.Bytes(versionBodies(list)), nil
		}
		return view.AtPosition(list[0].Position, v.Inside(list[0].Inside), list[0].Doc), nil
	}
}

func (s *Routes) download(ctx context.Context, in *HashIn) (view.Answer, error) {
	d, hash, err := in.read()
	if err != nil {
		return nil, err
	}
	v := view.Versions(ctx)
	var url string
	query := `select f.url` + fromFiles + `where ` + d.hasHash("$3") + ` and ` + view.VisibleVersion + newest + ` limit 1`
	err = s.source.Pool.QueryRow(ctx, query, v.Staff, v.Account, hash).Scan(&url)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, httpkit.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("read file: %w", err)
	}
	return func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Location", url)
		w.WriteHeader(http.StatusTemporaryRedirect)
		return nil
	}, nil
}

// updateFilter limits the versions of an update. An empty list has no effect.
type updateFilter struct {
	Loaders      []string `json:"loaders,omitempty"`
	GameVersions []string `json:"game_versions,omitempty"`
	VersionTypes []string `json:"version_types,omitempty"`
}

func (f *updateFilter) check() error {
	for name, list := range map[string][]string{"loaders": f.Loaders, "game_versions": f.GameVersions} {
		if len(list) > httpkit.MaxIDs {
			return httpkit.Invalid(name, "字段 "+name+" 不能超过 1000 项")
		}
	}
	for _, t := range f.VersionTypes {
		if t != "release" && t != "beta" && t != "alpha" {
			return httpkit.Invalid("version_types", "字段 version_types 只能包含 release、beta 和 alpha")
		}
	}
	return nil
}

// arguments are the filter's lists, null where they have no effect.
func (f *updateFilter) arguments() []any {
	return []any{orNull(f.Loaders), orNull(f.GameVersions), orNull(f.VersionTypes)}
}

func orNull(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// matches holds for versions u that match the filter in the parameters $4 to $6.
const matches = `u.listed and ($4::text[] is null or u.loaders && $4)
  and ($5::text[] is null or u.game_versions && $5) and ($6::text[] is null or u.channel = any($6))`

type updateIn struct {
	HashIn
	Body updateFilter
}

// update finds the newest version that matches the filter in the file's project.
func (s *Routes) update(sh shape) func(context.Context, *updateIn) (view.Answer, error) {
	return func(ctx context.Context, in *updateIn) (view.Answer, error) {
		d, hash, err := in.read()
		if err != nil {
			return nil, err
		}
		if err := in.Body.check(); err != nil {
			return nil, err
		}
		_, h, _ := readHashes(string(d), []string{hash})
		found, err := s.newestOf(ctx, sh, d, h, in.Body, 1)
		if err != nil {
			return nil, err
		}
		if len(found[hash]) == 0 {
			return nil, httpkit.NotFound()
		}
		return view.Bytes(found[hash][0]), nil
	}
}

// newestOf finds, for each hash, the documents of the newest versions that match the filter in the project of its
// file, at most limit for a hash.
func (s *Routes) newestOf(ctx context.Context, sh shape, d digest, h hashes, filter updateFilter, limit int) (map[string][][]byte, error) {
	column := string(d)
	query := fmt.Sprintf(`select a.hash, %s
from unnest($3::text[]) as a(hash)
cross join lateral (select f.project, f.version from catalog.files f where f.%s = a.hash and f.%s <> '' limit 1) f
join catalog.projects p on p.id = f.project
join catalog.versions x on x.id = f.version and (x.visible or `+view.Inside+`)
cross join lateral (select * from catalog.versions u where u.project = p.id and `+matches+`
                    order by u.published desc, u.created desc limit $7) v
where `+view.VisibleProject+` order by a.hash, v.published desc, v.created desc`, sh.version, column, column)
	v := view.Versions(ctx)
	type row struct {
		Hash string
		Doc  []byte
	}
	args := append([]any{v.Staff, v.Account, h.stored}, filter.arguments()...)
	list, err := view.Rows(ctx, s.source, "updates", pgx.RowToStructByPos[row], query, append(args, limit)...)
	if err != nil {
		return nil, err
	}
	out := map[string][][]byte{}
	for _, found := range list {
		for _, given := range h.given[found.Hash] {
			out[given] = append(out[given], found.Doc)
		}
	}
	return out, nil
}

// object joins documents to one JSON object. The keys are hashes, which need no escaping.
func object(byKey map[string][]byte, order []string) []byte {
	parts := make([][]byte, 0, len(byKey))
	for _, key := range order {
		if doc, ok := byKey[key]; ok {
			parts = append(parts, []byte(`{"`+key+`":`+string(doc)+`}`))
			delete(byKey, key)
		}
	}
	return document.Join(parts...)
}
