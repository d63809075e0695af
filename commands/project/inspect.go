package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/manifest"
)

// facts are what a file was found to hold when it was looked at: all that the rules of files.go ask of it, so
// that they can be asked again without the file.
type facts struct {
	Archive   bool                `json:"archive,omitempty"`
	Manifests []manifest.Manifest `json:"manifests,omitempty"`
	Pack      *manifest.Pack      `json:"pack,omitempty"`
	Modpack   *manifest.Modpack   `json:"modpack,omitempty"`
	Assets    bool                `json:"assets,omitempty"`
	Data      bool                `json:"data,omitempty"`
	Language  bool                `json:"language,omitempty"` // texts of a language under assets
	Shaders   bool                `json:"shaders,omitempty"`
	Classes   bool                `json:"classes,omitempty"`   // code of a mod or plugin
	ModLoader bool                `json:"modLoader,omitempty"` // a class that the oldest loader knows by its name
	Within    string              `json:"within,omitempty"`    // the folder that holds what should lie at the top
	Embedded  []string            `json:"embedded,omitempty"`  // ids of the mods that are packed within
}

// inspectTime bounds how long one archive may keep the site busy.
const inspectTime = 20 * time.Second

// inspect looks into a file. Archives that no launcher could open, or that would harm one that does, are
// refused; what they hold is answered.
func (s *Service) inspect(ctx context.Context, r io.ReaderAt, size int64, ext string) (facts, error) {
	if !isArchive(ext) {
		return facts{}, nil
	}
	select {
	case s.archives <- struct{}{}:
	case <-ctx.Done():
		return facts{}, ctx.Err()
	}
	defer func() { <-s.archives }()
	bounded, cancel := context.WithTimeout(ctx, inspectTime)
	defer cancel()
	f, err := look(bounded, r, size)
	var bad *archive.Error
	switch {
	case err == nil:
		return f, nil
	case errors.As(err, &bad):
		return facts{}, fault.Invalid("file_parts", archiveWords(bad))
	case ctx.Err() == nil && bounded.Err() != nil:
		return facts{}, fault.Invalid("file_parts", "压缩包过于复杂，无法在限定时间内检查。")
	}
	return facts{}, fmt.Errorf("inspect upload: %w", err)
}

func look(ctx context.Context, r io.ReaderAt, size int64) (facts, error) {
	a, err := archive.Open(ctx, r, size, archive.Limits{})
	if err != nil {
		return facts{}, err
	}
	f := facts{Archive: true}
	for _, name := range manifest.Names() {
		if !a.Has(name) {
			continue
		}
		data, err := a.Read(ctx, name, manifest.MaxFile)
		if err != nil {
			return facts{}, err
		}
		f.Manifests = append(f.Manifests, manifest.Parse(name, data)...)
	}
	if a.Has("pack.mcmeta") {
		data, err := a.Read(ctx, "pack.mcmeta", manifest.MaxFile)
		if err != nil {
			return facts{}, err
		}
		pack := manifest.ParsePack(data)
		f.Pack = &pack
	}
	if a.Has("modrinth.index.json") {
		data, err := a.Read(ctx, "modrinth.index.json", manifest.MaxIndex)
		if err != nil {
			return facts{}, err
		}
		index := manifest.ParseModpack(data)
		f.Modpack = &index
	}
	if err := f.jarVersion(ctx, a); err != nil {
		return facts{}, err
	}
	f.contents(a.Names())
	return f, f.nested(ctx, a)
}

// jarVersion fills in a number that a mods.toml leaves to the jar's own manifest.
func (f *facts) jarVersion(ctx context.Context, a *archive.Archive) error {
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

// contents notes what kinds of files there are.
func (f *facts) contents(names []string) {
	for _, name := range names {
		switch top, rest, deep := strings.Cut(name, "/"); {
		case deep && top == "assets":
			f.Assets = true
			f.Language = f.Language || strings.Contains(rest, "/lang/")
		case deep && top == "data":
			f.Data = true
		case deep && top == "shaders":
			f.Shaders = true
		}
		if path.Ext(name) == ".class" {
			f.Classes = true
			f.ModLoader = f.ModLoader || manifest.ModLoader(name)
		}
		// One folder too many is the commonest mistake of all.
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

// nested looks into the archives within, for the mods that come packed along, and for bombs.
func (f *facts) nested(ctx context.Context, a *archive.Archive) error {
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

func archiveWords(e *archive.Error) string {
	name := ""
	if e.Name != "" {
		name = "「" + e.Name + "」"
	}
	switch e.Kind {
	case archive.Empty:
		return "压缩包是空的。"
	case archive.TooManyEntries:
		return "压缩包中的文件过多，最多 65535 个。"
	case archive.BadName:
		return "压缩包中包含不安全的路径" + name + "。"
	case archive.BadEncoding:
		return "压缩包中有文件名不是 UTF-8 编码，请用支持 UTF-8 的工具重新打包。"
	case archive.Duplicate:
		return "压缩包中有两个" + name + "，只能有一个。"
	case archive.Overlap, archive.Bomb:
		return "压缩包的压缩率异常，可能是压缩炸弹。"
	case archive.TooLarge, archive.TooMuch:
		return "压缩包解压后过大。"
	case archive.Encrypted:
		return "压缩包设有密码，请去掉密码后重新打包。"
	case archive.Method:
		return "压缩包使用了游戏无法读取的压缩方式，请用 Deflate 重新打包。"
	case archive.BrokenEntry:
		return "无法读取压缩包中的" + name + "，文件可能已损坏。"
	case archive.EntryTooLarge:
		return "压缩包中的" + name + "过大。"
	case archive.TooDeep:
		return "压缩包嵌套过深：" + name + "。"
	}
	return "文件不是有效的压缩包，可能已损坏。"
}
