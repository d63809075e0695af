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
// leaves the folder as it was.
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
	b, err := json.Marshal(p)
	if err == nil {
		err = a.writeWhole(filePlan, b)
	}
	if err != nil {
		return Exchanged{}, fmt.Errorf("write the plan of the exchange: %w", err)
	}
	if err := planned(p.Exchanged); err != nil {
		return Exchanged{}, err
	}
	return p.Exchanged, a.execute(f, p)
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
		if err := a.place.service.fault("move " + strconv.Itoa(i)); err != nil {
			return &killedError{err}
		}
		err := f.out(m)
		if m.In != "" {
			err = f.in(m)
		}
		if err != nil {
			return fmt.Errorf("move %.200q: %w", m.Path, err)
		}
	}
	if err := a.place.service.fault("moved"); err != nil {
		return &killedError{err}
	}
	return nil
}

// backward takes the moves back, the last one first.
func (a *Assembly) backward(f folders, p plan) error {
	for i, m := range slices.Backward(p.Moves) {
		if err := a.place.service.fault("back " + strconv.Itoa(i)); err != nil {
			return &killedError{err}
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
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the plan of the exchange: %w", err)
	}
	b, err := json.Marshal(p.List)
	if err == nil {
		err = a.writeWhole(fileList, b)
	}
	if err != nil {
		return fmt.Errorf("keep the list of what was installed: %w", err)
	}
	if err := a.clean(p); err != nil {
		return fmt.Errorf("keep what was replaced: %w", err)
	}
	return a.Drop()
}

func (a *Assembly) clean(p plan) error {
	a.place.trashing.Lock()
	defer a.place.trashing.Unlock()
	aside, err := openFolder(a.dir, dirAside)
	if err != nil {
		return err
	}
	defer aside.close()
	trash, err := openFolder(a.place.trash, ".")
	if err != nil {
		return err
	}
	defer trash.close()
	for i, m := range p.Moves {
		if m.Keep == nil {
			continue
		}
		if err := a.place.service.fault("keep " + strconv.Itoa(i)); err != nil {
			return err
		}
		there, err := aside.has(m.Out)
		if err == nil && there {
			err = errors.Join(a.place.note(*m.Keep), aside.move(m.Out, trash, m.Keep.ID))
		}
		if err != nil && !errors.Is(err, unix.ENOENT) {
			return err
		}
	}
	return trash.sync()
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
