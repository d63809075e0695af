package files

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/token"
)

// route is one method of one path.
type route struct {
	scope  string
	wider  string // scope that is enough too; empty: none
	answer func(c *call) error
	// streams: bytes flow during the work; other routes work while nothing does, and are not cut for it.
	streams bool
}

// table has all routes, by path and method.
func (s *Service) table() map[string]map[string]route {
	read := func(f func(*call) error) route { return route{scope: node.ScopeFilesRead, answer: f} }
	write := func(f func(*call) error) route { return route{scope: node.ScopeFilesWrite, answer: f} }
	download := route{scope: node.ScopeFilesRead, answer: (*call).download, streams: true}
	content := func(f func(*call) error) route { return route{scope: node.ScopeFilesWrite, answer: f, streams: true} }
	return map[string]map[string]route{
		"/list":          {http.MethodGet: read((*call).list)},
		"/download":      {http.MethodGet: download, http.MethodHead: download},
		"/create":        {http.MethodPost: content((*call).create)},
		"/update":        {http.MethodPut: content((*call).update)},
		"/move":          {http.MethodPost: write((*call).move)},
		"/copy":          {http.MethodPost: write((*call).copy)},
		"/delete":        {http.MethodDelete: write((*call).delete)},
		"/trash":         {http.MethodGet: read((*call).trashed), http.MethodDelete: write((*call).purge)},
		"/trash/restore": {http.MethodPost: write((*call).restore)},
		"/archive":       {http.MethodGet: {scope: node.ScopeFilesRead, answer: (*call).pack, streams: true}},
		"/search":        {http.MethodGet: read((*call).search)},
		"/unarchive":     {http.MethodPost: write((*call).unarchive)},
		pathPack:         {http.MethodPost: {scope: node.ScopeInstall, wider: node.ScopeInstallHard, answer: (*call).uploadPack, streams: true}},
		"/ops":           {http.MethodGet: read((*call).ops)},
		"/ops/cancel":    {http.MethodPost: write((*call).cancelOp)},
		"/ops/dismiss":   {http.MethodPost: write((*call).dismissOp)},
	}
}

// call is one request that has a valid token.
type call struct {
	service *Service
	w       http.ResponseWriter
	r       *http.Request
	query   url.Values
	grant   token.Grant
	line    *line
	place   *place
}

func (c *call) ctx() context.Context { return c.line.ctx }

// ServeHTTP answers every path below node.PathFiles, and the upload of modpacks.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Add("Vary", "Origin")
	methods, known := s.routes[strings.TrimPrefix(r.URL.Path, node.PathFiles)]
	if !s.cross(w, r, methods) {
		return
	}
	if !known {
		refuse(node.FileNotFound, "").write(w)
		return
	}
	rt, ok := methods[r.Method]
	if !ok {
		h.Set("Allow", allow(methods))
		refuse(codeMethod, "").write(w)
		return
	}
	if err := s.serve(w, r, rt); err != nil {
		f := faultOf(err, "path")
		if f == nil {
			s.log.ErrorContext(r.Context(), "answer a request about files", "path", r.URL.Path, "error", err)
			f = refuse(codeInternal, "")
		}
		f.write(w)
	}
}

func allow(methods map[string]route) string {
	var all []string
	for _, m := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
		if _, ok := methods[m]; ok {
			all = append(all, m)
		}
	}
	return strings.Join(append(all, http.MethodOptions), ", ")
}

// cross lets pages of the site use the node and refuses others. It says whether the request goes on: a preflight is answered.
func (s *Service) cross(w http.ResponseWriter, r *http.Request, methods map[string]route) bool {
	origins := r.Header.Values("Origin")
	if len(origins) > 1 || len(origins) == 1 && !s.guard.Admits(origins[0]) {
		refuseText(node.FileForbidden, "", textOrigin).write(w)
		return false
	}
	h := w.Header()
	if len(origins) == 1 {
		h.Set("Access-Control-Allow-Origin", origins[0])
		h.Set("Access-Control-Expose-Headers", "ETag, Content-Range, Content-Disposition, Content-Length, Retry-After, X-Request-Id")
	}
	if r.Method != http.MethodOptions {
		return true
	}
	if methods == nil {
		return true // 404
	}
	h.Set("Allow", allow(methods))
	if len(origins) == 1 {
		h.Set("Access-Control-Allow-Methods", allow(methods))
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, Range")
		h.Set("Access-Control-Max-Age", "7200")
	}
	w.WriteHeader(http.StatusNoContent)
	return false
}

