package download

import "time"

// Visitor stands for whoever downloads, for one day: a keyed hash of the network. Nobody can compute it after the day. Of a
// million visitors of a day, two are taken for one in one of 500 days, and that matters only if both download one project.
type Visitor [6]byte

// Client is the kind of program that downloads.
type Client uint8

// The kinds of programs. The numbers are stored.
const (
	Unknown  Client = iota
	Site            // the site in a browser
	Launcher        // a program that installs what it downloads
	Program         // another program
	Bot             // a program that reads everything
)

// Reason says why something is downloaded. The numbers are stored.
type Reason uint8

// The reasons. A caller that says none has Standalone.
const (
	Standalone Reason = iota
	Dependency
	Modpack
	Update
)

// Kind is what was observed. The numbers are stored.
type Kind uint8

// The kinds of hits.
const (
	Download Kind = iota
	View          // of a page of a project
	Playtime      // of a version
)

// Hit is one download as it was recorded, or a view, or a time for which a version was played.
type Hit struct {
	At       time.Time // to the millisecond
	Visitor  Visitor
	Key      uint32 // of a call and of the file that belongs to it; 0: none
	Project  string
	Version  string // empty for a view
	Call     bool   // a program told of it; otherwise a file was fetched
	SignedIn bool
	Client   Client
	Reason   Reason
	Family   string // of the launcher or program; empty: unknown, as below
	Loader   string
	Game     string // version of the game
	Country  string // two letters
	Referrer string // host of the page that led to it
	Seconds  uint16 // of playtime
	Unpaid   bool   // the project was not monetized at the time; hits from before this was recorded are paid
}
