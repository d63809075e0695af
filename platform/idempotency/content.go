package idempotency

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
)

// Content is what a request asks for, in a form that the same request always has: its method, its address and its
// JSON with sorted names, without anything secret and without the bytes of files. The zero Content is of no request.
type Content struct {
	text string
	open bool // its JSON is a part of a form that was not read yet
}

// Read takes the content of a request. A body of JSON is read and put back, within the limits of its route; a form
// and a file are left to the handler (see WithJSON).
func Read(r *http.Request) Content {
	c := Content{text: r.Method + "\x00" + address(r.URL), open: isForm(r)}
	if body := peekJSON(r); body != nil {
		c = c.WithJSON(body)
	}
	return c
}

// WithJSON adds the JSON of the body, or that of a form: its parts' names stand in it.
func (c Content) WithJSON(body []byte) Content {
	if c.text == "" {
		return c
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber() // numbers stay as they were written
	var v any
	if d.Decode(&v) != nil {
		return c // the handler refuses it
	}
	sorted, err := json.Marshal(withoutSecrets(v, true))
	if err != nil {
		return c
	}
	return Content{text: c.text + "\x00" + string(sorted)}
}

// Complete says that a hash tells this content from every other one.
func (c Content) Complete() bool { return c.text != "" && !c.open }

// Hash is the keyed hash of the content: HMAC-SHA-256 in base64url. It is empty for no content.
func (c Content) Hash(key []byte) string {
	if !c.Complete() || len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(c.text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// address is the path and the sorted query.
func address(u *url.URL) string {
	q := u.Query()
	for name := range q {
		if isSecret(name, true) {
			q.Del(name)
		}
	}
	return u.EscapedPath() + "?" + q.Encode()
}

func mediaType(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

func isForm(r *http.Request) bool { return strings.HasPrefix(mediaType(r), "multipart/") }

// mayBeJSON leaves out what is declared a file: nothing of it may be read before its sender is known to have the right.
func mayBeJSON(r *http.Request) bool {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 || r.ContentLength > httpkit.DefaultBodyLimit {
		return false
	}
	switch kind := mediaType(r); {
	case kind == "", kind == "application/json", kind == "application/x-www-form-urlencoded": // as curl says by itself
		return true
	default:
		return strings.HasSuffix(kind, "+json") || strings.HasPrefix(kind, "text/")
	}
}

// peekJSON gives the body where it looks like JSON, and puts back what was read of it with the error that ended it.
func peekJSON(r *http.Request) []byte {
	if !mayBeJSON(r) {
		return nil
	}
	original := r.Body
	var read bytes.Buffer
	first := make([]byte, 512)
	n, err := original.Read(first)
	for n == 0 && err == nil {
		n, err = original.Read(first)
	}
	read.Write(first[:n])
	var body []byte
	if start := bytes.TrimLeft(first[:n], " \t\r\n"); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		if err == nil {
			_, err = read.ReadFrom(io.LimitReader(original, httpkit.DefaultBodyLimit))
			if err == nil && int64(read.Len()) < httpkit.DefaultBodyLimit {
				err = io.EOF
			}
		}
		if errors.Is(err, io.EOF) {
			body = read.Bytes()
		}
	}
	rest := io.Reader(original)
	if err != nil {
		rest = ended{err}
	}
	r.Body = putBack{Reader: io.MultiReader(bytes.NewReader(read.Bytes()), rest), Closer: original}
	return body
}

type putBack struct {
	io.Reader
	io.Closer
}

// ended is a reader that only has an error left.
type ended struct{ err error }

func (e ended) Read([]byte) (int, error) { return 0, e.err }

// withoutSecrets takes passwords, codes and tokens out of decoded JSON.
func withoutSecrets(v any, top bool) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if isSecret(name, top) {
				delete(v, name)
				continue
			}
			v[name] = withoutSecrets(value, false)
		}
	case []any:
		for i := range v {
			v[i] = withoutSecrets(v[i], false)
		}
	}
	return v
}

// isSecret goes by the name of a member. A code is one of a second factor where it stands for itself; a reason has
// a code too.
func isSecret(name string, top bool) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"password", "secret", "token", "totp", "recovery"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "flow" || top && (name == "code" || name == "codes")
}
