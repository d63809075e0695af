package project

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// InstallQuestion asks what to install with a project.
type InstallQuestion struct {
	ProjectID   string  `json:"project_id" doc:"资源的 ID 或 slug"`
	VersionID   *string `json:"version_id,omitempty" doc:"指定的版本；没有时取最适合的"`
	ContentType string  `json:"content_type,omitempty" enum:"mod,plugin,datapack,resourcepack,shader,modpack" doc:"安装为哪种内容，决定 target 中的平台是否有意义"`
	Selected    Place   `json:"selected,omitempty" doc:"优先选择的平台与游戏版本"`
	Target      Place   `json:"target,omitempty" doc:"必须支持的平台与游戏版本，任一即可"`

	ExistingProjectIDs []string `json:"existing_project_ids,omitempty" doc:"已安装的资源，不再安装"`
	ExcludedProjectIDs []string `json:"excluded_project_ids,omitempty" doc:"不要安装的资源"`
}

// Place is loaders and game versions. An empty list has no effect.
type Place struct {
	GameVersions []string `json:"game_versions,omitempty"`
	Loaders      []string `json:"loaders,omitempty"`
}

// InstallPlan is every version to install, and what is not installed, with the reason.
type InstallPlan struct {
	Primary      InstallItem   `json:"primary"`
	Dependencies []InstallItem `json:"dependencies"` // each project once, after the version that requires it
	Skipped      []SkippedItem `json:"skipped"`
}

// InstallItem is a version to install.
type InstallItem struct {
	ProjectID   string      `json:"project_id"`
	VersionID   string      `json:"version_id"`
	DependentOn *string     `json:"dependent_on_version_id"` // the version that requires it; null for the primary
	Required    bool        `json:"required"`
	Metadata    InstallData `json:"metadata"`
}

// InstallData is what a program shows and downloads of a version.
type InstallData struct {
	Title         string  `json:"title"`
	VersionNumber string  `json:"version_number"`
	IconURL       *string `json:"icon_url"`
	Filename      string  `json:"filename"`
	SHA1          string  `json:"sha1"`
}

// SkippedItem is a required dependency that is not installed, or an installed project with which a version conflicts.
type SkippedItem struct {
	ProjectID   string  `json:"project_id"` // empty for a file outside of the site
	VersionID   *string `json:"version_id"` // as the creator named it
	DependentOn *string `json:"dependent_on_version_id"`
	Reason      string  `json:"reason" enum:"already_installed,duplicate_project,conflicting_dependency,no_compatible_version,missing_version,excluded_by_user,dependency_depth_exceeded"`
	FileName    *string `json:"file_name"` // of a file outside of the site
}

// Limits of one plan. A request that needs more versions is rejected, so that a plan is never silently incomplete.
const (
	maxInstallLevels = 10
	maxInstalled     = 250
	maxInstallEdges  = 2000 // dependencies of one level
)

func (q InstallQuestion) check() error {
	for name, list := range map[string][]string{
		"existing_project_ids": q.ExistingProjectIDs, "excluded_project_ids": q.ExcludedProjectIDs, "selected.game_versions": q.Selected.GameVersions,
		"selected.loaders": q.Selected.Loaders, "target.game_versions": q.Target.GameVersions, "target.loaders": q.Target.Loaders,
	} {
		if len(list) > httpkit.MaxIDs {
			return httpkit.Invalid(name, "字段 "+name+" 不能超过 1000 项")
		}
	}
	if q.ProjectID == "" {
		return httpkit.Invalid("project_id", "缺少字段 project_id")
	}
	if q.ContentType != "" && !slices.Contains([]string{"mod", "plugin", "datapack", "resourcepack", "shader", "modpack"}, q.ContentType) {
		return httpkit.Invalid("content_type", "字段 content_type 应为 mod、plugin、datapack、resourcepack、shader 或 modpack")
	}
	return nil
}

// loaders are the loaders that the project itself must support. A resource pack for a Fabric instance is not made for Fabric.
func (q InstallQuestion) loaders() []string {
	own := map[string][]string{"datapack": contract.LoadersOf("datapack"), "resourcepack": contract.LoadersOf("resourcepack"), "shader": contract.LoadersOf("shader")}[q.ContentType]
	if own == nil || slices.ContainsFunc(q.Target.Loaders, func(l string) bool { return slices.Contains(own, l) }) {
		return withoutMrpack(q.Target.Loaders)
	}
	return own
}

