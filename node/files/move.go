package files

import (
	"github.com/modyard/modyard/contract/node"
)

// ends reads the two paths of a Move.
func (c *call) ends() (m node.Move, source, destination name, err error) {
	if err = c.body(&m); err != nil {
		return
	}
	if source, err = parsePath(m.Source, "source"); err != nil {
		return
	}
	if destination, err = parseNew(m.Destination, "destination"); err != nil {
		return
	}
	switch {
	case source.isRoot():
		err = refuseText(node.FileInvalid, "source", textRoot)
	case destination == source || destination.isRoot():
		err = refuse(node.FileExists, "destination")
	case destination.below(source):
		err = refuseText(node.FileInvalid, "destination", textIntoSelf)
	}
	return
}

// move moves or renames something, and replaces nothing.
func (c *call) move() error {
	m, source, destination, err := c.ends()
	if err != nil {
		return err
	}
	from, err := c.place.parent(source, false, "source")
	if err != nil {
		return err
	}
	defer from.close()
	st, err := from.stat(source.base())
	if err != nil {
		return inField(err, "source")
	}
	if typeOf(uint32(st.Mode)) == node.TypeOther {
		return refuse(node.FileWrongType, "source")
	}
	to, err := c.place.parent(destination, m.Parents, "destination")
	if err != nil {
		return err
	}
	defer to.close()
	if err := from.move(source.base(), to, destination.base()); err != nil {
		return inField(err, "destination")
	}
	if err := to.sync(); err != nil {
		return err
	}
	if err := from.sync(); err != nil {
		return err
	}
	return c.changed(source, destination)
}
