package translation

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/platform/ids"
)

// threadOf is the id of the thread of a link: always the same, so that a link that is asked for anew keeps its
// conversation.
func threadOf(version, target string) string {
	return ids.FromBytes([]byte("thread of the translation " + translation.Subject(version, target)))
}

// do decides a command on a link and writes what happened in its thread. asked is the message of an asking; that of a
// decision follows from its event.
func do(ctx context.Context, tx *commands.Tx, links *entity, from, to translation.End, c translation.Command, asked string) error {
	before := len(links.Decided())
	if err := links.Do(c); err != nil {
		return err
	}
	for _, e := range links.Decided()[before:] {
		body := asked
		switch p := e.Payload.(type) {
		case translation.Accepted:
			body = "已通过汉化。" + because(p.Reason)
			if p.Automatic {
				body = "申请者有权审核，已自动通过。"
			}
		case translation.Rejected:
			body = "已拒绝汉化。" + because(p.Reason)
		case translation.Revoked:
			body = "已撤销汉化。" + because(p.Reason)
		}
		again, words := c.(translation.AskAgain)
		if err := write(ctx, tx, from, to, e.Role, words && again.Message != "", body); err != nil {
			return err
		}
	}
	return nil
}

// write adds a message of the caller to the thread of a link, which begins with it.
func write(ctx context.Context, tx *commands.Tx, from, to translation.End, as role.Role, words bool, body string) error {
	id := threadOf(from.Version.ID, to.Version.ID)
	t, err := report.Threads().Open(ctx, tx, id)
	if err != nil {
		return err
	}
	if subject := translation.Subject(from.Version.ID, to.Version.ID); t.State().ID == "" {
		t.Follow(as, thread.Opened{Thread: id, Kind: thread.AboutLink, Subject: subject, Owner: tx.By().Account})
	} else if t.State().Subject != subject {
		return fault.Conflict("会话的编号已被占用，请联系管理人员。")
	}
	return report.Write(ctx, tx, id, from.Writes() || to.Writes(), words, body)
}

type messageInput struct {
	Body string `json:"body" doc:"最多 65536 个字符"`
}

type sayInThread struct {
	Ends
	Body messageInput
}

// say is POST /version/{id}/link/{target}/thread.
func say(ctx context.Context, tx *commands.Tx, in *sayInThread) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
	}
	l, known := links.State().Links[in.Target]
	if !known || !tx.By().Staff() && !from.Writes() && !to.Writes() {
		return fault.NotFound("会话或消息不存在。")
	}
	return report.Answer(ctx, tx, l.Thread, from.Writes() || to.Writes(), in.Body.Body)
}

// Writes says whether the caller writes in the thread of a link as a member of one of its projects.
func Writes(ctx context.Context, tx *commands.Tx, subject string) (bool, error) {
	version, target := translation.Ends(subject)
	for _, id := range []string{version, target} {
		e, err := end(ctx, tx, id)
		if err != nil {
			return false, err
		}
		if e.Writes() {
			return true, nil
		}
	}
	return false, nil
}

func because(why *reason.Addressed) string {
	if why == nil || why.Code == reason.Complies && why.Text == nil {
		return ""
	}
	words := why.Code.Name()
	if why.Text == nil {
		return "原因：" + words + "。"
	}
	if why.Code == reason.Other {
		return quoted(why.Text.String())
	}
	return "原因：" + words + "。" + quoted(why.Text.String())
}

// quoted is a text as a paragraph of its own, or nothing.
func quoted(words string) string {
	if words == "" {
		return ""
	}
	return "\n\n" + words
}

func languageName(l translation.Language) string {
	switch l {
	case translation.Simplified:
		return "简体中文"
	case translation.Traditional:
		return "繁體中文"
	}
	return "English"
}
