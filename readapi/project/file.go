package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const fromFiles = ` from catalog.files f join catalog.versions v on v.id = f.version join catalog.projects p on p.id = v.project `

// foremost orders the versions with one file: those of the project that was approved first, before drafts of others.
const foremost = ` order by p.visible desc, p.approved nulls last, v.published desc, v.created desc`

// hasHash holds for files with the hash of a parameter.
func (d digest) hasHash(parameter string) string { return "f." + string(d) + " = " + parameter }

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
		if in.Multiple == "true" {
			return s.versionsOfFile(ctx, sh, d, hash)
		}
		query := fmt.Sprintf(`select `+versionColumns+fromFiles+`where `+d.hasHash("$3")+` and `+view.VisibleVersion+foremost+` limit 1`, sh.version)
		list, err := view.Rows(ctx, s.source, "file's versions", pgx.RowToStructByPos[versionRow], query, v.Staff, v.Account, hash)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, httpkit.NotFound()
		}
		return s.answerVersion(ctx, v, list[0])
	}
}

// versionsOfFile answers with all versions that have the file.
func (s *Routes) versionsOfFile(ctx context.Context, sh shape, d digest, hash string) (view.Answer, error) {
	v := view.Versions(ctx)
	query := fmt.Sprintf(`select distinct on (v.published, v.created) `+partColumns+fromFiles+`where `+d.hasHash("$3")+` and `+view.VisibleVersion+newest, sh.version)
	list, err := view.Rows(ctx, s.source, "file's versions", scanPart, query, v.Staff, v.Account, hash)
	if err == nil && len(list) == 0 {
		err = httpkit.NotFound()
	}
	return listOf(list, s.versionDocuments(sh, v), err)
}

func (s *Routes) download(ctx context.Context, in *HashIn) (view.Answer, error) {
	d, hash, err := in.read()
	if err != nil {
		return nil, err
	}
	v := view.Versions(ctx)
	var url string
	query := `select f.url` + fromFiles + `where ` + d.hasHash("$3") + ` and ` + view.VisibleVersion + foremost + ` limit 1`
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
	Loaders      []string            `json:"loaders,omitempty"`
	GameVersions []string            `json:"game_versions,omitempty"`
	VersionTypes []string            `json:"version_types,omitempty"`
	LoaderFields map[string][]string `json:"loader_fields,omitempty" doc:"v3 的条件：game_versions、mrpack_loaders、environment"`

	environments []string
}

// fields moves the fields of loaders, the form of v3, to the lists. The loader mrpack is that of all modpacks, whose
// versions are stored with the loaders of the mods in them.
func (f *updateFilter) fields() error {
	for name, values := range f.LoaderFields {
		switch name {
		case "game_versions":
			f.GameVersions = append(f.GameVersions, values...)
		case "mrpack_loaders":
			f.Loaders = append(slices.DeleteFunc(f.Loaders, isMrpack), values...)
		case "environment":
			f.environments = append(f.environments, values...)
		default:
			return httpkit.Invalid("loader_fields", "字段 loader_fields 只支持 game_versions、mrpack_loaders 和 environment")
		}
	}
	f.LoaderFields = nil
	if slices.ContainsFunc(f.Loaders, isMrpack) {
		f.Loaders = append(slices.DeleteFunc(f.Loaders, isMrpack), contract.LoadersOf(contract.FamilyMod, contract.FamilyLegacy)...)
	}
	return nil
}

func isMrpack(loader string) bool { return loader == "mrpack" }

func (f *updateFilter) check() error {
	if err := f.fields(); err != nil {
		return err
	}
	for name, list := range map[string][]string{"loaders": f.Loaders, "game_versions": f.GameVersions, "loader_fields": f.environments} {
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
	return []any{orNull(f.Loaders), orNull(f.GameVersions), orNull(f.VersionTypes), orNull(f.environments)}
}

func orNull(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// matches holds for versions u with a file that match the filter in the parameters $4 to $7.
const matches = `u.listed and u.held and ($4::text[] is null or u.loaders && $4)
  and ($5::text[] is null or u.game_versions && $5) and ($6::text[] is null or u.channel = any($6))
  and ($7::text[] is null or u.environment = any($7))`

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
		v := view.Versions(ctx)
		found, err := s.newestOf(ctx, v, sh, d, h, in.Body, 1)
		if err != nil {
			return nil, err
		}
		if len(found[hash]) == 0 {
			return nil, httpkit.NotFound()
		}
		id := found[hash][0].ID
		docs, err := s.versionDocuments(sh, v)(ctx, []string{id})
		if err == nil && docs[id] == nil {
			err = httpkit.NotFound()
		}
		return view.Bytes(docs[id]), err
	}
}

// newestOf finds, for each hash, the newest versions that match the filter in the project of its file, at most limit for a
// hash.
func (s *Routes) newestOf(ctx context.Context, v view.Viewer, sh shape, d digest, h hashes, filter updateFilter, limit int) (map[string][]part, error) {
	query := fmt.Sprintf(`select a.hash, `+partColumns+`
from unnest($3::text[]) as a(hash)
cross join lateral (select p.id`+fromFiles+`where f.%s = a.hash and `+view.VisibleVersion+foremost+` limit 1) p
cross join lateral (select * from catalog.versions u where u.project = p.id and `+matches+`
                    order by u.published desc, u.created desc limit $8) v
order by a.hash, v.published desc, v.created desc`, sh.version, d)
	args := append([]any{v.Staff, v.Account, h.stored}, filter.arguments()...)
	list, err := view.Rows(ctx, s.source, "updates", scanKeyed, query, append(args, limit)...)
	if err != nil {
		return nil, err
	}
	return h.spread(list, limit), nil
}
