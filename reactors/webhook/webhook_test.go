package webhook_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/webhook"
	store "github.com/modyard/modyard/platform/webhook"
)

func TestAChangeIsDeliveredOnceInTheShapeOfTheFeedAndSigned(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, func(w http.ResponseWriter, _ int) { _, _ = w.Write([]byte("taken")) })
	hook := w.add(r.URL + "/hook?key=credential")
	for range 3 {
		w.change("change-1")
	}
	w.run(hook.ID)
	w.run(hook.ID)
	all := r.requests()
	if len(all) != 1 {
		t.Fatalf("%d requests", len(all))
	}
	one, d := all[0], w.deliveries(hook.ID)[0]
	if one.change.ID != "change-1" || one.change.Cursor != "history.7" || one.change.Kind != "project.updated" || one.change.Object.ID != mod ||
		string(one.change.Document) != w.document || !one.change.At.Equal(w.clock().Truncate(time.Microsecond)) {
		t.Errorf("%s", one.body)
	}
	if !authentic(one, hook.Secret) || authentic(one, "whs_other") {
		t.Error("the signature is wrong")
	}
	if h := one.header; h.Get("Modyard-Delivery") != d.ID || h.Get("Modyard-Event") != "project.updated" || h.Get("Content-Type") != "application/json" ||
		h.Get("Modyard-Timestamp") != strconv.FormatInt(w.clock().Unix(), 10) {
		t.Error(h)
	}
	if d.State != store.Done || d.Attempts != 1 || *d.Status != 200 || d.Answer != "taken" || d.Error != "" || d.TookMS == nil {
		t.Errorf("%+v", d)
	}
}

func TestAHiddenObjectIsDeliveredWithoutItsDocument(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, nil)
	hook := w.add(r.URL)
	w.change("change-1")
	w.document = "" // hidden after the change
	w.run(hook.ID)
	if all := r.requests(); len(all) != 1 || !strings.Contains(string(all[0].body), `"document":null`) {
		t.Errorf("%+v", all)
	}
}

func TestBothSecretsSignDuringTheOverlap(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, nil)
	hook := w.add(r.URL)
	var next contract.WebhookSecret
	w.Want(200, owner, "POST", path+"/"+hook.ID+"/secret", "").Decode(t, &next)
	w.change("change-1")
	w.run(hook.ID)
	w.after(domain.Overlap)
	w.change("change-2")
	w.run(hook.ID)
	all := r.requests()
	if len(all) != 2 || !authentic(all[0], hook.Secret) || !authentic(all[0], next.Secret) {
		t.Fatal("a secret does not sign during the overlap")
	}
	if authentic(all[1], hook.Secret) || !authentic(all[1], next.Secret) {
		t.Error("the former secret signs after the overlap, or the new one does not")
	}
}

func TestAnErrorAnswerIsRetriedAndHoldsBackNoOtherDelivery(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, func(w http.ResponseWriter, n int) {
		if n == 1 {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte("out of order"))
		}
	})
	hook := w.add(r.URL)
	w.change("change-1")
	w.change("change-2")
	if wait := w.run(hook.ID); wait < 8*time.Second || wait > 12*time.Second {
		t.Errorf("the next attempt is in %s", wait)
	}
	list := w.deliveries(hook.ID)
	if list[0].State != store.Waiting || *list[0].Status != 500 || list[0].Answer != "out of order" || list[0].Error != "status" || list[1].State != store.Done {
		t.Fatalf("%+v", list)
	}
	w.run(hook.ID) // too early
	if n := len(r.requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
	w.after(15 * time.Second)
	w.run(hook.ID)
	if d := w.deliveries(hook.ID)[0]; d.State != store.Done || d.Attempts != 2 || d.Answer != "" {
		t.Errorf("%+v", d)
	}
	all := r.requests()
	if all[0].header.Get("Modyard-Delivery") != all[2].header.Get("Modyard-Delivery") || all[0].change.ID != all[2].change.ID {
		t.Error("a repeat cannot be recognised")
	}
}

