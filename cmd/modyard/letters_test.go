package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/mail/mailtest"
)

func TestATeamReadsInALetterWhyItsProjectWasRefusedAndWhatToDo(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	id := s.made(author, "/v2/project", map[string]any{
		"title": "潮汐织机", "slug": "tide-loom", "description": "一个试验用的资源", "body": "正文", "project_type": "mod", "client_side": "required",
		"server_side": "optional", "license_id": "MIT", "is_draft": true, "categories": []string{}, "initial_versions": []any{},
	}, nil)
	s.until("the place of the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'decision-letters' AND position IS NOT NULL`) == 1
	})
	const request = "request-of-the-decision"
	if got := s.ask(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{
		"status": "rejected", "moderation_message": "请补充：\n\n- 前置说明\n- 许可证", "reason": map[string]any{"code": "incomplete"},
	}, "X-Request-Id", request); got.Status != http.StatusNoContent {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	letter, address := regexp.MustCompile(`/dev/mail/[^"]+`), ""
	s.until("a letter", func() bool {
		list := string(s.ask("", http.MethodGet, "/dev/mail", nil).Body)
		address = letter.FindString(list)
		return address != "" && strings.Contains(list, "「潮汐织机」没有通过审核")
	})
	body := string(s.ask("", http.MethodGet, address, nil).Body)
	for _, want := range []string{"请补充：", "前置说明", "许可证", "重新提交审核", "/mod/tide-loom/moderation"} {
		if !strings.Contains(body, want) {
			t.Errorf("the letter does not say %q:\n%s", want, body)
		}
	}
	s.until("an empty queue", func() bool {
		return s.count(`SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.notice' AND state NOT IN ('completed', 'cancelled', 'discarded')`) == 0
	})
	if n := s.letters(); n != 1 {
		t.Errorf("%d letters were sent", n)
	}
	// One id leads from the request over the event, the reactor and the job to the letter.
	rejected := 0
	for e, err := range s.Log.Stream(t.Context(), "project-"+id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == "project.rejected.v1" && e.Meta.Request == request {
			rejected++
		}
	}
	if rejected != 1 || s.count(`SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.notice' AND metadata ->> 'request' = '`+request+`'`) != 1 {
		t.Errorf("%d events and not one job belong to the request", rejected)
	}
	if raw := s.rawLetters(); !strings.Contains(raw, "X-Correlation-ID: "+request) {
		t.Errorf("the letter does not name the request:\n%s", raw)
	}
}

func TestAnAccountIsToldByLetterThatItCanBePaidSomewhereElse(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	s.person("creator", identity.RoleUser)
	creator, err := s.Identity.Account(t.Context(), "creator")
	if err != nil {
		t.Fatal(err)
	}
	s.until("the place of the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'decision-letters' AND position IS NOT NULL`) == 1
	})
	if _, err := s.DB.Pool.Exec(t.Context(), `INSERT INTO identity.former_addresses VALUES ($1, 'old@example.org', 'old@example.org', now() + interval '1 day')`, creator.ID); err != nil {
		t.Fatal(err)
	}
	typ, data, err := s.Codec.Encode(revenue.DestinationAdded{Account: creator.ID, Destination: "DestAAA1", Method: "bank", Rests: "2026-01-02T00:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	event := eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Role: "self", At: time.Now().UTC()}}
	if _, err := s.Log.Append(t.Context(), eventlog.Write{Stream: "wallet-" + creator.ID, Expected: eventlog.Any, Events: []eventlog.Event{event}}); err != nil {
		t.Fatal(err)
	}
	s.until("a letter to each address", func() bool {
		box := string(s.ask("", http.MethodGet, "/dev/mail", nil).Body)
		return strings.Count(box, "你的账户添加了新的收款账户") == 2 && strings.Contains(box, "old@example.org")
	})
	if n := s.letters(); n != 2 {
		t.Errorf("%d letters were sent", n)
	}
}

func TestTheStaffAndTheOperatorSeeALetterThatCannotBeSent(t *testing.T) {
	t.Parallel()
	post := mailtest.Start(t)
	post.Refuse("550 5.1.1 <keeper@example.org> no such user")
	s := newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.SMTPURL = post.URL() })
	admin := s.person("keeper", identity.RoleAdmin)
	moderator, visitor := s.person("mender", identity.RoleModerator), s.person("steve", identity.RoleUser)
	s.letter()
	s.until("the letter is given up", func() bool { return s.count(`SELECT count(*) FROM identity.unsent_letters`) == 1 })
	for _, session := range []string{admin, moderator} {
		a := s.ask(session, http.MethodGet, "/_internal/moderation/letters", nil)
		body := string(a.Body)
		for _, part := range []string{`"kind":"reset"`, `"account":"` + s.owner() + `"`, `"tries":1`, `"cause":"refused"`, `"code":550`, `"total":1`} {
			if a.Status != http.StatusOK || !strings.Contains(body, part) {
				t.Errorf("%d %s, without %s", a.Status, body, part)
			}
		}
		if strings.Contains(body, "@") || strings.Contains(body, "keeper") {
			t.Errorf("the answer names the receiver: %s", body)
		}
	}
	if a := s.ask(visitor, http.MethodGet, "/_internal/moderation/letters", nil); a.Status != http.StatusUnauthorized {
		t.Errorf("a visitor gets %d %s", a.Status, a.Body)
	}
	for _, check := range s.Checks() {
		if check.Name != "letters" {
			continue
		}
		err := check.Run(t.Context())
		if said, _ := check.Detail().([]string); err != nil || len(said) != 1 || said[0] != "1 letters were given up in the last 30 days" {
			t.Errorf("%v, %v", said, err)
		}
		return
	}
	t.Error("there is no check of letters")
}
