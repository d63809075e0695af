// Package markdown shows an editor what its text will look like.
package markdown

import (
	"net/http"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// maxBody is the longest text that a body or a changelog may have.
const maxBody = 65536

// Question is a text in Markdown.
type Question struct {
	Body string `json:"body"`
}

// Answer is the text as pages show it.
type Answer struct {
	HTML string `json:"html"`
}

// Register mounts the preview. render is the renderer that the projections use.
func Register(d *view.Docs, render func(string) string) {
	d.Post("/_internal/markdown", "预览 Markdown", view.Body[Question](d), view.Answers[Answer](d, "HTML"),
		func(w http.ResponseWriter, r *http.Request) error {
			var q Question
			if err := httpkit.DecodeJSON(r, &q); err != nil {
				return err
			}
			if utf8.RuneCountInString(q.Body) > maxBody {
				return httpkit.Invalid("内容过长，最多 65536 个字符")
			}
			return view.Value(w, Answer{HTML: render(q.Body)})
		})
}