func TestAHangingReceiverRestsWithGrowingPausesAndGetsOneRequestAtATime(t *testing.T) {
	w := newWorld(t)
	free := make(chan struct{})
	r := newReceiver(t, func(http.ResponseWriter, int) { <-free })
	t.Cleanup(func() { close(free) })
	hook := w.add(r.URL)
	for i := range 5 {
		w.change("change-" + strconv.Itoa(i))
	}
	w.run(hook.ID)
	if n := len(r.requests()); n != 1 {
		t.Fatalf("%d requests to a receiver that does not answer", n)
	}
	first := w.deliveries(hook.ID)[0]
	if first.Error != "timeout" || first.Status != nil || first.Attempts != 1 {
		t.Errorf("%+v", first)
	}
	last := time.Duration(0)
	for n := 2; n <= 4; n++ {
		rows, err := w.store.Of(t.Context(), mod)
		if err != nil {
			t.Fatal(err)
		}
		pause := rows[0].RetryAt.Sub(w.clock())
		if pause <= last {
			t.Errorf("pause %d is %s, after %s", n, pause, last)
		}
		last = pause
		w.after(pause + time.Second)
		w.run(hook.ID)
		if got := len(r.requests()); got != n {
			t.Errorf("%d requests, want %d", got, n)
		}
	}
}

func TestADeliveryIsGivenUpAfterADay(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, status(http.StatusBadGateway))
	hook := w.add(r.URL)
	w.change("change-1")
	for range 60 {
		w.run(hook.ID)
		w.after(time.Hour)
	}
	d := w.deliveries(hook.ID)[0]
	if n := len(r.requests()); d.State != store.Failed || d.Error != "status" || n < 15 || n > 26 {
		t.Errorf("%d requests, %+v", n, d)
	}
}

func TestGoneDisablesTheWebhook(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, status(http.StatusGone))
	hook := w.add(r.URL)
	w.change("change-1")
	w.change("change-2")
	w.run(hook.ID)
	events := w.events(hook.ID)
	if d, is := events[len(events)-1].(domain.Disabled); !is || d.Cause != domain.Gone {
		t.Fatalf("%+v", events)
	}
	list := w.deliveries(hook.ID)
	if list[0].State != store.Failed || list[1].State != store.Failed || list[1].Error != store.ErrorDisabled || len(r.requests()) != 1 {
		t.Errorf("%+v", list)
	}
	w.change("change-3")
	if n := len(w.deliveries(hook.ID)); n != 2 {
		t.Errorf("%d deliveries", n)
	}
}

func TestAWebhookThatFailedForAWeekIsDisabled(t *testing.T) {
	w := newWorld(t)
	answer := http.StatusInternalServerError
	r := newReceiver(t, func(w http.ResponseWriter, _ int) { w.WriteHeader(answer) })
	hook := w.add(r.URL)
	fail := func(id string) {
		w.change(id)
		w.run(hook.ID)
	}
	fail("change-1")
	w.after(6 * 24 * time.Hour)
	answer = http.StatusOK
	fail("change-2") // a success begins anew
	answer = http.StatusInternalServerError
	fail("change-3")
	w.after(6 * 24 * time.Hour)
	fail("change-4")
	if n := len(w.events(hook.ID)); n != 1 {
		t.Fatal("it is disabled too early")
	}
	w.after(2 * 24 * time.Hour)
	fail("change-5")
	events := w.events(hook.ID)
	if d, is := events[len(events)-1].(domain.Disabled); !is || d.Cause != domain.Failing {
		t.Errorf("%+v", events)
	}
}

func TestARedirectToAPrivateAddressIsNotFollowed(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, func(w http.ResponseWriter, _ int) {
		w.Header().Set("Location", "https://169.254.169.254/latest/meta-data")
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	hook := w.add(r.URL)
	w.change("change-1")
	w.run(hook.ID)
	if d := w.deliveries(hook.ID)[0]; d.Error != "address" || d.Status != nil || strings.Contains(d.Answer, "169") {
		t.Errorf("%+v", d)
	}
}

func TestOnlyTheBeginningOfAHugeAnswerIsReadAndStored(t *testing.T) {
	w := newWorld(t)
	written := make(chan int, 1)
	r := newReceiver(t, func(w http.ResponseWriter, _ int) {
		total := 0
		for range 1 << 14 {
			n, err := w.Write([]byte(strings.Repeat("\x00垃圾", 1000)))
			total += n
			if err != nil {
				break
			}
		}
		written <- total
	})
	hook := w.add(r.URL)
	w.change("change-1")
	w.run(hook.ID)
	d := w.deliveries(hook.ID)[0]
	if d.State != store.Done || len(d.Answer) > 4<<10 || len(d.Answer) < 1000 || strings.ContainsRune(d.Answer, 0) {
		t.Errorf("%d bytes of the answer: %+v", len(d.Answer), d)
	}
	if n := <-written; n > 64<<20 {
		t.Errorf("the receiver could write %d bytes", n)
	}
}

func TestAFinishedDeliveryCanBeSentAgainUnderItsID(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, nil)
	hook := w.add(r.URL)
	w.change("change-1")
	w.run(hook.ID)
	d := w.deliveries(hook.ID)[0]
	w.after(25 * time.Hour)
	w.document = `{"id":"` + mod + `","title":"New"}`
	w.Want(204, owner, "POST", path+"/"+hook.ID+"/deliveries/"+d.ID+"/again", "")
	w.run(hook.ID)
	all := r.requests()
	if len(all) != 2 || all[1].header.Get("Modyard-Delivery") != d.ID || all[1].change.ID != "change-1" || string(all[1].change.Document) != w.document {
		t.Errorf("%+v", all)
	}
	if d := w.deliveries(hook.ID)[0]; d.State != store.Done || d.Attempts != 2 {
		t.Errorf("%+v", d)
	}
}

