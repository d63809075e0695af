package collection

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	for _, version := range []string{"v2", "v3"} {
		op := func(method, id, summary string) huma.Operation {
			return huma.Operation{
				Method: method, Path: "/" + version + "/project/{id}/follow", OperationID: id + "-" + version, Summary: summary,
				Tags: []string{"projects"}, Responses: httpkit.NoContentResponses(),
			}
		}
		api.Raw(op(http.MethodPost, "follow-project", "关注资源"), s.follow)
		api.Raw(op(http.MethodDelete, "unfollow-project", "取消关注资源"), s.unfollow)
	}
	s.collectionRoutes(api)
}

func (s *Service) collectionRoutes(api *httpkit.API) {
	route := func(method, path, id, summary string, op huma.Operation, h httpkit.Handler) {
		op.Method, op.Path, op.OperationID, op.Summary, op.Tags = method, "/v3/collection"+path, id, summary, []string{"collections"}
		if op.Responses == nil {
			op.Responses = httpkit.NoContentResponses()
		}
		api.Raw(op, h)
	}
	route("POST", "", "create-collection", "新建收藏夹", huma.Operation{
		RequestBody: httpkit.JSONBody[collectionInput](api.Huma), Responses: httpkit.JSONResponses[CollectionDocument](api.Huma, "200", "新建的收藏夹"),
	}, s.create)
	route("PATCH", "/{id}", "edit-collection", "修改收藏夹", huma.Operation{RequestBody: httpkit.JSONBody[collectionPatch](api.Huma)}, s.edit)
	route("DELETE", "/{id}", "delete-collection", "删除收藏夹", huma.Operation{Parameters: commands.ReasonParams()}, s.delete)
	image := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	route("PATCH", "/{id}/icon", "change-collection-icon", "更换收藏夹图片", huma.Operation{
		MaxBodyBytes: picture.MaxIconBytes + 1, Parameters: append(commands.ReasonParams(), httpkit.QueryParam("ext", "string", "图片扩展名")),
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"image/png": {Schema: image}, "image/jpeg": {Schema: image}, "image/gif": {Schema: image}, "image/webp": {Schema: image},
		}},
	}, s.changeIcon)
	route("DELETE", "/{id}/icon", "remove-collection-icon", "移除收藏夹图片", huma.Operation{Parameters: commands.ReasonParams()}, s.removeIcon)
	route("POST", "/{id}/project/{project}", "add-to-collection", "把资源加入收藏夹", huma.Operation{Parameters: commands.ReasonParams()}, s.addProject)
	route("DELETE", "/{id}/project/{project}", "remove-from-collection", "把资源移出收藏夹", huma.Operation{Parameters: commands.ReasonParams()}, s.removeProject)
	route("DELETE", "/{id}/projects", "remove-many-from-collection", "把多个资源移出收藏夹", huma.Operation{
		Parameters: append(commands.ReasonParams(), httpkit.QueryParam("ids", "string", "资源 ID 的 JSON 数组")),
	}, s.removeProjects)
}
