package demo

import (
	"time"

	"github.com/modyard/modyard/domain/actor"

	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/thread"
)

// life collects the commands of a project.
type life struct {
	by     actor.Actor
	story  story
	dates  dates
	body   string
	steps  []commands.Step
	listed bool
}

// do adds a command with its time and actor.
func (l *life) do(at time.Time, by actor.Actor, c project.Command) {
	l.steps = append(l.steps, commands.Step{At: at, By: by.Account, Do: c})
}

// say adds a message in the conversation about the project. Each needs a time of its own.
func (l *life) say(at time.Time, c thread.Post) {
	if c.Body != "" {
		l.steps = append(l.steps, commands.Step{At: at, By: c.By.Account, Say: &c})
	}
}

// explained adds the message of a decision to the conversation.
func (l *life) explained(at time.Time, message string) {
	l.say(at, thread.Post{By: reviewer(), Body: message, Decision: true})
}

// discussed adds what the author and the staff wrote about a decision that stands.
func (l *life) discussed() {
	at := func(minutes int) time.Time { return l.dates.decided.Add(time.Duration(minutes) * time.Minute) }
	l.say(at(14), thread.Post{By: l.by, Team: true, Body: "谢谢审核！缺的部分今天补上。是写在描述**开头**，还是单独一节？"})
	l.say(at(21), thread.Post{By: reviewer(), Body: "作者回复很快，再提交时可以先看它。", Private: true})
	l.say(at(26), thread.Post{By: reviewer(), Body: "单独一节更清楚。改好后直接重新提交就行。"})
}

func (l *life) add(v made) {
	l.steps = append(l.steps, commands.Step{At: v.at, By: v.command.By.Account, Version: v.command.Version, DoVersion: v.command})
}

func incomplete() *reason.Reason { return &reason.Reason{Code: reason.Incomplete} }

// members invites the people of the team, who accept.
func (l *life) members(b *book, c Project, at time.Time) {
	if c.Team == "" || l.story.creator {
		return
	}
	team := b.teams[c.Team]
	for i, name := range team.Members {
		account := accountID(name)
		if account == l.by.Account {
			continue
		}
		l.do(at.Add(time.Minute), l.by, project.Invite{
			By: l.by, Account: account, Role: "成员", Ordering: i + 1,
			Permissions: project.UploadVersion | project.EditDetails | project.EditBody,
		})
		invited := actor.Actor{Account: account}
		l.do(at.Add(2*time.Minute), invited, project.Join{By: invited})
	}
}

// review brings the project to the status of its story. The versions that are reviewed are created before the review,
// the others after it.
func (l *life) review(versions []made) {
	switch l.story.status {
	case "draft", "processing", "rejected", "withheld":
		for _, v := range versions {
			l.add(v)
		}
	default:
		l.add(versions[0])
		versions = versions[1:]
		l.listed = true
	}
	if l.story.status == "draft" {
		return
	}
	l.do(l.dates.submitted, l.by, project.Submit{By: l.by})
	if l.story.rejected != "" {
		l.do(l.dates.rejected, reviewer(), project.Reject{By: reviewer(), Reason: incomplete(), Message: l.story.rejected})
		l.explained(l.dates.rejected, l.story.rejected)
		body := l.body
		l.do(l.dates.again.Add(-10*time.Minute), l.by, project.Edit{By: l.by, Body: &body})
		l.say(l.dates.again.Add(-5*time.Minute), thread.Post{By: l.by, Team: true, Body: "已按意见补写说明，请再看一下。"})
		l.do(l.dates.again, l.by, project.Submit{By: l.by})
	}
	switch l.story.status {
	case "processing":
	case "rejected":
		l.do(l.dates.decided, reviewer(), project.Reject{By: reviewer(), Reason: incomplete(), Message: l.story.message})
		l.explained(l.dates.decided, l.story.message)
		l.discussed()
	case "withheld":
		l.do(l.dates.decided, reviewer(), project.Withhold{By: reviewer(), Reason: incomplete(), Message: l.story.message})
		l.explained(l.dates.decided, l.story.message)
	default:
		l.do(l.dates.decided, reviewer(), project.Approve{By: reviewer(), Reason: &reason.Reason{Code: reason.Complies}})
		for _, v := range versions {
			l.add(v)
		}
		if own := project.Status(l.story.status); own != project.Listed {
			l.do(l.dates.last.Add(2*time.Hour), l.by, project.SetStatus{By: l.by, To: own})
		}
	}
}
