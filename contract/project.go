package contract

import "time"

// Project is the v2 shape of a project without two keys that are joined on reading: moderator_message depends on the
// viewer, organization is an id in v2 and a card on the site's own page.
type Project struct {
	ID                   string     `json:"id"`
	Slug                 string     `json:"slug"`
	ProjectType          string     `json:"project_type" enum:"mod,modpack,resourcepack,shader,software,language"`
	Team                 string     `json:"team"`
	Title                string     `json:"title"`
	Description          string     `json:"description"`
	Body                 string     `json:"body"`
	BodyURL              *string    `json:"body_url"`
	Published            time.Time  `json:"published"`
	Updated              time.Time  `json:"updated"`
	Approved             *time.Time `json:"approved"`
	Queued               *time.Time `json:"queued"`
	Status               string     `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	RequestedStatus      *string    `json:"requested_status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	License              License    `json:"license"`
	Downloads            int64      `json:"downloads"`
	Followers            int64      `json:"followers"`
	Categories           []string   `json:"categories"`
	AdditionalCategories []string   `json:"additional_categories"`
	Loaders              []string   `json:"loaders"`
	GameVersions         []string   `json:"game_versions"`
	Versions             []string   `json:"versions"`
	IconURL              *string    `json:"icon_url"`
	RawIconURL           *string    `json:"raw_icon_url"`
	IssuesURL            *string    `json:"issues_url"`
	SourceURL            *string    `json:"source_url"`
	WikiURL              *string    `json:"wiki_url"`
	DiscordURL           *string    `json:"discord_url"`
	DonationURLs         []Donation `json:"donation_urls"`
	Gallery              []Picture  `json:"gallery"`
	Color                *int       `json:"color"`
	ThreadID             string     `json:"thread_id"`
	MonetizationStatus   string     `json:"monetization_status"`
	ClientSide           string     `json:"client_side" enum:"required,optional,unsupported,unknown"`
	ServerSide           string     `json:"server_side" enum:"required,optional,unsupported,unknown"`
	Environment          []string   `json:"environment"`
	URLType              string     `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"` // in the project's address
}

// Picture is a gallery picture as v2 names its fields.
type Picture struct {
	URL         string    `json:"url"`
	RawURL      string    `json:"raw_url"`
	Featured    bool      `json:"featured"`
	Title       *string   `json:"title"`
	Description *string   `json:"description"`
	Created     time.Time `json:"created"`
	Ordering    int       `json:"ordering"`
}

// ProjectV3 is the v3 shape of a project, without moderator_message.
type ProjectV3 struct {
	ID                   string            `json:"id"`
	Slug                 string            `json:"slug"`
	ProjectTypes         []string          `json:"project_types"`
	Games                []string          `json:"games"`
	TeamID               string            `json:"team_id"`
	Organization         *string           `json:"organization"`
	Name                 string            `json:"name"`
	Summary              string            `json:"summary"`
	Description          string            `json:"description"`
	Published            time.Time         `json:"published"`
	Updated              time.Time         `json:"updated"`
	Approved             *time.Time        `json:"approved"`
	Queued               *time.Time        `json:"queued"`
	Status               string            `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	RequestedStatus      *string           `json:"requested_status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	License              License           `json:"license"`
	Downloads            int64             `json:"downloads"`
	Followers            int64             `json:"followers"`
	Categories           []string          `json:"categories"`
	AdditionalCategories []string          `json:"additional_categories"`
	Loaders              []string          `json:"loaders"`
	GameVersions         []string          `json:"game_versions"`
	Versions             []string          `json:"versions"`
	IconURL              *string           `json:"icon_url"`
	RawIconURL           *string           `json:"raw_icon_url"`
	LinkURLs             map[string]LinkV3 `json:"link_urls"`
	Gallery              []PictureV3       `json:"gallery"`
	Color                *int              `json:"color"`
	ThreadID             string            `json:"thread_id"`
	MonetizationStatus   string            `json:"monetization_status"`
	ClientSide           []string          `json:"client_side"`
	ServerSide           []string          `json:"server_side"`
	Environment          []string          `json:"environment"`
}

