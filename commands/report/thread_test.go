package report_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commandimage "github.com/modyard/modyard/commands/image"
	commandproject "github.com/modyard/modyard/commands/project"
	commands "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/commands/upload"
	domainimage "github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/thread"
)

const (
	invited   = "invited1"
	former    = "former01"
	ofOrg     = "orgmembr"
	ofTeam    = commandstest.Second // a moderator who is a member
	admin     = commandstest.Admin
	anonymous = commandstest.Anonymous
	talk      = "Threada1"
	about     = "Project1"
)

// talking is a world with a project of an organization, its thread and pictures. used are the keys of the files that other
// texts show.
func talking(t *testing.T, used ...*string) *world {
	t.Helper()
	w := &world{commandstest.New(t, project.EventTypes(), organization.EventTypes(), thread.EventTypes(), domainimage.EventTypes())}
	h := w.Handler()
	uploads := &upload.Store{Blobs: w.Blobs, Handler: h, Logger: w.Logger}
	service, err := commands.New(commands.Options{Handler: h, Subjects: commandproject.Reported(), Team: commandproject.Team, Uploads: uploads,
		Used: func(_ context.Context, key, message string) (bool, error) {
			if message == "" {
				return false, errors.New("the deleted message is not named")
			}
			return slices.ContainsFunc(used, func(one *string) bool { return *one == key }), nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := commandimage.New(commandimage.Options{Handler: h, Uploads: uploads, Subjects: commands.Pictured()})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes, pictures.Routes)
	w.Happen("organization-Orgaone1", organization.Created{Organization: "Orgaone1", Slug: "o", Name: "o", Owner: ofOrg})
	w.Happen("project-"+about, project.Created{Project: about, Thread: talk, Slug: "quay", Type: project.TypeMod, Title: "码头", Owner: owner},
		project.MemberInvited{Account: invited, Role: "x"},
		project.MemberInvited{Account: former, Role: "x"}, project.MemberJoined{Account: former}, project.MemberLeft{Account: former},
		project.MemberInvited{Account: ofTeam, Role: "x"}, project.MemberJoined{Account: ofTeam},
		project.EnteredOrganization{Organization: "Orgaone1"})
	w.Happen("thread-"+talk, thread.Opened{Thread: talk, Kind: thread.AboutProject, Subject: about, Owner: owner},
		thread.MessagePosted{Thread: talk, Message: "OfOwner1", Author: owner}, thread.MessagePosted{Thread: talk, Message: "OfStaff1", Author: moderator, Staff: true},
		thread.MessagePosted{Thread: talk, Message: "Private1", Author: moderator, Staff: true, Private: true})
	for _, id := range []string{"OfOwner1", "OfStaff1", "Private1"} {
		w.Happen("message-"+id, thread.MessagePlaced{Message: id, Thread: talk})
	}
	return w
}

func said(private bool, body string) map[string]any {
	return map[string]any{"body": map[string]any{"type": "text", "body": body, "private": private}}
}

func TestWhoWritesInTheThreadOfAProject(t *testing.T) {
	const because = "?reason_code=housekeeping"
	for who, c := range map[string]struct{ post, private, own, others, note int }{ // the statuses of the answers
		owner:     {204, 401, 204, 401, 404},
		invited:   {404, 404, 0, 404, 404},
		former:    {404, 404, 0, 404, 404},
		ofOrg:     {204, 401, 204, 401, 404},
		ofTeam:    {204, 401, 204, 204, 404}, // a moderator reads no notes about the own team
		moderator: {204, 204, 204, 204, 204},
		admin:     {204, 204, 204, 204, 204},
		stranger:  {404, 404, 0, 404, 404},
		anonymous: {401, 401, 0, 401, 401},
	} {
		w := talking(t)
		ask := func(status int, method, path string, body any) {
			t.Helper()
			if got := w.Ask(who, method, path, body); got.Status != status {
				t.Errorf("%s: %s", who, got)
			}
		}
		ask(c.post, "POST", "/v3/thread/"+talk, said(false, "公开"))
		ask(c.private, "POST", "/v3/thread/"+talk, said(true, "备注"))
		for _, e := range w.Events("thread-" + talk) {
			if m, is := e.(thread.MessagePosted); is && m.Author == who && m.Body.String() == "公开" {
				if m.Staff != (who == moderator || who == admin) {
					t.Errorf("%s writes for the staff: %v", who, m.Staff)
				}
				ask(c.own, "DELETE", "/v3/message/"+m.Message, nil)
			}
		}
		others := "OfOwner1"
		if who == owner {
			others = "OfStaff1"
		}
		ask(c.others, "DELETE", "/v3/message/"+others+because, nil)
		ask(c.note, "DELETE", "/v3/message/Private1"+because, nil)
	}
}

// draw uploads a picture for a message.
func (w *world) draw(who string, side int) (id, address string) {
	w.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, side, 2))); err != nil {
		w.Fatal(err)
	}
	v := w.Ask(who, "POST", "/v3/image?context=thread_message&ext=png", b.Bytes(), "Content-Type", "image/png").Want(w, 200).JSON(w)
	return v["id"].(string), v["url"].(string)
}

