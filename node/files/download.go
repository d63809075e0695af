package files

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// download answers with the bytes of a file as they are: never as a page, and never beyond the size at opening.
func (c *call) download() error {
	n, err := c.path("path")
	if err != nil {
		return err
	}
	f, st, err := c.place.openPlain(n, "path")
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := c.w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", attachment(n.base()))
	h.Set("ETag", etag(&st))
	modified, _ := times(&st)
	w := answer{c.line}
	http.ServeContent(w, c.r, "", time.Unix(modified.Sec, modified.Nsec), io.NewSectionReader(f, 0, st.Size))
	return nil
}

// openPlain opens a regular file with one name. A pipe or a device is not waited for.
func (p *place) openPlain(n name, field string) (*os.File, unix.Stat_t, error) {
	f, err := p.root.OpenFile(string(n), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, unix.Stat_t{}, err
	}
	st, err := statFile(f)
	if err == nil {
		err = plain(&st, field)
	}
	if err != nil {
		_ = f.Close() // it was only read
		return nil, st, err
	}
	return f, st, nil
}

// attachment is a Content-Disposition that saves under a name; programs that know only ASCII get a similar one.
func attachment(base string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(`"\%;/:*?<>|`, r) {
			return '_'
		}
		return r
	}, base)
	encoded := strings.NewReplacer("+", "%20", "*", "%2A", "'", "%27", "(", "%28", ")", "%29").Replace(url.QueryEscape(base))
	return `attachment; filename="` + ascii + `"; filename*=UTF-8''` + encoded
}
