package project

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// versionRow is a version as routes read it.
type versionRow struct {
	ID       string
	Position int64
	Inside   bool
	Doc      []byte
}

const versionColumns = `v.id, v.position, ` + view.Inside + `, %s`

const fromVersions = ` from catalog.versions v join catalog.projects p on p.id = v.project `

// newest orders versions as they are listed.
const newest = ` order by v.published desc, v.created desc`

func (s *Routes) oneVersion(r *http.Request, query string, args ...any) (versionRow, error) {
	rows, err := s.source.Pool.Query(r.Context(), query, args...)
	if err != nil {
		return versionRow{}, fmt.Errorf("read version: %w", err)
	}
	v, err := pgx.CollectOneRow(rows, pgx.RowToStructByPos[versionRow])
	if errors.Is(err, pgx.ErrNoRows) {
		return v, httpkit.NotFound()
	}
	if err != nil {
		return v, fmt.Errorf("read version: %w", err)
	}
	return v, nil
}

func (s *Routes) version(sh shape) httpkit.Handler {
	query := fmt.Sprintf(`select `+versionColumns+fromVersions+`where v.id = $3 and `+view.VisibleVersion, sh.version)
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := view.PathName(r, "id")
		if err != nil {
			return err
		}
		v := s.source.Versions(r)
		row, err := s.oneVersion(r, query, v.Staff, v.Account, id)
		if err != nil {
			return err
		}
		return view.Document(w, r, row.Position, v.Inside(row.Inside), row.Doc)
	}
}

// versionOf finds a project's version by id or, where no id fits, by number: the newest of that number.
func (s *Routes) versionOf(sh shape) httpkit.Handler {
	query := fmt.Sprintf(`select `+versionColumns+fromVersions+`
where p.id = `+view.Found+` and (v.id = $5 or v.number = $5) and `+view.VisibleVersion+`
order by v.id = $5 desc, v.published desc, v.created desc limit 1`, sh.version)
	return func(w http.ResponseWriter, r *http.Request) error {
		name, err := view.PathName(r, "id")
		if err != nil {
			return err
		}
		version, err := view.PathName(r, "version")
		if err != nil {
			return err
		}
		v := s.source.Versions(r)
		row, err := s.oneVersion(r, query, v.Staff, v.Account, name, strings.ToLower(name), version)
		if err != nil {
			return err
		}
		return view.Document(w, r, row.Position, v.Inside(row.Inside), row.Doc)
	}
}

// versionsByID answers with those of the versions asked for that the viewer may see, in the order asked.
func (s *Routes) versionsByID(sh shape) httpkit.Handler {
	query := fmt.Sprintf(`select `+versionColumns+`
from (select id, min(n) as n from unnest($3::text[]) with ordinality as u(id, n) group by id) a
join catalog.versions v on v.id = a.id join catalog.projects p on p.id = v.project
where `+view.VisibleVersion+` order by a.n`, sh.version)
	return func(w http.ResponseWriter, r *http.Request) error {
		ids, err := httpkit.IDs(r, "ids")
		if err != nil {
			return err
		}
		v := s.source.Versions(r)
		list, err := view.Rows(r.Context(), s.source, "versions", pgx.RowToStructByPos[versionRow], query, v.Staff, v.Account, ids)
		if err != nil {
			return err
		}
		return view.JSON(w, versionBodies(list))
	}
}

func versionBodies(list []versionRow) []byte {
	out := make([][]byte, len(list))
	for i, v := range list {
		out[i] = v.Doc
	}
	return document.List(out)
}

// versions lists a project's versions, newest first, as far as they fit the filters.
func (s *Routes) versions(sh shape) httpkit.Handler {
	query := fmt.Sprintf(`select `+versionColumns+fromVersions+`
where p.id = $3 and `+view.ListedVersion+`
  and ($4::text[] is null or v.loaders && $4) and ($5::text[] is null or v.game_versions && $5)
  and ($6::boolean is null or v.featured = $6) and ($7::text = '' or v.channel = $7)`+newest+` limit $8 offset $9`, sh.version)
	return func(w http.ResponseWriter, r *http.Request) error {
		f, err := readFilters(r)
		if err != nil {
			return err
		}
		v := s.source.Versions(r)
		p, err := s.one(r, s.source.Projects(r), noExtra(), noExtra())
		if err != nil {
			return err
		}
		list, err := view.Rows(r.Context(), s.source, "versions", pgx.RowToStructByPos[versionRow], query,
			v.Staff, v.Account, p.ID, f.loaders, f.gameVersions, f.featured, f.channel, f.limit, f.offset)
		if err != nil {
			return err
		}
		if !f.changelog {
			for i := range list {
				if list[i].Doc, err = withoutChangelog(list[i].Doc, sh); err != nil {
					return err
				}
			}
		}
		return view.JSON(w, versionBodies(list))
	}
}

// versionFilters are the query parameters of a version list.
type versionFilters struct {
	loaders, gameVersions []string
	featured              *bool
	channel               string
	limit, offset         int
	changelog             bool
}

// maxVersions bounds a list; no project has as many.
const maxVersions = 10_000

func readFilters(r *http.Request) (versionFilters, error) {
	f := versionFilters{changelog: true}
	q, err := view.Values(r)
	if err != nil {
		return f, err
	}
	if f.loaders, err = view.ListOf(q, "loaders"); err != nil {
		return f, err
	}
	if f.gameVersions, err = view.ListOf(q, "game_versions"); err != nil {
		return f, err
	}
	if f.featured, err = view.Bool(q, "featured"); err != nil {
		return f, err
	}
	if f.channel, err = channel(q); err != nil {
		return f, err
	}
	changelog, err := view.Bool(q, "include_changelog")
	if err != nil {
		return f, err
	}
	if changelog != nil {
		f.changelog = *changelog
	}
	f.limit, f.offset, err = httpkit.Page(r, maxVersions, maxVersions)
	return f, err
}

func channel(q url.Values) (string, error) {
	switch c := q.Get("version_type"); c {
	case "", "release", "beta", "alpha":
		return c, nil
	}
	return "", httpkit.Invalid("参数 version_type 应为 release、beta 或 alpha")
}
