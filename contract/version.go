package contract

import (
	"net/url"
	"strings"
	"time"
)

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
	DateEstimated   bool         `json:"date_estimated"` // its source did not give the date: it follows from the game versions
	Downloads       int64        `json:"downloads"`
	VersionType     string       `json:"version_type" enum:"release,beta,alpha"`
	Status          string       `json:"status"`
	RequestedStatus *string      `json:"requested_status"`
	Files           []File       `json:"files"`
	Dependencies    []Dependency `json:"dependencies"`
	GameVersions    []string     `json:"game_versions"`
	Loaders         []string     `json:"loaders"`
	Environment     string       `json:"environment" enum:"client_and_server,client_only,client_only_server_optional,singleplayer_only,server_only,server_only_client_optional,dedicated_server_only,client_or_server,client_or_server_prefers_both,unknown"`
	DiskOnly        bool         `json:"disk_only"` // its files are only on other sites
	DiskURLs        []DiskURL    `json:"disk_urls"` // where they are, if it is known

	Schedule *ReleasePlan `json:"schedule,omitempty"` // of a scheduled version

	Translations
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
	MrpackLoaders   []string     `json:"mrpack_loaders"` // of the mods in a modpack, whose own loader is mrpack
	Environment     string       `json:"environment" enum:"client_and_server,client_only,client_only_server_optional,singleplayer_only,server_only,server_only_client_optional,dedicated_server_only,client_or_server,client_or_server_prefers_both,unknown"`
	Ordering        *int         `json:"ordering"`
	DiskOnly        bool         `json:"disk_only"`
	DiskURLs        []DiskURL    `json:"disk_urls"`

	Schedule *ReleasePlan `json:"schedule,omitempty"` // of a scheduled version

	Translations
}

// DiskURL is the address of a version's file on another site, whose host is the platform.
type DiskURL struct {
	Platform string `json:"platform"`
	URL      string `json:"url"`
}

// DiskURLs are addresses on other sites as a document lists them.
func DiskURLs(addresses []string) []DiskURL {
	list := []DiskURL{}
	for _, address := range addresses {
		platform := "other"
		if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
			platform = strings.TrimPrefix(u.Hostname(), "www.")
		}
		list = append(list, DiskURL{platform, address})
	}
	return list
}

// Hashes are the digests of a file in hex.
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

// mrpack are the loaders of a v3 document: the loader of a modpack is mrpack, those of the mods in it have a key of
// their own.
func mrpack(chosen string, loaders []string) (own, inside []string) {
	if chosen != "modpack" || len(loaders) == 0 {
		return loaders, []string{}
	}
	return []string{"mrpack"}, loaders
}

// V3 returns the version as a v3 document, with the type that the project's creator chose.
func (v Version) V3(chosen string) VersionV3 {
	own, inside := mrpack(chosen, v.Loaders)
	return VersionV3{
		ID: v.ID, ProjectID: v.ProjectID, AuthorID: v.AuthorID, Featured: v.Featured, Name: v.Name,
		VersionNumber: v.VersionNumber, ProjectTypes: ProjectTypes(chosen, v.Loaders), Games: Games(),
		Changelog: v.Changelog, DatePublished: v.DatePublished, Downloads: v.Downloads, VersionType: v.VersionType,
		Status: v.Status, RequestedStatus: v.RequestedStatus, Files: v.Files, Dependencies: v.Dependencies,
		Loaders: own, MrpackLoaders: inside, GameVersions: v.GameVersions, Environment: v.Environment, DiskOnly: v.DiskOnly, DiskURLs: v.DiskURLs, Schedule: v.Schedule, Translations: v.Translations,
	}
}
