package files

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/modyard/modyard/contract/node"
)

// merger moves a tree out of the stage into a server's folder. A folder that is not there yet is moved as a whole.
type merger struct {
	from, to folder
	override bool
	moved    []string // paths in both, newest last; what replaced something is not among them
}

// moveIn moves the whole entries of an operation to their target. Without override it moves all or, with fs.ErrExist, nothing.
func (p *place) moveIn(id string, c commit) error {
	if err := p.makeAll(c.Target); err != nil {
		return err
	}
	to, err := openFolder(p.root, c.Target)
	if err != nil {
		return err
	}
	defer to.close()
	from, err := openFolder(p.stage, name(path.Join(id, stageTree)))
	if err != nil {
		return err
	}
	defer from.close()
	m := &merger{from: from, to: to, override: c.Override}
	if err = m.merge(from, to, ""); err != nil && !c.Override {
		return errors.Join(err, m.undo())
	}
	return errors.Join(err, syncAll(to))
}

// merge moves the entries of a folder of the tree into the folder of the same path.
func (m *merger) merge(from, to folder, at string) error {
	names, err := from.f.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, base := range names {
		err := from.move(base, to, base)
		switch {
		case err == nil:
			m.moved = append(m.moved, path.Join(at, base))
		case errors.Is(err, fs.ErrExist):
			err = m.meet(from, to, at, base, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// meet moves an entry to where something is.
func (m *merger) meet(from, to folder, at, base string, exists error) error {
	mine, err := from.stat(base)
	if err != nil {
		return err
	}
	other, err := to.stat(base)
	if err != nil {
		return err
	}
	switch a, b := typeOf(uint32(mine.Mode)), typeOf(uint32(other.Mode)); {
	case a == node.TypeDirectory && b == node.TypeDirectory:
		f, err := from.enter(base)
		if err != nil {
			return err
		}
		defer f.close()
		t, err := to.enter(base)
		if err != nil {
			return err
		}
		defer t.close()
		return m.merge(f, t, path.Join(at, base))
	case a == node.TypeFile && b == node.TypeFile && m.override:
		return from.replace(base, to, base)
	}
	return exists
}

// undo moves back what was moved.
func (m *merger) undo() error {
	var errs []error
	for i := len(m.moved) - 1; i >= 0; i-- {
		errs = append(errs, m.back(m.moved[i]))
	}
	return errors.Join(errs...)
}

func (m *merger) back(at string) error {
	to, err := m.to.descend(path.Dir(at))
	if err != nil {
		return err
	}
	defer to.close()
	from, err := m.from.descend(path.Dir(at))
	if err != nil {
		return err
	}
	defer from.close()
	return to.move(path.Base(at), from, path.Base(at))
}

// descend opens a folder below, without following links.
func (d folder) descend(at string) (folder, error) {
	below, err := d.enter(".")
	for base := range strings.SplitSeq(at, "/") {
		if err != nil || base == "." {
			break
		}
		above := below
		below, err = above.enter(base)
		above.close()
	}
	return below, err
}
