package family

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Checked are the facts that the required items of the publishing checklist are about.
type Checked struct {
	Types                                 []string // those of the loaders of the listed versions, or the chosen one
	Body, ClientSide, ServerSide, License string
	Versions                              int
}

// Validation is what a project lacks for a review.
type Validation struct {
	Nags []Nag `json:"nags"`
}

// Nag is an item of the publishing checklist that is not done, under the family's name of it.
type Nag struct {
	Kind     string   `json:"kind" enum:"upload_version,add_description,select_environment,select_license,add_icon,feature_gallery_image,select_tags,add_links"`
	Severity string   `json:"severity" enum:"required,suggestion"`
	Details  struct{} `json:"details"`
}

const checkedProject = `select p.type, p.doc_v2, (select count(*) from catalog.versions v where v.project = p.id), ` + view.Inside + `
from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject

// validate answers to members and staff. The required items are the rules of a submission; the suggestions are those of the
// checklist on the site's pages.
func (s *Routes) validate(ctx context.Context, in *view.ByID) (Validation, error) {
	v := view.Projects(ctx)
	type row struct {
		Type     string
		Doc      []byte
		Versions int
		Inside   bool
	}
	r, err := view.Only(view.Rows(ctx, s.source, "project", pgx.RowToStructByPos[row], checkedProject, v.Staff, v.Account, in.ID, in.ID.Lower()))
	if err != nil {
		return Validation{}, err
	}
	if !r.Inside {
		return Validation{}, httpkit.Forbidden("只有成员可以查看资源缺少的内容")
	}
	var p contract.Project
	if err := json.Unmarshal(r.Doc, &p); err != nil {
		return Validation{}, fmt.Errorf("decode project: %w", err)
	}
	out := Validation{Nags: []Nag{}}
	for _, id := range s.Unmet(Checked{
		Types: contract.ProjectTypes(r.Type, p.Loaders), Body: p.Body, ClientSide: p.ClientSide, ServerSide: p.ServerSide,
		License: p.License.ID, Versions: r.Versions,
	}) {
		kind := strings.ReplaceAll(id, "-", "_")
		if id == "select-environments" {
			kind = "select_environment"
		}
		out.Nags = append(out.Nags, Nag{Kind: kind, Severity: "required"})
	}
	for _, item := range []struct {
		kind    string
		missing bool
	}{
		{"add_icon", p.IconURL == nil},
		{"feature_gallery_image", !slices.ContainsFunc(p.Gallery, func(one contract.Picture) bool { return one.Featured })},
		{"select_tags", r.Versions > 0 && len(p.Categories)+len(p.AdditionalCategories) == 0},
		{"add_links", p.IssuesURL == nil && p.SourceURL == nil && p.WikiURL == nil && p.DiscordURL == nil && len(p.DonationURLs) == 0},
	} {
		if item.missing {
			out.Nags = append(out.Nags, Nag{Kind: item.kind, Severity: "suggestion"})
		}
	}
	return out, nil
}
