package project

import (
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/project"
)

// Document is the v2 document of a project from its own stream, for the answer to its creation. Fields that only a read
// model has (followers, counted downloads) are zero, because the project is new.
type Document struct {
	ID                   string            `json:"id"`
	Slug                 string            `json:"slug"`
	ProjectType          string            `json:"project_type"`
	Team                 string            `json:"team"`
	Organization         *string           `json:"organization"`
	Title                string            `json:"title"`
	Description          string            `json:"description"`
	Body                 string            `json:"body"`
	BodyURL              *string           `json:"body_url"`
	Published            time.Time         `json:"published"`
	Updated              time.Time         `json:"updated"`
	Approved             *time.Time        `json:"approved"`
	Queued               *time.Time        `json:"queued"`
	Status               string            `json:"status"`
	RequestedStatus      *string           `json:"requested_status"`
	ModeratorMessage     *struct{}         `json:"moderator_message"`
	License              documentLicense   `json:"license"`
	Downloads            int64             `json:"downloads"`
	Followers            int64             `json:"followers"`
	Categories           []string          `json:"categories"`
	AdditionalCategories []string          `json:"additional_categories"`
	Loaders              []string          `json:"loaders"`
	GameVersions         []string          `json:"game_versions"`
	Versions             []string          `json:"versions"`
	IconURL              *string           `json:"icon_url"`
	RawIconURL           *string           `json:"raw_icon_url"`
	IssuesURL            *string           `json:"issues_url"`
	SourceURL            *string           `json:"source_url"`
	WikiURL              *string           `json:"wiki_url"`
	DiscordURL           *string           `json:"discord_url"`
	DonationURLs         []donationInput   `json:"donation_urls"`
	Gallery              []documentPicture `json:"gallery"`
	Color                *int              `json:"color"`
	ThreadID             string            `json:"thread_id"`
	MonetizationStatus   string            `json:"monetization_status"`
	ClientSide           string            `json:"client_side"`
	ServerSide           string            `json:"server_side"`
	Aliases              []aliasInput      `json:"aliases"`
}

type documentLicense struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	URL  *string `json:"url"`
}

type documentPicture struct {
	URL         string    `json:"url"`
	RawURL      string    `json:"raw_url"`
	Featured    bool      `json:"featured"`
	Title       *string   `json:"title"`
	Description *string   `json:"description"`
	Created     time.Time `json:"created"`
	Ordering    int       `json:"ordering"`
}

// document renders a project with its versions, whose ids are listed.
func document(s project.State, list []string, versions []project.Version) Document {
	d := Document{
		ID: s.ID, Slug: s.Slug, ProjectType: documentType(s.Type), Team: s.ID, Organization: optional(s.Organization),
		Title: s.Title, Description: s.Summary, Body: s.Body, Published: s.CreatedAt, Updated: s.UpdatedAt,
		Approved: moment(s.ApprovedAt), Queued: moment(s.SubmittedAt), Status: string(s.Status), RequestedStatus: optional(string(s.Requested)),
		License:    documentLicense{ID: s.License.ID, Name: licenseName(s.License), URL: optional(s.License.URL)},
		Categories: listOf(s.Categories), AdditionalCategories: listOf(s.Additional),
		Loaders: []string{}, GameVersions: []string{}, Versions: listOf(list),
		IconURL: optional(s.IconURL), RawIconURL: optional(s.IconURL), IssuesURL: optional(s.Links.Issues),
		SourceURL: optional(s.Links.Source), WikiURL: optional(s.Links.Wiki), DiscordURL: optional(s.Links.Discord),
		DonationURLs: []donationInput{}, Gallery: []documentPicture{}, Color: s.Color, ThreadID: s.Thread,
		MonetizationStatus: "monetized", ClientSide: s.Environments.Client, ServerSide: s.Environments.Server, Aliases: []aliasInput{},
	}
	if s.Downloads != nil {
		d.Downloads = s.Downloads.Count
	}
	for _, v := range versions {
		d.Loaders = append(d.Loaders, v.Loaders...)
		d.GameVersions = append(d.GameVersions, v.GameVersions...)
	}
	d.Loaders, d.GameVersions = distinct(d.Loaders), distinct(d.GameVersions)
	for _, l := range s.Links.Donation {
		d.DonationURLs = append(d.DonationURLs, donationInput(l))
	}
	for _, p := range s.Gallery {
		d.Gallery = append(d.Gallery, documentPicture{
			URL: p.URL, RawURL: p.RawURL, Featured: p.Featured, Title: optional(p.Title), Description: optional(p.Description),
			Created: s.UpdatedAt, Ordering: p.Ordering,
		})
	}
	for _, a := range s.Aliases {
		d.Aliases = append(d.Aliases, aliasInput(a))
	}
	return d
}

// documentType maps the type that the creator chose to the types of v2.
func documentType(t project.Type) string {
	if t == project.TypePlugin || t == project.TypeDatapack {
		t = project.TypeMod
	}
	return string(t)
}

func licenseName(l project.License) string {
	if l.Name != "" {
		return l.Name
	}
	name, ours := strings.CutPrefix(l.ID, "LicenseRef-")
	if ours {
		return strings.ReplaceAll(name, "-", " ")
	}
	return l.ID
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// listOf copies a list so that an empty one is encoded as [] and never as null.
func listOf(list []string) []string { return append([]string{}, list...) }

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
