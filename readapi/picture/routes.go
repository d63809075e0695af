// Package picture answers pictures that pages show: those of what has none, and those of other sites.
package picture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/identicon"
	"github.com/modyard/modyard/platform/remotepicture"
	"github.com/modyard/modyard/readapi/view"
)

// Options are the dependencies of the routes.
type Options struct {
	Pool   *pgxpool.Pool
	Remote *remotepicture.Store
	Own    func(address string) bool // whether it is a picture of this site
	Logger *slog.Logger
}

// Routes answer pictures.
type Routes struct{ options Options }

// New makes the routes.
func New(o Options) *Routes { return &Routes{options: o} }

// Mount mounts the pictures. They are files, outside of the API.
func (s *Routes) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /pictures/identicon/{seed}", s.answer(s.drawn))
	mux.HandleFunc("GET /pictures/icon/{project}/{mark}/{width}", s.answer(s.icon))
}

func (s *Routes) answer(h httpkit.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		var f httpkit.Faulty
		switch {
		case err == nil || r.Context().Err() != nil:
		case errors.As(err, &f):
			http.Error(w, "404", http.StatusNotFound)
		default:
			s.options.Logger.ErrorContext(r.Context(), "cannot answer a picture", "path", r.URL.Path, "error", err)
			http.Error(w, "503", http.StatusServiceUnavailable)
		}
	}
}

// How long browsers keep pictures, in seconds.
const (
	aWeek   = "public, max-age=604800"
	aMonth  = "public, max-age=2592000"
	anHour  = "public, max-age=3600"
	aMinute = "public, max-age=60"
)

// drawn answers the identicon of a seed: /pictures/identicon/{seed}?name=…&color=rrggbb.
func (s *Routes) drawn(w http.ResponseWriter, r *http.Request) error {
	seed, err := view.PathName(r, "seed")
	if err != nil {
		return err
	}
	q, err := view.Values(r)
	if err != nil {
		return err
	}
	subject := identicon.Subject{Seed: seed, Name: q.Get("name")}
	if text := q.Get("color"); text != "" {
		color, err := strconv.ParseUint(text, 16, 24)
		if err != nil {
			return httpkit.NotFound()
		}
		rgb := int(color)
		subject.Color = &rgb
	}
	draw(w, r, subject, aWeek)
	return nil
}

func draw(w http.ResponseWriter, r *http.Request, s identicon.Subject, kept string) {
	svg := identicon.Draw(s).SVG()
	sum := fnv.New64a()
	_, _ = sum.Write(svg) // never fails
	w.Header().Set("Cache-Control", kept)
	httpkit.Document(w, r, strconv.FormatUint(sum.Sum64(), 36), svg, "image/svg+xml")
}

const shown = `select icon_url, doc_hit from catalog.projects where id = $1 and visible`

// icon answers the icon of a project that stands on another site, in a width. mark is the checksum of its address, so
// that a new icon has a new address here.
func (s *Routes) icon(w http.ResponseWriter, r *http.Request) error {
	id, err := view.PathName(r, "project")
	if err != nil {
		return err
	}
	width, err := strconv.Atoi(r.PathValue("width"))
	if err != nil || !slices.Contains(remotepicture.Widths(), width) {
		return httpkit.NotFound()
	}
	var address string
	var doc []byte
	err = s.options.Pool.QueryRow(r.Context(), shown, id).Scan(&address, &doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return httpkit.NotFound()
	}
	if err != nil {
		return fmt.Errorf("read the project of an icon: %w", err)
	}
	if address != "" && r.PathValue("mark") != Mark(address) {
		w.Header().Set("Cache-Control", aMinute)
		http.Redirect(w, r, Address(id, address, width), http.StatusFound)
		return nil
	}
	if address != "" && s.options.Own(address) {
		w.Header().Set("Cache-Control", aMinute)
		http.Redirect(w, r, address, http.StatusFound)
		return nil
	}
	data, err := s.remote(r.Context(), address, width)
	if err == nil {
		w.Header().Set("Cache-Control", aMonth)
		httpkit.Document(w, r, Mark(address)+"-"+strconv.Itoa(len(data)), data, "image/webp")
		return nil
	}
	if r.Context().Err() != nil {
		return err
	}
	kept := anHour
	if errors.Is(err, remotepicture.ErrPending) {
		kept = aMinute
	}
	subject, err := Subject(doc)
	if err != nil {
		return err
	}
	draw(w, r, subject, kept)
	return nil
}

func (s *Routes) remote(ctx context.Context, address string, width int) ([]byte, error) {
	if address == "" {
		return nil, remotepicture.ErrNone
	}
	return s.options.Remote.Get(ctx, address, width)
}

// Subject is what the identicon of a project shows, by its search hit.
func Subject(doc []byte) (identicon.Subject, error) {
	var hit contract.Hit
	if err := json.Unmarshal(doc, &hit); err != nil {
		return identicon.Subject{}, fmt.Errorf("decode hit: %w", err)
	}
	name := hit.Title
	if hit.TitleZH != nil && *hit.TitleZH != "" {
		name = *hit.TitleZH
	}
	return identicon.Subject{Seed: hit.ProjectID, Name: name, Color: hit.Color}, nil
}

// Mark is a checksum of an address: FNV-1a over its UTF-16 code units, in base 36. The pages compute the same
// (ui/src/lib/pictures.ts).
func Mark(address string) string {
	h := uint32(2166136261)
	for _, unit := range utf16.Encode([]rune(address)) {
		h = (h ^ uint32(unit)) * 16777619
	}
	return strconv.FormatUint(uint64(h), 36)
}

// Address is where a project's icon on another site is answered.
func Address(project, icon string, width int) string {
	return strings.Join([]string{"/pictures/icon", url.PathEscape(project), Mark(icon), strconv.Itoa(width)}, "/")
}
