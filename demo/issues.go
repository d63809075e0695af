package demo

import (
	"context"
	_ "embed" // the issues
	"fmt"
	"slices"
	"strconv"
	"time"

	"gopkg.in/yaml.v3"

	commands "github.com/modyard/modyard/commands/issue"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/ids"
)

//go:embed talks/issues.yaml
var issueFile []byte

// issueBoard is the board of a project of the set, which its owner manages. People are usernames.
type issueBoard struct {
	Project  string       `yaml:"project"` // a slug
	At       time.Time    `yaml:"at"`
	Type     int          `yaml:"type"`
	Template string       `yaml:"template"`
	Labels   []issueLabel `yaml:"labels"`
	Issues   []openIssue  `yaml:"issues"`
}

type issueLabel struct {
	Key         string `yaml:"key"` // permanent, as of an issue: the ids are derived from it
	Name        string `yaml:"name"`
	Color       string `yaml:"color"`
	Description string `yaml:"description"`
}

// openIssue is an issue. Fixed is when the version of the project that is the newest then is named as the one that
// fixes it.
type openIssue struct {
	Key      string        `yaml:"key"`
	Title    string        `yaml:"title"`
	By       string        `yaml:"by"`
	At       time.Time     `yaml:"at"`
	Text     string        `yaml:"text"`
	Labels   []string      `yaml:"labels"`
	Assign   bool          `yaml:"assign"` // to the owner
	Pinned   bool          `yaml:"pinned"`
	Comments []talkAnswer  `yaml:"comments"`
	Fixed    time.Duration `yaml:"fixed"`
	Closed   time.Duration `yaml:"closed"`
	As       issue.Outcome `yaml:"as"`
}

// Issues creates the boards of the set that are missing.
func Issues(ctx context.Context, d Deps, c Catalogue) error {
	var list []issueBoard
	if err := yaml.Unmarshal(issueFile, &list); err != nil {
		return fmt.Errorf("read the issues of the set: %w", err)
	}
	b := newBook(c)
	return each(ctx, list, func(one issueBoard) error { return loadBoard(ctx, d, b, one) })
}

// loadBoard creates a board with its issues. One that exists is left alone, as one whose project is not loaded.
func loadBoard(ctx context.Context, d Deps, b *book, of issueBoard) error {
	project := projectID(of.Project)
	if there, err := exists(ctx, d.Log, "board-"+project); err != nil || there {
		return err
	}
	if loaded, err := exists(ctx, d.Log, "project-"+project); err != nil || !loaded {
		return err
	}
	writes, err := commands.PlanBoard(ctx, d.Codec, d.Texts, b.plannedBoard(of))
	return d.add(ctx, "load the issues of "+of.Project, writes, err)
}

func (b *book) plannedBoard(of issueBoard) commands.Planned {
	project := b.projects[of.Project]
	owner := b.owner(project)
	manager := issue.Caller{By: owner, Verified: true, Team: role.OrganizationMember, Manager: role.OrganizationMember}
	p := commands.Planned{
		Command: "demo issues " + of.Project, Project: projectID(of.Project), By: manager, At: of.At, Type: issue.Type(of.Type), Template: of.Template,
	}
	for _, l := range of.Labels {
		p.Labels = append(p.Labels, issue.Label{
			ID: ids.FromBytes([]byte("demo label " + of.Project + " " + l.Key)), Name: l.Name, Color: l.Color, Description: l.Description,
		})
	}
	team := b.teams[project.Team]
	person := func(name string) issue.Caller {
		c := issue.Caller{By: talker(name).By, Verified: true}
		if name == team.Owner || slices.Contains(team.Members, name) {
			c.Team = role.OrganizationMember
		}
		return c
	}
	editions := b.editions(project)
	for _, i := range of.Issues {
		key := of.Project + " " + i.Key
		one := commands.PlannedIssue{
			Issue: ids.FromBytes([]byte("demo issue " + key)), By: person(i.By), At: i.At, Title: i.Title, Body: i.Text, Labels: i.Labels, As: i.As, Pinned: i.Pinned,
		}
		if i.Assign {
			one.Assignees = []string{owner.Account}
		}
		if i.Fixed > 0 {
			one.Fixed = i.At.Add(i.Fixed)
			for _, e := range editions {
				if one.Version == "" || e.At.Before(one.Fixed) {
					one.Version = versionID(of.Project, e.Number)
				}
			}
		}
		if i.Closed > 0 {
			one.Closed = i.At.Add(i.Closed)
		}
		for n, c := range i.Comments {
			one.Comments = append(one.Comments, commands.PlannedComment{
				Post: ids.FromBytes([]byte("demo comment " + key + " " + strconv.Itoa(n+1))), By: person(c.By), At: i.At.Add(c.After), Body: c.Text, To: c.To,
			})
		}
		p.Issues = append(p.Issues, one)
	}
	return p
}
