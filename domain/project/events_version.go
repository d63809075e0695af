package project

import "github.com/modyard/modyard/domain/reason"

// Events of the list of a project's versions, projectversions-<id>.

// VersionAdded adds a version to the list of its project; it is appended together with version.created.v1.
//
// History: {actor} puts version {version} on the list.
type VersionAdded struct {
	Version string `json:"version"`
}

// VersionRemoved removes a version from the list; it is appended together with version.deleted.v1.
//
// History: {actor} takes version {version} off the list.
type VersionRemoved struct {
	Version string `json:"version"`
}

// Events of a version's stream, version-<id>.

// VersionCreated publishes a version with its files.
//
// History: {actor} publishes version {number}, {name}, as {channel}[, for {gameVersions}][, with {loaders}][
// because {reason.code}[: {reason.text}]].
type VersionCreated struct {
	Version          string         `json:"version"`
	Project          string         `json:"project"`
	Author           string         `json:"author,omitempty"` // account id
	Name             string         `json:"name"`
	Number           string         `json:"number"`
	Changelog        string         `json:"changelog,omitempty"`
	Channel          Channel        `json:"channel"`
	Status           VersionStatus  `json:"status"`
	Featured         bool           `json:"featured,omitempty"`
	Loaders          []string       `json:"loaders,omitempty"`
	GameVersions     []string       `json:"gameVersions,omitempty"`
	Dependencies     []Dependency   `json:"dependencies,omitempty"`
	Files            []File         `json:"files,omitempty"`
	Environment      string         `json:"environment,omitempty"`      // empty for that of the project
	EnvironmentAfter int            `json:"environmentAfter,omitempty"` // as of a VersionEnvironmentSet
	Undated          bool           `json:"undated,omitempty"`          // an import does not know when it was published
	Reason           *reason.Reason `json:"reason,omitempty"`
}

// VersionRenamed gives a version another name.
//
// History: {actor} names version {version} {name}[ because {reason.code}[: {reason.text}]].
type VersionRenamed struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Name    string         `json:"name"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// VersionRenumbered gives a version another number.
//
// History: {actor} numbers version {version} {number}[ because {reason.code}[: {reason.text}]].
type VersionRenumbered struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Number  string         `json:"number"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// ChangelogWritten changes the changelog of a version, in Markdown.
//
// History: {actor} writes the changelog of version {version} anew[ because {reason.code}[: {reason.text}]].
type ChangelogWritten struct {
	Version   string         `json:"version"`
	Project   string         `json:"project"`
	Changelog string         `json:"changelog"`
	Reason    *reason.Reason `json:"reason,omitempty"`
}

// VersionEnvironmentSet gives a version its own environment. EnvironmentAfter is the number of changes of the project's
// environment before it; the next one replaces it.
//
// History: {actor} makes version {version} run {environment}[ because {reason.code}[: {reason.text}]].
type VersionEnvironmentSet struct {
	Version          string         `json:"version"`
	Project          string         `json:"project"`
	Environment      string         `json:"environment"`
	EnvironmentAfter int            `json:"environmentAfter,omitempty"`
	Reason           *reason.Reason `json:"reason,omitempty"`
}

// ChannelChanged changes the channel of a version: release, beta or alpha.
//
// History: {actor} makes version {version} a {channel}[ because {reason.code}[: {reason.text}]].
type ChannelChanged struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Channel Channel        `json:"channel"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// VersionStatusChanged lists, archives or hides a version.
//
// History: {actor} makes version {version} {status}[, as planned ({plan})][ because {reason.code}[: {reason.text}]].
type VersionStatusChanged struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Status  VersionStatus  `json:"status"`
	Plan    string         `json:"plan,omitempty"` // that is carried out
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// VersionFeatured shows a version on its project's page.
//
// History: {actor} features version {version}[ because {reason.code}[: {reason.text}]].
type VersionFeatured struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// VersionUnfeatured ends the featuring of a version.
//
// History: {actor} features version {version} no more[ because {reason.code}[: {reason.text}]].
type VersionUnfeatured struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// CompatibilityChanged changes the loaders and game versions with which a version runs.
//
// History: {actor} says what version {version} runs with[: {loaders}][, for {gameVersions}][ because {reason.code}[:
// {reason.text}]].
type CompatibilityChanged struct {
	Version      string         `json:"version"`
	Project      string         `json:"project"`
	Loaders      []string       `json:"loaders,omitempty"`
	GameVersions []string       `json:"gameVersions,omitempty"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// DependenciesChanged changes what a version requires, embeds or is incompatible with.
//
// History: {actor} says anew what version {version} depends on[ because {reason.code}[: {reason.text}]].
type DependenciesChanged struct {
	Version      string         `json:"version"`
	Project      string         `json:"project"`
	Dependencies []Dependency   `json:"dependencies,omitempty"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// PrimaryFileChosen makes one of a version's files the default download.
//
// History: {actor} makes the file {sha512} the primary one of version {version}[ because {reason.code}[:
// {reason.text}]].
type PrimaryFileChosen struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	SHA512  string         `json:"sha512"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// FileKindsChanged changes the kinds of some of a version's files.
//
// History: {actor} says what the files of version {version} are for[ because {reason.code}[: {reason.text}]].
type FileKindsChanged struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Files   []FileKind     `json:"files"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// FilesAdded adds files to a version.
//
// History: {actor} adds files to version {version}[ because {reason.code}[: {reason.text}]].
type FilesAdded struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Files   []File         `json:"files"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// FileRemoved removes a file from a version.
//
// History: {actor} takes the file {sha512} out of version {version}[ because {reason.code}[: {reason.text}]].
type FileRemoved struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	SHA512  string         `json:"sha512"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// VersionDeleted deletes a version; its files may be uploaded again.
//
// History: {actor} deletes version {version}[ because {reason.code}[: {reason.text}]].
type VersionDeleted struct {
	Version string         `json:"version"`
	Project string         `json:"project"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Events of a file's stream, file-<sha512 in hex>: a file may belong to one version only.

// FileReserved reserves the file for a version.
//
// History: {actor} reserves the file {sha512} for version {version}.
type FileReserved struct {
	SHA512  string `json:"sha512"`
	Version string `json:"version"`
}

// FileReleased releases the file.
//
// History: {actor} frees the file {sha512} of version {version}.
type FileReleased struct {
	SHA512  string `json:"sha512"`
	Version string `json:"version"`
}
