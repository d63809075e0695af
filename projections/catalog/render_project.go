package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/projections/document"
)

// compatibility is what the listed versions of a project run on together.
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

// rendered is a project as it is written and found.
type rendered struct {
	row projectRow
	v2  document.Project
	hit document.Hit
}

// Documents are stored without their counters, which are joined when they are read.
type (
	storedV2 struct {
		document.Project
		Followers struct{} `json:"followers,omitzero"`
	}
	storedV3 struct {
		document.ProjectV3
		Followers struct{} `json:"followers,omitzero"`
	}
	storedHit struct {
		document.Hit
		Follows struct{} `json:"follows,omitzero"`
	}
)

// render makes a project's row with all its documents.
func (h *handler) render(p *projectState, profiles map[string]profile) (rendered, error) {
	if p.unrendered {
		p.BodyHTML, p.unrendered = h.opts.Markdown(p.Body), false
	}
	org := h.orgs[p.Organization]
	v2 := p.v2()
	hit := p.hit(v2, org, profiles)
	row := projectRow{
		ID: p.ID, Slug: p.Slug, Position: p.Position, Status: p.Status, Listed: p.Status.Searchable(), Visible: !p.Status.Hidden(),
		Type: p.Type, URLType: v2.URLType, Title: p.Title, IconURL: p.IconURL, Owner: p.Owner, Organization: p.Organization,
		Published: p.CreatedAt, Updated: p.Updated, Changed: p.Changed, Approved: v2.Approved, Queued: p.Queued, Round: p.Rounds,
		Downloads: v2.Downloads, Names: strings.ToLower(p.Title + "\n" + p.titleZH() + "\n" + p.Slug),
	}
	documents := []struct {
		into *[]byte
		of   any
	}{
		{&row.State, p}, {&row.V2, storedV2{Project: v2}}, {&row.V3, storedV3{ProjectV3: p.v3(v2)}}, {&row.Page, p.extra(org)},
		{&row.Team, document.Team{Members: p.publicMembers(profiles)}}, {&row.Hit, storedHit{Hit: hit}},
	}
	if p.Message != "" { // the decision's words as members and staff read them
		documents = append(documents, struct {
			into *[]byte
			of   any
		}{&row.Message, document.Moderated{ModeratorMessage: &document.Message{Message: p.Message}}})
	}
	for _, d := range documents {
		var err error
		if *d.into, err = document.Encode(d.of); err != nil {
			return rendered{}, fmt.Errorf("render project %s: %w", p.ID, err)
		}
	}
	return rendered{row, v2, hit}, nil
}

// v2 is the project's v2 document.
func (p *projectState) v2() document.Project {
	ids, loaders, gameVersions := p.compatibility()
	return document.Project{
		ID: p.ID, Slug: p.Slug, ProjectType: document.ProjectType(string(p.Type)), Team: p.ID,
		Title: p.Title, Description: p.Summary, Body: p.Body,
		Published: p.CreatedAt, Updated: p.Updated, Approved: p.approved(), Queued: p.Queued,
		Status: string(p.Status), RequestedStatus: optional(string(p.Requested)), License: p.license(),
		Downloads: p.downloads(), Categories: list(p.Categories), AdditionalCategories: list(p.Additional),
		Loaders: loaders, GameVersions: gameVersions, Versions: ids,
		IconURL: optional(p.IconURL), RawIconURL: optional(p.IconURL),
		IssuesURL: optional(p.Links.Issues), SourceURL: optional(p.Links.Source),
		WikiURL: optional(p.Links.Wiki), DiscordURL: optional(p.Links.Discord),
		DonationURLs: p.donations(), Gallery: p.pictures(), Color: p.Color, ThreadID: p.Thread,
		MonetizationStatus: "monetized",
		ClientSide:         document.Side(p.Environments.Client), ServerSide: document.Side(p.Environments.Server),
		Environment: []string{document.EnvironmentName(p.Environments.Client, p.Environments.Server)},
		URLType:     document.URLType(string(p.Type), loaders),
	}
}

