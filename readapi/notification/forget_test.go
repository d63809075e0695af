package notification_test

import (
	"net/http"
	"testing"

	commands "github.com/modyard/modyard/commands/notification"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/platform/idempotency"
)

func TestClosingAnAccountDeletesItsInboxMarks(t *testing.T) {
	w := newWorld(t)
	w.version("VersOne1", "1.0")
	w.version("VersTwo2", "2.0")
	w.Happen("follows-"+staff, staff, collection.FollowAdded{Account: staff, Project: one})
	w.version("VersThr3", "3.0")
	rows := func(account string) (n int) {
		t.Helper()
		if err := w.DB.Pool.QueryRow(t.Context(), `select (select count(*) from inbox.marks where account = $1) + (select count(*) from inbox.inboxes where account = $1)`, account).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, account := range []string{fan, staff} {
		list := read[contract.NotificationPage](w, "/_internal/notifications", account).Notifications
		w.do("PATCH", "/v2/notification/"+list[0].ID, account, "")
	}
	list := read[contract.NotificationPage](w, "/_internal/notifications", fan).Notifications
	w.do("DELETE", "/v2/notification/"+list[1].ID, fan, "")
	if rows(fan) != 3 || rows(staff) != 2 {
		t.Fatal(rows(fan), rows(staff))
	}
	service, err := commands.New(commands.Options{
		Pool: w.DB.Pool, Requests: idempotency.NewGuard(idempotency.NewStore(w.DB.Pool, nil), []byte("a key"), func(*http.Request) string { return "" }),
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := service.Forget(t.Context(), fan); err != nil {
			t.Fatal(err)
		}
	}
	if rows(fan) != 0 || rows(staff) != 2 {
		t.Error(rows(fan), rows(staff))
	}
}
