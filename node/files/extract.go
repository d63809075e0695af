package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/archive"
)

// An extraction in the stage is a folder with the entries below stageTree and, once they are whole, the file stageCommit.
const (
	stageTree   = "tree"
	stageCommit = "commit.json"
)

// commit is what is needed to move whole entries into place, also by the next node.
type commit struct {
	Target   name `json:"target"`
	Override bool `json:"override"`
}

// extraction is the work of an operation.
type extraction struct {
	archive  *opened
	target   name
	override bool
	op       *operation
	by       Writer

	entries int
	bytes   int64 // of contents
	taken   int64 // what is occupied
	seen    map[name]bool
}

// begin starts an extraction of a server.
func (s *Service) begin(server string, x *extraction) error {
	ctx, cancel := context.WithCancel(s.ctx)
	x.op.cancel = cancel
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		cancel()
		return refuse(node.FileBusy, "")
	}
	sh, ok := s.shelfs[server]
	if !ok {
		cancel()
		return ErrNoServer
	}
	if err := sh.operations.begin(x.op); err != nil {
		cancel()
		return err
	}
	s.running.Go(func() {
		defer cancel()
		err := s.extract(ctx, server, x)
		if err != nil && ctx.Err() != nil { // whatever came of it
			err = ctx.Err()
		}
		state := stateOf(err)
		if state == node.OperationFailed {
			s.log.Error("extract an archive", "server", server, "error", err)
		}
		x.op.end(state)
	})
	return nil
}

// extract waits for a place and does the work.
func (s *Service) extract(ctx context.Context, server string, x *extraction) (err error) {
	defer func() { _ = x.archive.file.Close() }() // it was only read
	defer func() {
		if r := recover(); r != nil { // by a reader of a format
			err = fmt.Errorf("%w: %v", &archive.Error{Kind: archive.Broken}, r)
		}
	}()
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-ctx.Done():
		return ctx.Err()
	}
	x.op.change(func(o *node.FileOperation) { o.State = node.OperationOngoing })
	p, err := s.open(server)
	if err != nil {
		return err
	}
	defer p.close()
	h := p.reserve(0)
	defer func() { h.end(x.taken) }()
	id, _ := x.op.look()
	if err := p.stage.MkdirAll(path.Join(id.ID, stageTree), 0o700); err != nil {
		return fmt.Errorf("prepare the stage: %w", err)
	}
	defer func() { err = errors.Join(err, p.stage.RemoveAll(id.ID)) }()
	if err := x.fill(ctx, p, path.Join(id.ID, stageTree), h); err != nil {
		return err
	}
	c := commit{Target: x.target, Override: x.override}
	if err := p.settle(ctx, id.ID, c); err != nil {
		return err
	}
	taken, err := sizeOf(ctx, p.stage, name(path.Join(id.ID, stageTree)), map[[2]uint64]bool{})
	if err != nil {
		return err
	}
	if err := p.moveIn(id.ID, c); err != nil {
		return err
	}
	x.taken = taken
	s.wrote(ctx, x.by, x.target.shown())
	return nil
}

// fill writes the entries into the stage.
func (x *extraction) fill(ctx context.Context, p *place, tree string, h *hold) error {
	x.seen = map[name]bool{}
	room, err := p.left(ctx)
	if err != nil {
		return err
	}
	return x.archive.each(ctx, room, func(e entry) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if x.entries++; x.entries > MaxEntries {
			return &archive.Error{Kind: archive.TooManyEntries}
		}
		x.op.change(func(o *node.FileOperation) { o.CurrentFile = e.name.shown() })
		at := x.target.join(e.name)
		if !at.fits() {
			return badName(string(e.name))
		}
		if p.conflict(at, e.folder, x.override) != "" {
			return refuse(node.FileExists, "trg")
		}
		staged := path.Join(tree, string(e.name))
		if e.folder {
			return x.folder(ctx, p, staged, h)
		}
		if x.seen[e.name] {
			return &archive.Error{Kind: archive.Duplicate, Name: archive.Shown(string(e.name))}
		}
		x.seen[e.name] = true
		if err := x.folder(ctx, p, path.Dir(staged), h); err != nil {
			return err
		}
		return x.file(ctx, p, staged, e, h)
	})
}

