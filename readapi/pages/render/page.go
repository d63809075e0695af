package render

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"
)

// Page is what a page is drawn from.
type Page struct {
	Brand, Game, Stage string
	Origin             string   // public address of the site
	Path               string   // path and query of the page
	Cookie             string   // the cookies that scripts read: preferences, and whether there is a session
	Zone               string   // name of the time zone in which it shows times; empty: UTC
	Picture            string   // URL of the largest picture, which the document fetches early
	Preload            []byte   // JSON object of the preloaded answers
	Gone               []string // API paths whose answer is 404
	Now                time.Time

	Wait time.Duration // for a free engine; zero: the pool's; NoWait: not at all
	Once bool          // the drawing is not cached
}

// NoWait draws a page only where an engine is free.
const NoWait = time.Duration(-1)

// Drawing is a drawn page.
type Drawing struct {
	HTML string // empty: the page needs an answer first, or leads to another page
	// Unanswered are the API paths that the page asked for and that were not preloaded: with their answers it would show
	// more.
	Unanswered []string
}

// facts and input are the argument of the script's function draw (ui/src/server/main.tsx).
type facts struct {
	Brand   string `json:"brand"`
	Game    string `json:"game"`
	Stage   string `json:"stage"`
	Cookie  string `json:"cookie"`
	Origin  string `json:"origin"`
	Path    string `json:"path"`
	Picture string `json:"picture"`
	Zone    string `json:"zone"`
}

type input struct {
	Facts   facts    `json:"facts"`
	Now     int64    `json:"now"` // ms
	Preload string   `json:"preload"`
	Gone    []string `json:"gone"`
}

// key identifies everything that the drawing depends on, so that a cached one is never another visitor's.
type key [sha256.Size]byte

func (p Page) encode() (string, key, error) {
	raw, err := json.Marshal(input{
		Facts: facts{p.Brand, p.Game, p.Stage, p.Cookie, p.Origin, p.Path, p.Picture, p.Zone}, Now: p.Now.UnixMilli(), Preload: string(p.Preload), Gone: p.Gone,
	})
	if err != nil {
		return "", key{}, fmt.Errorf("encode the page %s: %w", p.Path, err)
	}
	return string(raw), sha256.Sum256(raw), nil
}
