package project

import (
	"bufio"
	"bytes"
	"context"
	"net/http"

	"github.com/modyard/modyard/readapi/view"
)

const (
	// maxRead bounds the documents of one answer that are in memory at a time; a single one may be larger.
	maxRead = 1 << 20
)

// part is the place of a stored document in an answer.
type part struct {
	Key  string // of the member of the answer that holds it; empty in a list
	ID   string
	Size int64 // of the document as stored
}

// bundle is the documents of an answer. They are read and written a few at a time.
type bundle struct {
	parts []part // the parts of one key follow each other
	read  reading
}

// reading reads the documents with these ids that the viewer may see now.
type reading func(ctx context.Context, ids []string) (map[string][]byte, error)

// fits rejects an answer that would be too large, before its first byte.
func fits(bundles ...bundle) error {
	if sizeOf(bundles...) > view.MaxAnswer {
		return view.TooLarge()
	}
	return nil
}

func sizeOf(bundles ...bundle) (size int64) {
	for _, b := range bundles {
		for _, p := range b.parts {
			size += p.Size + int64(len(p.Key)) + 4
		}
	}
	return size
}

// keyed are the parts of an object: those of each key once, in the order of the keys.
func keyed(parts map[string][]part, order []string) []part {
	out := []part{}
	written := make(map[string]bool, len(parts))
	for _, key := range order {
		if written[key] {
			continue
		}
		written[key] = true
		for _, p := range parts[key] {
			p.Key = key
			out = append(out, p)
		}
	}
	return out
}

// each visits the documents in order. A document that became invisible in the meantime is left out.
func (b bundle) each(ctx context.Context, visit func(p part, doc []byte) error) error {
	for rest := b.parts; len(rest) > 0; {
		ids, known, size, n := []string{}, map[string]bool{}, int64(0), 0
		for ; n < len(rest); n++ {
			if known[rest[n].ID] {
				continue
			}
			if size += rest[n].Size; size > maxRead && n > 0 {
				break
			}
			known[rest[n].ID] = true
			ids = append(ids, rest[n].ID)
		}
		docs, err := b.read(ctx, ids)
		if err != nil {
			return err
		}
		for _, p := range rest[:n] {
			if doc, ok := docs[p.ID]; ok {
				if err := visit(p, doc); err != nil {
					return err
				}
			}
		}
		rest = rest[n:]
	}
	return nil
}

// list answers with an array of the documents.
func (b bundle) list() view.Answer {
	return written(func(ctx context.Context, w *bufio.Writer) error { return b.array(ctx, w) }, b)
}

func (b bundle) array(ctx context.Context, w *bufio.Writer) error {
	open := "["
	err := b.each(ctx, func(_ part, doc []byte) error {
		_, _ = w.WriteString(open)
		open = ","
		_, err := w.Write(doc)
		return err
	})
	if err == nil && open == "[" {
		_, err = w.WriteString(open)
	}
	if err != nil {
		return err
	}
	return w.WriteByte(']')
}

// object answers with an object of the documents by key: of one for each key, or of a list where several is true.
func (b bundle) object(several bool) view.Answer {
	before, after := `":`, ""
	if several {
		before, after = `":[`, "]"
	}
	return written(func(ctx context.Context, w *bufio.Writer) error {
		key, end := "", ""
		_ = w.WriteByte('{')
		err := b.each(ctx, func(p part, doc []byte) error {
			switch {
			case key == "" || key != p.Key: // a key is a hash, which is not empty and needs no escaping
				_, _ = w.WriteString(end)
				_, _ = w.WriteString(`"` + p.Key + before)
				key, end = p.Key, after+","
			default:
				_ = w.WriteByte(',')
			}
			_, err := w.Write(doc)
			return err
		})
		if err != nil {
			return err
		}
		if key != "" {
			_, _ = w.WriteString(after)
		}
		return w.WriteByte('}')
	}, b)
}

// written answers with the JSON of bundles. A small answer is made in memory, and has the digest of its bytes as its entity
// tag; a larger one is streamed, without a tag.
func written(write func(ctx context.Context, w *bufio.Writer) error, of ...bundle) view.Answer {
	if sizeOf(of...) > maxRead {
		return streamed(write)
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		var body bytes.Buffer
		buffered := bufio.NewWriter(&body)
		if err := write(r.Context(), buffered); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
		return view.Bytes(body.Bytes())(w, r)
	}
}

// streamed writes JSON that depends on the viewer. A failure after the first bytes were sent ends the connection, so that
// nobody takes half of an answer for the whole.
func streamed(write func(ctx context.Context, w *bufio.Writer) error) view.Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		out := &late{w: w}
		buffered := bufio.NewWriterSize(out, 32<<10)
		err := write(r.Context(), buffered)
		if err == nil {
			err = buffered.Flush()
		}
		if err != nil && out.begun {
			panic(http.ErrAbortHandler)
		}
		return err
	}
}

// late sets the headers of the answer with its first bytes.
type late struct {
	w     http.ResponseWriter
	begun bool
}

func (l *late) Write(p []byte) (int, error) {
	if !l.begun {
		l.begun = true
		view.PrivateJSON(l.w.Header())
	}
	return l.w.Write(p)
}
