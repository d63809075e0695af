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

// DocumentV3 is the v3 document of a project: v2's with other names for some fields.
type DocumentV3 struct {
	Document
	Name         string                  `json:"name,omitzero"`
	Summary      string                  `json:"summary"`
	Description  string                  `json:"description"`
	TeamID       string                  `json:"team_id"`
	ProjectTypes []string                `json:"project_types"`
	Games        []string                `json:"games"`
	LinkURLs     map[string]documentLink `json:"link_urls"`
	ClientSide   []string                `json:"client_side"`
	ServerSide   []string                `json:"server_side"`
	Gallery      []documentPictureV3     `json:"gallery"`

	// The v2 names.
	Title        *struct{} `json:"title,omitempty"`
	Body         *struct{} `json:"body,omitempty"`
	BodyURL      *struct{} `json:"body_url,omitempty"`
	ProjectType  *struct{} `json:"project_type,omitempty"`
	Team         *struct{} `json:"team,omitempty"`
	IssuesURL    *struct{} `json:"issues_url,omitempty"`
	SourceURL    *struct{} `json:"source_url,omitempty"`
	WikiURL      *struct{} `json:"wiki_url,omitempty"`
	DiscordURL   *struct{} `json:"discord_url,omitempty"`
	DonationURLs *struct{} `json:"donation_urls,omitempty"`
}

type documentLink struct {
	Platform string `json:"platform"`
	Donation bool   `json:"donation"`
	URL      string `json:"url"`
}

type documentPictureV3 struct {
	documentPicture
	Name  *string   `json:"name"`
	Title *struct{} `json:"title,omitempty"`
}

func documentV3(d Document) DocumentV3 {
	v := DocumentV3{
		Document: d, Name: d.Title, Summary: d.Description, Description: d.Body, TeamID: d.Team, ProjectTypes: []string{d.ProjectType},
		Games: []string{"minecraft-java"}, LinkURLs: map[string]documentLink{}, ClientSide: []string{d.ClientSide},
		ServerSide: []string{d.ServerSide}, Gallery: []documentPictureV3{},
	}
	for platform, address := range map[string]*string{"issues": d.IssuesURL, "source": d.SourceURL, "wiki": d.WikiURL, "discord": d.DiscordURL} {
		if address != nil {
			v.LinkURLs[platform] = documentLink{Platform: platform, URL: *address}
		}
	}
	for _, l := range d.DonationURLs {
		v.LinkURLs[l.ID] = documentLink{Platform: l.ID, Donation: true, URL: l.URL}
	}
	for _, p := range d.Gallery {
		v.Gallery = append(v.Gallery, documentPictureV3{documentPicture: p, Name: p.Title})
	}
	return v
}
