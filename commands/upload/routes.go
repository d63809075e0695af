package upload

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Routes mounts the routes of staged files. The page that creates a version uses them.
func (f *Files) Routes(api *httpkit.API) {
	staging := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeVersionCreate}
	}
	which := httpkit.QueryParam("project_id", "string", "资源 ID")
	send := staging("POST /_internal/version-file", "上传一个文件，供之后的版本使用")
	send.MaxBody, send.MaxTime = f.options.MaxFile, f.options.MaxTime
	commands.MountRaw(api, send, huma.Operation{
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}},
		Parameters:  []*huma.Param{which, httpkit.QueryParam("name", "string", "文件名")},
		Responses:   httpkit.JSONResponses[StagedDocument](api.Huma, "200", "已上传的文件"),
	}, f.stage)
	commands.Ask(api, staging("GET /_internal/version-file", "尚未用在版本里的文件"), f.list)
	commands.MountRequest(api, staging("DELETE /_internal/version-file/{id}", "丢弃已上传的文件"), f.drop)
	commands.Ask(api, staging("POST /_internal/version-problems", "按版本的规则检查已上传的文件"), f.problems)
}
