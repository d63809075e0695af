package contents

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/manifest"
)

const (
	// mostEntries is the maximum number of entries of an answer, mostChanges that of each kind of change.
	mostEntries = 10_000
	mostChanges = 1000
)

// Contents is what a stored file of a version contains. Problem says why it cannot be read; then the rest is empty.
type Contents struct {
	Project   Project    `json:"project"`
	Version   string     `json:"version"`
	Number    string     `json:"number"`
	Name      string     `json:"name"`
	Size      int64      `json:"size" doc:"字节"`
	SHA1      string     `json:"sha1"`
	SHA512    string     `json:"sha512"`
	Problem   string     `json:"problem" doc:"无法读取的原因；可读时为空"`
	Manifests []Manifest `json:"manifests"`
	Entries   []Entry    `json:"entries" doc:"最多 10000 个"`
	Total     int        `json:"total" doc:"全部条目的数量"`
	Before    *Before    `json:"before" doc:"与上一版本的文件相比；没有上一版本时为 null"`
}

// Project is the project of a version.
type Project struct {
	ID      string `json:"id"`
	Slug    string `json:"slug"`
	URLType string `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Title   string `json:"title"`
}

// Manifest is the metadata that a loader reads.
type Manifest struct {
	File       string   `json:"file"`
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Version    string   `json:"version"`
	Loaders    []string `json:"loaders"`
	Unreadable bool     `json:"unreadable"`
}

// Kind is what an entry holds, by its name.
type Kind string

// The kinds of entries.
const (
	Class   Kind = "class"
	Text    Kind = "text"
	Picture Kind = "picture"
	Archive Kind = "archive"
	Other   Kind = "other"
)

// Entry is a file in an archive.
type Entry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size" doc:"字节"`
	Packed int64  `json:"packed" doc:"压缩后的字节"`
	CRC    string `json:"crc" doc:"CRC-32"`
	Kind   Kind   `json:"kind" enum:"class,text,picture,archive,other"`
}

// Before compares the entries with those of the file of the version before. Same counts entries whose contents are equal;
// Unread counts those whose size and CRC-32 are equal and that are too large to compare their contents too.
type Before struct {
	Version string  `json:"version"`
	Number  string  `json:"number"`
	Name    string  `json:"name"`
	SHA1    string  `json:"sha1"`
	Problem string  `json:"problem" doc:"无法比较的原因；可比较时为空"`
	Added   Changes `json:"added"`
	Removed Changes `json:"removed"`
	Changed Changes `json:"changed"`
	Same    int     `json:"same"`
	Unread  int     `json:"unread"`
}

// Changes are entries of one kind of change. Total counts all of them.
type Changes struct {
	Entries []Entry `json:"entries" doc:"最多 1000 个"`
	Total   int     `json:"total"`
}

func (c *Changes) add(e archive.Entry) {
	c.Total++
	if len(c.Entries) < mostChanges {
		c.Entries = append(c.Entries, entryOf(e))
	}
}

func (s *Routes) contents(ctx context.Context, in *FileIn) (Contents, error) {
	f, err := s.asked(ctx, *in)
	if err != nil {
		return Contents{}, err
	}
	out := Contents{
		Project: f.project, Version: f.version, Number: f.number, Name: f.name(), SHA1: f.sha1, SHA512: f.sha512, Manifests: []Manifest{}, Entries: []Entry{},
	}
	before, found, err := s.find(ctx, fileBefore, f.version)
	if err != nil {
		return Contents{}, err
	}
	bounded, done, err := s.turn(ctx)
	if err != nil {
		return Contents{}, err
	}
	defer done()
	a, size, err := s.open(bounded, f)
	if err == nil {
		out.Size = size
		err = out.read(bounded, a)
	}
	if out.Problem, err = told(err); err != nil || out.Problem != "" || !found {
		return out, err
	}
	out.Before = &Before{Version: before.version, Number: before.number, Name: before.name(), SHA1: before.sha1}
	out.Before.Added.Entries, out.Before.Removed.Entries, out.Before.Changed.Entries = []Entry{}, []Entry{}, []Entry{}
	earlier, _, err := s.open(bounded, before)
	if err == nil {
		err = out.Before.compare(bounded, a, earlier)
	}
	out.Before.Problem, err = told(err)
	return out, err
}

// told splits an error into a problem of the file, and a failure.
func told(err error) (string, error) {
	var p problem
	if errors.As(err, &p) {
		return string(p), nil
	}
	return "", err
}

func (c *Contents) read(ctx context.Context, a *archive.Archive) error {
	for _, name := range manifest.Names() {
		if !a.Has(name) {
			continue
		}
		data, err := a.Read(ctx, name, manifest.MaxFile)
		if err != nil {
			return fmt.Errorf("read manifest: %w", explained(err))
		}
		for _, m := range manifest.Parse(name, data) {
			c.Manifests = append(c.Manifests, Manifest{
				File: m.File, ID: m.ID, Name: m.Name, Version: m.Version, Loaders: append([]string{}, m.Loaders...), Unreadable: m.Unreadable,
			})
		}
	}
	entries := a.Entries()
	c.Total = len(entries)
	for _, e := range entries[:min(len(entries), mostEntries)] {
		c.Entries = append(c.Entries, entryOf(e))
	}
	return nil
}

// compare reads the contents of entries that the directories declare equal: a checksum of 32 bits can be forged.
func (b *Before) compare(ctx context.Context, now, earlier *archive.Archive) error {
	old := map[string]archive.Entry{}
	for _, e := range earlier.Entries() {
		old[e.Name] = e
	}
	for _, e := range now.Entries() {
		was, there := old[e.Name]
		delete(old, e.Name)
		if !there {
			b.Added.add(e)
			continue
		}
		if e.Size != was.Size || e.CRC != was.CRC {
			b.Changed.add(e)
			continue
		}
		equal, err := sameContent(ctx, now, earlier, e.Name)
		var bad *archive.Error
		switch {
		case errors.As(err, &bad) && bad.Kind == archive.TooMuch:
			b.Unread++
		case err != nil:
			return explained(err)
		case equal:
			b.Same++
		default:
			b.Changed.add(e)
		}
	}
	for _, e := range earlier.Entries() {
		if _, gone := old[e.Name]; gone {
			b.Removed.add(e)
		}
	}
	return nil
}

func sameContent(ctx context.Context, now, earlier *archive.Archive, name string) (bool, error) {
	sum, err := now.Sum(ctx, name)
	if err != nil {
		return false, fmt.Errorf("compare %s: %w", name, err)
	}
	was, err := earlier.Sum(ctx, name)
	if err != nil {
		return false, fmt.Errorf("compare %s: %w", name, err)
	}
	return sum == was, nil
}

func entryOf(e archive.Entry) Entry {
	return Entry{Path: e.Name, Size: e.Size, Packed: e.Packed, CRC: fmt.Sprintf("%08x", e.CRC), Kind: kindOf(e.Name)}
}

func kindOf(name string) Kind {
	switch strings.ToLower(path.Ext(name)) {
	case ".class":
		return Class
	case ".jar", ".zip", ".mrpack", ".litemod":
		return Archive
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return Picture
	case ".json", ".json5", ".toml", ".txt", ".md", ".yml", ".yaml", ".mf", ".properties", ".cfg", ".conf", ".lang", ".info", ".mcmeta", ".accesswidener",
		".xml", ".html", ".css", ".js", ".mcfunction", ".glsl", ".fsh", ".vsh", ".csv", ".ini", ".sh", ".bat", ".ps1", ".snbt", ".kts", ".gradle":
		return Text
	}
	return Other
}