func (w *world) newest() thread.MessagePosted {
	w.Helper()
	all := w.Events("thread-" + talk)
	m, is := all[len(all)-1].(thread.MessagePosted)
	if !is {
		w.Fatalf("%+v", all[len(all)-1])
	}
	return m
}

func TestThePicturesOfAMessageAreDeletedWithItUnlessAnotherShowsThem(t *testing.T) {
	w := talking(t)
	shown, address := w.draw(owner, 3)
	named, _ := w.draw(owner, 4)
	_, path, _ := strings.Cut(address, "://example.test")
	body := said(false, "看 ![图]("+path+")")
	w.Want(204, owner, "POST", "/v3/thread/"+talk, body)
	if m := w.newest(); fmt.Sprint(m.Images) != fmt.Sprint([]string{shown}) {
		t.Errorf("%+v", m)
	}
	again := w.newest().Message
	body["body"].(map[string]any)["associated_images"] = []string{named, shown}
	w.Want(204, owner, "POST", "/v3/thread/"+talk, body)
	both := w.newest()
	if fmt.Sprint(both.Images) != fmt.Sprint([]string{shown, named}) {
		t.Errorf("%+v", both)
	}
	stored := func() bool {
		key, _ := w.Blobs.KeyOf(address)
		is, err := w.Blobs.Exists(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	w.Want(204, moderator, "DELETE", "/v3/message/"+again+"?reason_code=housekeeping", nil)
	if got := w.types("images-" + owner); got != "image.added.v1 image.added.v1" || !stored() {
		t.Error(got)
	}
	for range 2 {
		w.Want(204, moderator, "DELETE", "/v3/message/"+both.Message+"?reason_code=housekeeping", nil)
	}
	if got := w.types("images-" + owner); got != "image.added.v1 image.added.v1 image.deleted.v1 image.deleted.v1" || stored() {
		t.Error(got)
	}
}

func TestAPictureThatAnotherTextShowsStaysWhenItsMessageIsDeleted(t *testing.T) {
	var key string
	w := talking(t, &key)
	_, kept := w.draw(owner, 3)
	_, gone := w.draw(owner, 4)
	w.Want(204, owner, "POST", "/v3/thread/"+talk, said(false, "看 "+kept+" "+gone))
	key, _ = w.Blobs.KeyOf(kept)
	w.Want(204, owner, "DELETE", "/v3/message/"+w.newest().Message, nil)
	if got := w.types("images-" + owner); got != "image.added.v1 image.added.v1 image.deleted.v1" {
		t.Error(got)
	}
	for address, want := range map[string]bool{kept: true, gone: false} {
		key, _ := w.Blobs.KeyOf(address)
		if is, err := w.Blobs.Exists(t.Context(), key); err != nil || is != want {
			t.Errorf("%s is stored: %v %v", address, is, err)
		}
	}
}

func TestOnlyOnesOwnPicturesForMessagesMayBeNamedAndAtMostTen(t *testing.T) {
	w := talking(t)
	theirs, address := w.draw(moderator, 3)
	with := func(images ...string) map[string]any {
		return map[string]any{"body": map[string]any{"type": "text", "body": "看 " + address, "associated_images": images}}
	}
	w.Want(204, owner, "POST", "/v3/thread/"+talk, with()) // whoever repeats an address takes nothing over
	if m := w.newest(); len(m.Images) != 0 {
		t.Errorf("%+v", m)
	}
	for name, images := range map[string][]string{
		"another's": {theirs}, "unknown": {"Nothing1"}, "hostile": {"../../x", "'; --"}, "too many": strings.Split(strings.Repeat("x", 11), ""),
	} {
		if a := w.Want(400, owner, "POST", "/v3/thread/"+talk, with(images...)); a.JSON(t)["field"] != "associated_images" {
			t.Error(name, a)
		}
	}
	var text strings.Builder
	for n := range thread.MaxImages + 1 {
		_, address := w.draw(owner, n+1)
		text.WriteString(address + " ")
	}
	w.Want(400, owner, "POST", "/v3/thread/"+talk, said(false, text.String()))
}

func TestHostileMessagesAreRejected(t *testing.T) {
	w := talking(t)
	for name, body := range map[string]any{
		"no body": map[string]any{}, "another type": map[string]any{"body": map[string]any{"type": "status_change", "body": "x"}},
		"nothing": said(false, " \n "), "control characters": said(false, "x\u0007"), "too long": said(false, strings.Repeat("x", thread.MaxBody+1)),
		"a list": `[]`, "cut JSON": `{"body":`, "a wrong kind": `{"body":{"type":"text","body":7}}`,
		"an answer to nothing": map[string]any{"body": map[string]any{"type": "text", "body": "x", "replying_to": "nothing"}},
	} {
		if a := w.Ask(owner, "POST", "/v3/thread/"+talk, body); a.Status != 400 {
			t.Error(name, a)
		}
	}
	w.Want(404, owner, "POST", "/v3/thread/..%2f..", said(false, "x"))
	w.Want(404, owner, "DELETE", "/v3/message/..%2f..", nil)
}