// serve checks the token and the server, and answers.
func (s *Service) serve(w http.ResponseWriter, r *http.Request, rt route) error {
	raw, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || len(r.Header.Values("Authorization")) != 1 {
		return refuse(node.FileUnauthorized, "")
	}
	grant, err := s.guard.VerifyAny(raw, rt.scope)
	if errors.Is(err, token.ErrScope) && rt.wider != "" {
		grant, err = s.guard.VerifyAny(raw, rt.wider)
	}
	switch {
	case errors.Is(err, token.ErrRevoked), errors.Is(err, token.ErrScope):
		return refuseText(node.FileForbidden, "", textScope)
	case err != nil:
		s.log.DebugContext(r.Context(), "a token was refused", "error", err)
		return refuse(node.FileUnauthorized, "")
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return refuse(node.FileInvalid, "query")
	}
	c := &call{service: s, w: w, r: r, query: query, grant: grant, line: newLine(w, r, s.stall)}
	defer c.line.end()
	if err := s.enter(c); err != nil {
		return err
	}
	defer s.leave(c)
	if err := s.allowed(grant); err != nil { // after it is counted: what is decided later cuts it
		return err
	}
	if c.place, err = s.open(grant.Server); err != nil {
		return err
	}
	defer c.place.close()
	if !rt.streams {
		c.line.extend(0)
	}
	return rt.answer(c)
}

// path reads a parameter that is a path.
func (c *call) path(field string) (name, error) { return parsePath(c.query.Get(field), field) }

// flag reads a parameter that is true or false; it is false if it is missing.
func (c *call) flag(field string) (bool, error) {
	switch c.query.Get(field) {
	case "true":
		return true, nil
	case "false", "":
		return false, nil
	}
	return false, refuse(node.FileInvalid, field)
}

// number reads a parameter that is a number from 1 to most; def if it is missing.
func (c *call) number(field string, def, most int) (int, error) {
	text := c.query.Get(field)
	if text == "" {
		return def, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, refuse(node.FileInvalid, field)
	}
	return n, nil
}

// body reads the JSON of a request.
func (c *call) body(into any) error {
	if kind := c.r.Header.Get("Content-Type"); kind != "" {
		if media, _, err := mime.ParseMediaType(kind); err != nil || media != "application/json" {
			return refuse(node.FileInvalid, "Content-Type")
		}
	}
	c.line.extend(c.line.stall)
	b, err := io.ReadAll(io.LimitReader(c.line, maxBody+1))
	c.line.extend(0)
	if err != nil {
		return refuse(codeCut, "")
	}
	if len(b) > maxBody || !utf8.Valid(b) || json.Unmarshal(b, into) != nil {
		return refuse(node.FileInvalid, "body")
	}
	return nil
}

// writer is who sends the request.
func (c *call) writer() Writer {
	return Writer{Server: c.grant.Server, Account: c.grant.Claims.Subject, Token: c.grant.Claims.ID}
}

// changed answers that what is at names, or below them, was changed.
func (c *call) changed(names ...name) error {
	var paths []string
	for _, n := range names {
		paths = append(paths, n.shown())
	}
	c.service.wrote(context.WithoutCancel(c.ctx()), c.writer(), paths...)
	return c.done()
}

// done answers that a change was made.
func (c *call) done() error {
	c.line.extend(c.line.stall)
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

func (c *call) json(status int, body any) error {
	c.line.extend(c.line.stall)
	writeJSON(c.w, status, body)
	return nil
}
