package pages

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// answer is the API's answer to an in-process request.
type answer struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// ask sends a GET to the API with the visitor's credentials and without conditional headers.
func (s *Server) ask(r *http.Request, path string) *answer {
	a := &answer{header: http.Header{}}
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, path, nil)
	if err != nil {
		a.WriteHeader(http.StatusBadRequest)
		return a
	}
	req.RequestURI = path
	req.RemoteAddr = r.RemoteAddr
	req.Host = r.Host
	for _, name := range []string{"Cookie", "Authorization", "Min-Position"} {
		if v := r.Header.Values(name); len(v) > 0 {
			req.Header[name] = v
		}
	}
	s.api.ServeHTTP(a, req)
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a
}

// need asks and, where the answer succeeds, adds it to the page's preloaded data.
func (s *Server) need(r *http.Request, p *Page, path string, into any) (status int) {
	a := s.ask(r, path)
	if a.status != http.StatusOK || !json.Valid(a.body.Bytes()) {
		return a.status
	}
	if p.Preload == nil {
		p.Preload = map[string][]byte{}
	}
	p.Preload[path] = bytes.TrimSpace(a.body.Bytes())
	if at, err := strconv.ParseUint(a.header.Get("Log-Position"), 10, 64); err == nil && (p.Position == 0 || at < p.Position) {
		p.Position = at
	}
	if into != nil {
		if err := json.Unmarshal(a.body.Bytes(), into); err != nil {
			return http.StatusInternalServerError
		}
	}
	return http.StatusOK
}
