package mail

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"strings"
	"time"
)

//go:embed page.html
var pageHTML string

// shown is the data of the page for one letter.
type shown struct {
	Name, To, Subject, Text, HTML string
	At                            time.Time
}

const listed = 100

// Page shows the letters of the folder to a developer: a list at its own path, single letters below it. It must not
// be mounted on a public address, since letters contain sign-in links.
func (d *Directory) Page() (http.Handler, error) {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return nil, fmt.Errorf("read the page of mail: %w", err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := struct {
			One  *shown
			List []shown
		}{}
		var err error
		if name := r.PathValue("name"); name != "" {
			var one shown
			one, err = d.read(name)
			data.One = &one
		} else {
			data.List, err = d.all()
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			http.Error(w, "没有这封邮件", http.StatusNotFound)
			return
		case err != nil:
			http.Error(w, "邮件无法读取", http.StatusInternalServerError)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Robots-Tag", "noindex")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'")
		_ = t.Execute(w, data) // the client may have closed the connection
	}), nil
}

func (d *Directory) all() ([]shown, error) {
	names, err := d.List(listed)
	if err != nil {
		return nil, err
	}
	var list []shown
	for _, name := range names {
		if one, err := d.read(name); err == nil {
			list = append(list, one)
		}
	}
	return list, nil
}

func (d *Directory) read(name string) (shown, error) {
	file, err := d.Open(name)
	if err != nil {
		return shown{}, err
	}
	defer file.Close() //nolint:errcheck // only read
	m, err := mail.ReadMessage(file)
	if err != nil {
		return shown{}, fmt.Errorf("read letter %s: %w", name, err)
	}
	s := shown{Name: name, To: strings.Trim(m.Header.Get("To"), "<>")}
	s.At, _ = m.Header.Date()
	words := mime.WordDecoder{}
	if s.Subject, err = words.DecodeHeader(m.Header.Get("Subject")); err != nil {
		s.Subject = m.Header.Get("Subject")
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		s.Text = text(m.Body, m.Header.Get("Content-Transfer-Encoding"))
		return s, nil
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		part, err := parts.NextPart() // decodes quoted-printable and removes its header
		if err != nil {
			return s, nil
		}
		body := text(part, part.Header.Get("Content-Transfer-Encoding"))
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			s.HTML = body
		} else {
			s.Text = body
		}
	}
}

func text(r io.Reader, encoding string) string {
	if strings.EqualFold(encoding, "quoted-printable") {
		r = quotedprintable.NewReader(r)
	}
	data, _ := io.ReadAll(io.LimitReader(r, 1<<20))
	return string(data)
}
