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

// Content is a canonical form of a request: its method, its address and its JSON with sorted names, without secrets
// and without the bytes of files. The zero Content belongs to no request.
type Content struct {
	text string
	open bool // the JSON of a form part has not been read yet
}

// Read takes the content of a request. It reads and restores a JSON body, within the limits of its route; forms and
// files are read by the handler (see WithJSON).
func Read(r *http.Request) Content {
	c := Content{text: r.Method + "\x00" + address(r.URL), open: isForm(r)}
	if body := peekJSON(r); body != nil {
		c = c.WithJSON(body)
	}
	return c
}

// WithJSON adds the JSON of the body, or that of a form, which contains the names of its parts.
func (c Content) WithJSON(body []byte) Content {
	if c.text == "" {
		return c
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber() // numbers keep their spelling
	var v any
	if d.Decode(&v) != nil {
		return c // the handler rejects it
	}
	sorted, err := json.Marshal(withoutSecrets(v, true))
	if err != nil {
		return c
	}
	return Content{text: c.text + "\x00" + string(sorted)}
}

// Complete says whether the content has been read, so that its hash identifies it.
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

// mayBeJSON excludes declared files: their bytes must not be read before the sender is authorised.
func mayBeJSON(r *http.Request) bool {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 || r.ContentLength > httpkit.DefaultBodyLimit {
		return false
	}
	switch kind := mediaType(r); {
	case kind == "", kind == "application/json", kind == "application/x-www-form-urlencoded": // curl's default
		return true
	default:
		return strings.HasSuffix(kind, "+json") || strings.HasPrefix(kind, "text/")
	}
}

// peekJSON returns a body that looks like JSON, and restores the bytes that it has read with the error that ended the
// read.
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

// ended is a reader that returns only an error.
type ended struct{ err error }

func (e ended) Read([]byte) (int, error) { return 0, e.err }

// withoutSecrets removes passwords, codes and tokens from decoded JSON.
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

// isSecret decides by the name of a member. At the top level, code is a second factor; inside of a reason it is not a
// secret.
func isSecret(name string, top bool) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"password", "secret", "token", "totp", "recovery"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return name == "flow" || top && (name == "code" || name == "codes")
}
