package upload

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/manifest"
)

// Projects is the interface to the projects of uploaded files (commands/project).
type Projects interface {
	// MayUpload loads the project of an id, and rejects callers who may not add versions to it.
	MayUpload(ctx context.Context, by actor.Actor, project string) (project.State, error)
	// Published returns the version that keeps a file from a project, or that it may be uploaded to it.
	Published(ctx context.Context, by actor.Actor, sha512, project string) (Published, error)
	// Has is true if a version that is not deleted has a file at an address.
	Has(ctx context.Context, version, address string) (bool, error)
	// Called finds the project, other than the asking one, whose slug is a mod's id; nil if the actor can see none.
	Called(ctx context.Context, by actor.Actor, id, asking string) (*filecheck.DetectedProject, error)
}

// Published is the version that keeps a file from a project.
type Published struct {
	Free    bool            // no version does
	Version project.Version // zero if Free
	Title   string          // of its project, for callers who may see the version; otherwise empty
}

// FileOptions are the dependencies of files. Uploads and Projects must be set.
type FileOptions struct {
	Uploads  *Store
	Projects Projects
	// Pool contains the table of staged files; nil rejects staged files.
	Pool *pgxpool.Pool
	// GameVersions are the game versions that files may declare, newest first.
	GameVersions []manifest.GameVersion
	MaxFile      int64         // bytes of one file; 0: 1 GiB
	MaxTime      time.Duration // of one upload; 0: one hour
	TempDir      string        // for archives during their inspection; "": the system's
}

// Files uploads files of versions: each is inspected during the upload, with its version or before there is one
// (staged). It is safe for concurrent use.
type Files struct {
	*Store
	options   FileOptions
	inspector *filecheck.Inspector
	table     staging
	hosts     []string
}

// NewFiles creates the uploads of files; mount the routes of staged files with Routes.
func NewFiles(o FileOptions) (*Files, error) {
	if o.Uploads == nil || o.Projects == nil {
		return nil, errors.New("make uploads of files: uploads and projects are needed")
	}
	if o.MaxFile <= 0 {
		o.MaxFile = 1 << 30
	}
	if o.MaxTime <= 0 {
		o.MaxTime = time.Hour
	}
	return &Files{
		Store: o.Uploads, options: o, inspector: filecheck.NewInspector(o.TempDir), table: staging{o.Pool},
		hosts: filecheck.Hosts(o.Uploads.Blobs.URL("")),
	}, nil
}

// File is a file that was stored for a version, with its inspected facts.
type File struct {
	project.File
	Facts filecheck.Facts
}

// Put stores a file for a version and inspects it during the upload.
func (f *Files) Put(ctx context.Context, b *Batch, v Place, name string, file io.Reader) (File, error) {
	name, err := filecheck.Name(name)
	if err != nil {
		return File{}, err
	}
	key := v.key(b, name)
	b.keep(key) // also after a partial failure
	stored, facts, err := f.put(ctx, key, name, file)
	if err == nil && stored.Size == 0 {
		err = empty("file_parts", name)
	}
	if err != nil {
		return File{}, err
	}
	return File{Facts: facts, File: project.File{SHA1: stored.SHA1, SHA512: stored.SHA512, Size: stored.Size, Name: name, URL: f.Blobs.URL(key)}}, nil
}

// put stores a file under a key.
func (f *Files) put(ctx context.Context, key, name string, file io.Reader) (stored blobs.Stored, facts filecheck.Facts, err error) {
	facts, err = f.inspector.Read(ctx, name, file, func(r io.Reader) error {
		stored, err = f.Store.put(ctx, key, filecheck.ContentType(name), "file_parts", r, f.options.MaxFile)
		return err
	})
	return stored, facts, err
}

// Look inspects a published file; false if it is stored on another site.
func (f *Files) Look(ctx context.Context, file project.File) (filecheck.Facts, bool, error) {
	key, ours := f.Blobs.KeyOf(file.URL)
	if !ours {
		return filecheck.Facts{}, false, nil
	}
	if !filecheck.IsArchive(file.Name) {
		return filecheck.Facts{}, true, nil
	}
	blob, err := f.Blobs.Open(ctx, key)
	if errors.Is(err, blobs.ErrNotFound) {
		return filecheck.Facts{}, false, nil
	}
	if err != nil {
		return filecheck.Facts{}, false, err
	}
	defer func() { _ = blob.Close() }()
	facts, err := f.inspector.Read(ctx, file.Name, blob, func(r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	})
	return facts, true, err
}

// MayStand returns an error for the first file that may not belong to a version with the given loaders and game
// versions.
func (f *Files) MayStand(t project.Type, loaders, games []string, files []File) error {
	list := make([]filecheck.File, 0, len(files))
	for _, file := range files {
		list = append(list, filecheck.File{Name: file.Name, Kind: file.Kind, Primary: file.Primary, Facts: file.Facts})
	}
	return filecheck.MayStand(filecheck.Version{Type: t, Loaders: loaders, GameVersions: games, Hosts: f.hosts}, list)
}

// Beside are the digests (sha512) of those files that cannot be the main file of a version with the given loaders and game
// versions.
func (f *Files) Beside(t project.Type, loaders, games []string, files []File) []string {
	var out []string
	for _, file := range files {
		file.Primary = true
		if f.MayStand(t, loaders, games, []File{file}) != nil {
			out = append(out, file.SHA512)
		}
	}
	return out
}

// Place is the version to which a file belongs.
type Place struct{ Project, Version string }

func (p Place) key(b *Batch, name string) string {
	return path.Join(p.Project, "versions", p.Version, b.ID, filecheck.BlobName(name))
}

// versionOf is the version in a key of its files.
func versionOf(key string) string {
	parts := strings.Split(key, "/")
	if len(parts) < 3 {
		return ""
	}
	return parts[2]
}

// Plain returns the files without their inspected facts.
func Plain(files []File) []project.File {
	out := make([]project.File, 0, len(files))
	for _, f := range files {
		out = append(out, f.File)
	}
	return out
}