// folder makes a folder in the stage.
func (x *extraction) folder(ctx context.Context, p *place, staged string, h *hold) error {
	if x.seen[name(staged+"/")] {
		return nil
	}
	x.seen[name(staged+"/")] = true
	if err := h.grow(ctx, folderBytes); err != nil {
		return err
	}
	if err := p.stage.MkdirAll(staged, 0o700); err != nil {
		return badName(staged) // a file of the archive is above it
	}
	return nil
}

func (x *extraction) file(ctx context.Context, p *place, staged string, e entry, h *hold) error {
	f, err := p.stage.OpenFile(staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return badName(staged) // a folder of the archive has the name
	}
	err = e.write(&entryWriter{ctx: ctx, x: x, f: f, h: h})
	x.op.change(func(o *node.FileOperation) { o.Files++ })
	return errors.Join(err, p.give(f, os.FileMode(modeFile)|e.mode&0o111), f.Close())
}

// entryWriter writes one entry, reserves what it writes, and tells of the progress.
type entryWriter struct {
	ctx     context.Context //nolint:containedctx // of one entry
	x       *extraction
	f       io.Writer
	h       *hold
	written int64
}

func (w *entryWriter) Write(b []byte) (int, error) {
	if more := rounded(w.written+int64(len(b))) - rounded(w.written); more > 0 {
		if err := w.h.grow(w.ctx, more); err != nil {
			return 0, err
		}
	}
	n, err := w.f.Write(b)
	w.written += int64(n)
	w.x.bytes += int64(n)
	if err != nil {
		return n, fmt.Errorf("%w: %w", errWrite, err)
	}
	w.x.op.change(func(o *node.FileOperation) {
		o.Bytes = w.x.bytes
		a := w.x.archive
		switch {
		case a.total > 0:
			o.Progress = min(float64(w.x.bytes)/float64(a.total), 0.99)
		case a.packed < a.size: // read as a stream
			o.Progress = min(float64(a.packed)/float64(a.size), 0.99)
		}
	})
	return n, nil
}

// settle gives the entries to the server's user, and then marks them as whole on the disk.
func (p *place) settle(ctx context.Context, id string, c commit) error {
	tree, err := openFolder(p.stage, name(path.Join(id, stageTree)))
	if err != nil {
		return err
	}
	defer tree.close()
	if err := p.giveFolders(ctx, tree); err != nil {
		return err
	}
	b, err := json.Marshal(c)
	if err != nil {
		return err
	}
	f, err := p.stage.OpenFile(path.Join(id, stageCommit), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Sync(), f.Close(), ctx.Err()) // from here on it is not cancelled
}

// giveFolders gives the folders of a staged tree to the server's user, and writes all of it to the disk.
func (p *place) giveFolders(ctx context.Context, tree folder) error {
	err := walk(ctx, tree, 0, func(_ int, in folder, base string, st *unix.Stat_t) error {
		if typeOf(uint32(st.Mode)) != node.TypeDirectory {
			return nil
		}
		d, err := in.enter(base)
		if err != nil {
			return err
		}
		defer d.close()
		return p.give(d.f, modeFolder)
	})
	if err != nil {
		return err
	}
	if err := syncAll(tree); err != nil {
		return fmt.Errorf("write the entries to the disk: %w", err)
	}
	return nil
}

// finishOperations moves into place what a killed node had whole in the stage. What is in the way stays.
func (p *place) finishOperations() error {
	d, err := openFolder(p.stage, ".")
	if err != nil {
		return err
	}
	defer d.close()
	names, err := d.f.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, id := range names {
		var c commit
		b, err := p.stage.ReadFile(path.Join(id, stageCommit))
		if err != nil || json.Unmarshal(b, &c) != nil {
			continue // it was not whole
		}
		if err := p.moveIn(id, c); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
