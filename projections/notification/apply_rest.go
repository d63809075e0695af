package notification

import (
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/runtime"
)

// A version is announced once, when visitors can find it.

func (h *Batch) versionCreated(e runtime.Event, p project.VersionCreated) {
	if p.Status == project.VersionListed {
		h.announce(e, p.Project, p.Version)
		return
	}
	h.hidden[p.Version] = p.Project
	hidden.Put(h.rows, hiddenVersion{p.Version, p.Project})
}

func (h *Batch) versionStatus(e runtime.Event, p project.VersionStatusChanged) {
	if h.hidden[p.Version] != "" && p.Status == project.VersionListed {
		h.hidden[p.Version] = ""
		hidden.Delete(h.rows, hiddenVersion{ID: p.Version})
		h.announce(e, p.Project, p.Version)
	}
}

func (h *Batch) announce(e runtime.Event, id, version string) {
	if h.projects[id].Public {
		h.Notify(e, h.followers[id], Notification{Type: ProjectUpdate, Project: id, Version: version})
	}
}

func (h *Batch) versionDeleted(e runtime.Event, p project.VersionDeleted) {
	h.hidden[p.Version] = ""
	hidden.Delete(h.rows, hiddenVersion{ID: p.Version})
	h.rows.After(forgetVersion, int64(e.Position), p.Version)
}

func (h *Batch) followed(_ runtime.Event, p collection.FollowAdded) {
	put(h.followers, p.Project, p.Account, true)
	follows.Put(h.rows, follow{Project: p.Project, Account: p.Account})
}

func (h *Batch) unfollowed(_ runtime.Event, p collection.FollowRemoved) {
	put(h.followers, p.Project, p.Account, false)
	follows.Delete(h.rows, follow{Project: p.Project, Account: p.Account})
}

func (h *Batch) threadOpened(_ runtime.Event, p thread.Opened) {
	c := conversation{ID: p.Thread, Owner: p.Owner}
	switch p.Kind {
	case thread.AboutProject:
		c.Project = p.Subject
	case thread.AboutReport:
		c.Subject = p.Subject
	case thread.AboutLink:
		c.Link = p.Subject
	}
	h.threads[p.Thread] = c
	threads.Put(h.rows, c)
}

// posted notifies the other side of a message: the owner of a report's thread; the team of a project, or who of the staff
// reviewed it last; the other team of a link, or both. A decision, and what happens to a link, has a notification of its own.
func (h *Batch) posted(e runtime.Event, p thread.MessagePosted) {
	if p.Private || p.Decision {
		return
	}
	about := h.threads[p.Thread]
	n := Notification{Type: ModeratorMessage, Thread: p.Thread, ThreadMessage: p.Message, Message: excerpt(p.Body.String()), Project: about.Project}
	switch {
	case about.Link != "":
		h.postedOnLink(e, p, h.links[about.Link])
	case about.Project == "":
		if p.Staff {
			h.Notify(e, Accounts{about.Owner: true}, n)
		}
	case p.Staff:
		h.rows.After(supersede, int64(e.Position), p.Thread, n.Type)
		h.Notify(e, h.team(about.Project), n)
		h.Reviews(about.Project, p.Author)
	default:
		n.Type = AuthorMessage
		h.rows.After(supersede, int64(e.Position), p.Thread, n.Type)
		if reviewer := h.projects[about.Project].Reviewer; h.teams[staffTeam][reviewer] {
			h.Notify(e, Accounts{reviewer: true}, n)
		}
	}
}

// Reviews records who of the staff works on a project, whom its team's messages notify.
func (h *Batch) Reviews(project, account string) {
	if account != "" && h.projects[project].Reviewer != account {
		h.change(project, func(s *subject) { s.Reviewer = account })
	}
}

func (h *Batch) messageDeleted(e runtime.Event, p thread.MessageDeleted) {
	h.ForgetMessage(e, p.Message)
}

// ForgetMessage deletes the notifications of a message, which is gone or hidden.
func (h *Batch) ForgetMessage(e runtime.Event, message string) {
	h.rows.After(forgetMessage, int64(e.Position), message)
}

// erased blanks the texts by and to an erased account. A rebuild gives the same rows.
func (h *Batch) erased(e runtime.Event, p account.Erased) {
	h.rows.After(blankWords, int64(e.Position), p.Account, erasable.Erased)
	h.rows.After(forgetAccount, int64(e.Position), p.Account)
}

// maxMessage is the maximum length of a quoted message, in characters.
const maxMessage = 500

func excerpt(s string) string {
	if r := []rune(s); len(r) > maxMessage {
		return string(r[:maxMessage]) + "…"
	}
	return s
}
