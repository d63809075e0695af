// Package tag answers the lists of values that projects are described with: categories, loaders, game versions,
// licences, link platforms and the kinds of reports, projects and sides.
package tag

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Register mounts every route. It fails only when a list cannot be encoded.
func Register(api *httpkit.API) error {
	err := errors.Join(
		list(api, "category", "分类", categories()),
		listUnder(api, "/v2/tag/loader", "平台", loaders()),
		listUnder(api, "/v3/tag/loader", "平台", loadersV3()),
		listUnder(api, "/v3/games", "游戏", gamesV3()),
		listUnder(api, "/v3/tag/link_platform", "链接平台", linkPlatforms()),
		list(api, "game_version", "游戏版本，最新在前", document.GameVersions()),
		list(api, "license", "许可证", licenses()),
		list(api, "donation_platform", "链接平台", contract.Platforms()),
		list(api, "report_type", "举报类型", reportTypes()),
		list(api, "project_type", "资源类型", projectTypes()),
		list(api, "side_type", "运行环境的取值", sideTypes()),
	)
	view.Query(api, nil, at("license/{id}", "许可证文本"), license)
	view.Query(api, nil, view.Route{Path: "GET /v3/loader_field", Summary: "版本字段的取值"}, loaderField)
	return err
}

func at(path, summary string) view.Route {
	return view.Route{Path: "GET /tag/" + path, Under: []string{"/v2", "/v3"}, Summary: summary}
}

// list mounts a list that changes only with a new program.
func list[T any](api *httpkit.API, name, summary string, values []T) error {
	return mount(api, at(name, summary), values)
}

// listUnder is list for one version of the API.
func listUnder[T any](api *httpkit.API, path, summary string, values []T) error {
	return mount(api, view.Route{Path: "GET " + path, Summary: summary}, values)
}

func mount[T any](api *httpkit.API, route view.Route, values []T) error {
	body, err := document.Encode(values)
	if err != nil {
		return fmt.Errorf("encode the list of %s: %w", route.Path, err)
	}
	sum := sha256.Sum256(body)
	answer := view.Unchanging(hex.EncodeToString(sum[:8]), body)
	view.Stored[[]T](api, nil, route, func(context.Context, *struct{}) (view.Answer, error) { return answer, nil })
	return nil
}
