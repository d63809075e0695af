package project

import (
	"fmt"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

const maxInitialVersions = 32

// projectInput is the part "data" of a new project.
type projectInput struct {
	Title                string          `json:"title"`
	Slug                 string          `json:"slug"`
	Description          string          `json:"description"`
	Body                 string          `json:"body"`
	ProjectType          string          `json:"project_type"`
	ClientSide           string          `json:"client_side"`
	ServerSide           string          `json:"server_side"`
	Categories           []string        `json:"categories"`
	AdditionalCategories []string        `json:"additional_categories"`
	LicenseID            string          `json:"license_id"`
	LicenseURL           *string         `json:"license_url"`
	IssuesURL            *string         `json:"issues_url"`
	SourceURL            *string         `json:"source_url"`
	WikiURL              *string         `json:"wiki_url"`
	DiscordURL           *string         `json:"discord_url"`
	DonationURLs         []donationInput `json:"donation_urls"`
	Aliases              []aliasInput    `json:"aliases"`
	InitialVersions      []versionInput  `json:"initial_versions"`
	GalleryItems         []galleryInput  `json:"gallery_items"`
	IsDraft              *bool           `json:"is_draft"`
	RequestedStatus      *string         `json:"requested_status"`
	OrganizationID       *string         `json:"organization_id"`
	Reason               *reason.Reason  `json:"reason"`
}

type galleryInput struct {
	Item        string `json:"item"` // the name of its part
	Featured    bool   `json:"featured"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Ordering    int    `json:"ordering"`
}

func (in projectInput) command(by actor.Actor, id string) project.Create {
	return project.Create{
		By: by, Reason: in.Reason, Project: id, Slug: in.Slug, Type: project.Type(in.ProjectType), Title: in.Title, Summary: in.Description,
		Body: in.Body, Organization: text(in.OrganizationID),
		License:      project.License{ID: in.LicenseID, URL: text(in.LicenseURL)},
		Environments: project.Environment{Client: in.ClientSide, Server: in.ServerSide},
		Categories:   in.Categories, Additional: in.AdditionalCategories,
		Links: project.Links{
			Issues: text(in.IssuesURL), Source: text(in.SourceURL), Wiki: text(in.WikiURL), Discord: text(in.DiscordURL),
			Donation: donations(in.DonationURLs),
		},
		Aliases: aliases(in.Aliases), Requested: project.Status(text(in.RequestedStatus)),
	}
}

// parts checks the announced files, and returns their names.
func (in projectInput) parts() ([]string, error) {
	if len(in.InitialVersions) > maxInitialVersions {
		return nil, fault.Invalid("initial_versions", fmt.Sprintf("初始版本最多 %d 个。", maxInitialVersions))
	}
	if len(in.GalleryItems) > 64 {
		return nil, fault.Invalid("gallery_items", "画廊最多 64 张图片。")
	}
	var names []string
	seen := map[string]bool{"": true, "data": true, "icon": true}
	add := func(name string) error {
		if seen[name] {
			return fault.Invalid("file_parts", "文件的名称不能为空或重复。")
		}
		seen[name] = true
		names = append(names, name)
		return nil
	}
	for _, v := range in.InitialVersions {
		if err := v.parts(); err != nil {
			return nil, err
		}
		if len(v.StagedFiles) > 0 {
			return nil, fault.Invalid("staged_files", "初始版本的文件须随请求一起上传。")
		}
		for _, name := range v.FileParts {
			if err := add(name); err != nil {
				return nil, err
			}
		}
	}
	for _, g := range in.GalleryItems {
		if err := add(g.Item); err != nil {
			return nil, err
		}
	}
	return names, nil
}
