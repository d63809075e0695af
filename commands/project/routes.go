package project

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
)

// Routes mounts every route of the package under /v2 and again under /v3. A project's texts have
// their v3 names there; everything else is called as in v2.
func (s *Service) Routes(api *httpkit.API) {
	for _, version := range []string{"v2", "v3"} {
		s.projectRoutes(api, version)
		s.versionRoutes(api, version)
		s.teamRoutes(api, version)
	}
	s.stagingRoutes(api)
}

// stagingRoutes are for the page on which a version is made.
func (s *Service) stagingRoutes(api *httpkit.API) {
	m := mount{api, "/_internal", "internal", "versions"}
	which := httpkit.QueryParam("project_id", "string", "资源 ID")
	binary := map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	m.route("POST", "/version-file", "stage-version-file", "上传一个文件，供之后的版本使用", huma.Operation{
		MaxBodyBytes: s.options.MaxFile, RequestBody: &huma.RequestBody{Required: true, Content: binary},
		Parameters: []*huma.Param{which, httpkit.QueryParam("name", "string", "文件名")},
		Responses:  httpkit.JSONResponses[StagedDocument](api.Huma, "200", "已上传的文件"),
	}, httpkit.Timeout(s.options.MaxTime, s.stageFile))
	m.route("GET", "/version-file", "list-staged-files", "尚未用在版本里的文件", huma.Operation{
		Parameters: []*huma.Param{which}, Responses: httpkit.JSONResponses[[]StagedDocument](api.Huma, "200", "已上传的文件"),
	}, s.listStaged)
	m.route("DELETE", "/version-file/{id}", "drop-staged-file", "丢弃已上传的文件", huma.Operation{}, s.dropStaged)
	m.route("POST", "/version-problems", "check-version-files", "按版本的规则检查已上传的文件", huma.Operation{
		RequestBody: jsonBody[problemsInput](api), Responses: httpkit.JSONResponses[[]fileProblems](api.Huma, "200", "每个文件的检查结果"),
	}, s.versionProblems)
}

func (s *Service) projectRoutes(api *httpkit.API, version string) {
	m := mount{api, "/" + version, version, "projects"}
	upload := func(h httpkit.Handler) httpkit.Handler { return httpkit.Timeout(s.options.MaxTime, h) }
	created := httpkit.JSONResponses[Document](api.Huma, "200", "新建的资源")
	edited := jsonBody[projectPatchDoc](api)
	if version == "v3" {
		created = httpkit.JSONResponses[DocumentV3](api.Huma, "200", "新建的资源")
		edited = jsonBody[projectPatchDocV3](api)
	}
	m.route("POST", "/project", "create-project", "新建资源", huma.Operation{
		MaxBodyBytes: s.options.MaxUpload, Responses: created, RequestBody: formBody(),
	}, upload(s.createProject))
	m.route("PATCH", "/project/{id}", "edit-project", "修改资源及其状态", huma.Operation{RequestBody: edited}, s.editProject)
	m.route("PATCH", "/projects", "edit-projects", "批量修改资源的分类和链接", huma.Operation{
		Parameters: []*huma.Param{httpkit.QueryParam("ids", "string", "资源 ID 的 JSON 数组")}, RequestBody: jsonBody[bulkPatchDoc](api),
	}, s.bulkEdit)
	m.route("DELETE", "/project/{id}", "delete-project", "删除资源", huma.Operation{Parameters: reasons()}, s.deleteProject)
	m.route("PATCH", "/project/{id}/icon", "change-project-icon", "更换资源图标", huma.Operation{
		MaxBodyBytes: maxIconBytes + 1, RequestBody: imageBody(), Parameters: append(reasons(), httpkit.QueryParam("ext", "string", "图片扩展名")),
	}, s.changeIcon)
	m.route("DELETE", "/project/{id}/icon", "remove-project-icon", "移除资源图标", huma.Operation{Parameters: reasons()}, s.removeIcon)
	words := append(reasons(),
		httpkit.QueryParam("featured", "boolean", "是否为展示图"), httpkit.QueryParam("title", "string", "标题"),
		httpkit.QueryParam("description", "string", "说明"), httpkit.QueryParam("ordering", "integer", "排序"),
	)
	which := httpkit.QueryParam("url", "string", "图片地址")
	m.route("POST", "/project/{id}/gallery", "add-gallery-image", "添加画廊图片", huma.Operation{
		MaxBodyBytes: maxPictureBytes + 1, RequestBody: imageBody(), Parameters: words,
	}, s.addPicture)
	m.route("PATCH", "/project/{id}/gallery", "edit-gallery-image", "修改画廊图片", huma.Operation{Parameters: append(slices.Clone(words), which)}, s.editPicture)
	m.route("DELETE", "/project/{id}/gallery", "remove-gallery-image", "移除画廊图片", huma.Operation{Parameters: append(reasons(), which)}, s.removePicture)
}

