package files

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/contract/node"
)

// maxCounted bounds the entries that are looked at to count those of the folders of one page. Folders beyond it have no count.
const maxCounted = 200_000

// maxPage is the highest number of a page.
const maxPage = 1_000_000_000

// list answers with a page of a folder. Only the entries of the page are looked at.
func (c *call) list() error {
	n, err := c.path("path")
	if err != nil {
		return err
	}
	page, err := c.number("page", 1, maxPage)
	if err != nil {
		return err
	}
	size, err := c.number("page_size", 100, node.MaxPageSize)
	if err != nil {
		return err
	}
	d, err := openFolder(c.place.root, n)
	if err != nil {
		return err
	}
	defer d.close()
	names, err := d.sorted()
	if err != nil {
		return err
	}
	l := node.FileList{
		Items: []node.FileItem{}, Total: (len(names) + size - 1) / size, Current: page, Count: len(names), Room: c.place.room,
	}
	if from := (page - 1) * size; from < len(names) {
		counted := 0
		for _, base := range names[from:min(from+size, len(names))] {
			if item, ok := d.item(n, base, &counted); ok {
				l.Items = append(l.Items, item)
			}
		}
	}
	if l.Used, err = c.place.bytes(c.ctx()); err != nil {
		return err
	}
	return c.json(http.StatusOK, l)
}

// sorted are the names in the folder: those of folders first, then by name.
func (d folder) sorted() ([]string, error) {
	entries, err := d.f.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	var folders []string
	others := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		} else {
			others = append(others, e.Name())
		}
	}
	slices.Sort(folders)
	slices.Sort(others)
	return append(folders, others...), nil
}

// item describes an entry; false if it is gone.
func (d folder) item(n name, base string, counted *int) (node.FileItem, bool) {
	st, err := d.stat(base)
	if err != nil {
		return node.FileItem{}, false
	}
	modified, changed := times(&st)
	item := node.FileItem{
		Name: text(base), Type: typeOf(uint32(st.Mode)), Path: strings.TrimSuffix(n.shown(), "/") + "/" + text(base),
		Modified: int64(modified.Sec), Created: d.born(base), //nolint:unconvert // 32 bits on some machines
	}
	if item.Created == 0 {
		item.Created = min(item.Modified, int64(changed.Sec)) //nolint:unconvert // as above
	}
	switch item.Type {
	case node.TypeFile:
		size := st.Size
		item.Size = &size
	case node.TypeDirectory:
		item.Count = d.count(base, counted)
	case node.TypeSymlink:
		item.Target = d.target(base)
	}
	return item, true
}

// count is the number of entries of a folder in the folder; nil if that is not known.
func (d folder) count(base string, counted *int) *int {
	if *counted >= maxCounted {
		return nil
	}
	sub, err := d.enter(base)
	if err != nil {
		return nil
	}
	defer sub.close()
	n := 0
	for {
		names, err := sub.f.Readdirnames(batch)
		n += len(names)
		*counted += len(names)
		if err != nil {
			return &n
		}
		if *counted >= maxCounted {
			return nil
		}
	}
}

// target is what a link names, as JSON can carry it.
func (d folder) target(base string) string {
	target, err := d.readlink(base)
	if err != nil {
		return ""
	}
	return text(target)
}

// text is a name as JSON can carry it. One that is no UTF-8 can be seen but not addressed.
func text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\ufffd")
}
