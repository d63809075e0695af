package project

import (
	"time"

	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/project"
)

// VersionDocument is the v2 document of a version from its own stream.
type VersionDocument struct {
	ID              string               `json:"id"`
	ProjectID       string               `json:"project_id"`
	AuthorID        string               `json:"author_id"`
	Featured        bool                 `json:"featured"`
	Name            string               `json:"name"`
	VersionNumber   string               `json:"version_number"`
	Changelog       string               `json:"changelog"`
	ChangelogURL    *string              `json:"changelog_url"`
	DatePublished   time.Time            `json:"date_published"`
	Downloads       int64                `json:"downloads"`
	VersionType     string               `json:"version_type"`
	Status          string               `json:"status"`
	RequestedStatus *string              `json:"requested_status"`
	Files           []documentFile       `json:"files"`
	Dependencies    []documentDependency `json:"dependencies"`
	GameVersions    []string             `json:"game_versions"`
	Loaders         []string             `json:"loaders"`
}

type documentFile struct {
	Hashes   upload.DocumentHashes `json:"hashes"`
	URL      string                `json:"url"`
	Filename string                `json:"filename"`
	Primary  bool                  `json:"primary"`
	Size     int64                 `json:"size"`
	FileType *string               `json:"file_type"`
}

type documentDependency struct {
	VersionID      *string `json:"version_id"`
	ProjectID      *string `json:"project_id"`
	FileName       *string `json:"file_name"`
	DependencyType string  `json:"dependency_type"`
}

func versionDocument(v project.Version) VersionDocument {
	d := VersionDocument{
		ID: v.ID, ProjectID: v.Project, AuthorID: v.Author, Featured: v.Featured, Name: v.Name, VersionNumber: v.Number,
		Changelog: v.Changelog, DatePublished: v.PublishedAt, VersionType: string(v.Channel), Status: string(v.Status),
		Files: []documentFile{}, Dependencies: []documentDependency{},
		GameVersions: listOf(v.GameVersions), Loaders: listOf(v.Loaders),
	}
	for _, f := range v.Files {
		d.Files = append(d.Files, documentFile{
			Hashes: upload.DocumentHashes{SHA1: f.SHA1, SHA512: f.SHA512}, URL: f.URL, Filename: f.Name, Primary: f.Primary,
			Size: f.Size, FileType: optional(f.Kind),
		})
	}
	for _, dep := range v.Dependencies {
		d.Dependencies = append(d.Dependencies, documentDependency{
			VersionID: optional(dep.Version), ProjectID: optional(dep.Project), FileName: optional(dep.FileName), DependencyType: dep.Kind,
		})
	}
	return d
}
