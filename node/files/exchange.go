package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// Exchanged is what an exchange has put in place.
type Exchanged struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
	// Beside counts the configurations that stand beside changed ones.
	Beside int `json:"beside"`
	// Settings: server.properties is not the file that it was.
	Settings bool `json:"settings"`
}

// plan is an exchange that is written down before its first move. Whether a move was made can be seen in the node's own folders, which nobody
// else enters: after a kill each move is made, or taken back, as if there had been none.
type plan struct {
	Exchanged
	Moves []move `json:"moves"`
	// List are the hashes of the new files by their paths.
	List map[string]string `json:"list"`
}

// move moves one entry: the entry Out of the folder aside comes from Path, or the entry In of the new folder goes to Path.
type move struct {
	Path string `json:"path"`
	In   string `json:"in,omitempty"`
	Out  string `json:"out,omitempty"`
	// Keep is the record under which what went aside is kept in the trash; nil: it is removed.
	Keep *record `json:"keep,omitempty"`
}

// ErrHalf: an exchange stands half done. Resume finishes it or takes it back.
var ErrHalf = errors.New("the exchange of the server's files stands half done")

// Exchange puts what was assembled in the place of the former files. Planned is called when the exchange is written down and nothing has moved:
// after its success the server's folder is only whole again when Exchange or Resume has returned something else than ErrHalf. Any other error
// leaves the folder as it was; it is stored before Drop is called, since what is dropped cannot be moved any more. What Settle needs of the disk is
// written here, so that a disk without room ends the exchange and not what comes after it.
func (a *Assembly) Exchange(ctx context.Context, planned func(Exchanged) error) (Exchanged, error) {
	a.place.writing.Lock()
	defer a.place.writing.Unlock()
	f, err := a.folders()
	if err != nil {
		return Exchanged{}, err
	}
	defer f.close()
	if err := a.place.giveFolders(ctx, f.tree); err != nil {
		return Exchanged{}, err
	}
	p, err := a.plan(ctx, f)
	if err != nil {
		return Exchanged{}, fmt.Errorf("plan the exchange: %w", err)
	}
	if err := a.write(f, p); err != nil {
		return Exchanged{}, fmt.Errorf("write the plan of the exchange: %w", err)
	}
	if err := planned(p.Exchanged); err != nil {
		return Exchanged{}, err
	}
	return p.Exchanged, a.execute(f, p)
}

// write writes a plan down. The records of what is kept and the list of the new files are on the disk before it.
func (a *Assembly) write(f folders, p plan) error {
	for i, m := range p.Moves {
		if m.Keep == nil {
			continue
		}
		if err := a.step("record " + strconv.Itoa(i)); err != nil {
			return err
		}
		b, err := json.Marshal(m.Keep)
		if err == nil {
			err = a.dir.WriteFile(path.Join(dirRecords, m.Keep.ID+recordEnd), b, 0o600)
		}
		if err != nil {
			return err
		}
	}
	if err := syncAll(f.root); err != nil {
		return err
	}
	if err := a.writeJSON(fileNext, p.List); err != nil {
		return err
	}
	return a.writeJSON(filePlan, p)
}

// writeJSON replaces a file of the folder of installations.
func (a *Assembly) writeJSON(file string, content any) error {
	b, err := json.Marshal(content)
	if err != nil {
		return err
	}
	if err := a.step(file); err != nil {
		return err
	}
	return a.writeWhole(file, b)
}

// step comes before a step of an exchange. Its error is a killedError, or that of a disk without room.
func (a *Assembly) step(name string) error {
	err := a.place.service.fault(name)
	if err == nil || errors.Is(err, unix.ENOSPC) {
		return err
	}
	return &killedError{err}
}

// Resume finishes an exchange that a killed node has left, or takes it back.
func (a *Assembly) Resume() (Exchanged, error) {
	a.place.writing.Lock()
	defer a.place.writing.Unlock()
	p, err := a.read()
	if err != nil {
		return Exchanged{}, fmt.Errorf("%w: %w", ErrHalf, err)
	}
	f, err := a.folders()
	if err != nil {
		return Exchanged{}, fmt.Errorf("%w: %w", ErrHalf, err)
	}
	defer f.close()
	return p.Exchanged, a.execute(f, p)
}

func (a *Assembly) read() (p plan, err error) {
	b, err := a.dir.ReadFile(filePlan)
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	return p, err
}

// killedError ends an exchange where it stands.
type killedError struct{ err error }

func (e *killedError) Error() string { return e.err.Error() }
func (e *killedError) Unwrap() error { return e.err }

// execute makes the moves of a plan. After an error it takes all of them back.
func (a *Assembly) execute(f folders, p plan) error {
	err := a.forward(f, p)
	if err == nil {
		if err = syncAll(f.root); err == nil {
			return nil
		}
	}
	var killed *killedError
	if errors.As(err, &killed) {
		return fmt.Errorf("%w: %w", ErrHalf, err)
	}
	if undone := a.backward(f, p); undone != nil {
		return fmt.Errorf("%w: %w", ErrHalf, errors.Join(err, undone))
	}
	return err
}

