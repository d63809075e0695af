package pages

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

// maxPosted is the size of a posted request for authorization: a state of 8 KiB, escaped, and the rest.
const maxPosted = 32 << 10

// posted answers a request for authorization that an application sends as a form (OpenID Connect Core, section 3.1.2.1): the browser
// opens the same request as an address. A POST from another site has no session, and a page is never the answer of one.
func (s *Server) posted(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodPost || !s.kinds.silent[r.URL.Path] {
		return false
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set(openerPolicy, "unsafe-none")
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		http.Error(w, "415", http.StatusUnsupportedMediaType)
		return true
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPosted))
	if err != nil {
		http.Error(w, "413", http.StatusRequestEntityTooLarge)
		return true
	}
	values, err := url.ParseQuery(r.URL.RawQuery + "&" + string(body)) // a parameter of both stands twice, and is refused
	if err != nil {
		http.Error(w, "400", http.StatusBadRequest)
		return true
	}
	w.Header().Set("Location", r.URL.Path+"?"+values.Encode())
	w.WriteHeader(http.StatusSeeOther)
	return true
}

const openerPolicy = "Cross-Origin-Opener-Policy"

// opened says whether a page may stand in a window that an application of another site opened: that of consent, and those of signing in
// on the way to it. The policy of all other pages would cut the window off from the one that waits for the answer, also after the browser
// has left this site. What such a window shows cannot be read or framed from outside; it can be closed or sent elsewhere.
func (s *Server) opened(r *http.Request) bool {
	if s.kinds.silent[r.URL.Path] {
		return true
	}
	if !strings.HasPrefix(r.URL.Path, "/auth/") {
		return false
	}
	back, err := url.Parse(r.URL.Query().Get("redirect"))
	return err == nil && back.Scheme == "" && back.Host == "" && s.kinds.silent[back.Path]
}
