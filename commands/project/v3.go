package project

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

// The v3 API names a project's title its name, its short text the summary, and its long text the description.

func isV3(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/v3/") }

type projectInputV3 struct {
	projectInput
	Name        string `json:"name"`
	Summary     string `json:"summary"`
	Description string `json:"description"` // hides the one of v2
}

func readProjectInput(r *http.Request, f *form, into *projectInput) error {
	if !isV3(r) {
		return f.data(into)
	}
	var in projectInputV3
	if err := f.data(&in); err != nil {
		return err
	}
	*into = in.projectInput
	into.Title, into.Body, into.Description = in.Name, in.Description, in.Summary
	return nil
}

type projectPatchV3 struct {
	ProjectPatch
	Name        field[string]             `json:"name,omitzero"`
	Summary     field[string]             `json:"summary,omitzero"`
	Description field[string]             `json:"description,omitzero"` // hides the one of v2
	LinkURLs    field[map[string]*string] `json:"link_urls,omitzero"`

	// The v2 names.
	Title json.RawMessage `json:"title,omitempty" hidden:"true"`
	Body  json.RawMessage `json:"body,omitempty" hidden:"true"`
}

// v2 is the same change with the v2 names.
func (in projectPatchV3) v2() (ProjectPatch, error) {
	into := in.ProjectPatch
	into.Title, into.Body, into.Description = in.Name, in.Description, in.Summary
	for platform, address := range in.LinkURLs.value {
		link := field[string]{set: true, null: address == nil, value: text(address)}
		switch platform {
		case "issues":
			into.IssuesURL = link
		case "source":
			into.SourceURL = link
		case "wiki":
			into.WikiURL = link
		case "discord":
			into.DiscordURL = link
		default:
			return into, fault.Invalid("link_urls", "其他平台的链接请使用 donation_urls。")
		}
	}
	return into, nil
}
