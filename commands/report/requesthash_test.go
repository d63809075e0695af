package report_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// last is the newest event of a stream.
func (w *world) last(stream string) eventlog.Recorded {
	w.Helper()
	var newest eventlog.Recorded
	for r, err := range w.EventLog.Stream(w.Context(), stream, 0) {
		if err != nil {
			w.Fatal(err)
		}
		newest = r
	}
	return newest
}

func TestTheHashOfARequestIsKeyedWithTheKeyOfItsText(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	report := func(status int, body string) {
		t.Helper()
		w.Want(status, reporter, "POST", "/v3/thread/"+d.ThreadID, `{"body":{"type":"text","body":"`+body+`"}}`, "Idempotency-Key", "one")
	}
	report(204, "我的电话是 123")
	stored := w.last("thread-" + d.ThreadID).Meta.RequestHash
	if mac, subject, _ := strings.Cut(stored, "@"); len(mac) != 43 || subject != reporter {
		t.Fatalf("the request hash %q is not keyed with the key of %s", stored, reporter)
	}

	// The table of named commands deletes rows after seven days; the log alone recognizes the command.
	w.Ledger.Forget()
	report(204, "我的电话是 123")
	w.Ledger.Forget()
	report(422, "我的电话是 456")

	// Without the key, a text cannot be guessed and compared with the hash.
	if err := w.Texts.Erase(t.Context(), reporter); err != nil {
		t.Fatal(err)
	}
	if same, err := w.Texts.SameRequest(t.Context(), "any", stored); err != nil || !same {
		t.Error("the hash still identifies the text of an erased account", err)
	}
	w.Ledger.Forget()
	report(204, "我的电话是 456")
	if got := w.types("thread-" + d.ThreadID); got != "thread.opened.v1 thread.message-posted.v1" {
		t.Error(got)
	}
}

func TestARequestWithoutErasableTextIsHashedWithTheSitesKeyOnly(t *testing.T) {
	w := newWorld(t)
	d := w.open(listed)
	w.Want(204, moderator, "DELETE", "/v3/report/"+d.ID+"?reason_code=spam", "")
	if stored := w.last("thread-" + d.ThreadID).Meta.RequestHash; len(stored) != 43 {
		t.Errorf("the request hash is %q", stored)
	}
}
