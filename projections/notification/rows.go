package notification

import (
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/rows"
)

// Notification is a row of an account's inbox. Notify sets account, id, position, times and actor.
type Notification struct {
	Account       string         `db:"account,key"`
	ID            string         `db:"id,key"`
	Position      uint64         `db:"position"`
	Type          string         `db:"type"`
	At            time.Time      `db:"at"`
	Recorded      time.Time      `db:"recorded"`
	Actor         string         `db:"actor"`
	Project       string         `db:"project"`
	Version       string         `db:"version"`
	Organization  string         `db:"organization"`
	Report        string         `db:"report"`
	Thread        string         `db:"thread"`
	ThreadMessage string         `db:"thread_message"`
	From          project.Status `db:"from_status"`
	To            project.Status `db:"to_status"`
	Message       string         `db:"message"`
	ReasonCode    string         `db:"reason_code"`
	ReasonText    string         `db:"reason_text"`
	Points        []string       `db:"points"`
	Role          string         `db:"role"`
	WikiDraft     string         `db:"wiki_draft"`
	Link          string         `db:"link"`
	Server        string         `db:"server"` // or empty, like the following
	Detail        string         `db:"detail"` // what the words of its kind need besides
	Open          bool           `db:"open"`
	Read          bool           `db:"read"`
}

type inbox struct {
	Account  string `db:"account,key"`
	Position uint64 `db:"position"`
}

type subject struct {
	ID           string `db:"id,key"`
	Organization string `db:"organization"`
	Public       bool   `db:"public"`
	Reviewer     string `db:"reviewer"`
}

type member struct {
	Team     string              `db:"team,key"`
	Account  string              `db:"account,key"`
	Accepted bool                `db:"accepted"`
	Rights   project.Permissions `db:"rights"`
	Muted    bool                `db:"muted"`
}

type follow struct {
	Project string `db:"project,key"`
	Account string `db:"account,key"`
}

type hiddenVersion struct {
	ID      string `db:"id,key"`
	Project string `db:"project"`
}

// Conversation is a thread that notifies those who take part in it, and what it is about.
type Conversation struct {
	ID      string `db:"id,key"`
	Owner   string `db:"owner"`
	Subject string `db:"subject"` // a report, or empty, as of a link
	Project string `db:"project"` // or empty
	Link    string `db:"link"`    // or empty
}

// Link is a link of a language pack with its original.
type Link struct {
	ID      string `db:"id,key"`
	Project string `db:"project"` // of the language pack
	Target  string `db:"target"`  // the project of the original
	Command string `db:"command"` // that changed it last
}

var (
	notifications = rows.Of[Notification]("notifications")
	inboxes       = rows.Shared[inbox]("inboxes")
	projects      = rows.Of[subject]("projects")
	members       = rows.Of[member]("members")
	followers     = rows.Of[follow]("follows")
	hidden        = rows.Of[hiddenVersion]("hidden_versions")
	threads       = rows.Of[Conversation]("threads")
	links         = rows.Of[Link]("links")
)
