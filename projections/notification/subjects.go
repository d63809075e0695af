package notification

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/projections/runtime"
)

// Created makes a project known. Nobody outside of its team sees it.
func (h *Batch) Created(id, organization string) {
	h.projects[id] = subject{ID: id}
	h.Belongs(id, organization)
}

// Belongs records the organization of a project; empty: none.
func (h *Batch) Belongs(id, organization string) {
	h.change(id, func(s *subject) { s.Organization = organization })
}

// Shown records whether a project is visible to everybody with its link.
func (h *Batch) Shown(id string, public bool) {
	h.change(id, func(s *subject) { s.Public = public })
}

// Reviews records who of the staff works on a project, whom its team's messages notify.
func (h *Batch) Reviews(project, account string) {
	if account != "" && h.projects[project].Reviewer != account {
		h.change(project, func(s *subject) { s.Reviewer = account })
	}
}

// change changes the stored subject of a project.
func (h *Batch) change(id string, how func(*subject)) {
	s := h.projects[id]
	if s.ID == "" {
		return
	}
	how(&s)
	h.projects[id] = s
	projects.Put(h.rows, s)
}

// Deleted removes the project of the event with all that is known of it.
func (h *Batch) Deleted(e runtime.Event) {
	id := e.Subject()
	h.projects[id] = subject{}
	projects.Delete(h.rows, subject{ID: id})
	h.Disband(e)
	for _, table := range []string{"follows", "hidden_versions"} {
		h.rows.After(`delete from `+table+` where project = $1`, id)
	}
}

// HideVersion records that visitors cannot find a version yet.
func (h *Batch) HideVersion(id, project string) {
	h.hidden[id] = project
	hidden.Put(h.rows, hiddenVersion{id, project})
}

// ShowVersion records that visitors can find a version, and returns whether they could not before.
func (h *Batch) ShowVersion(id string) bool {
	was := h.hidden[id] != ""
	if was {
		h.dropHidden(id)
	}
	return was
}

// ForgetVersion deletes the notifications of a version, which is gone.
func (h *Batch) ForgetVersion(e runtime.Event, id string) {
	h.dropHidden(id)
	h.rows.After(forgetVersion, int64(e.Position), id)
}

func (h *Batch) dropHidden(id string) {
	h.hidden[id] = ""
	hidden.Delete(h.rows, hiddenVersion{ID: id})
}

// Follow records that an account follows a project, or no longer.
func (h *Batch) Follow(project, account string, follows bool) {
	put(h.followers, project, account, follows)
	row := follow{Project: project, Account: account}
	if follows {
		followers.Put(h.rows, row)
	} else {
		followers.Delete(h.rows, row)
	}
}

// NotifyFollowers notifies those who follow a project that everybody sees.
func (h *Batch) NotifyFollowers(e runtime.Event, project string, n Notification) {
	if h.projects[project].Public {
		h.Notify(e, h.followers[project], n)
	}
}

// Converse makes a conversation known.
func (h *Batch) Converse(c Conversation) {
	h.threads[c.ID] = c
	threads.Put(h.rows, c)
}

// Conversation is what a thread is about.
func (h *Batch) Conversation(thread string) Conversation { return h.threads[thread] }

// SupersedeThread deletes the older notifications of a kind about a conversation about a project: each account keeps that of the
// other side's newest message.
func (h *Batch) SupersedeThread(e runtime.Event, thread, kind string) {
	h.rows.After(supersede, int64(e.Position), thread, kind)
}

// NotifyReviewer notifies who of the staff worked on a project last.
func (h *Batch) NotifyReviewer(e runtime.Event, project string, n Notification) {
	if reviewer := h.projects[project].Reviewer; h.teams[staffTeam][reviewer] {
		h.Notify(e, Accounts{reviewer: true}, n)
	}
}

// ForgetMessage deletes the notifications of a message, which is gone or hidden.
func (h *Batch) ForgetMessage(e runtime.Event, message string) {
	h.rows.After(forgetMessage, int64(e.Position), message)
}

// Erase blanks the texts by and to an erased account. A rebuild gives the same rows.
func (h *Batch) Erase(e runtime.Event, account string) {
	h.rows.After(blankWords, int64(e.Position), account, erasable.Erased, h.quoting)
	h.rows.After(forgetAccount, int64(e.Position), account)
}

// maxMessage is the maximum length of a quoted message, in characters.
const maxMessage = 500

// Excerpt is the part of a message that a notification quotes.
func Excerpt(s string) string {
	if r := []rune(s); len(r) > maxMessage {
		return string(r[:maxMessage]) + "…"
	}
	return s
}
