package image_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commandimage "github.com/modyard/modyard/commands/image"
	commandproject "github.com/modyard/modyard/commands/project"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/commands/upload"
	domain "github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

type world struct {
	*commandstest.World
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{commandstest.New(t, domain.EventTypes(), project.EventTypes())}
	h := w.Handler()
	service, err := commandimage.New(commandimage.Options{Handler: h, Uploads: &upload.Store{Blobs: w.Blobs, Handler: h, Logger: w.Logger},
		Subjects: append(commandproject.Pictured(), commandreport.Pictured()...)})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	// One project with one version. The writer may edit the project, the uploader the version.
	w.Happen("project-AAAAAAAA",
		project.Created{Project: "AAAAAAAA", Slug: "lantern", Type: project.TypeMod, Title: "Lantern", Owner: "owner001"},
		project.MemberInvited{Account: "writer01", Permissions: project.EditBody}, project.MemberJoined{Account: "writer01"},
		project.MemberInvited{Account: "uploader", Permissions: project.UploadVersion}, project.MemberJoined{Account: "uploader"},
		project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: project.Listed})
	w.Happen("version-BBBBBBBB", project.VersionCreated{Version: "BBBBBBBB", Project: "AAAAAAAA", Author: "owner001", Status: project.VersionListed})
	return w
}

func (w *world) send(who, query string, body []byte, headers ...string) (int, map[string]any) {
	w.Helper()
	a := w.Ask(who, "POST", "/v3/image?"+query, body, append([]string{"Content-Type", "image/png"}, headers...)...)
	return a.Status, a.JSON(w)
}

