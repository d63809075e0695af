package notification

import (
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/notification"
)

// Kind is a type of notification and its texts. An area that sends notifications declares one for each type.
type Kind struct {
	Type string
	// Words are the title and the text for clients without texts of their own.
	Words func(contract.Notification) (title, text string)
	// Link is the path of the page that the notification leads to; nil: the page of its project or version.
	Link func(contract.Notification) string
	// Body changes the body for clients of the family, and its type; nil: it has the common fields.
	Body func(contract.Notification, *contract.NotificationBody)
	// Public is true where the actor acted under their name, also as one of the staff. Nil: never.
	Public func(contract.Notification) bool
	// Forum is true where the thread is a discussion of the forum.
	Forum bool
	// Issue is true where the thread is an issue of a project.
	Issue bool
}

// known are the kinds of areas that declare none.
func known(w Words) []Kind {
	return []Kind{
		{Type: notification.ProjectUpdate, Words: released, Link: versionPage},
		{Type: notification.TeamInvite, Words: invited, Link: nil},
		{Type: notification.OrganizationInvite, Words: invited, Link: nil},
		{Type: notification.StatusChange, Words: w.statusChanged, Link: ReviewPage},
		{Type: notification.DecisionUndone, Words: undone, Link: ReviewPage},
		{Type: notification.OwnDecisionUndone, Words: undoneOwn, Link: ReviewPage},
		{Type: notification.ModeratorMessage, Words: answered, Link: conversation},
		{Type: notification.AuthorMessage, Words: replied, Link: conversation},
	}
}

// kind is the declaration of a type; an undeclared type has its name as title.
func (s *Routes) kind(name string) Kind {
	for _, k := range s.kinds {
		if k.Type == name {
			return k
		}
	}
	return Kind{Type: name, Words: func(contract.Notification) (title, text string) { return name, "" }}
}

// declared says whether a type has a declaration.
func (s *Routes) declared(name string) bool {
	for _, k := range s.kinds {
		if k.Type == name {
			return true
		}
	}
	return false
}

// word sets the texts of a notification from its kind.
func word(n *contract.Notification, k Kind) {
	n.Title, n.Text = k.Words(*n)
	n.Link = subjectPage(*n)
	if k.Link != nil {
		n.Link = k.Link(*n)
	}
}
