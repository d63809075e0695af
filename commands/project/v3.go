package project

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// The v3 API names a project's title its name, its short text the summary, and its long text the description.

func isV3(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/v3/") }

type projectInputV3 struct {
	projectInput
	Name        string             `json:"name"`
	Summary     string             `json:"summary"`
	Description string             `json:"description"` // hides the one of v2
	LinkURLs    map[string]*string `json:"link_urls"`
	Environment *string            `json:"environment"`
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
	if in.Environment != nil {
		client, server, err := sides(*in.Environment)
		if err != nil {
			return err
		}
		into.ClientSide, into.ServerSide = client, server
	}
	named := map[string]**string{"issues": &into.IssuesURL, "source": &into.SourceURL, "wiki": &into.WikiURL, "discord": &into.DiscordURL}
	for _, platform := range slices.Sorted(maps.Keys(in.LinkURLs)) {
		if link := named[platform]; link != nil {
			*link = in.LinkURLs[platform]
		} else if address := text(in.LinkURLs[platform]); address != "" {
			into.DonationURLs = append(into.DonationURLs, donationInput{ID: platform, Platform: contract.PlatformName(platform), URL: address})
		}
	}
	return nil
}

// sides are the sides of the project with a v3 environment.
func sides(environment string) (client, server string, err error) {
	client, server, known := contract.Environment(environment)
	if !known {
		return "", "", fault.Invalid("environment", "未知的运行环境："+environment+"。")
	}
	return client, server, nil
}

// adopt gives a project without an environment that of its version; the rules of the version check the name.
func (t *Target) adopt(environment string, why *reason.Reason) error {
	client, server, known := contract.Environment(environment)
	if !known {
		return nil
	}
	return t.Do(project.AdoptEnvironment{By: t.By, Reason: why, Environments: project.Environment{Client: client, Server: server}})
}

type projectPatchV3 struct {
	ProjectPatch
	Name        field[string]             `json:"name,omitzero"`
	Summary     field[string]             `json:"summary,omitzero"`
	Description field[string]             `json:"description,omitzero"` // hides the one of v2
	LinkURLs    field[map[string]*string] `json:"link_urls,omitzero"`
	Environment field[string]             `json:"environment,omitzero" doc:"运行环境：client_and_server、client_only、server_only 等"`

	// The v2 names.
	Title json.RawMessage `json:"title,omitempty" hidden:"true"`
	Body  json.RawMessage `json:"body,omitempty" hidden:"true"`
}

// v2 is the same change with the v2 names.
func (in projectPatchV3) v2() (ProjectPatch, error) {
	into := in.ProjectPatch
	into.Title, into.Body, into.Description = in.Name, in.Description, in.Summary
	if in.Environment.set && !in.Environment.null {
		client, server, err := sides(in.Environment.value)
		if err != nil {
			return into, err
		}
		into.everywhere = true
		into.ClientSide, into.ServerSide = field[string]{set: true, value: client}, field[string]{set: true, value: server}
	}
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
			if into.links == nil {
				into.links = map[string]string{}
			}
			into.links[platform] = text(address)
		}
	}
	return into, nil
}
