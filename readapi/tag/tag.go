// Package tag answers with the lists that projects are described by: categories, loaders, game
// versions, licences, link platforms and the kinds of reports, projects and sides.
package tag

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/document"
	"github.com/modyard/modyard/readapi/view"
)

// Register mounts every route. It fails only when a list cannot be encoded.
func Register(d *view.Docs) error {
	versions := document.GameVersions()
	for _, prefix := range []string{"/v2", "/v3"} {
		for _, l := range []struct {
			name, summary string
			list          any
			mount         func(path, summary string, h httpkit.Handler)
		}{
			{"category", "分类", categories(), mount[[]Category](d)},
			{"loader", "平台", loaders(), mount[[]Loader](d)},
			{"game_version", "游戏版本，最新在前", versions, mount[[]document.GameVersion](d)},
			{"license", "许可证", licenses(), mount[[]License](d)},
			{"donation_platform", "链接平台", platforms(), mount[[]Platform](d)},
			{"report_type", "举报类型", reportTypes(), mount[[]string](d)},
			{"project_type", "资源类型", projectTypes(), mount[[]string](d)},
			{"side_type", "运行环境的取值", sideTypes(), mount[[]string](d)},
		} {
			body, err := document.Encode(l.list)
			if err != nil {
				return err
			}
			l.mount(prefix+"/tag/"+l.name, l.summary, constant(body))
		}
		d.Get(prefix+"/tag/license/{id}", "许可证文本", view.Answers[LicenseText](d, "许可证文本"), license)
	}
	return nil
}

func mount[T any](d *view.Docs) func(path, summary string, h httpkit.Handler) {
	return func(path, summary string, h httpkit.Handler) {
		d.Get(path, summary, view.Answers[T](d, summary), h)
	}
}

// constant answers with a list that only a new program changes.
func constant(body []byte) httpkit.Handler {
	sum := sha256.Sum256(body)
	tag := hex.EncodeToString(sum[:8])
	return func(w http.ResponseWriter, r *http.Request) error {
		return view.Constant(w, r, tag, body)
	}
}
