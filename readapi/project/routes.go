// Package project answers queries about projects, their versions, files and teams.
package project

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

// Routes are the query routes of this package.
type Routes struct {
	source        *view.Source
	cache         *view.Cache
	organizations *organization.Reader
}

// New makes the routes over a source.
func New(s *view.Source) *Routes {
	return &Routes{source: s, cache: view.NewCache(s.Pool, s.Board), organizations: organization.NewReader(s)}
}

// shape is a version of the API: which stored document a route copies.
type shape struct {
	prefix  string
	project string // expression over p whose value is the project's document
	version string // expression over v
	kind    string // of answer, in the cache
	v3      bool
}

func shapes() []shape {
	return []shape{
		{prefix: "/v2", project: "p.doc_v2", version: "v.doc_v2", kind: view.KindV2},
		{prefix: "/v3", project: "p.doc_v3", version: "v.doc_v3", kind: view.KindV3, v3: true},
	}
}

// Register mounts every route.
func (s *Routes) Register(d *view.Docs) {
	for _, sh := range shapes() {
		s.registerProjects(d, sh)
		s.registerVersions(d, sh)
		s.registerFiles(d, sh)
		s.registerTeams(d, sh)
	}
	s.registerOrganizations(d)
	s.registerOwned(d)
	s.registerPage(d)
}

func (s *Routes) registerProjects(d *view.Docs, sh shape) {
	one, many := view.Answers[ProjectAnswer](d, "资源"), view.Answers[[]ProjectAnswer](d, "资源列表")
	if sh.v3 {
		one, many = view.Answers[ProjectV3Answer](d, "资源"), view.Answers[[]ProjectV3Answer](d, "资源列表")
	}
	ids := httpkit.QueryParam("ids", "string", `资源 ID 或 slug 的 JSON 数组，例如 ["a","b"]`)
	d.Get(sh.prefix+"/project/{id}", "按 ID 或 slug 查询资源", one, s.fresh(s.project(sh)))
	d.Get(sh.prefix+"/projects", "批量查询资源", many, s.fresh(s.projects(sh)), ids)
	d.Get(sh.prefix+"/projects_random", "随机资源", many, s.fresh(s.random(sh)), httpkit.QueryParam("count", "integer", "数量，1 至 100"))
	d.Get(sh.prefix+"/project/{id}/check", "检查 ID 或 slug 是否已被使用", view.Answers[CheckAnswer](d, "已被使用"), s.fresh(s.check))
	d.Get(sh.prefix+"/project/{id}/dependencies", "资源的依赖", view.Answers[DependenciesAnswer](d, "依赖的资源与版本"), s.fresh(s.dependencies(sh)))
}

func (s *Routes) registerVersions(d *view.Docs, sh shape) {
	one, many := view.Answers[document.Version](d, "版本"), view.Answers[[]document.Version](d, "版本列表")
	if sh.v3 {
		one, many = view.Answers[document.VersionV3](d, "版本"), view.Answers[[]document.VersionV3](d, "版本列表")
	}
	filters := []*huma.Param{
		httpkit.QueryParam("loaders", "string", "平台的 JSON 数组"),
		httpkit.QueryParam("game_versions", "string", "游戏版本的 JSON 数组"),
		httpkit.QueryParam("featured", "boolean", "是否只列出推荐版本"),
		httpkit.QueryParam("version_type", "string", "release、beta 或 alpha"),
		httpkit.QueryParam("limit", "integer", "数量上限"),
		httpkit.QueryParam("offset", "integer", "跳过的数量"),
		httpkit.QueryParam("include_changelog", "boolean", "是否包含更新日志，默认包含"),
	}
	d.Get(sh.prefix+"/project/{id}/version", "资源的版本，最新在前", many, s.fresh(s.versions(sh)), filters...)
	d.Get(sh.prefix+"/project/{id}/version/{version}", "按 ID 或版本号查询资源的版本", one, s.fresh(s.versionOf(sh)))
	d.Get(sh.prefix+"/version/{id}", "按 ID 查询版本", one, s.fresh(s.version(sh)))
	d.Get(sh.prefix+"/versions", "批量查询版本", many, s.fresh(s.versionsByID(sh)), httpkit.QueryParam("ids", "string", "版本 ID 的 JSON 数组"))
}

