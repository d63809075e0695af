package install

import (
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/manifest"
	"github.com/modyard/modyard/platform/software"
)

const (
	fileIndex = "modrinth.index.json"
	// maxIndex is the largest index in bytes.
	maxIndex = 8 << 20
	// unbounded stands for no limit where 0 is one.
	unbounded = 1 << 50
	// maxWords is the longest name that is reported, in characters.
	maxWords = 128
)

// PackError says why an archive is no modpack that can be installed on a server.
type PackError struct {
	// Subject is the entry that is wrong; it may be empty.
	Subject string
	// Text is for logs, Shown a sentence in the language of the site.
	Text, Shown string
	// Disk: it is only too large for the disk of the plan.
	Disk bool
}

func (e *PackError) Error() string {
	if e.Subject == "" {
		return "the archive is no valid modpack: " + e.Text
	}
	return "the archive is no valid modpack: " + e.Text + ": " + e.Subject
}

func invalid(subject, text, shown string) *PackError {
	return &PackError{Subject: archive.Shown(subject), Text: text, Shown: shown}
}

// pack is what an archive brings to a server.
type pack struct {
	name, version string
	loader        node.InstallLoader
	fetched       []manifest.Installable
	packed        []packed
	archive       *archive.Archive
}

// packed is a file of the archive itself.
type packed struct {
	path string // in the server's folder
	archive.Entry
}

// folders of the archive for servers; files of a later one win.
func overrides() []string { return []string{"overrides/", "server-overrides/"} }

// readPack reads and checks the archive of a modpack. left is how many bytes it may unpack to; 0 is no bound. allowed says why an address may not
// be fetched from. An archive that is not valid is a *PackError.
func readPack(ctx context.Context, r io.ReaderAt, size, left int64, allowed func(string) error) (*pack, error) {
	if left <= 0 {
		left = unbounded
	}
	a, err := archive.Open(ctx, r, size, archive.Limits{
		Entries: files.MaxEntries, Unpacked: left, Ratio: files.MaxRatio, Small: files.SmallBytes, Hashed: unbounded, Names: files.Chinese,
	})
	if err != nil {
		return nil, archiveError(err)
	}
	if again := a.Repeated(); len(again) > 0 {
		return nil, invalid(again[0], "a name twice", "压缩包中有重名的文件。")
	}
	if !a.Has(fileIndex) {
		return nil, invalid("", "it has no "+fileIndex, "压缩包里没有 "+fileIndex+",不是整合包。")
	}
	data, err := a.Read(ctx, fileIndex, maxIndex)
	if err != nil {
		return nil, archiveError(err)
	}
	index := manifest.ReadIndex(data)
	if err := checkIndex(index, allowed); err != nil {
		return nil, err
	}
	p := &pack{name: cut(index.Name, maxWords), version: cut(index.Version, maxWords), archive: a}
	if p.loader, err = loaderOf(index.Dependencies); err != nil {
		return nil, err
	}
	return p, p.collect(index.List, left)
}

// archiveError is the defect of an archive as a PackError; any other error stays.
func archiveError(err error) error {
	var bad *archive.Error
	if !errors.As(err, &bad) {
		return err
	}
	switch bad.Kind {
	case archive.TooLarge, archive.TooMuch:
		return &PackError{Text: bad.Error(), Shown: "整合包解压后太大。", Disk: true}
	case archive.TooManyEntries, archive.Bomb:
		return &PackError{Text: bad.Error(), Shown: "整合包解压后太大。"}
	case archive.BadName, archive.BadEncoding:
		return invalid(bad.Name, "a bad name", "压缩包中有不允许的路径。")
	}
	return invalid(bad.Name, bad.Kind.String(), "压缩包已损坏、已加密或无法读取。")
}

// checkIndex refuses an index that does not say everything, or says what may not be done.
func checkIndex(p manifest.Index, allowed func(string) error) error {
	for _, c := range []struct {
		wrong         bool
		subject       string
		text, problem string
	}{
		{p.Unreadable || p.Unfilled, "", "its index cannot be read", "整合包的索引无法读取。"},
		{p.BadFormat, "", "its format is not known", "不支持这种格式版本或游戏的整合包。"},
		{len(p.List) > node.MaxPackFiles, "", "it names too many files", "整合包的文件太多。"},
		{p.BadPath != "", p.BadPath, "a path leads out of the folder, or is none on every system", "整合包中有不允许的路径。"},
		{p.Twice != "", p.Twice, "a path twice", "整合包中有重复的路径。"},
		{p.NoHash != "", p.NoHash, "a hash is missing", "整合包中有文件缺少校验值。"},
		{p.BadHash != "", p.BadHash, "a hash is malformed", "整合包中有文件的校验值无效。"},
		{p.BadSize != "", p.BadSize, "a size is malformed", "整合包中有文件的大小无效。"},
		{p.BadLink != "", p.BadLink, "an address is malformed", "整合包中有文件的下载地址无效。"},
		{p.BadEnv != "", p.BadEnv, "an environment is malformed", "整合包中有文件的适用环境无效。"},
	} {
		if c.wrong {
			return invalid(c.subject, c.text, c.problem)
		}
	}
	for _, f := range p.List {
		if f.Server && !slices.ContainsFunc(f.URLs, func(u string) bool { return allowed(u) == nil }) {
			return invalid(f.Path, "no address is one that may be fetched from", "整合包中有文件的下载地址不被允许。")
		}
	}
	return nil
}