func (a *Assembly) forward(f folders, p plan) error {
	for i, m := range p.Moves {
		err := a.step("move " + strconv.Itoa(i))
		switch {
		case err != nil:
		case m.In != "":
			err = f.in(m)
		default:
			err = f.out(m)
		}
		if err != nil {
			return fmt.Errorf("move %.200q: %w", m.Path, err)
		}
	}
	return a.step("moved")
}

// backward takes the moves back, the last one first.
func (a *Assembly) backward(f folders, p plan) error {
	for i, m := range slices.Backward(p.Moves) {
		if err := a.step("back " + strconv.Itoa(i)); err != nil {
			return err
		}
		var err error
		if m.In != "" {
			if there, looked := f.tree.has(m.In); looked != nil || !there {
				err = errors.Join(looked, between(f.root, m.Path, f.tree, m.In))
			}
		} else if there, looked := f.aside.has(m.Out); looked != nil || there {
			err = errors.Join(looked, between(f.aside, m.Out, f.root, m.Path))
		}
		if err != nil {
			return fmt.Errorf("take back %.200q: %w", m.Path, err)
		}
	}
	if err := a.step("back"); err != nil {
		return err
	}
	return syncAll(f.root)
}

// out moves what stands at a path aside. What is gone meanwhile needs no move.
func (f folders) out(m move) error {
	if m.Out == "" {
		return nil
	}
	if there, err := f.aside.has(m.Out); err != nil || there {
		return err
	}
	return ignoreMissing(between(f.root, m.Path, f.aside, m.Out))
}

func (f folders) in(m move) error {
	if there, err := f.tree.has(m.In); err != nil || !there {
		return err
	}
	return between(f.tree, m.In, f.root, m.Path)
}

// between moves an entry below one folder to below another. No link is followed, and nothing is replaced.
func between(from folder, at string, to folder, toAt string) error {
	f, err := from.descend(path.Dir(at))
	if err != nil {
		return err
	}
	defer f.close()
	t, err := to.descend(path.Dir(toAt))
	if err != nil {
		return err
	}
	defer t.close()
	return f.move(path.Base(at), t, path.Base(toAt))
}

// Settle puts what went aside into the trash, or removes it, and keeps the list of what was installed. It is called when all moves are stored as
// made, and may be called again.
func (a *Assembly) Settle() error {
	p, err := a.read()
	if errors.Is(err, fs.ErrNotExist) {
		return a.Drop()
	}
	if err != nil {
		return fmt.Errorf("read the plan of the exchange: %w", err)
	}
	if err := a.keepList(p); err != nil {
		return fmt.Errorf("keep the list of what was installed: %w", err)
	}
	if err := a.clean(p); err != nil {
		return fmt.Errorf("keep what was replaced: %w", err)
	}
	return a.Drop()
}

// keepList makes the list of the new files that of the last installation. Where it does not wait any more, that was done already.
func (a *Assembly) keepList(p plan) error {
	if err := a.step("list"); err != nil {
		return err
	}
	err := a.dir.Rename(fileNext, fileList)
	if errors.Is(err, fs.ErrNotExist) {
		return a.writeJSON(fileList, p.List)
	}
	if err != nil {
		return err
	}
	return a.sync()
}

func (a *Assembly) clean(p plan) error {
	a.place.trashing.Lock()
	defer a.place.trashing.Unlock()
	aside, err := openFolder(a.dir, dirAside)
	if err != nil {
		return err
	}
	defer aside.close()
	records, err := openFolder(a.dir, dirRecords)
	if err != nil {
		return err
	}
	defer records.close()
	trash, err := openFolder(a.place.trash, ".")
	if err != nil {
		return err
	}
	defer trash.close()
	for i, m := range p.Moves {
		if m.Keep == nil {
			continue
		}
		if err := a.step("keep " + strconv.Itoa(i)); err != nil {
			return err
		}
		there, err := aside.has(m.Out)
		if err == nil && there {
			err = a.keep(*m.Keep, records, aside, trash, m.Out)
		}
		if err != nil && !errors.Is(err, unix.ENOENT) {
			return err
		}
	}
	return trash.sync()
}

// keep moves the record of an entry into the trash, and then the entry. A record that a killed node has moved alone was dropped since, and is
// written anew.
func (a *Assembly) keep(r record, records, aside, trash folder, out string) error {
	err := records.replace(r.ID+recordEnd, trash, r.ID+recordEnd)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.place.note(r)
	}
	if err != nil {
		return err
	}
	if err := a.step("kept " + out); err != nil {
		return err
	}
	return aside.move(out, trash, r.ID)
}

// former are the hashes of the files of the last installation by their paths.
func (a *Assembly) former() (map[string]string, error) {
	list := map[string]string{}
	b, err := a.dir.ReadFile(fileList)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of the last installation: %w", err)
	}
	return list, nil
}