// v3 is the project's v3 document, made of the v2 one.
func (p *projectState) v3(d document.Project) document.ProjectV3 {
	gallery := make([]document.PictureV3, 0, len(d.Gallery))
	for _, g := range d.Gallery {
		gallery = append(gallery, document.PictureV3{
			URL: g.URL, RawURL: g.RawURL, Featured: g.Featured, Name: g.Title,
			Description: g.Description, Created: g.Created, Ordering: g.Ordering,
		})
	}
	return document.ProjectV3{
		ID: d.ID, Slug: d.Slug, ProjectTypes: document.ProjectTypes(string(p.Type), d.Loaders), Games: []string{"minecraft-java"},
		TeamID: d.Team, Organization: optional(p.Organization), Name: d.Title, Summary: d.Description, Description: d.Body,
		Published: d.Published, Updated: d.Updated, Approved: d.Approved, Queued: d.Queued,
		Status: d.Status, RequestedStatus: d.RequestedStatus, License: d.License,
		Downloads: d.Downloads, Categories: d.Categories, AdditionalCategories: d.AdditionalCategories,
		Loaders: d.Loaders, GameVersions: d.GameVersions, Versions: d.Versions,
		IconURL: d.IconURL, RawIconURL: d.RawIconURL, LinkURLs: p.links(), Gallery: gallery, Color: d.Color,
		ThreadID: d.ThreadID, MonetizationStatus: d.MonetizationStatus,
		ClientSide: []string{d.ClientSide}, ServerSide: []string{d.ServerSide}, Environment: d.Environment,
	}
}

func (p *projectState) license() document.License {
	name := p.License.Name
	if name == "" {
		name = document.LicenseName(p.License.ID)
	}
	return document.License{ID: p.License.ID, Name: name, URL: optional(p.License.URL)}
}

func (p *projectState) donations() []document.Donation {
	out := make([]document.Donation, 0, len(p.Links.Donation))
	for _, d := range p.Links.Donation {
		out = append(out, document.Donation{ID: d.ID, Platform: d.Platform, URL: d.URL})
	}
	return out
}

func (p *projectState) links() map[string]document.LinkV3 {
	out := map[string]document.LinkV3{}
	for platform, url := range map[string]string{
		"issues": p.Links.Issues, "source": p.Links.Source, "wiki": p.Links.Wiki, "discord": p.Links.Discord,
	} {
		if url != "" {
			out[platform] = document.LinkV3{Platform: platform, URL: url}
		}
	}
	for _, d := range p.Links.Donation {
		out[d.ID] = document.LinkV3{Platform: d.ID, Donation: true, URL: d.URL}
	}
	return out
}

// pictures are ordered as the project's owner says, then by age.
func (p *projectState) pictures() []document.Picture {
	out := make([]document.Picture, 0, len(p.Gallery))
	for _, g := range p.Gallery {
		raw := cmp.Or(g.RawURL, g.URL)
		out = append(out, document.Picture{
			URL: g.URL, RawURL: raw, Featured: g.Featured, Title: optional(g.Title),
			Description: optional(g.Description), Created: p.Pictured[g.URL], Ordering: g.Ordering,
		})
	}
	slices.SortStableFunc(out, func(a, b document.Picture) int {
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

// extra is what the site's own project page shows beyond v2.
func (p *projectState) extra(org *organizationState) document.PageExtra {
	aliases, title := []string{}, p.titleZH()
	for _, a := range p.Aliases {
		if a.Text != title {
			aliases = append(aliases, a.Text)
		}
	}
	extra := document.PageExtra{ChosenType: string(p.Type), BodyHTML: p.BodyHTML, TitleZH: optional(title), Aliases: aliases}
	if d := p.Downloads; d != nil {
		extra.OpeningDownloads = &document.Opening{Count: d.Count, Estimated: d.Estimated}
	}
	if org != nil {
		extra.Organization = &document.Organization{
			ID: org.ID, Slug: org.Slug, Name: org.Name, IconURL: optional(org.IconURL), Repost: org.Repost,
		}
	}
	return extra
}

// publicMembers is the accepted team as outsiders see it: the owner first, then by role and name.
func (p *projectState) publicMembers(profiles map[string]profile) []document.Member {
	out := []document.Member{}
	for _, m := range p.Members {
		if m.Accepted {
			out = append(out, document.Member{
				TeamID: p.ID, User: profileOf(profiles, m.Account), Role: m.Role, IsOwner: m.Account == p.Owner,
				Accepted: true, Ordering: m.Ordering,
			})
		}
	}
	slices.SortStableFunc(out, document.CompareMembers)
	return out
}

// profileOf is an account's profile, or one that only has an id where the account is gone.
func profileOf(profiles map[string]profile, account string) profile {
	if u, ok := profiles[account]; ok {
		return u
	}
	return profile{ID: account, Role: document.Role(""), Created: time.Unix(0, 0).UTC()}
}

// approved is when the project passed its first review, or nil.
func (p *projectState) approved() *time.Time {
	if p.ApprovedAt.IsZero() {
		return nil
	}
	return &p.ApprovedAt
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func list[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}