// loaderOf is the software that the dependencies of a pack name.
func loaderOf(dependencies map[string]string) (node.InstallLoader, error) {
	l := node.InstallLoader{Loader: software.Vanilla, GameVersion: dependencies["minecraft"]}
	if !version(l.GameVersion) {
		return l, invalid("minecraft", "the version of the game is missing or malformed", "整合包没有写明游戏版本。")
	}
	found := 0
	for _, k := range []struct{ key, loader string }{
		{"fabric-loader", software.Fabric}, {"quilt-loader", software.Quilt}, {"forge", software.Forge}, {"neoforge", software.NeoForge}, {"neo-forge", software.NeoForge},
	} {
		v, named := dependencies[k.key]
		if !named {
			continue
		}
		if !version(v) {
			return l, invalid(k.key, "the version of the loader is malformed", "整合包的加载器版本无效。")
		}
		l.Loader, l.LoaderVersion = k.loader, v
		found++
	}
	if found > 1 {
		return l, invalid("", "it names several loaders", "整合包写了多个加载器。")
	}
	return l, nil
}

// version says whether a text can be a version: it becomes a part of addresses.
func version(s string) bool {
	return s != "" && len(s) <= 64 && !strings.HasPrefix(s, ".") && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune("._+- ", r)
	})
}

// collect decides which file stands at each path: those of the archive win over those of the index.
func (p *pack) collect(index []manifest.Installable, left int64) error {
	at, order := map[string]packed{}, []string{}
	for _, in := range overrides() {
		seen := map[string]bool{}
		for _, e := range p.archive.Entries() {
			rest, ok := strings.CutPrefix(e.Name, in)
			if !ok {
				continue
			}
			switch {
			case !e.Mode.IsRegular():
				return invalid(e.Name, "a link or a device", "压缩包中有链接或特殊文件。")
			case !archive.PortablePath(rest):
				return invalid(e.Name, "a path leads out of the folder, or is none on every system", "整合包中有不允许的路径。")
			case seen[strings.ToLower(rest)]:
				return invalid(e.Name, "a path twice", "整合包中有重复的路径。")
			}
			seen[strings.ToLower(rest)] = true
			if _, there := at[rest]; !there {
				order = append(order, rest)
			}
			at[rest] = packed{rest, e}
		}
	}
	for _, path := range order {
		p.packed = append(p.packed, at[path])
	}
	for _, f := range index {
		if _, replaced := at[f.Path]; f.Server && !replaced {
			p.fetched = append(p.fetched, f)
		}
	}
	if len(index)+len(order) == 0 {
		return invalid("", "it has no files", "整合包是空的。")
	}
	if p.bytes() > left {
		return &PackError{Text: "it is larger than the disk of the plan", Shown: "磁盘空间不够放下这个整合包。", Disk: true}
	}
	return p.distinct()
}

// distinct refuses paths that differ in case alone, and a file where another one needs a folder.
func (p *pack) distinct() error {
	names := map[string]string{} // of files and folders, by their lower case
	isFile := map[string]bool{}
	add := func(name string, file bool) error {
		lower := strings.ToLower(name)
		if other, there := names[lower]; there && (other != name || file || isFile[lower]) {
			return invalid(name, "a path twice", "整合包中有重复的路径。")
		}
		names[lower], isFile[lower] = name, file
		return nil
	}
	for _, name := range p.paths() {
		if err := add(name, true); err != nil {
			return err
		}
		for above := path.Dir(name); above != "."; above = path.Dir(above) {
			if err := add(above, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *pack) paths() []string {
	all := make([]string, 0, len(p.fetched)+len(p.packed))
	for _, f := range p.fetched {
		all = append(all, f.Path)
	}
	for _, f := range p.packed {
		all = append(all, f.path)
	}
	return all
}

// bytes is what the files occupy.
func (p *pack) bytes() (n int64) {
	for _, f := range p.fetched {
		n += files.Rounded(f.PackFile.Size)
	}
	for _, f := range p.packed {
		n += files.Rounded(f.Entry.Size)
	}
	return n
}

func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