func (s *Service) versionRoutes(api *httpkit.API, version string) {
	m := mount{api, "/" + version, version, "versions"}
	upload := func(h httpkit.Handler) httpkit.Handler { return httpkit.Timeout(s.options.MaxTime, h) }
	m.route("POST", "/version", "create-version", "上传版本", huma.Operation{
		MaxBodyBytes: s.options.MaxUpload, RequestBody: formBody(),
		Responses: httpkit.JSONResponses[VersionDocument](api.Huma, "200", "新建的版本"),
	}, upload(s.createVersion))
	m.route("PATCH", "/version/{id}", "edit-version", "修改版本", huma.Operation{RequestBody: jsonBody[versionPatchDoc](api)}, s.editVersion)
	m.route("DELETE", "/version/{id}", "delete-version", "删除版本", huma.Operation{Parameters: reasons()}, s.deleteVersion)
	m.route("POST", "/version/{id}/file", "add-version-files", "为版本添加文件", huma.Operation{
		MaxBodyBytes: s.options.MaxUpload, RequestBody: formBody(),
	}, upload(s.addFiles))
	m.route("DELETE", "/version_file/{hash}", "delete-version-file", "删除版本文件(sha512)", huma.Operation{Parameters: reasons()}, s.deleteFile)
}

func (s *Service) teamRoutes(api *httpkit.API, version string) {
	m := mount{api, "/" + version, version, "teams"}
	m.route("POST", "/team/{id}/members", "invite-member", "邀请成员", huma.Operation{RequestBody: jsonBody[inviteDoc](api)}, s.orOther(s.inviteMember, func(t commands.Team) httpkit.Handler { return t.Invite }))
	m.route("POST", "/team/{id}/join", "join-team", "接受邀请", huma.Operation{}, s.orOther(s.join, func(t commands.Team) httpkit.Handler { return t.Join }))
	m.route("PATCH", "/team/{id}/members/{user}", "edit-member", "修改成员", huma.Operation{RequestBody: jsonBody[memberPatchDoc](api)}, s.orOther(s.editMember, func(t commands.Team) httpkit.Handler { return t.Edit }))
	m.route("DELETE", "/team/{id}/members/{user}", "remove-member", "移除成员、撤回或拒绝邀请、退出", huma.Operation{Parameters: reasons()}, s.orOther(s.removeMember, func(t commands.Team) httpkit.Handler { return t.Remove }))
	m.route("PATCH", "/team/{id}/owner", "transfer-ownership", "转让资源", huma.Operation{RequestBody: jsonBody[ownerDoc](api)}, s.orOther(s.transfer, func(t commands.Team) httpkit.Handler { return t.Transfer }))
}

// orOther lets another kind of team answer for an id that is one of its own.
func (s *Service) orOther(own httpkit.Handler, pick func(commands.Team) httpkit.Handler) httpkit.Handler {
	if s.options.OtherTeam == nil {
		return own
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		other, found, err := s.options.OtherTeam(r.Context(), r.PathValue("id"))
		if err != nil {
			return fmt.Errorf("look for team: %w", err)
		}
		if found {
			return pick(other)(w, r)
		}
		return own(w, r)
	}
}

// mount is where a group of routes hangs.
type mount struct {
	api            *httpkit.API
	prefix, suffix string
	tag            string
}

// route documents and mounts one route; without responses of its own it answers 204.
func (m mount) route(method, path, id, summary string, op huma.Operation, h httpkit.Handler) {
	op.Method, op.Path, op.OperationID, op.Summary = method, m.prefix+path, id+"-"+m.suffix, summary
	op.Tags = []string{m.tag}
	if op.Responses == nil {
		op.Responses = httpkit.NoContentResponses()
	}
	m.api.Raw(op, h)
}

// reasons are the parameters by which the staff say why, where the request has no JSON body.
func reasons() []*huma.Param {
	return []*huma.Param{
		httpkit.QueryParam(reason.Field+"_code", "string", "管理人员操作他人资源的原因代码"),
		httpkit.QueryParam(reason.Field, "string", "原因的说明"),
	}
}

func jsonBody[T any](api *httpkit.API) *huma.RequestBody { return httpkit.JSONBody[T](api.Huma) }

func formBody() *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: &huma.Schema{Type: huma.TypeString, Format: "binary"},
		Properties: map[string]*huma.Schema{"data": {Type: huma.TypeString, Description: "JSON,须为第一个部分"}},
	}}}}
}

func imageBody() *huma.RequestBody {
	schema := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"image/png": {Schema: schema}, "image/jpeg": {Schema: schema}, "image/gif": {Schema: schema}, "image/webp": {Schema: schema},
	}}
}
