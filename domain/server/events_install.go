package server

import "github.com/modyard/modyard/domain/erasable"

// InstallRequested has the node install software, or the archive of a modpack, once the server has stopped. Either Loader or Project is set.
//
// History: {actor} asks for an installation on the server {server}[: {loader} {loader_version} for the game {game_version}][: the version {version} of the project {project}][, which empties it first ({hard})].
type InstallRequested struct {
	Server        string `json:"server"`
	Hard          bool   `json:"hard,omitempty"` // the folder is emptied
	Loader        string `json:"loader,omitempty"`
	LoaderVersion string `json:"loader_version,omitempty"` // empty: the newest
	GameVersion   string `json:"game_version,omitempty"`
	Project       string `json:"project,omitempty"`
	Version       string `json:"version,omitempty"`
	URL           string `json:"url,omitempty"` // of the archive, like the following
	SHA512        string `json:"sha512,omitempty"`
	Size          int64  `json:"size,omitempty"` // in bytes
}

// InstallCancelled ends an installation, unless the node has already put it in place.
//
// History: {actor} cancels the installation {generation} on the server {server}.
type InstallCancelled struct {
	Server     string `json:"server"`
	Generation int64  `json:"generation"` // of the request
}

// LicenceAccepted accepts the game's licence for a server.
//
// History: {actor} accepts the game's licence for the server {server}.
type LicenceAccepted struct {
	Server string `json:"server"`
}

// InstallSeen is what each report about an installation contains beside Seen.
type InstallSeen struct {
	// Generation is that of the request; 0 for an archive that was uploaded to the node.
	Generation int64 `json:"generation"`
	Hard       bool  `json:"hard,omitempty"`
	// Account uploaded the archive, with the session or access token Token. Both are absent where it is no member with the right.
	Account string `json:"account,omitempty"`
	Token   string `json:"token,omitempty"`
}

// InstallStarted reports that the node begins an installation.
//
// History: the node {node} begins the installation {generation} on the server {server}[, from an archive that {account} has uploaded].
type InstallStarted struct {
	Seen
	InstallSeen
	// SHA512 and Size are those of an uploaded archive.
	SHA512 string `json:"sha512,omitempty"`
	Size   int64  `json:"size,omitempty"`
}

// Installed reports what the server runs from now on. Project and Version are those of the request: an uploaded archive has none.
//
// History: the node {node} has installed {software.loader} for the game {software.game_version} on the server {server}[, by the version {version} of the project {project}].
type Installed struct {
	Seen
	InstallSeen
	Software Software `json:"software"`
	Project  string   `json:"project,omitempty"`
	Version  string   `json:"version,omitempty"`
	// PackName and PackVersion are what the archive of a modpack calls itself.
	PackName    *erasable.Text `json:"pack_name,omitempty"`
	PackVersion *erasable.Text `json:"pack_version,omitempty"`
	Files       int            `json:"files"`
	Bytes       int64          `json:"bytes"`
	Seconds     int64          `json:"seconds"`
	// Beside counts the configurations that stand beside changed ones.
	Beside int `json:"beside,omitempty"`
}

// InstallFailed reports that the server stays as it was.
//
// History: the node {node} could not install on the server {server} because {cause}[: {subject}].
type InstallFailed struct {
	Seen
	InstallSeen
	Cause   string         `json:"cause"`
	Subject *erasable.Text `json:"subject,omitempty"` // a path in the archive, or the name of software
}
