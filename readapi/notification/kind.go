package notification

import "github.com/modyard/modyard/projections/notification"

// Kind is a type of notification, as people read of it. An area that tells of something declares one for each.
type Kind struct {
	Type string
	// Words are the title and the text for clients that show them as they are.
	Words func(Notification) (title, text string)
	// Link is the path of the page that the notification leads to; nil: that of what it is about.
	Link func(Notification) string
}

// known are the kinds of the site's first areas.
func known() []Kind {
	return []Kind{
		{notification.ProjectUpdate, released, Notification.versionPage},
		{notification.TeamInvite, invited, nil},
		{notification.OrganizationInvite, invited, nil},
		{notification.StatusChange, statusChanged, Notification.reviewPage},
		{notification.ModeratorMessage, answered, Notification.reviewPage},
	}
}

// kind is the declaration of a type; one that nothing declares any more has its name for a title.
func (s *Routes) kind(name string) Kind {
	for _, k := range s.kinds {
		if k.Type == name {
			return k
		}
	}
	return Kind{Type: name, Words: func(Notification) (title, text string) { return name, "" }}
}

// declared says that there is a type of that name.
func (s *Routes) declared(name string) bool {
	for _, k := range s.kinds {
		if k.Type == name {
			return true
		}
	}
	return false
}

// worded puts a kind's words into a notification.
func (n *Notification) worded(k Kind) {
	n.Title, n.Text = k.Words(*n)
	n.Link = n.page()
	if k.Link != nil {
		n.Link = k.Link(*n)
	}
}
