package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/document"
)

// compatibility is the union of what a project's listed versions support.
func (p *projectState) compatibility() (ids, loaders, gameVersions []string) {
	ids, loaders, gameVersions = []string{}, []string{}, []string{}
	for _, v := range p.Versions {
		if !v.Status.Listed() {
			continue
		}
		ids = append(ids, v.ID)
		loaders = append(loaders, v.Loaders...)
		gameVersions = append(gameVersions, v.GameVersions...)
	}
	slices.Sort(loaders)
	slices.Sort(gameVersions)
	loaders = slices.Compact(loaders)
	gameVersions = slices.Compact(gameVersions)
	document.SortGameVersions(gameVersions)
	return ids, loaders, gameVersions
}

// rendered is a project's row with its search document.
type rendered struct {
	row projectRow
	v2  contract.Project
	hit contract.Hit
}

// Documents are stored without their counters, which are joined when they are read.
type (
	storedV2 struct {
		contract.Project
		Followers struct{} `json:"followers,omitzero"`
	}
	storedV3 struct {
		contract.ProjectV3
		Followers struct{} `json:"followers,omitzero"`
	}
	storedHit struct {
		contract.Hit
		Follows struct{} `json:"follows,omitzero"`
	}
)

// render makes a project's row with all its documents.
func (h *handler) render(p *projectState, profiles map[string]profile) (rendered, error) {
	p.render(h.opts.Markdown)
	org := h.orgs[p.Organization]
	v2 := p.v2()
	hit := p.hit(v2, org, profiles)
	row := projectRow{
		ID: p.ID, Slug: p.Slug, Position: p.Position, Status: p.Status, Listed: p.Status.Searchable(), Visible: !p.Status.Hidden(),
		Monetized: p.Monetizes(),
		Type:      p.Type, URLType: v2.URLType, Title: p.Title, IconURL: p.IconURL, Owner: p.Owner, Organization: p.Organization,
		Published: p.CreatedAt, Updated: p.Updated, Changed: p.Changed, Approved: v2.Approved, Queued: p.Queued, Round: p.Rounds,
		Downloads: v2.Downloads, Names: strings.ToLower(p.Title + "\n" + p.titleZH() + "\n" + p.Slug),
	}
	if p.Plan != nil {
		row.Due = &p.Plan.Time
	}
	if o := p.original(org); o != nil && o.Author != nil {
		row.Credited = strings.ToLower(*o.Author)
	}
	documents := []struct {
		into *[]byte
		of   any
	}{
		{&row.State, p}, {&row.V2, storedV2{Project: v2}}, {&row.V3, storedV3{ProjectV3: v2.V3(string(p.Type), contract.Present(p.Organization))}}, {&row.Page, p.extra(org)},
		{&row.Team, contract.Team{Members: p.publicMembers(profiles)}}, {&row.Hit, storedHit{Hit: hit}},
	}
	if p.Message != "" { // the decision's message for members and staff
		documents = append(documents, struct {
			into *[]byte
			of   any
		}{&row.Message, contract.Moderated{ModeratorMessage: &contract.Message{Message: p.Message}}})
	}
	for _, d := range documents {
		var err error
		if *d.into, err = document.Encode(d.of); err != nil {
			return rendered{}, fmt.Errorf("render project %s: %w", p.ID, err)
		}
	}
	return rendered{row, v2, hit}, nil
}

// render renders a changed body.
func (p *projectState) render(markdown func(src string) string) {
	if p.unrendered {
		p.BodyHTML, p.unrendered = markdown(p.Body), false
	}
}

// v2 is the project's v2 document.
func (p *projectState) v2() contract.Project {
	ids, loaders, gameVersions := p.compatibility()
	requested, plan := p.planned()
	return contract.Project{
		ID: p.ID, Slug: p.Slug, ProjectType: contract.ProjectType(string(p.Type), loaders), Team: p.ID,
		Title: p.Title, Description: p.Summary, Body: p.Body,
		Published: p.CreatedAt, Updated: p.Updated, Approved: p.approved(), Queued: p.Queued,
		Status: string(p.Status), RequestedStatus: requested, License: p.license(),
		Downloads: p.downloads(), Categories: contract.List(p.Categories), AdditionalCategories: contract.List(p.Additional),
		Loaders: loaders, GameVersions: gameVersions, Versions: ids,
		IconURL: contract.Present(p.IconURL), RawIconURL: contract.Present(p.IconURL),
		IssuesURL: contract.Present(p.Links.Issues), SourceURL: contract.Present(p.Links.Source),
		WikiURL: contract.Present(p.Links.Wiki), DiscordURL: contract.Present(p.Links.Discord),
		DonationURLs: p.donations(), Gallery: p.pictures(), Color: p.Color, ThreadID: p.Thread,
		MonetizationStatus: string(p.MonetizationStatus()),
		ClientSide:         contract.Side(p.Environments.Client), ServerSide: contract.Side(p.Environments.Server),
		Environment: contract.EnvironmentsOf(p.environment(), p.ownEnvironments()),
		WikiOpen:    p.WikiOpen,
		Schedule:    plan,
		URLType:     contract.URLType(string(p.Type), loaders),
	}
}