func (s *Routes) registerFiles(d *view.Docs, sh shape) {
	one := view.Answers[document.Version](d, "版本")
	byHash, lists := view.Answers[map[string]document.Version](d, "哈希值到版本"), view.Answers[map[string][]document.Version](d, "哈希值到版本列表")
	projects := view.Answers[map[string]ProjectAnswer](d, "哈希值到资源")
	if sh.v3 {
		one = view.Answers[document.VersionV3](d, "版本")
		byHash, lists = view.Answers[map[string]document.VersionV3](d, "哈希值到版本"), view.Answers[map[string][]document.VersionV3](d, "哈希值到版本列表")
		projects = view.Answers[map[string]ProjectV3Answer](d, "哈希值到资源")
	}
	either := view.Either(one, view.Answers[[]document.Version](d, "版本；multiple 为 true 时是版本列表"))
	if sh.v3 {
		either = view.Either(one, view.Answers[[]document.VersionV3](d, "版本；multiple 为 true 时是版本列表"))
	}
	algorithm := httpkit.QueryParam("algorithm", "string", "sha1 或 sha512，默认按长度判断")
	multiple := httpkit.QueryParam("multiple", "boolean", "为 true 时返回数组")
	d.Get(sh.prefix+"/version_file/{hash}", "按文件哈希查询版本", either, s.fresh(s.versionFile(sh)), algorithm, multiple)
	d.Get(sh.prefix+"/version_file/{hash}/download", "按文件哈希下载", map[string]*huma.Response{"307": {Description: "重定向到文件"}}, s.fresh(s.download), algorithm)
	d.Mount(huma.Operation{
		Method: http.MethodPost, Path: sh.prefix + "/version_file/{hash}/update", Summary: "文件所属资源的最新匹配版本",
		Responses: one, RequestBody: view.Body[updateFilter](d), Parameters: []*huma.Param{algorithm},
	}, s.fresh(s.update(sh)))
	d.Post(sh.prefix+"/version_files", "批量按文件哈希查询版本", view.Body[hashesQuestion](d), byHash, s.fresh(s.versionFiles(sh)))
	d.Post(sh.prefix+"/version_files/update", "批量查询最新匹配版本", view.Body[updatesQuestion](d), byHash, s.fresh(s.updates(sh)))
	d.Post(sh.prefix+"/version_files/update_many", "批量查询全部匹配版本", view.Body[updatesQuestion](d), lists, s.fresh(s.updatesMany(sh)))
	d.Post(sh.prefix+"/version_files/update_individual", "按各自条件批量查询最新匹配版本", view.Body[individualQuestion](d), byHash, s.fresh(s.updatesIndividual(sh)))
	d.Post(sh.prefix+"/version_files/project", "批量按文件哈希查询资源", view.Body[hashesQuestion](d), projects, s.fresh(s.projectsOfFiles(sh)))
}

func (s *Routes) registerTeams(d *view.Docs, sh shape) {
	one, many := view.Answers[[]document.MemberV2](d, "团队成员"), view.Answers[[][]document.MemberV2](d, "各团队的成员")
	if sh.v3 {
		one, many = view.Answers[[]document.Member](d, "团队成员"), view.Answers[[][]document.Member](d, "各团队的成员")
	}
	d.Get(sh.prefix+"/project/{id}/members", "资源的成员", one, s.fresh(s.members(sh)))
	d.Get(sh.prefix+"/team/{id}/members", "资源或团队的成员", one, s.fresh(s.team(sh)))
	d.Get(sh.prefix+"/teams", "批量查询团队的成员", many, s.fresh(s.teams(sh)), httpkit.QueryParam("ids", "string", "团队 ID 的 JSON 数组"))
}

func (s *Routes) registerOrganizations(d *view.Docs) {
	d.Get("/v3/project/{id}/organization", "资源所属的团队", view.Answers[organization.Answer](d, "团队"), s.fresh(s.organizationOf))
	d.Get("/v3/organization/{id}/projects", "团队的资源", view.Answers[[]ProjectV3Answer](d, "资源列表"), s.fresh(s.organizationProjects))
}

func (s *Routes) registerOwned(d *view.Docs) {
	d.Get("/_internal/organization/{id}/page", "团队页面的数据", view.Answers[OrganizationPageAnswer](d, "团队"), s.fresh(s.organizationPage))
	d.Get("/_internal/organization/{id}/projects", "团队页面的资源列表", view.Answers[RowsAnswer](d, "资源列表"), s.fresh(s.organizationRows), RowParams()...)
}

func (s *Routes) registerPage(d *view.Docs) {
	d.Get("/_internal/project/{id}", "资源页面的数据", view.Answers[PageAnswer](d, "资源"), s.fresh(s.page))
	d.Get("/_internal/slug", "为标题推荐链接", view.Answers[SlugAnswer](d, "链接"), s.fresh(s.suggestSlug), httpkit.QueryParam("title", "string", "标题"))
	d.Get("/_internal/project/{id}/versions", "资源页面的版本列表", view.Answers[[]VersionAnswer](d, "版本列表"), s.fresh(s.pageVersions))
	d.Get("/_internal/project/{id}/dependencies", "资源页面的依赖列表", view.Answers[[]DependencyAnswer](d, "依赖列表"), s.fresh(s.pageDependencies))
	d.Get("/_internal/version/{id}/needs", "版本需要的资源，各取适合的版本", view.Answers[NeedsAnswer](d, "依赖与翻译"), s.fresh(s.needs),
		httpkit.QueryParam("game_version", "string", "游戏版本"), httpkit.QueryParam("loader", "string", "平台"))
}

func (s *Routes) fresh(h httpkit.Handler) httpkit.Handler { return s.source.Fresh(h) }
