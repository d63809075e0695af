package demo

import (
	"context"
	_ "embed" // the discussions
	"fmt"
	"strconv"
	"time"

	"gopkg.in/yaml.v3"

	commands "github.com/modyard/modyard/commands/forum"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/ids"
)

//go:embed talks/talks.yaml
var talkFile []byte

// talk is a discussion of the set. People are usernames; one of a project is its owner's, with the project's title.
type talk struct {
	Key     string       `yaml:"key"` // permanent: the ids are derived from it
	Section string       `yaml:"section"`
	Project string       `yaml:"project"` // a slug
	Title   string       `yaml:"title"`
	By      string       `yaml:"by"`
	At      time.Time    `yaml:"at"`
	Text    string       `yaml:"text"`
	Answers []talkAnswer `yaml:"answers"`
	Locked  *talkLock    `yaml:"locked"`
}

// talkAnswer is an answer. To is the number of the answer that it answers, from 1.
type talkAnswer struct {
	By     string        `yaml:"by"`
	After  time.Duration `yaml:"after"`
	To     int           `yaml:"to"`
	Text   string        `yaml:"text"`
	Edited string        `yaml:"edited"`
	Held   bool          `yaml:"held"` // the staff has not looked at it yet
}

type talkLock struct {
	After time.Duration `yaml:"after"`
	Code  reason.Code   `yaml:"code"`
	Text  string        `yaml:"text"`
}

// Talks creates the discussions of the set that are missing.
func Talks(ctx context.Context, d Deps, c Catalogue) error {
	var list []talk
	if err := yaml.Unmarshal(talkFile, &list); err != nil {
		return fmt.Errorf("read the discussions of the set: %w", err)
	}
	b := newBook(c)
	return each(ctx, list, func(t talk) error { return loadTalk(ctx, d, b, t) })
}

// loadTalk creates a discussion. One that exists is left alone, as one whose project is not loaded.
func loadTalk(ctx context.Context, d Deps, b *book, t talk) error {
	p := b.plannedTalk(t)
	if there, err := exists(ctx, d.Log, "discussion-"+p.Discussion); err != nil || there {
		return err
	}
	if t.Project != "" {
		if loaded, err := exists(ctx, d.Log, "project-"+projectID(t.Project)); err != nil || !loaded {
			return err
		}
	}
	writes, err := commands.PlanDiscussion(ctx, d.Codec, d.Texts, p)
	return d.add(ctx, "load the discussion "+t.Key, writes, err)
}

func (b *book) plannedTalk(t talk) commands.Planned {
	p := commands.Planned{
		Command: "demo discussion " + t.Key, Discussion: ids.FromBytes([]byte("demo discussion " + t.Key)), Section: forum.Section(t.Section),
		Title: t.Title, Body: t.Text, By: talker(t.By), At: t.At,
	}
	board := forum.Board{}
	if t.Project != "" {
		project := b.projects[t.Project]
		board.Project = projectID(t.Project)
		p.Section, p.Title = forum.Project, project.Title
		p.By = forum.Caller{By: b.owner(project), Verified: true, Board: board}
		p.By.Board.Manager, p.By.Board.Member = role.Owner, true
	}
	for i, a := range t.Answers {
		by := talker(a.By)
		by.Board = board
		p.Answers = append(p.Answers, commands.PlannedAnswer{
			Post: ids.FromBytes([]byte("demo post " + t.Key + " " + strconv.Itoa(i+1))), By: by, At: t.At.Add(a.After), Body: a.Text, Edited: a.Edited, To: a.To, Held: a.Held,
		})
	}
	if l := t.Locked; l != nil {
		staff := forum.Caller{By: actor.Actor{Account: accountID(AdminName), Rank: actor.Admin}, Verified: true, Board: board}
		p.Locked = &commands.PlannedLock{By: staff, At: t.At.Add(l.After), Reason: reason.Reason{Code: l.Code, Text: l.Text}}
	}
	return p
}

// talker is a person of the set as they write in the forum.
func talker(username string) forum.Caller {
	by := actor.Actor{Account: accountID(username)}
	if username == AdminName {
		by.Rank = actor.Admin
	}
	return forum.Caller{By: by, Verified: true}
}
