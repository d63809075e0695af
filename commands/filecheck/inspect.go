package filecheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/manifest"
)

// Facts are the result of inspecting a file: everything that the rules need, so that they can run again without the
// file.
type Facts struct {
	Archive   bool                `json:"archive,omitempty"`
	Manifests []manifest.Manifest `json:"manifests,omitempty"`
	Pack      *manifest.Pack      `json:"pack,omitempty"`
	Modpack   *manifest.Modpack   `json:"modpack,omitempty"`
	Assets    bool                `json:"assets,omitempty"`
	Data      bool                `json:"data,omitempty"`
	Language  bool                `json:"language,omitempty"` // language files under assets
	Shaders   bool                `json:"shaders,omitempty"`
	Classes   bool                `json:"classes,omitempty"`   // classes of a mod or plugin
	ModLoader bool                `json:"modLoader,omitempty"` // a class whose name the oldest loader recognizes
	Within    string              `json:"within,omitempty"`    // the folder with the content that belongs at the top level
	Embedded  []string            `json:"embedded,omitempty"`  // ids of the mods inside
	Damaged   string              `json:"damaged,omitempty"`   // a file inside whose content is not what the archive declares
	Unfilled  []string            `json:"unfilled,omitempty"`  // metadata files that are templates without their values
}

// Inspector inspects files while they are uploaded. It is safe for concurrent use.
type Inspector struct {
	tempDir string
	// turns limits how many archives are inspected at a time, and so the memory that uploads use.
	turns chan struct{}
}

// NewInspector creates an inspector that stores archives in a directory during the inspection; "": the system's.
func NewInspector(tempDir string) *Inspector {
	return &Inspector{tempDir: tempDir, turns: make(chan struct{}, 2)}
}

// Read lets consume read a file, and inspects what consume has read. It rejects archives that no launcher can open or
// that would harm a launcher.
func (i *Inspector) Read(ctx context.Context, name string, file io.Reader, consume func(io.Reader) error) (Facts, error) {
	inspection := inspectionOf(name)
	if inspection == nil {
		return Facts{}, consume(file)
	}
	copied, err := os.CreateTemp(i.tempDir, "modyard-look-*")
	if err != nil {
		return Facts{}, fmt.Errorf("inspect file: %w", err)
	}
	defer func() {
		_ = copied.Close()
		_ = os.Remove(copied.Name())
	}()
	if err := consume(io.TeeReader(file, copied)); err != nil {
		return Facts{}, err
	}
	size, err := copied.Seek(0, io.SeekCurrent)
	if err != nil {
		return Facts{}, fmt.Errorf("inspect file: %w", err)
	}
	if size == 0 {
		return Facts{}, nil
	}
	return i.inspect(ctx, inspection, copied, size)
}

type inspection func(ctx context.Context, r io.ReaderAt, size int64) (Facts, error)

// inspectionOf is nil for a kind of file that is not opened.
func inspectionOf(name string) inspection {
	switch {
	case IsArchive(name):
		return look
	case extension(name) == ".tar.gz":
		return func(ctx context.Context, r io.ReaderAt, size int64) (Facts, error) {
			return Facts{}, archive.CheckTar(ctx, io.NewSectionReader(r, 0, size), archive.Limits{})
		}
	}
	return nil
}

// inspectTime is the maximum time for inspecting one archive.
const inspectTime = 20 * time.Second

func (i *Inspector) inspect(ctx context.Context, look inspection, r io.ReaderAt, size int64) (Facts, error) {
	select {
	case i.turns <- struct{}{}:
	case <-ctx.Done():
		return Facts{}, ctx.Err()
	}
	defer func() { <-i.turns }()
	bounded, cancel := context.WithTimeout(ctx, inspectTime)
	defer cancel()
	f, err := look(bounded, r, size)
	var bad *archive.Error
	switch {
	case err == nil:
		return f, nil
	case errors.As(err, &bad):
		return Facts{}, fault.Invalid("file_parts", archiveWords(bad))
	case ctx.Err() == nil && bounded.Err() != nil:
		return Facts{}, fault.Invalid("file_parts", "压缩包过于复杂，无法在限定时间内检查。")
	}
	return Facts{}, fmt.Errorf("inspect file: %w", err)
}

func look(ctx context.Context, r io.ReaderAt, size int64) (Facts, error) {
	a, err := archive.Open(ctx, r, size, archive.Limits{})
	if err != nil {
		return Facts{}, err
	}
	f := Facts{Archive: true}
	for _, name := range manifest.Names() {
		if !a.Has(name) {
			continue
		}
		data, err := a.Read(ctx, name, manifest.MaxFile)
		if err != nil {
			return Facts{}, err
		}
		for _, m := range manifest.Parse(name, data) {
			if m.Unfilled {
				f.Unfilled = append(f.Unfilled, name)
				continue
			}
			f.Manifests = append(f.Manifests, m)
		}
	}
	if a.Has("pack.mcmeta") {
		data, err := a.Read(ctx, "pack.mcmeta", manifest.MaxFile)
		if err != nil {
			return Facts{}, err
		}
		if pack := manifest.ParsePack(data); pack.Unfilled {
			f.Unfilled = append(f.Unfilled, "pack.mcmeta")
		} else {
			f.Pack = &pack
		}
	}
	if a.Has("modrinth.index.json") {
		data, err := a.Read(ctx, "modrinth.index.json", manifest.MaxIndex)
		if err != nil {
			return Facts{}, err
		}
		if index := manifest.ParseModpack(data); index.Unfilled {
			f.Unfilled = append(f.Unfilled, "modrinth.index.json")
		} else {
			f.Modpack = &index
		}
	}
	if err := f.jarVersion(ctx, a); err != nil {
		return Facts{}, err
	}
	if f.Modpack != nil {
		if err := f.overrides(ctx, a); err != nil {
			return Facts{}, err
		}
	}
	f.contents(slices.Concat(a.Names(), a.Folders()))
	if f.Damaged, err = a.Damaged(ctx); err != nil {
		return Facts{}, err
	}
	return f, f.nested(ctx, a)
}