// withoutMrpack replaces the loader mrpack by the loaders of the mods in modpacks, with which they are stored.
func withoutMrpack(loaders []string) []string {
	f := updateFilter{Loaders: slices.Clone(loaders)}
	_ = f.fields() // only fields of loaders, of which there are none, can be rejected
	return orEmpty(f.Loaders)
}

func everyLoader() []string {
	ids := []string{}
	for _, l := range contract.Loaders() {
		ids = append(ids, l.ID)
	}
	return ids
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// install resolves what to install with a project: the version that suits best and, level by level, the versions that it
// requires.
func (s *Routes) install(ctx context.Context, in *asked[InstallQuestion]) (InstallPlan, error) {
	q := in.Body
	if err := q.check(); err != nil {
		return InstallPlan{}, err
	}
	v := view.As(ctx, identity.ScopeProjectRead|identity.ScopeVersionRead)
	primary, err := s.primary(ctx, v, q)
	if err != nil {
		return InstallPlan{}, err
	}
	plan := newPlanning(q)
	if err := plan.resolve(primary, func(versions []string) (map[string]edges, error) { return s.edges(ctx, v, q, versions) }); err != nil {
		return InstallPlan{}, err
	}
	return s.described(ctx, v, plan)
}

// Plan resolves what to install with a project, as POST /v3/content/resolve does for the same caller.
func (s *Routes) Plan(ctx context.Context, q InstallQuestion) (InstallPlan, error) {
	return s.install(ctx, &asked[InstallQuestion]{Body: q})
}

const (
	// fitsInstall holds for a version v that supports the game versions $4 and the loaders $5 (runs), and is installed from
	// here.
	fitsInstall = `v.listed and v.held and ` + runs
	// prefers sorts the versions that support the preferred game versions $7 and loaders $8 first, then a release before a
	// beta before an alpha.
	prefers = ` order by ((cardinality($7::text[]) = 0 or v.game_versions && $7::text[]) and (cardinality($8::text[]) = 0 or v.loaders && $8::text[])) desc,
    v.channel = 'release' desc, v.channel = 'beta' desc, v.published desc, v.created desc`

	primaryVersion = `select p.id, v.id from catalog.projects p join catalog.versions v on v.project = p.id
where p.id = $3 and ` + fitsInstall + ` and ` + view.VisibleProject + prefers + ` limit 1`

	namedVersion = `select p.id, v.id` + fromVersions + `where v.id = $3 and v.held and ` + view.VisibleVersion
)

type primaryItem struct{ Project, Version string }

func (s *Routes) primary(ctx context.Context, v view.Viewer, q InstallQuestion) (primaryItem, error) {
	name := view.Name(q.ProjectID)
	if len(q.ProjectID) > maxNamed {
		return primaryItem{}, httpkit.NotFound()
	}
	p, err := s.one(ctx, v, name, noExtra(), noExtra())
	if err != nil {
		return primaryItem{}, err
	}
	if q.VersionID != nil {
		found, err := view.Only(view.Rows(ctx, s.source, "version to install", pgx.RowToStructByPos[primaryItem], namedVersion, v.Staff, v.Account, *q.VersionID))
		if err == nil && found.Project != p.ID {
			err = httpkit.Invalid("version_id", "版本不属于该资源")
		}
		return found, err
	}
	loaders, others := q.loaders(), kin(q.Target.Loaders)
	if q.ContentType != "" { // its own loaders decide
		others = everyLoader()
	}
	found, err := view.Rows(ctx, s.source, "version to install", pgx.RowToStructByPos[primaryItem], primaryVersion, v.Staff, v.Account, p.ID,
		orEmpty(q.Target.GameVersions), loaders, orEmpty(others), orEmpty(q.Selected.GameVersions), withoutMrpack(q.Selected.Loaders))
	if err == nil && len(found) == 0 {
		err = httpkit.Invalid("target", "该资源没有适合的版本")
	}
	if err != nil {
		return primaryItem{}, err
	}
	return found[0], nil
}

// maxNamed bounds a name in a body as view.Name does in a path.
const maxNamed = 512
