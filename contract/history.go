package contract

import "time"

// HistorySteps are what happened to a project, oldest first. Inside is true for members and the staff, who see all of
// it; visitors see what changed the public page.
type HistorySteps struct {
	Steps  []HistoryStep `json:"steps"`
	Inside bool          `json:"inside"`
}

// HistoryStep is what one command did. Position is that of its last event: the project as of there is the project after
// it. From is null for the first step.
type HistoryStep struct {
	Position int64           `json:"position"`
	At       time.Time       `json:"at"`
	Type     string          `json:"type" enum:"created,submitted,approved,rejected,withheld,undone,status_changed,changed"`
	Forced   bool            `json:"forced,omitempty" doc:"在审核轮次之外由管理团队更改状态，不是审核决定"`
	Undone   bool            `json:"undone,omitempty" doc:"已被撤销的决定"`
	Kinds    []string        `json:"kinds" doc:"事件类型，不带版本"`
	From     *string         `json:"from" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	To       string          `json:"to" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled,deleted"`
	Round    int             `json:"round"`
	Public   bool            `json:"public"` // visitors may see the project as of there
	Role     string          `json:"role" enum:"member,moderator,admin,system,import"`
	By       *Author         `json:"by"` // null for visitors, for the program, and for the staff where the caller may not know the name
	Versions []string        `json:"versions"`
	Message  *string         `json:"message"`
	Points   []DecisionPoint `json:"points"`
	Reason   *StepReason     `json:"reason"`
}

// StepReason is why the staff did something.
type StepReason struct {
	Code string  `json:"code"`
	Text *string `json:"text"`
}

// DecisionPoint is an item of the moderators' checklist that led to a decision. Step is the id of its question.
type DecisionPoint struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Step  string `json:"step"`
	Title string `json:"title"`
}

// ProjectAsOf is a project as it was, as its page needs it: without members and today's numbers. At is the time of its
// last event until then. Versions are the newest of Total.
type ProjectAsOf struct {
	Position int64             `json:"position"`
	At       time.Time         `json:"at"`
	Project  ProjectPageAnswer `json:"project"`
	Versions []Version         `json:"versions"`
	Total    int               `json:"total"`
}

// HistoryMoment is one end of a comparison.
type HistoryMoment struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	Status   string    `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Round    int       `json:"round"`
}

// HistoryChanges are the differences of a project between two moments. From is null where there is nothing to compare
// with: the project was not submitted before. Versions are the newest of Total.
type HistoryChanges struct {
	From     *HistoryMoment  `json:"from"`
	To       HistoryMoment   `json:"to"`
	Fields   []FieldChange   `json:"fields"`
	Pictures []PictureChange `json:"pictures"`
	Versions []VersionChange `json:"versions"`
	Total    int             `json:"total"`
}

// FieldChange is a field with another value. A value is a list, empty for none; a text or a plain value has one entry.
type FieldChange struct {
	Field string   `json:"field"`
	Kind  string   `json:"kind" enum:"text,list,value,picture"`
	From  []string `json:"from"`
	To    []string `json:"to"`
}

// PictureChange is a picture of the gallery that came, went or has another caption or place.
type PictureChange struct {
	Change string   `json:"change" enum:"added,removed,changed"`
	From   *Picture `json:"from"`
	To     *Picture `json:"to"`
}

// VersionChange is a version that came, went or changed.
type VersionChange struct {
	Change string        `json:"change" enum:"added,removed,changed"`
	ID     string        `json:"id"`
	Number string        `json:"number"`
	Fields []FieldChange `json:"fields"`
	Files  []FileChange  `json:"files"`
}

// FileChange is a file that came, went or has another name or use. The same bytes are the same file.
type FileChange struct {
	Change string `json:"change" enum:"added,removed,changed"`
	From   *File  `json:"from"`
	To     *File  `json:"to"`
}
