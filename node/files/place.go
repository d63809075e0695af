package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/node/limit"
)

// Folders of a server.
const (
	dirRoot  = "root"
	dirStage = "stage"
	dirTrash = "trash"
)

// place is the opened folder of a server, for one request or operation.
type place struct {
	*shelf
	service            *Service
	root, stage, trash *os.Root
	user               limit.User
	room               int64 // what the plan allows in bytes; 0 is no bound
}

// open opens a server's folder. What a killed node has left in it is removed before it is first used.
func (s *Service) open(server string) (*place, error) {
	where, err := s.servers.Folder(server)
	if err != nil {
		return nil, err
	}
	_, desired, known := s.servers.State(server)
	if !known || desired.Deleted {
		return nil, ErrNoServer
	}
	p := &place{shelf: s.shelf(server), service: s, user: where.User, room: int64(max(desired.Plan.DiskMiB, 0)) << 20}
	dir, err := os.OpenRoot(where.Dir)
	if err != nil {
		return nil, fmt.Errorf("open the server's folder: %w", err)
	}
	defer func() { _ = dir.Close() }() // the folders in it stay open
	for _, f := range []struct {
		name string
		root **os.Root
	}{{dirRoot, &p.root}, {dirStage, &p.stage}, {dirTrash, &p.trash}} {
		if err := dir.Mkdir(f.name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			p.close()
			return nil, fmt.Errorf("make the folder %s: %w", f.name, err)
		}
		if *f.root, err = dir.OpenRoot(f.name); err != nil {
			p.close()
			return nil, fmt.Errorf("open the folder %s: %w", f.name, err)
		}
	}
	p.recover()
	return p, nil
}

func (p *place) close() {
	for _, r := range []*os.Root{p.root, p.stage, p.trash} {
		if r != nil {
			_ = r.Close() // nothing is written through it
		}
	}
}

// recover finishes or removes what a killed node has left, once. What cannot be removed keeps nobody from the files.
func (p *place) recover() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.recovered {
		return
	}
	p.recovered = true
	if err := errors.Join(p.finishOperations(), clear(p.stage), p.dropOrphans()); err != nil {
		p.service.log.Error("clean up after the last node", "server", p.server, "error", err)
	}
}

// clear removes all that a folder has.
func clear(root *os.Root) error {
	f, err := root.Open(".")
	if err != nil {
		return err
	}
	names, err := f.Readdirnames(-1)
	errs := []error{err, f.Close()}
	for _, n := range names {
		errs = append(errs, root.RemoveAll(n))
	}
	return errors.Join(errs...)
}

// give gives an open file to the server's user, with a mode. The mode is set last: giving a file away takes bits from it.
func (p *place) give(f *os.File, mode os.FileMode) error {
	if p.user.UID != 0 {
		if err := f.Chown(p.user.UID, p.user.GID); err != nil {
			return fmt.Errorf("give the file to the server: %w", err)
		}
	}
	return f.Chmod(mode.Perm())
}

// Modes of what is made. Nobody but the server's user passes through the folder around it.
const (
	modeFile   = 0o644
	modeFolder = 0o755
)

// makeFolder makes a folder. It is given to the server's user in the stage, where nothing can be put in its place meanwhile.
func (p *place) makeFolder(parent folder, base string) error {
	stage, err := openFolder(p.stage, ".")
	if err != nil {
		return err
	}
	defer stage.close()
	temporary := newID()
	if err := p.stage.Mkdir(temporary, 0o700); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	made, err := stage.enter(temporary)
	if err == nil {
		err = errors.Join(p.give(made.f, modeFolder), made.f.Close())
	}
	if err == nil {
		err = stage.move(temporary, parent, base)
	}
	if err != nil {
		return errors.Join(err, ignoreMissing(p.stage.Remove(temporary)))
	}
	p.usage.add(folderBytes)
	return parent.sync()
}

// folderBytes is what a new folder occupies on most file systems; the next count knows.
const folderBytes = 4096

// parent opens the folder of a path; makes says whether missing folders are made.
func (p *place) parent(n name, makes bool, field string) (folder, error) {
	d, err := openFolder(p.root, n.dir())
	if err == nil {
		return d, nil
	}
	if makes && errors.Is(err, fs.ErrNotExist) {
		if err = p.makeAll(n.dir()); err == nil {
			d, err = openFolder(p.root, n.dir())
		}
	}
	if err != nil {
		return folder{}, inField(err, field)
	}
	return d, nil
}

// makeAll makes a folder and those above it.
func (p *place) makeAll(n name) error {
	d, err := openFolder(p.root, n)
	if err == nil {
		d.close()
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) || n.isRoot() {
		return err
	}
	if err := p.makeAll(n.dir()); err != nil {
		return err
	}
	above, err := openFolder(p.root, n.dir())
	if err != nil {
		return err
	}
	defer above.close()
	if err := p.makeFolder(above, n.base()); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// inField is an error of a field of the request.
func inField(err error, field string) error {
	if f := faultOf(err, field); f != nil {
		return f
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}
