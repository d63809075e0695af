package wiki

import (
	"slices"
)

// expected is the table of rights as the design states it. It shares nothing with the rules.
func expected(c combination) string {
	is := func(list ...string) bool { return slices.Contains(list, c.who) }
	editors := is("editor", "owner", "suspended editor")
	members := editors || is("member", "organization member", "moderator of the team")
	staff := is("moderator", "moderator where no editor is", "moderator of the team", "admin")
	suspended := is("suspended", "suspended editor")
	if c.who == "visitor" {
		return "1"
	}
	if c.project == "hidden" && !members && !staff {
		return "4"
	}
	drafts := func() string {
		switch {
		case suspended || c.editing == locking:
			return "F"
		case editors:
			return "+"
		case c.editing == "closed":
			return "F"
		case members:
			return "+"
		case c.project != "public":
			return "F"
		case c.editing == "named" && is("named"), c.editing == "open" && (is("verified") || staff):
			return "+"
		}
		return "F"
	}
	inStatus := func(result string, statuses ...string) string {
		if !slices.Contains(statuses, c.status) {
			return "C"
		}
		return result
	}
	reviews := func(right bool) string {
		switch {
		case !editors && !staff:
			return "4"
		case suspended || !right:
			return "F"
		}
		return inStatus("+", "review")
	}
	oversees := "F"
	if !suspended && (editors || staff && !members) {
		oversees = "+"
	}
	switch c.command {
	case "begin":
		return drafts()
	case "edit", "rebase", "submit":
		return inStatus(drafts(), "draft")
	case "take back":
		return inStatus(drafts(), "review")
	case "reopen":
		return inStatus(drafts(), "reject")
	case "give up":
		return inStatus("+", "draft", "review", "reject")
	case "edit another's":
		if editors || staff {
			return "F"
		}
		return "4"
	case "reject":
		return reviews(editors || !members)
	case "accept":
		result := reviews(editors || is("moderator where no editor is"))
		if result == "+" && c.editing == locking {
			return "F"
		}
		return result
	case "reject own", "accept own":
		return "F"
	case "revert":
		if c.editing == locking {
			return "F"
		}
		return oversees
	case "ban", "lift":
		return oversees
	case "set editing", "name":
		if editors && !suspended {
			return "+"
		}
		return "F"
	case "lock":
		if staff {
			return "+"
		}
		return "F"
	}
	return "?"
}
