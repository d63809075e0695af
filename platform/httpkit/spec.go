package httpkit

import (
	"bytes"
	"encoding/json"
	"net/http"
	"sync"
)

// specification renders the API's documentation once, on first use, when every route is registered.
type specification struct {
	api  *API
	once sync.Once
	json []byte
	html []byte
	err  error
}

func (s *specification) render() {
	s.once.Do(func() {
		if s.json, s.err = json.Marshal(s.api.Huma.OpenAPI()); s.err == nil {
			// huma documents every list as nullable, but this API answers with empty lists. huma also writes that
			// further properties are allowed, which is the default of a schema.
			s.json = bytes.ReplaceAll(s.json, []byte(`"type":["array","null"]`), []byte(`"type":"array"`))
			s.json = bytes.ReplaceAll(s.json, []byte(`"additionalProperties":true,`), nil)
			s.html, s.err = renderDocs(s.json, s.api.options.PublicURL)
		}
	})
}

func (s *specification) serveJSON(w http.ResponseWriter, r *http.Request) {
	s.render()
	if s.err != nil {
		WriteError(w, r, s.err)
		return
	}
	w.Header()["Access-Control-Allow-Origin"] = valueStar
	Document(w, r, contentTag(s.json), s.json, "application/json")
}

func (s *specification) serveDocs(w http.ResponseWriter, r *http.Request) {
	s.render()
	if s.err != nil {
		WriteError(w, r, s.err)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	Document(w, r, contentTag(s.html), s.html, "text/html; charset=utf-8")
}
