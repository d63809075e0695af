// Package software knows what game servers can run: which loaders there are, for which versions of the game, and which files each consists of.
//
// Sources are publishers' metadata services and a catalogue file of the operator. All are answered through Source, so that the site lists them
// and a node resolves them in the same way.
package software

import (
	"context"
	"errors"
)

// The loaders, as the hosting API writes them.
const (
	Vanilla  = "Vanilla"
	Paper    = "Paper"
	Purpur   = "Purpur"
	Fabric   = "Fabric"
	Quilt    = "Quilt"
	Forge    = "Forge"
	NeoForge = "NeoForge"
	Spigot   = "Spigot"
)

// Errors of a Source. Each other error is temporary.
var (
	// ErrUnknown: the source has no such loader, version of the game, or version of the loader.
	ErrUnknown = errors.New("there is no such software")
	// ErrAnswer: a metadata service answered something that cannot be used.
	ErrAnswer = errors.New("the metadata service gave an unusable answer")
)

// Kinds of a Release.
const (
	KindJar     = "jar"
	KindStandIn = "stand-in"
)

// Limits of what a Source lists.
const (
	MaxGames    = 2000
	MaxVersions = 200
)

// Source answers what software there is. It may be used concurrently.
type Source interface {
	// Loaders lists the loaders in the order in which they are offered.
	Loaders(ctx context.Context) ([]string, error)
	// Games lists the versions of the game for which there is the loader, the newest first. Names are those of the game's publisher.
	Games(ctx context.Context, loader string) ([]Game, error)
	// Versions lists the versions of the loader for a version of the game, the newest first, at most MaxVersions. It is empty for a loader that has none of its own,
	// such as Vanilla.
	Versions(ctx context.Context, loader, game string) ([]Version, error)
	// Resolve returns the files of a release. An empty version is the newest stable one, or the newest of all where none is stable.
	Resolve(ctx context.Context, loader, game, version string) (Release, error)
}

// Game is a version of the game.
type Game struct {
	Version string `json:"version"`
	Stable  bool   `json:"stable"` // false for snapshots
}

// Version is a version of a loader.
type Version struct {
	Version string `json:"version"`
	Stable  bool   `json:"stable"`
}

// Release is software of one version, ready to be put into a server's folder.
type Release struct {
	Kind          string
	Loader        string
	LoaderVersion string // empty where the loader has none
	GameVersion   string
	// Jar is the path of the archive that is started, such as server.jar; empty for KindStandIn.
	Jar   string
	Files []File
}

// File is a file of a Release.
type File struct {
	Path string // in the server's folder, without a slash before it
	URL  string
	// Size is in bytes; 0 where the publisher does not say it.
	Size int64
	// Hash is the hexadecimal hash by Algorithm: sha512, sha256, sha1, or md5 where the publisher says no other. Both are empty where it says none: then the
	// address is https and the content is what its host answers.
	Algorithm string
	Hash      string
}
