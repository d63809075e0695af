package demo

import (
	"archive/zip"
	"bytes"
	"fmt"
	"time"
)

// release is the input of an archive.
type release struct {
	Project
	Number  string
	Channel string
	Needs   []need // their games and loaders are those of this version
	At      time.Time
	Icon    []byte
	Packed  []entry // files of others in a modpack
}

// need is another project of the set that a version depends on.
type need struct {
	Project Project
	Number  string // its newest version
}

// entry is a file in an archive.
type entry struct {
	name string
	data string
}

// archive builds a version's file: its name and its bytes. The same release always gives the same bytes.
func archive(r release) (name string, data []byte, err error) {
	var entries []entry
	ending := ".zip"
	switch r.Type {
	case "mod":
		ending, entries = ".jar", modJar(r)
	case "plugin":
		ending, entries = ".jar", pluginJar(r)
	case "datapack":
		entries = dataPack(r)
	case "resourcepack":
		entries = resourcePack(r)
	case "shader":
		entries = shaderPack(r)
	case "modpack":
		ending, entries = ".mrpack", modpack(r)
	case "language":
		entries = languagePack(r)
	case "software":
		entries = software(r)
	default:
		return "", nil, fmt.Errorf("no archive for the type %q", r.Type)
	}
	data, err = pack(entries, r.At)
	return r.Slug + "-" + r.Number + ending, data, err
}

// sources builds the archive with the sources of a mod.
func sources(r release) (name string, data []byte, err error) {
	data, err = pack([]entry{
		{"README.md", readme(r)},
		{"gradle.properties", "mod_id=" + modID(r.Slug) + "\nmod_version=" + r.Number + "\nminecraft_version=" + r.Games[len(r.Games)-1] + "\n"},
	}, r.At)
	return r.Slug + "-" + r.Number + "-sources.jar", data, err
}

func pack(entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at})
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", e.name, err)
		}
		if _, err := f.Write([]byte(e.data)); err != nil {
			return nil, fmt.Errorf("pack %s: %w", e.name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack: %w", err)
	}
	return out.Bytes(), nil
}

func readme(r release) string {
	return "# " + r.Title + " " + r.Number + "\n\n" + r.Summary + "\n\n这是演示资源的文件：格式完整，内容从简。\n"
}