func picture(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAMembersPictureIsStoredUnchanged(t *testing.T) {
	w := newWorld(t)
	data := picture(t)
	status, v := w.send("writer01", "ext=png&context=project&project_id=AAAAAAAA", data)
	if status != http.StatusOK || v["owner_id"] != "writer01" || v["context"] != "project" || v["project_id"] != "AAAAAAAA" || v["size"] != float64(len(data)) {
		t.Fatal(status, v)
	}
	address, _ := v["url"].(string)
	key, ok := w.Blobs.KeyOf(address)
	if !ok || !strings.HasSuffix(key, ".png") {
		t.Fatal(address)
	}
	stored, err := w.Blobs.Open(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	if kept, _ := io.ReadAll(stored); !bytes.Equal(kept, data) {
		t.Fatal("the picture has changed")
	}
}

func TestATextPictureIsStoredWithoutTheNotesOfTheCamera(t *testing.T) {
	w := newWorld(t)
	status, v := w.send("writer01", "ext=jpg&context=project&project_id=AAAAAAAA", commandstest.Noted(t), "Content-Type", "image/jpeg")
	if status != http.StatusOK {
		t.Fatal(status, v)
	}
	address, _ := v["url"].(string)
	key, _ := w.Blobs.KeyOf(address)
	stored, err := w.Blobs.Open(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	kept, err := io.ReadAll(stored)
	if err != nil {
		t.Fatal(err)
	}
	commandstest.WantWithoutNotes(t, address, kept)
}

func TestEachContextRequiresItsOwnRight(t *testing.T) {
	w := newWorld(t)
	data := picture(t)
	for _, c := range []struct {
		who, query string
		want       int
	}{
		{"", "context=project&project_id=AAAAAAAA", 401},
		{"writer01", "context=project&project_id=AAAAAAAA", 200},
		{"uploader", "context=project&project_id=AAAAAAAA", 401},
		{"uploader", "context=version&version_id=BBBBBBBB", 200},
		{"uploader", "context=version&project_id=AAAAAAAA", 200},
		{"writer01", "context=version&version_id=BBBBBBBB", 401},
		{"writer01", "context=version&version_id=CCCCCCCC", 404},
		{"writer01", "context=project&project_id=CCCCCCCC", 404},
		{"writer01", "context=project", 400},
		{"stranger", "context=thread_message", 200},
		{"stranger", "context=report&report_id=DDDDDDDD", 200},
		{"stranger", "context=report&report_id=../../x", 400},
		{"stranger", "context=wiki", 400},
		{"stranger", "", 400},
		{"stranger", "context=report&ext=svg", 400},
	} {
		if status, v := w.send(c.who, c.query, data); status != c.want {
			t.Errorf("%s %s: %d %v, want %d", c.who, c.query, status, v, c.want)
		}
	}
}

func TestAnInvalidPictureIsRejectedAndNotStored(t *testing.T) {
	w := newWorld(t)
	for name, body := range map[string][]byte{
		"text": []byte("<svg onload=alert(1)>"), "empty": nil, "cut": picture(t)[:40],
		"large": append(picture(t), make([]byte, commandimage.MaxBytes)...),
	} {
		if status, v := w.send("stranger", "context=report", body); status != 400 && status != 413 {
			t.Errorf("%s: %d %v", name, status, v)
		}
	}
	if len(w.Events("images-stranger")) > 0 {
		t.Fatal("a rejected picture is in the log")
	}
}

func TestTwoRequestsWithTheSameKeyUploadOnePicture(t *testing.T) {
	w := newWorld(t)
	_, first := w.send("stranger", "context=report", picture(t), "Idempotency-Key", "one")
	status, again := w.send("stranger", "context=report", picture(t), "Idempotency-Key", "one")
	if status != 200 || first["id"] != again["id"] || first["url"] != again["url"] {
		t.Fatal(status, first, again)
	}
}

func TestAnAccountHasAtMostThreeHundredPictures(t *testing.T) {
	w := newWorld(t)
	var added []any
	for i := range domain.Most {
		added = append(added, domain.Added{Image: string(rune(0x4E00 + i)), Owner: "stranger", Context: domain.Report})
	}
	w.Happen("images-stranger", added...)
	if status, v := w.send("stranger", "context=report", picture(t)); status != 400 || v["error"] != "image_limit" || v["description"] != "图片数量已达上限（300/300）。" {
		t.Fatal(status, v)
	}
}

func TestTheStaffNeedsAReasonToUploadAPictureForAnotherAccountsText(t *testing.T) {
	w := newWorld(t)
	const forProject, forVersion = "context=project&project_id=AAAAAAAA", "context=version&version_id=BBBBBBBB"
	for _, c := range []struct{ who, query string }{
		{commandstest.Moderator, forProject}, {commandstest.Admin, forProject}, {commandstest.Admin, forVersion}, // a moderator's rights suffice
	} {
		if status, v := w.send(c.who, c.query, []byte("not even looked at")); status != 400 || v["field"] != "reason" {
			t.Errorf("%s without a reason: %d %v", c.who, status, v)
		}
		if status, v := w.send(c.who, c.query+"&reason_code=correction", picture(t)); status != 200 {
			t.Fatalf("%s: %d %v", c.who, status, v)
		}
	}
	if status, _ := w.send("stranger", forVersion+"&reason_code=correction", picture(t)); status != 401 {
		t.Errorf("a stranger sends a picture for a version: %d", status)
	}
	if status, _ := w.send(commandstest.Admin, "context=report", picture(t)); status != 200 {
		t.Errorf("for the moderator's own report: %d", status)
	}
	for who, want := range map[string]string{commandstest.Moderator: "moderator", commandstest.Admin: "moderator moderator self"} {
		var roles []string
		for e, err := range w.EventLog.Stream(t.Context(), "images-"+who, 0) {
			if err != nil {
				t.Fatal(err)
			}
			roles = append(roles, e.Meta.Role)
		}
		if got := strings.Join(roles, " "); got != want {
			t.Errorf("%s sent as %q, want %q", who, got, want)
		}
	}
}

func TestATokenNeedsTheScopeOfTheContext(t *testing.T) {
	w := newWorld(t)
	w.Scopes = identity.ScopeReportCreate
	if status, v := w.send("writer01", "context=report", picture(t)); status != 200 {
		t.Error(status, v)
	}
	for _, query := range []string{"context=project&project_id=AAAAAAAA", "context=version&project_id=AAAAAAAA", "context=thread_message"} {
		if status, v := w.send("writer01", query, picture(t)); status != 401 {
			t.Error(query, status, v)
		}
	}
}

func TestTwoConcurrentRequestsWithTheSamePictureBothSucceed(t *testing.T) {
	w := newWorld(t)
	var both sync.WaitGroup
	answers := make([]map[string]any, 4)
	for i := range answers {
		both.Go(func() { _, answers[i] = w.send("stranger", "context=report", picture(t), "Idempotency-Key", "one") })
	}
	both.Wait()
	for _, a := range answers {
		if a["id"] == nil || a["id"] != answers[0]["id"] || a["url"] != answers[0]["url"] {
			t.Error(answers)
		}
	}
	if n := len(w.Events("images-stranger")); n != 1 {
		t.Error(n)
	}
}

func TestAnAccountDeletesItsOwnPictures(t *testing.T) {
	w := newWorld(t)
	_, v := w.send("stranger", "context=report", picture(t))
	id, _ := v["id"].(string)
	key, _ := w.Blobs.KeyOf(v["url"].(string))
	for who, want := range map[string]int{"": 401, "writer01": 404, commandstest.Moderator: 404, commandstest.Admin: 404} {
		if a := w.Ask(who, "DELETE", "/v3/image/"+id, nil); a.Status != want {
			t.Errorf("%q: %s", who, a)
		}
	}
	for _, unknown := range []string{"AAAAAAAA", "..%2f..", strings.Repeat("x", 300)} {
		if a := w.Ask("stranger", "DELETE", "/v3/image/"+unknown, nil); a.Status != 404 {
			t.Errorf("%s: %s", unknown, a)
		}
	}
	if kept, err := w.Blobs.Exists(t.Context(), key); !kept || err != nil {
		t.Fatal("a refused command deleted the picture", err)
	}
	for range 2 { // the same request twice
		if a := w.Ask("stranger", "DELETE", "/v3/image/"+id, nil, "Idempotency-Key", "once"); a.Status != 204 {
			t.Fatal(a)
		}
	}
	if kept, err := w.Blobs.Exists(t.Context(), key); kept || err != nil {
		t.Error("the bytes are still there", err)
	}
	if a := w.Ask("stranger", "DELETE", "/v3/image/"+id, nil); a.Status != 404 {
		t.Error(a)
	}
	w.Scopes = identity.ScopeReportCreate
	if a := w.Ask("stranger", "DELETE", "/v3/image/"+id, nil); a.Status != 401 {
		t.Error(a)
	}
}
