// Package project answers queries about projects, their versions, files and teams.
package project

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/translation"
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

// shape is a version of the API: the stored document that a route copies.
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
func (s *Routes) Register(api *httpkit.API) {
	v2, v3 := shapes()[0], shapes()[1]
	mountShape[contract.ProjectAnswer, contract.Version](api, s, v2, contract.Member.V2)
	mountShape[contract.ProjectV3Answer, contract.VersionV3](api, s, v3, contract.Member.V3)
	s.mountOrganizations(api)
	s.mountPage(api)
	view.Query(api, s.source, view.Route{Path: "POST /v3/content/resolve", Summary: "安装一个资源需要的全部版本", Answer: "要安装的版本，以及没有安装的依赖和原因"}, s.install)
}

// mountShape mounts the routes of both versions of the API, each with its own documents.
func mountShape[Project, Version any, Member member](api *httpkit.API, s *Routes, sh shape, in func(contract.Member) Member) {
	at := func(path, summary string) view.Route {
		return view.Route{Path: path, Under: []string{sh.prefix}, Summary: summary}
	}
	linked := func(path, summary string) view.Route {
		route := at(path, summary)
		route.Fresh = []string{translation.Name} // documents of versions show their translations
		return route
	}
	view.Stored[Project](api, s.source, at("GET /project/{id}", "按 ID 或 slug 查询资源"), s.project(sh))
	view.Stored[[]Project](api, s.source, at("GET /projects", "按 ID 或 slug 批量查询资源"), s.projects(sh))
	view.Stored[[]Project](api, s.source, at("GET /projects_random", "随机资源"), s.random(sh))
	view.Query(api, s.source, at("GET /project/{id}/check", "检查 ID 或 slug 是否已被使用"), s.check)
	view.Stored[DependenciesAnswer](api, s.source, at("GET /project/{id}/dependencies", "资源的依赖"), s.dependencies(sh))

	view.Stored[[]Version](api, s.source, linked("GET /project/{id}/version", "资源的版本，最新在前"), s.versions(sh))
	view.Stored[Version](api, s.source, linked("GET /project/{id}/version/{version}", "按 ID 或版本号查询资源的版本"), s.versionOf(sh))
	view.Stored[Version](api, s.source, linked("GET /version/{id}", "按 ID 查询版本"), s.version(sh))
	view.Stored[[]Version](api, s.source, linked("GET /versions", "批量查询版本"), s.versionsByID(sh))

	file := at("GET /version_file/{hash}", "按文件哈希查询版本")
	file.Responses = httpkit.JSONResponses[Version](api.Huma, "200", "版本；multiple 为 true 时是版本列表")
	one := file.Responses["200"].Content["application/json"]
	one.Schema = &huma.Schema{OneOf: []*huma.Schema{one.Schema, httpkit.SchemaOf[[]Version](api.Huma)}}
	view.Stored[Version](api, s.source, file, s.versionFile(sh))
	redirect := at("GET /version_file/{hash}/download", "按文件哈希下载")
	redirect.Responses = map[string]*huma.Response{"307": {Description: "重定向到文件"}}
	view.Stored[Version](api, s.source, redirect, s.download)
	view.Stored[Version](api, s.source, at("POST /version_file/{hash}/update", "文件所属资源的最新匹配版本"), s.update(sh))
	view.Stored[map[string]Version](api, s.source, at("POST /version_files", "批量按文件哈希查询版本"), s.versionFiles(sh))
	view.Stored[map[string]Version](api, s.source, at("POST /version_files/update", "批量查询最新匹配版本"), s.updates(sh))
	view.Stored[map[string][]Version](api, s.source, at("POST /version_files/update_many", "批量查询全部匹配版本"), s.updatesMany(sh))
	view.Stored[map[string]Version](api, s.source, at("POST /version_files/update_individual", "按各自条件批量查询最新匹配版本"), s.updatesIndividual(sh))
	view.Stored[map[string]Project](api, s.source, at("POST /version_files/project", "批量按文件哈希查询资源"), s.projectsOfFiles(sh))

	view.Query(api, s.source, at("GET /project/{id}/members", "资源的成员"), members(s, in))
	view.Query(api, s.source, at("GET /team/{id}/members", "资源或团队的成员"), team(s, in))
	view.Query(api, s.source, at("GET /teams", "批量查询团队的成员"), teams(s, in))
}

func (s *Routes) mountOrganizations(api *httpkit.API) {
	view.Query(api, s.source, view.Route{Path: "GET /v3/project/{id}/organization", Summary: "资源所属的团队"}, s.organizationOf)
	view.Stored[[]contract.ProjectV3Answer](api, s.source, view.Route{Path: "GET /v3/organization/{id}/projects", Summary: "团队的资源"}, s.organizationProjects)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/organization/{id}/page", Summary: "团队页面的数据"}, s.organizationPage)
	view.Stored[contract.SearchPage[Row]](api, s.source, view.Route{Path: "GET /_internal/organization/{id}/projects", Summary: "团队页面的资源列表"}, s.organizationRows)
}

func (s *Routes) mountPage(api *httpkit.API) {
	view.Stored[contract.ProjectPageAnswer](api, s.source, view.Route{Path: "GET /_internal/project/{id}", Summary: "资源页面的数据"}, s.cached(view.KindPage, s.readPage))
	view.Query(api, s.source, view.Route{Path: "GET /_internal/slug", Summary: "为标题推荐链接"}, s.suggestSlug)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/versions", Summary: "资源页面的版本列表，最新在前"}, s.listVersions)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/changelog", Summary: "资源页面的更新日志，最新在前"}, s.listChanges)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/between", Summary: "两个版本之间的更新日志，最新在前"}, s.between)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/places", Summary: "资源支持的平台与游戏版本"}, s.places)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/fitting", Summary: "适合某个平台与游戏版本的最新版本"}, s.fitting)
	view.Stored[contract.VersionAnswer](api, s.source, view.Route{Path: "GET /_internal/project/{id}/version/{version}", Fresh: []string{translation.Name}, Summary: "按 ID 或版本号查询版本页面的数据"}, s.pageVersion)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/project/{id}/dependencies", Summary: "资源页面的依赖列表"}, s.pageDependencies)
	view.Query(api, s.source, view.Route{Path: "GET /_internal/version/{id}/needs", Fresh: []string{translation.Name}, Summary: "版本需要的资源，各取适合的版本", Answer: "依赖与翻译"}, s.needs)
}
