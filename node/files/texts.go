package files

import (
	"context"
	"errors"
	"io"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// Text is a file that Texts has found.
type Text struct {
	Path string // with a slash before it
	// Tag distinguishes the states of the file: each write changes it.
	Tag  string
	Size int64
	// Content is nil where the tag is the known one, for a file that is too large, and for one that was changed while it was read.
	Content []byte
	// Unsettled: the file was changed or replaced while it was read.
	Unsettled bool
}

// TextRules say which files Texts looks at.
type TextRules struct {
	// Folder says whether a folder is entered, and File whether a file is looked at. Paths have a slash before them.
	Folder, File func(path string) bool
	// Known is the tag of a file that need not be read again; empty where there is none.
	Known func(path string) string
	// MaxSize bounds the content of a file in bytes, MaxFiles the files, MaxFolder the entries of a folder, which is left out if it has more, and
	// MaxEntries the entries of all folders.
	MaxSize                         int64
	MaxFiles, MaxFolder, MaxEntries int
}

// Texts calls visit with each file that the rules name, in the order of the paths within a folder. Links are not followed; they, pipes, devices
// and files with a second name are left out. whole is false if a bound was reached: then files are missing that are there.
func (s *Service) Texts(ctx context.Context, server string, r TextRules, visit func(Text) error) (whole bool, err error) {
	p, err := s.open(server)
	if err != nil {
		return false, err
	}
	defer p.close()
	d, err := openFolder(p.root, ".")
	if err != nil {
		return false, err
	}
	defer d.close()
	t := &texts{TextRules: r, visit: visit}
	err = t.folder(ctx, d, ".")
	if errors.Is(err, errBound) {
		return false, nil
	}
	return err == nil && !t.cut, err
}

var errBound = errors.New("there are more files than are looked at")

type texts struct {
	TextRules
	visit          func(Text) error
	files, entries int
	cut            bool // a folder was left out
}

// names are those of a folder, in order.
func (t *texts) names(d folder) ([]string, error) {
	var all []string
	for {
		names, err := d.f.Readdirnames(batch)
		if t.entries += len(names); t.entries > t.MaxEntries {
			return nil, errBound
		}
		if all = append(all, names...); len(all) > t.MaxFolder {
			t.cut = true
			return nil, nil
		}
		if errors.Is(err, io.EOF) {
			slices.Sort(all)
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (t *texts) folder(ctx context.Context, d folder, at name) error {
	names, err := t.names(d)
	if err != nil {
		return err
	}
	for _, base := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := at.join(name(base))
		if !validName(base) || !n.fits() {
			continue
		}
		st, err := d.stat(base)
		if err != nil {
			continue // it was removed meanwhile
		}
		switch typeOf(uint32(st.Mode)) {
		case node.TypeDirectory:
			if !t.Folder(n.shown()) {
				continue
			}
			sub, err := d.enter(base)
			if err != nil {
				continue // it was replaced meanwhile, or the game lets nobody enter it
			}
			err = t.folder(ctx, sub, n)
			sub.close()
			if err != nil {
				return err
			}
		case node.TypeFile:
			if st.Nlink > 1 || !t.File(n.shown()) {
				continue
			}
			if t.files++; t.files > t.MaxFiles {
				return errBound
			}
			if err := t.visit(t.read(d, base, n, &st)); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads a file unless its tag is known.
func (t *texts) read(d folder, base string, n name, st *unix.Stat_t) Text {
	text := Text{Path: n.shown(), Tag: etag(st), Size: st.Size}
	if st.Size > t.MaxSize || text.Tag == t.Known(text.Path) {
		return text
	}
	text.Unsettled = true
	f, err := d.open(base, unix.O_RDONLY, 0)
	if err != nil {
		return text
	}
	defer func() { _ = f.Close() }() // it was only read
	content, err := io.ReadAll(io.LimitReader(f, t.MaxSize+1))
	after, statErr := statFile(f)
	if err != nil || statErr != nil || etag(&after) != text.Tag || int64(len(content)) != st.Size {
		return text
	}
	text.Content, text.Unsettled = content, false
	if content == nil {
		text.Content = []byte{}
	}
	return text
}