func TestATestDeliveryCarriesTheProject(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, nil)
	hook := w.add(r.URL)
	w.Want(200, owner, "POST", path+"/"+hook.ID+"/test", "")
	w.run(hook.ID)
	if all := r.requests(); len(all) != 1 || all[0].change.Kind != contract.WebhookTest || all[0].header.Get("Modyard-Event") != contract.WebhookTest ||
		all[0].change.Object.ID != mod || string(all[0].change.Document) != w.document {
		t.Errorf("%+v", all)
	}
}

func TestNothingIsSentAfterTheProjectIsDeletedOrTheWebhookDisabled(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, nil)
	disabled, deleted := w.add(r.URL), w.add(r.URL)
	w.change("change-1")
	w.Want(204, owner, "PATCH", path+"/"+disabled.ID, `{"enabled":false}`)
	w.run(disabled.ID)
	w.Happen("project-"+mod, project.Deleted{})
	w.run(deleted.ID)
	if n := len(r.requests()); n > 0 {
		t.Errorf("%d requests", n)
	}
	if d := w.deliveries(disabled.ID)[0]; d.State != store.Failed || d.Error != store.ErrorDisabled {
		t.Errorf("%+v", d)
	}
	if n := len(w.deliveries(deleted.ID)); n > 0 {
		t.Errorf("%d deliveries of a deleted project", n)
	}
}

func TestTheDeletionOfAProjectDeletesItsRowsAndHidingItDoesNot(t *testing.T) {
	w := newWorld(t)
	w.add(newReceiver(t, nil).URL)
	removed := contract.Change{ID: "change-1", Kind: "project.removed", Object: contract.ChangedObject{Type: "project", ID: mod}, At: w.clock()}
	for _, deleted := range []bool{false, true} {
		if deleted {
			w.Happen("project-"+mod, project.Deleted{})
		}
		if err := w.dispatcher.Change(t.Context(), removed); err != nil {
			t.Fatal(err)
		}
		rows, err := w.store.Of(t.Context(), mod)
		if err != nil || (len(rows) == 0) != deleted {
			t.Errorf("deleted %v: %v %v", deleted, rows, err)
		}
	}
}

func TestADeliveryWhoseJobWasDiscardedIsNotSent(t *testing.T) {
	w := newWorld(t)
	r := newReceiver(t, nil)
	hook := w.add(r.URL)
	w.change("change-1")
	if _, err := w.db.Pool.Exec(t.Context(), "DELETE FROM jobs.river_job"); err != nil {
		t.Fatal(err)
	}
	w.change("change-2")
	w.run(hook.ID)
	if all := r.requests(); len(all) != 1 || all[0].change.ID != "change-2" {
		t.Errorf("%+v", all)
	}
	if d := w.deliveries(hook.ID)[0]; d.State != store.Failed || d.Error != store.ErrorDropped {
		t.Errorf("%+v", d)
	}
}

func TestAnErrorContainsNeitherTheAddressNorTheSecret(t *testing.T) {
	w := newWorld(t)
	hook := w.add("http://127.0.0.1:1/T000/credential")
	w.change("change-1")
	w.run(hook.ID)
	d := w.deliveries(hook.ID)[0]
	if d.Error != "connect" || strings.Contains(d.Answer, "credential") {
		t.Errorf("%+v", d)
	}
}
