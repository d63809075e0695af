package forum

import (
	"time"

	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/projections/rows"
)

type discussion struct {
	ID         string        `db:"id,key"`
	Section    forum.Section `db:"section"`
	Project    string        `db:"project"`
	Author     string        `db:"author"`
	Title      string        `db:"title"`
	Revision   int           `db:"revision"`
	Written    int           `db:"written"`
	Created    time.Time     `db:"created"`
	Updated    time.Time     `db:"updated"`
	Bumped     time.Time     `db:"bumped"`
	LastFloor  int           `db:"last_floor"`
	Answers    int           `db:"answers"`
	Pinned     bool          `db:"pinned"`
	Locked     bool          `db:"locked"`
	LockCode   reason.Code   `db:"lock_code"`
	LockText   string        `db:"lock_text"`
	Hidden     bool          `db:"hidden"`
	ReasonCode reason.Code   `db:"reason_code"`
	ReasonText string        `db:"reason_text"`
	Cleared    *time.Time    `db:"cleared"`
	Gone       *time.Time    `db:"gone"`
	Listed     bool          `db:"listed"`
	Shown      bool          `db:"shown"`
	Position   uint64        `db:"position"`
}

type opening struct {
	Discussion string `db:"discussion,key"`
	Body       string `db:"body"`
}

type post struct {
	ID            string      `db:"id,key"`
	Discussion    string      `db:"discussion"`
	Floor         int         `db:"floor"`
	Author        string      `db:"author"`
	Body          string      `db:"body"`
	Revision      int         `db:"revision"`
	Created       time.Time   `db:"created"`
	Updated       time.Time   `db:"updated"`
	ReplyTo       string      `db:"reply_to"`
	ReplyRevision int         `db:"reply_revision"`
	Hidden        bool        `db:"hidden"`
	ByTeam        bool        `db:"by_team"`
	ReasonCode    reason.Code `db:"reason_code"`
	ReasonText    string      `db:"reason_text"`
	Deleted       bool        `db:"deleted"`
	Position      uint64      `db:"position"`
}

// stands is true for an answer that counts.
func (p post) stands() bool { return !p.Hidden && !p.Deleted }

type revision struct {
	Text      string    `db:"text,key"`
	Revision  int       `db:"revision,key"`
	Author    string    `db:"author"`
	By        string    `db:"by"`
	At        time.Time `db:"at"`
	Title     string    `db:"title"`
	Body      string    `db:"body"`
	Retitled  bool      `db:"retitled"`
	Rewritten bool      `db:"rewritten"`
}

type section struct {
	Section     forum.Section `db:"section,key"`
	Discussions int64         `db:"discussions,add"`
	Answers     int64         `db:"answers,add"`
}

type board struct {
	Project    string `db:"project,key"`
	Listed     bool   `db:"listed"`
	Discussion string `db:"discussion"`
}

var (
	discussions = rows.Of[discussion]("discussions")
	openings    = rows.Of[opening]("openings")
	posts       = rows.Of[post]("posts")
	revisions   = rows.Of[revision]("revisions")
	sections    = rows.Of[section]("sections")
	boards      = rows.Of[board]("boards")
)