// LinkV3 is a link by platform; Donation says that the link is for donations.
type LinkV3 struct {
	Platform string `json:"platform"`
	Donation bool   `json:"donation"`
	URL      string `json:"url"`
}

// PictureV3 is a gallery picture as v3 names its fields.
type PictureV3 struct {
	URL         string    `json:"url"`
	RawURL      string    `json:"raw_url"`
	Featured    bool      `json:"featured"`
	Name        *string   `json:"name"`
	Description *string   `json:"description"`
	Created     time.Time `json:"created"`
	Ordering    int       `json:"ordering"`
}

// PageExtra is the data of the site's own project page beside the v2 document; both are joined with the team.
type PageExtra struct {
	ChosenType       string        `json:"chosen_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"` // what its creator said it is; loaders may show it under another address
	BodyHTML         string        `json:"body_html"`
	TitleZH          *string       `json:"title_zh"`
	Aliases          []string      `json:"aliases"` // without the Chinese title
	Organization     *Organization `json:"organization"`
	OpeningDownloads *Opening      `json:"opening_downloads"`
}

// Team is the key of a project's members on its page.
type Team struct {
	Members []Member `json:"members"`
}

// Opening is the number of downloads that were counted elsewhere before the project was imported.
type Opening struct {
	Count     int64 `json:"count"`
	Estimated bool  `json:"estimated"`
}

// Organization is a team that owns projects, as pages show it beside them.
type Organization struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	Name    string  `json:"name"`
	IconURL *string `json:"icon_url"`
	Repost  bool    `json:"repost"`
}

// Owned is the v2 key that names a project's organization.
type Owned struct {
	Organization *string `json:"organization"`
}

// Moderated is the key with the message of the last decision, null for viewers who may not read it.
type Moderated struct {
	ModeratorMessage *Message `json:"moderator_message"`
}

// ProjectAnswer is the answered v2 document of a project.
type ProjectAnswer struct {
	Project
	Owned
	Moderated
}

// ProjectV3Answer is the answered v3 document of a project.
type ProjectV3Answer struct {
	ProjectV3
	Moderated
}

// V3 is the project in the v3 shape, with the type that its creator chose and the organization that owns it.
func (p Project) V3(chosen string, organization *string) ProjectV3 {
	gallery := make([]PictureV3, 0, len(p.Gallery))
	for _, g := range p.Gallery {
		gallery = append(gallery, PictureV3{
			URL: g.URL, RawURL: g.RawURL, Featured: g.Featured, Name: g.Title,
			Description: g.Description, Created: g.Created, Ordering: g.Ordering,
		})
	}
	return ProjectV3{
		ID: p.ID, Slug: p.Slug, ProjectTypes: ProjectTypes(chosen, p.Loaders), Games: games(),
		TeamID: p.Team, Organization: organization, Name: p.Title, Summary: p.Description, Description: p.Body,
		Published: p.Published, Updated: p.Updated, Approved: p.Approved, Queued: p.Queued,
		Status: p.Status, RequestedStatus: p.RequestedStatus, License: p.License,
		Downloads: p.Downloads, Followers: p.Followers, Categories: p.Categories, AdditionalCategories: p.AdditionalCategories,
		Loaders: p.Loaders, GameVersions: p.GameVersions, Versions: p.Versions,
		IconURL: p.IconURL, RawIconURL: p.RawIconURL, LinkURLs: p.links(), Gallery: gallery, Color: p.Color,
		ThreadID: p.ThreadID, MonetizationStatus: p.MonetizationStatus,
		ClientSide: []string{p.ClientSide}, ServerSide: []string{p.ServerSide}, Environment: p.Environment,
	}
}

// games is the v3 list of games, the same for every project.
func games() []string { return []string{"minecraft-java"} }

func (p Project) links() map[string]LinkV3 {
	links := map[string]LinkV3{}
	for platform, address := range map[string]*string{"issues": p.IssuesURL, "source": p.SourceURL, "wiki": p.WikiURL, "discord": p.DiscordURL} {
		if address != nil {
			links[platform] = LinkV3{Platform: platform, URL: *address}
		}
	}
	for _, d := range p.DonationURLs {
		links[d.ID] = LinkV3{Platform: d.ID, Donation: true, URL: d.URL}
	}
	return links
}
