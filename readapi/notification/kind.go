package notification

import "github.com/modyard/modyard/contract"

// The filters of the inbox.
const (
	Updates     = "update"
	Invitations = "invite"
	Decisions   = "status" // and what else became of the account's things
	Messages    = "message"
	other       = "other"
)

// Kind is a type of notification and its texts. An area that sends notifications declares one for each type.
type Kind struct {
	Type   string
	Filter string // in which it is; empty: in none
	// Words are the title and the text for clients without texts of their own.
	Words func(contract.Notification) (title, text string)
	// Link is the path of the page that the notification leads to; nil: the page of its project or version.
	Link func(contract.Notification) string
	// Body changes the body for clients of the family, and its type; nil: it has the common fields.
	Body func(contract.Notification, *contract.NotificationBody)
	// Public is true where the actor acted under their name, also as one of the staff. Nil: never.
	Public func(contract.Notification) bool
	// Invites is true for an open invitation to a team, which clients of the family can answer.
	Invites bool
	// OfStaff is true for what only the staff does to the things of others: they do not learn who. Unsigned: nobody does.
	OfStaff, Unsigned bool
	// Things complete it before it is worded; nil: it has what it needs. Kinds with the same are completed together.
	Things *Things
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

// typesOf are the types in a filter.
func (s *Routes) typesOf(filter string) (types []string) {
	for _, k := range s.kinds {
		if k.Filter != "" && k.Filter == filter {
			types = append(types, k.Type)
		}
	}
	return types
}

// word sets the texts of a notification from its kind.
func word(n *contract.Notification, k Kind) {
	n.Title, n.Text = k.Words(*n)
	n.Link = SubjectPage(*n)
	if k.Link != nil {
		n.Link = k.Link(*n)
	}
}