// planned is the requested status of the project, and the plan that it is scheduled by.
func (p *projectState) planned() (*string, *contract.ReleasePlan) {
	if p.Plan == nil {
		return contract.Present(string(p.Requested)), nil
	}
	plan := contract.ReleasePlan{Time: p.Plan.Time, RequestedStatus: string(p.Plan.Status), UserID: p.Plan.Author}
	return &plan.RequestedStatus, &plan
}

// environment is the v3 name of the project's sides.
func (p *projectState) environment() string {
	return contract.EnvironmentName(p.Environments.Client, p.Environments.Server)
}

// ownEnvironments are those of the listed versions, empty where a version has that of the project.
func (p *projectState) ownEnvironments() []string {
	var own []string
	for _, f := range p.Versions {
		if f.Status.Listed() {
			v := project.Version{Environment: f.Environment, EnvironmentAfter: f.EnvironmentAfter}
			own = append(own, v.OwnEnvironment(p.State))
		}
	}
	return own
}

func (p *projectState) license() contract.License {
	name := p.License.Name
	if name == "" {
		name = document.LicenseName(p.License.ID)
	}
	return contract.License{ID: p.License.ID, Name: name, URL: contract.Present(p.License.URL)}
}

func (p *projectState) donations() []contract.Donation {
	out := make([]contract.Donation, 0, len(p.Links.Donation))
	for _, d := range p.Links.Donation {
		out = append(out, contract.Donation{ID: d.ID, Platform: d.Platform, URL: d.URL})
	}
	return out
}

// pictures are in the owner's order, then by age.
func (p *projectState) pictures() []contract.Picture {
	out := make([]contract.Picture, 0, len(p.Gallery))
	for _, g := range p.Gallery {
		raw := cmp.Or(g.RawURL, g.URL)
		out = append(out, contract.Picture{
			URL: g.URL, RawURL: raw, Featured: g.Featured, Title: contract.Present(g.Title),
			Description: contract.Present(g.Description), Created: p.Pictured[g.URL], Ordering: g.Ordering,
		})
	}
	slices.SortStableFunc(out, func(a, b contract.Picture) int {
		if c := cmp.Compare(a.Ordering, b.Ordering); c != 0 {
			return c
		}
		return a.Created.Compare(b.Created)
	})
	return out
}

// titleZH is the first Chinese title among the aliases, or "".
func (p *projectState) titleZH() string {
	for _, a := range p.Aliases {
		if a.Kind == "zh" {
			return a.Text
		}
	}
	return ""
}

// extra is the data of the site's own project page beside the v2 document.
func (p *projectState) extra(org *organizationState) contract.PageExtra {
	aliases, title := []string{}, p.titleZH()
	for _, a := range p.Aliases {
		if a.Text != title {
			aliases = append(aliases, a.Text)
		}
	}
	_, loaders, _ := p.compatibility()
	extra := contract.PageExtra{
		ChosenType: string(p.Type), ProjectTypes: contract.ProjectTypes(string(p.Type), loaders), BodyHTML: p.BodyHTML, TitleZH: contract.Present(title), Aliases: aliases,
	}
	if d := p.Downloads; d != nil {
		extra.OpeningDownloads = &contract.Opening{Count: d.Count, Estimated: d.Estimated}
	}
	extra.Original, extra.Estimated = p.original(org), p.estimated()
	if org != nil {
		extra.Organization = &contract.Organization{
			ID: org.ID, Slug: org.Slug, Name: org.Name, IconURL: contract.Present(org.IconURL), Repost: org.Repost,
		}
	}
	return extra
}

// publicMembers are the accepted members as outsiders see them: the owner first, then by role and name.
func (p *projectState) publicMembers(profiles map[string]profile) []contract.Member {
	out := []contract.Member{}
	for _, m := range p.Members {
		if m.Accepted {
			out = append(out, contract.Member{
				TeamID: p.ID, User: profileOf(profiles, m.Account), Role: m.Role, IsOwner: m.Account == p.Owner,
				Accepted: true, Ordering: m.Ordering,
			})
		}
	}
	slices.SortStableFunc(out, contract.CompareMembers)
	return out
}

// profileOf is an account's profile, or one with only an id where the account is deleted.
func profileOf(profiles map[string]profile, account string) profile {
	if u, ok := profiles[account]; ok {
		return u
	}
	return profile{ID: account, Role: contract.Role(""), Created: time.Unix(0, 0).UTC()}
}

// approved is the time of the project's first approval, or nil.
func (p *projectState) approved() *time.Time {
	if p.ApprovedAt.IsZero() {
		return nil
	}
	return &p.ApprovedAt
}
