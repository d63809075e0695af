// Package markdown answers the preview of an editor's text.
package markdown

import (
	"context"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// maxBody is the longest text that a body or a changelog may have.
const maxBody = 65536

type question struct {
	Body struct {
		Body string `json:"body"`
	}
}

// Answer is the text as pages show it.
type Answer struct {
	HTML string `json:"html"`
}

// Register mounts the preview. render is the renderer that the projections use.
func Register(api *httpkit.API, render func(string) string) {
	route := view.Route{Path: "POST /_internal/markdown", Summary: "预览 Markdown"}
	view.Query(api, nil, route, func(_ context.Context, in *question) (Answer, error) {
		if utf8.RuneCountInString(in.Body.Body) > maxBody {
			return Answer{}, httpkit.Invalid("body", "内容过长，最多 65536 个字符")
		}
		return Answer{HTML: render(in.Body.Body)}, nil
	})
}
