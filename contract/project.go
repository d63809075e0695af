package contract

import "time"

// Project is the v2 document of a project without two keys that are added when it is read: moderator_message depends on
// the caller; organization is an id in v2 and a card on the site's own page.
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
	WikiOpen             bool       `json:"wiki_open" doc:"所有验证过邮箱的用户都能编辑百科"`
	URLType              string     `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"` // in the project's address

	Schedule *ReleasePlan `json:"schedule,omitempty"` // of a scheduled project
}

// Picture is a gallery picture with the field names of v2.
type Picture struct {
	URL         string    `json:"url"`
	RawURL      string    `json:"raw_url"`
	Featured    bool      `json:"featured"`
	Title       *string   `json:"title"`
	Description *string   `json:"description"`
	Created     time.Time `json:"created"`
	Ordering    int       `json:"ordering"`
}

// ProjectV3 is the v3 document of a project, without moderator_message.
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
	MrpackLoaders        []string          `json:"mrpack_loaders"`
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
	WikiOpen             bool              `json:"wiki_open" doc:"所有验证过邮箱的用户都能编辑百科"`

	Schedule *ReleasePlan `json:"schedule,omitempty"` // of a scheduled project
}

// LinkV3 is a link of a platform; Donation is true for a donation link.
type LinkV3 struct {
	Platform string `json:"platform"`
	Donation bool   `json:"donation"`
	URL      string `json:"url"`
}

// PictureV3 is a gallery picture with the field names of v3.
type PictureV3 struct {
	URL         string    `json:"url"`
	RawURL      string    `json:"raw_url"`
	Featured    bool      `json:"featured"`
	Name        *string   `json:"name"`
	Description *string   `json:"description"`
	Created     time.Time `json:"created"`
	Ordering    int       `json:"ordering"`
}

// PageExtra contains the data of the site's own project page that is missing in the v2 document; it is merged with that
// document and the team.
type PageExtra struct {
	ChosenType       string        `json:"chosen_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"` // the type that the creator chose; loaders may change the type in the address
	ProjectTypes     []string      `json:"project_types"`                                                                        // those of the loaders of the listed versions, sorted; the chosen type while there are none
	BodyHTML         string        `json:"body_html"`
	TitleZH          *string       `json:"title_zh"`
	Aliases          []string      `json:"aliases"` // without the Chinese title
	Organization     *Organization `json:"organization"`
	OpeningDownloads *Opening      `json:"opening_downloads"`
	Original         *Original     `json:"original"` // null unless a repost team looks after it

	Estimated EstimatedDates `json:"estimated"`
}

// Original is where a repost team found a project.
type Original struct {
	Author *string `json:"author"` // null if it is unknown
	Site   *string `json:"site"`   // the name of the other site
	URL    *string `json:"url"`    // of the project's page there
}

// EstimatedDates are the figures of a project that its source did not give: dates follow from the game versions, downloads
// before the import from how widely the project is used.
type EstimatedDates struct {
	Created   bool `json:"created"`
	Updated   bool `json:"updated"`
	Downloads bool `json:"downloads"`
}

// Team is the key of a project's members on its page.
type Team struct {
	Members []Member `json:"members"`
}

// Opening contains the downloads that another site counted before the import.
type Opening struct {
	Count     int64 `json:"count"`
	Estimated bool  `json:"estimated"`
}

// Organization is an organization that owns projects, as shown on their pages.
type Organization struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	Name    string  `json:"name"`
	IconURL *string `json:"icon_url"`
	Repost  bool    `json:"repost"`
}

// Owned is the v2 key with a project's organization.
type Owned struct {
	Organization *string `json:"organization"`
}

// Moderated is the key with the message of the last decision, null for callers who may not read it.
type Moderated struct {
	ModeratorMessage *Message `json:"moderator_message"`
}

// ProjectAnswer is the v2 document of a project in an answer.
type ProjectAnswer struct {
	Project
	Owned
	Moderated
}

// ProjectV3Answer is the v3 document of a project in an answer.
type ProjectV3Answer struct {
	ProjectV3
	Moderated
}

// V3 returns the project as a v3 document, with the type that its creator chose and the organization that owns it.
func (p Project) V3(chosen string, organization *string) ProjectV3 {
	gallery := make([]PictureV3, 0, len(p.Gallery))
	for _, g := range p.Gallery {
		gallery = append(gallery, PictureV3{
			URL: g.URL, RawURL: g.RawURL, Featured: g.Featured, Name: g.Title,
			Description: g.Description, Created: g.Created, Ordering: g.Ordering,
		})
	}
	own, inside := mrpack(chosen, p.Loaders)
	return ProjectV3{
		ID: p.ID, Slug: p.Slug, ProjectTypes: ProjectTypes(chosen, p.Loaders), Games: Games(),
		TeamID: p.Team, Organization: organization, Name: p.Title, Summary: p.Description, Description: p.Body,
		Published: p.Published, Updated: p.Updated, Approved: p.Approved, Queued: p.Queued,
		Status: p.Status, RequestedStatus: p.RequestedStatus, License: p.License,
		Downloads: p.Downloads, Followers: p.Followers, Categories: p.Categories, AdditionalCategories: p.AdditionalCategories,
		Loaders: own, MrpackLoaders: inside, GameVersions: p.GameVersions, Versions: p.Versions,
		IconURL: p.IconURL, RawIconURL: p.RawIconURL, LinkURLs: p.links(), Gallery: gallery, Color: p.Color,
		ThreadID: p.ThreadID, MonetizationStatus: p.MonetizationStatus,
		ClientSide: []string{p.ClientSide}, ServerSide: []string{p.ServerSide}, Environment: p.Environment, WikiOpen: p.WikiOpen, Schedule: p.Schedule,
	}
}

// Games are the games of every project in v3.
func Games() []string { return []string{"minecraft-java"} }

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
