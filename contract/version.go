package contract

import "time"

// Version is the v2 document of a version.
type Version struct {
	ID              string       `json:"id"`
	ProjectID       string       `json:"project_id"`
	AuthorID        string       `json:"author_id"`
	Featured        bool         `json:"featured"`
	Name            string       `json:"name"`
	VersionNumber   string       `json:"version_number"`
	Changelog       string       `json:"changelog"`
	ChangelogURL    *string      `json:"changelog_url"`
	DatePublished   time.Time    `json:"date_published"`
	Downloads       int64        `json:"downloads"`
	VersionType     string       `json:"version_type" enum:"release,beta,alpha"`
	Status          string       `json:"status"`
	RequestedStatus *string      `json:"requested_status"`
	Files           []File       `json:"files"`
	Dependencies    []Dependency `json:"dependencies"`
	GameVersions    []string     `json:"game_versions"`
	Loaders         []string     `json:"loaders"`
}

// VersionV3 is the v3 document of a version.
type VersionV3 struct {
	ID              string       `json:"id"`
	ProjectID       string       `json:"project_id"`
	AuthorID        string       `json:"author_id"`
	Featured        bool         `json:"featured"`
	Name            string       `json:"name"`
	VersionNumber   string       `json:"version_number"`
	ProjectTypes    []string     `json:"project_types"`
	Games           []string     `json:"games"`
	Changelog       string       `json:"changelog"`
	DatePublished   time.Time    `json:"date_published"`
	Downloads       int64        `json:"downloads"`
	VersionType     string       `json:"version_type" enum:"release,beta,alpha"`
	Status          string       `json:"status"`
	RequestedStatus *string      `json:"requested_status"`
	Files           []File       `json:"files"`
	Dependencies    []Dependency `json:"dependencies"`
	Loaders         []string     `json:"loaders"`
	GameVersions    []string     `json:"game_versions"`
	Ordering        *int         `json:"ordering"`
}

// Hashes are the digests of a file in hex; both are empty for a file on another site.
type Hashes struct {
	SHA1   string `json:"sha1"`
	SHA512 string `json:"sha512"`
}

// File is one of a version's files.
type File struct {
	Hashes   Hashes  `json:"hashes"`
	URL      string  `json:"url"`
	Filename string  `json:"filename"`
	Primary  bool    `json:"primary"`
	Size     int64   `json:"size"`
	FileType *string `json:"file_type"`
}

// Dependency is another project, version or file that a version requires, embeds or is incompatible with.
type Dependency struct {
	VersionID      *string `json:"version_id"`
	ProjectID      *string `json:"project_id"`
	FileName       *string `json:"file_name"`
	DependencyType string  `json:"dependency_type" enum:"required,optional,incompatible,embedded"`
}

// Changelog contains the data of the site's own version list that is missing in the v2 document, with which it is
// merged.
type Changelog struct {
	ChangelogHTML string `json:"changelog_html"`
}

// V3 returns the version as a v3 document, with the type that the project's creator chose.
func (v Version) V3(chosen string) VersionV3 {
	return VersionV3{
		ID: v.ID, ProjectID: v.ProjectID, AuthorID: v.AuthorID, Featured: v.Featured, Name: v.Name,
		VersionNumber: v.VersionNumber, ProjectTypes: ProjectTypes(chosen, v.Loaders), Games: games(),
		Changelog: v.Changelog, DatePublished: v.DatePublished, Downloads: v.Downloads, VersionType: v.VersionType,
		Status: v.Status, RequestedStatus: v.RequestedStatus, Files: v.Files, Dependencies: v.Dependencies,
		Loaders: v.Loaders, GameVersions: v.GameVersions,
	}
}
