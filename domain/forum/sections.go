package forum

import "slices"

// Section is a part of the forum.
type Section string

// The sections. The discussion of a project is in its own section, by the project's team.
const (
	Chat    Section = "chat"
	Project Section = "project"
	Article Section = "article"
	Notice  Section = "notice"
)

// Writers are those who may write.
type Writers int

// Who may write: everybody, the administrators, or those with the right to edit a project's members.
const (
	Everybody Writers = iota
	Admins
	Managers
)

// MaxPins is the maximum number of pinned discussions of a section.
const MaxPins = 3

// Rules are the rules of a section.
type Rules struct {
	Section Section
	Title   string
	Group   string // of sections, as pages show them
	Opens   Writers
	Answers Writers
}

// Sections are all sections, in the order of the pages.
func Sections() []Rules {
	return []Rules{
		{Section: Chat, Title: "矿工茶馆", Group: "综合交流", Opens: Everybody, Answers: Everybody},
		{Section: Project, Title: "资源讨论", Group: "综合交流", Opens: Managers, Answers: Everybody},
		{Section: Article, Title: "专栏", Group: "综合交流", Opens: Everybody, Answers: Everybody},
		{Section: Notice, Title: "公告", Group: "论坛事务", Opens: Admins, Answers: Admins},
	}
}

// RulesOf are the rules of a section, and whether it exists.
func RulesOf(s Section) (Rules, bool) {
	for _, r := range Sections() {
		if r.Section == s {
			return r, true
		}
	}
	return Rules{}, false
}

// Pins are the pinned discussions of a section, by their ids, the earliest first: folded from the stream section-<name>.
type Pins []string

// EvolvePins applies one event.
func EvolvePins(p Pins, event any) Pins {
	switch e := event.(type) {
	case Pinned:
		return append(slices.Clone(p), e.Discussion)
	case Unpinned:
		return slices.DeleteFunc(slices.Clone(p), func(id string) bool { return id == e.Discussion })
	}
	return p
}
