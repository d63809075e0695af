package project

import (
	"context"
	"path"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

func both() []string { return []string{"/v2", "/v3"} }

// Routes mounts every route of the package under /v2 and /v3. The texts of a project have other names under /v3.
func (s *Service) Routes(api *httpkit.API) {
	s.projectRoutes(api)
	s.versionRoutes(api)
	s.planRoutes(api)
}

func (s *Service) projectRoutes(api *httpkit.API) {
	write := func(path, summary string, under ...string) commands.Route {
		return commands.Route{Path: path, Under: under, Summary: summary, Scope: identity.ScopeProjectWrite}
	}
	begin := commands.Route{Path: "POST /v2/project", Summary: "新建资源", Scope: identity.ScopeProjectCreate, MaxBody: s.options.MaxUpload, MaxTime: s.options.MaxTime}
	commands.MountRaw(api, begin, huma.Operation{RequestBody: formBody(), Responses: httpkit.JSONResponses[contract.ProjectAnswer](api.Huma, "200", "新建的资源")}, s.createProject)
	begin.Path = "POST /v3/project"
	commands.MountRaw(api, begin, huma.Operation{RequestBody: formBody(), Responses: httpkit.JSONResponses[contract.ProjectV3Answer](api.Huma, "200", "新建的资源")}, s.createProject)
	commands.MountRequest(api, write("PATCH /v2/project/{id}", "修改资源及其状态"), s.editV2)
	commands.MountRequest(api, write("PATCH /v3/project/{id}", "修改资源及其状态"), s.editV3)
	commands.Mount(api, s.handler, write("PATCH /projects", "批量修改资源的分类和链接", both()...), bulkEdit)
	commands.Mount(api, s.handler, commands.Route{Path: "DELETE /project/{id}", Under: both(), Summary: "删除资源", Scope: identity.ScopeProjectDelete}, remove)

	s.options.Icons.Mount(api, s.handler, icon.Kind{
		Under: both(), Path: "/project/{id}", Name: "资源", Scope: identity.ScopeProjectWrite, Side: iconSide, Folder: iconFolder, Open: openIcon,
	})
	add := write("POST /project/{id}/gallery", "添加画廊图片", both()...)
	add.MaxBody = maxPictureBytes + 1
	commands.MountRaw(api, add, huma.Operation{RequestBody: icon.Body(), Parameters: append(commands.ReasonParams(),
		httpkit.QueryParam("ext", "string", "图片扩展名"), httpkit.QueryParam("featured", "boolean", "是否为展示图"), httpkit.QueryParam("title", "string", "标题"),
		httpkit.QueryParam("description", "string", "说明"), httpkit.QueryParam("ordering", "integer", "排序"),
	)}, s.addPicture)
	commands.Mount(api, s.handler, write("PATCH /project/{id}/gallery", "修改画廊图片", both()...), editPicture)
	commands.Mount(api, s.handler, write("DELETE /project/{id}/gallery", "移除画廊图片", both()...), removePicture)
	commands.Mount(api, s.handler, write("PUT /project/{id}/gallery/order", "排列画廊图片", both()...), orderGallery)
}

func iconFolder(id string) string { return path.Join(id, "icons") }

func openIcon(ctx context.Context, tx *commands.Tx, name string, c icon.Change) (icon.Opened, error) {
	t, err := Find(ctx, tx, name)
	if err != nil {
		return icon.Opened{}, err
	}
	change := project.ChangeIcon{By: t.By, Reason: c.Reason, URL: c.URL, Color: c.Color}
	return icon.Opened{ID: t.State().ID, Check: change.Check(t.State()), Do: func() error { return t.Do(change) }}, nil
}

func (s *Service) versionRoutes(api *httpkit.API) {
	begin := commands.Route{Path: "POST /v2/version", Summary: "上传版本", Scope: identity.ScopeVersionCreate, MaxBody: s.options.MaxUpload, MaxTime: s.options.MaxTime}
	commands.MountRaw(api, begin, huma.Operation{RequestBody: formBody(), Responses: httpkit.JSONResponses[contract.Version](api.Huma, "200", "新建的版本")}, s.createVersion)
	begin.Path = "POST /v3/version"
	commands.MountRaw(api, begin, huma.Operation{RequestBody: formBody(), Responses: httpkit.JSONResponses[contract.VersionV3](api.Huma, "200", "新建的版本")}, s.createVersion)
	write := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: both(), Summary: summary, Scope: identity.ScopeVersionWrite}
	}
	commands.MountRequest(api, write("PATCH /version/{id}", "修改版本"), s.editVersion)
	commands.MountRequest(api, commands.Route{Path: "DELETE /version/{id}", Under: both(), Summary: "删除版本", Scope: identity.ScopeVersionDelete}, s.deleteVersion)
	add := write("POST /version/{id}/file", "为版本添加文件")
	add.MaxBody, add.MaxTime = s.options.MaxUpload, s.options.MaxTime
	commands.MountRaw(api, add, huma.Operation{RequestBody: formBody()}, s.addFiles)
	commands.MountRequest(api, write("DELETE /version_file/{hash}", "删除版本文件（sha512）"), s.deleteFile)
}

func formBody() *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString, Format: "binary"},
		Properties: map[string]*huma.Schema{"data": {Type: huma.TypeString, Description: "JSON，须为第一个部分"}},
	}}}}
}
