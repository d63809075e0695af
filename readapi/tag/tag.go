// Package tag answers the lists of values that projects are described with: categories, loaders, game versions,
// licences, link platforms and the kinds of reports, projects and sides.
package tag

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Register mounts every route. It fails only when a list cannot be encoded.
func Register(api *httpkit.API) error {
	err := errors.Join(
		list(api, "category", "分类", categories()),
		list(api, "loader", "平台", loaders()),
		list(api, "game_version", "游戏版本，最新在前", document.GameVersions()),
		list(api, "license", "许可证", licenses()),
		list(api, "donation_platform", "链接平台", platforms()),
		list(api, "report_type", "举报类型", reportTypes()),
		list(api, "project_type", "资源类型", projectTypes()),
		list(api, "side_type", "运行环境的取值", sideTypes()),
	)
	view.Query(api, nil, at("license/{id}", "许可证文本"), license)
	return err
}

func at(path, summary string) view.Route {
	return view.Route{Path: "GET /tag/" + path, Under: []string{"/v2", "/v3"}, Summary: summary}
}

// list mounts a list that changes only with a new program.
func list[T any](api *httpkit.API, name, summary string, values []T) error {
	body, err := document.Encode(values)
	if err != nil {
		return fmt.Errorf("encode the list of %s: %w", name, err)
	}
	sum := sha256.Sum256(body)
	answer := view.Unchanging(hex.EncodeToString(sum[:8]), body)
	view.Stored[[]T](api, nil, at(name, summary), func(context.Context, *struct{}) (view.Answer, error) { return answer, nil })
	return nil
}