// jarVersion fills in a version number that a mods.toml takes from the jar's own manifest.
func (f *Facts) jarVersion(ctx context.Context, a *archive.Archive) error {
	const name = "META-INF/MANIFEST.MF"
	lacking := slices.ContainsFunc(f.Manifests, func(m manifest.Manifest) bool { return m.Version == "" && !m.Unreadable })
	if !lacking || !a.Has(name) {
		return nil
	}
	data, err := a.Read(ctx, name, manifest.MaxFile)
	if err != nil {
		return err
	}
	version := manifest.JarVersion(data)
	for i := range f.Manifests {
		if f.Manifests[i].Version == "" {
			f.Manifests[i].Version = version
		}
	}
	return nil
}

// overrides adds the digests of the archives that a modpack brings along to those of its index, and refuses names that a
// launcher cannot write on every system. Archives beyond the limits are left out.
func (f *Facts) overrides(ctx context.Context, a *archive.Archive) error {
	within := func(name string) bool {
		folder, _, _ := strings.Cut(name, "/")
		return strings.HasSuffix(folder, "overrides")
	}
	for _, name := range slices.Concat(a.Names(), a.Folders()) {
		if within(name) && !archive.PortablePath(strings.TrimSuffix(name, "/")) {
			return &archive.Error{Kind: archive.BadName, Name: archive.Shown(name)}
		}
	}
	if name := archive.SamePlace(slices.DeleteFunc(slices.Clone(a.Names()), func(name string) bool { return !within(name) })); name != "" {
		return &archive.Error{Kind: archive.Duplicate, Name: archive.Shown(name)}
	}
	for _, name := range a.Names() {
		if !within(name) || !IsArchive(name) || len(f.Modpack.SHA512) >= manifest.MaxHeld {
			continue
		}
		sum, err := a.SHA512(ctx, name)
		var bad *archive.Error
		if errors.As(err, &bad) && bad.Kind == archive.TooMuch {
			continue
		}
		if err != nil {
			return err
		}
		if !slices.Contains(f.Modpack.SHA512, sum) {
			f.Modpack.SHA512 = append(f.Modpack.SHA512, sum)
		}
	}
	return nil
}

// contents records which kinds of files exist. A folder may be an entry of its own, and empty.
func (f *Facts) contents(names []string) {
	for _, name := range names {
		switch top, rest, deep := strings.Cut(name, "/"); {
		case deep && top == "assets":
			f.Assets = true
			f.Language = f.Language || strings.Contains(path.Dir(rest)+"/", "/lang/") && !strings.HasSuffix(rest, "/")
		case deep && top == "data":
			f.Data = true
		case deep && top == "shaders":
			f.Shaders = true
		}
		if path.Ext(name) == ".class" {
			f.Classes = true
			f.ModLoader = f.ModLoader || manifest.ModLoader(name)
		}
		// One folder too many is the most common mistake.
		folder, file := path.Split(name)
		top := strings.TrimSuffix(folder, "/")
		if f.Within == "" && top != "" && !strings.Contains(top, "/") && top != "assets" && top != "data" {
			if file == "pack.mcmeta" || file == "modrinth.index.json" {
				f.Within = top
			}
		}
		if parts := strings.SplitN(name, "/", 3); f.Within == "" && len(parts) == 3 && parts[1] == "shaders" && parts[0] != "assets" {
			f.Within = parts[0]
		}
	}
	if f.Pack != nil || f.Shaders || f.Modpack != nil {
		f.Within = ""
	}
}

// nested inspects the archives inside, for embedded mods and for decompression bombs.
func (f *Facts) nested(ctx context.Context, a *archive.Archive) error {
	const most = 256
	return a.Nested(ctx, func(name string, inner *archive.Archive) {
		if !strings.HasPrefix(name, "META-INF/") {
			return
		}
		for _, file := range []string{"fabric.mod.json", "quilt.mod.json", "META-INF/neoforge.mods.toml", "META-INF/mods.toml"} {
			if !inner.Has(file) || len(f.Embedded) >= most {
				continue
			}
			data, err := inner.Read(ctx, file, manifest.MaxFile)
			if err != nil {
				return
			}
			for _, m := range manifest.Parse(file, data) {
				if m.ID != "" && !slices.Contains(f.Embedded, m.ID) {
					f.Embedded = append(f.Embedded, m.ID)
				}
			}
		}
	})
}
