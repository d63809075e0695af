package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/archive"
)

const (
	// maxConflicts is how many conflicts are named.
	maxConflicts = 100
	// maxIndex is the largest index of a modpack whose name is read, in bytes.
	maxIndex = 4 << 20
	packFile = "modrinth.index.json"
)

// unarchive extracts an archive, or says what that would do.
func (c *call) unarchive() error {
	src, err := c.path("src")
	if err != nil {
		return err
	}
	trg, err := parseNew(c.query.Get("trg"), "trg")
	if err != nil {
		return err
	}
	override, err := c.flag("override")
	if err != nil {
		return err
	}
	dry, err := c.flag("dry")
	if err != nil {
		return err
	}
	if err := c.place.takes(trg); err != nil {
		return inField(err, "trg")
	}
	f, st, err := c.place.openPlain(src, "src")
	if err != nil {
		return inField(err, "src")
	}
	a, err := openArchive(f, st.Size, c.service.unpack)
	if err != nil {
		_ = f.Close() // it was only read
		return err
	}
	if dry {
		defer func() { _ = f.Close() }() // it was only read
		return c.preview(a, trg)
	}
	x := &extraction{
		archive: a, target: trg, override: override, by: c.writer(),
		op: &operation{seen: node.FileOperation{
			ID: newID(), Op: "unarchive", Src: src.shown(), Target: trg.shown(), State: node.OperationQueued, Started: c.service.clock().UTC(),
		}},
	}
	seen := x.op.seen
	if err := c.service.begin(c.place.server, x); err != nil {
		_ = f.Close() // it was only read
		return err
	}
	return c.json(http.StatusOK, seen)
}

// takes says whether a path can be the folder into which an archive is extracted: what is there of it are folders.
func (p *place) takes(n name) error {
	for ; ; n = n.dir() {
		d, err := openFolder(p.root, n)
		if err == nil {
			d.close()
			return nil
		}
		if !errors.Is(err, fs.ErrNotExist) || n.isRoot() {
			return err
		}
		if _, err := p.root.Lstat(string(n)); err == nil { // a link that names nothing
			return refuse(node.FileWrongType, "trg")
		}
	}
}

// preview says what an extraction would do.
func (c *call) preview(a *opened, trg name) error {
	u := node.Unarchived{Conflicts: []string{}}
	room, err := c.place.left(c.ctx())
	if err != nil {
		return err
	}
	err = a.each(c.ctx(), room, func(e entry) error {
		if u.Entries++; u.Entries > MaxEntries {
			return &archive.Error{Kind: archive.TooManyEntries}
		}
		if u.Bytes += e.size; room > 0 && u.Bytes > room {
			return &archive.Error{Kind: archive.TooLarge}
		}
		at := trg.join(e.name)
		if kind := c.place.conflict(at, e.folder, false); kind != "" && len(u.Conflicts) < maxConflicts {
			u.Conflicts = append(u.Conflicts, at.shown())
		}
		if e.name == packFile && !e.folder && e.size <= maxIndex {
			var b bytes.Buffer
			if err := e.write(&b); err != nil {
				return err
			}
			u.ModpackName = packName(b.Bytes())
		}
		return nil
	})
	if err != nil {
		return previewFault(err)
	}
	return c.json(http.StatusOK, u)
}

func packName(b []byte) *string {
	var pack struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(b, &pack) != nil || pack.Name == "" {
		return nil
	}
	return &pack.Name
}

// previewFault is the refusal of an archive that could not be extracted.
func previewFault(err error) error {
	switch stateOf(err) {
	case node.OperationCorrupted:
		return refuseText(node.FileInvalid, "src", "压缩包已损坏、已加密或无法读取。")
	case node.OperationInvalidPath:
		return refuseText(node.FileInvalid, "src", "压缩包中有不允许的路径、链接或加密的文件。")
	case node.OperationTooLarge:
		return refuseText(node.FileQuota, "src", "压缩包解压后太大。")
	}
	return err
}

// stateOf is the state of an extraction that ended with an error.
func stateOf(err error) string {
	var bad *archive.Error
	var f *fault
	switch {
	case err == nil:
		return node.OperationDone
	case errors.Is(err, context.Canceled):
		return node.OperationCancelled
	case errors.As(err, &f) && f.code == node.FileQuota:
		return node.OperationTooLarge
	case errors.As(err, &f) && f.code == node.FileExists, errors.Is(err, fs.ErrExist):
		return node.OperationConflict
	case errors.As(err, &bad):
		switch bad.Kind {
		case archive.BadName, archive.BadEncoding, archive.Duplicate:
			return node.OperationInvalidPath
		case archive.TooManyEntries, archive.TooLarge, archive.Bomb, archive.TooMuch:
			return node.OperationTooLarge
		}
		return node.OperationCorrupted
	}
	return node.OperationFailed
}

// left is what may still be written, with all of the trash; 0 is no bound.
func (p *place) left(ctx context.Context) (int64, error) {
	if p.room == 0 {
		return 0, nil
	}
	used, err := p.bytes(ctx)
	if err != nil {
		return 0, err
	}
	p.trashing.Lock()
	defer p.trashing.Unlock()
	all, err := p.records()
	for _, r := range all {
		used -= r.Bytes
	}
	return max(p.room-used, 1), err
}

// conflict says what keeps an entry from its place: node.FileExists if something is there that it would replace; empty if nothing does.
func (p *place) conflict(at name, folder, override bool) string {
	info, err := p.root.Lstat(string(at))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil: // something above is no folder
		return node.FileExists
	case folder && info.IsDir(), !folder && override && info.Mode().IsRegular():
		return ""
	}
	return node.FileExists
}
