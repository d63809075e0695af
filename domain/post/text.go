package post

import (
	"fmt"
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

const (
	// MaxBody is the maximum length of a text, in characters.
	MaxBody = 65_536

	// MaxTitle is the maximum length of a title, in characters.
	MaxTitle = 300

	// MaxEdits is how often one text can be edited.
	MaxEdits = 50

	// MaxPictures is the maximum number of pictures of a text.
	MaxPictures = 10

	// MaxMentions is the maximum number of accounts that a text names.
	MaxMentions = 10

	// FieldBody is the API's name of a text.
	FieldBody = "content"
)

// Body checks a text in Markdown, as the field content.
func Body(value string) (string, error) {
	body, err := text.Prose(FieldBody, "内容", value, MaxBody)
	switch {
	case err != nil:
	case !text.Visible(body):
		err = fault.Invalid(FieldBody, "内容不能为空。")
	case Pictures(body) > MaxPictures:
		err = fault.Invalid(FieldBody, fmt.Sprintf("一条内容最多 %d 张图片。", MaxPictures))
	}
	return body, err
}

// Named checks the accounts that a text names.
func Named(mentions []string) error {
	if len(mentions) > MaxMentions {
		return fault.Invalid(FieldBody, fmt.Sprintf("一条内容最多提及 %d 人。", MaxMentions))
	}
	return nil
}

// Added are the mentions that are not among earlier ones.
func Added(mentions, earlier []string) (added []string) {
	for _, m := range mentions {
		if !slices.Contains(earlier, m) {
			added = append(added, m)
		}
	}
	return added
}

// Editor returns in which role an actor changes a text of an author, with the reason for the event: authors change their
// own, administrators every one, with a reason. The argument open is true while authors may change theirs.
func Editor(by actor.Actor, author string, open error, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if by.Account == author && (open == nil || by.Staff()) {
		return role.Self, nil, nil
	}
	switch {
	case by.Account == author:
		return "", nil, open
	case !by.Admin():
		return "", nil, fault.Forbidden("只有作者可以修改内容。")
	}
	why, err := reason.By(by, role.Admin, given)
	return role.Admin, why.To(author), err
}

// Moderator returns in which role a member of the staff acts on something of an author, with the reason for the event. For
// what is their own they need none.
func Moderator(by actor.Actor, author string, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if !by.Staff() {
		return "", nil, fault.Forbidden("只有管理人员可以进行此操作。")
	}
	as := role.Moderator
	if by.Account == author {
		as = role.Self
	}
	why, err := reason.By(by, as, given)
	return role.Moderator, why.To(author), err
}

// ErrUnchanged rejects an edit that changes nothing.
func ErrUnchanged() error { return fault.Invalid("", "未做任何修改") }

// ErrEdited rejects an edit of a text that is no longer the newest one.
func ErrEdited() error {
	return fault.Conflict("内容已被修改，请核对最新内容后再提交。")
}

// ErrEditedOften rejects an edit of a text that was edited as often as possible.
func ErrEditedOften() error {
	return fault.Invalid(FieldBody, fmt.Sprintf("一条内容最多修改 %d 次。", MaxEdits))
}
