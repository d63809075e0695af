package project_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/domain/quota"
)

func TestAnAccountHasFewDrafts(t *testing.T) {
	w := newWorld(t, func(o *options) { o.MaxDrafts = 2 })
	first, _ := w.project("one"), w.project("two")
	refused := w.form(owner, "POST", "/v2/project", []part{data(newProject("three"))})
	if body := want(t, refused, 400).JSON(t); body["error"] != "limit_reached" || !strings.Contains(fmt.Sprint(body["description"]), "2") {
		t.Errorf("the third draft is refused with %v", body)
	}
	want(t, w.form(stranger, "POST", "/v2/project", []part{data(newProject("theirs"))}), 200)

	want(t, w.Ask(owner, "DELETE", "/v2/project/"+first, nil), 204)
	w.project("three")
	want(t, w.form(owner, "POST", "/v2/project", []part{data(newProject("four"))}), 400)
}

func TestASubmittedProjectIsNoDraft(t *testing.T) {
	w := newWorld(t, func(o *options) { o.MaxDrafts = 1 })
	id := w.project("one")
	w.version(id)
	want(t, w.form(owner, "POST", "/v2/project", []part{data(newProject("two"))}), 400)
	want(t, w.Ask(owner, "PATCH", "/v2/project/"+id, fields{"categories": []string{"magic"}, "status": "processing"}), 204)
	w.project("two")
}

func TestARepeatedCreationCountsOnce(t *testing.T) {
	w := newWorld(t, func(o *options) { o.MaxDrafts = 1 })
	for range 2 {
		want(t, w.form(owner, "POST", "/v2/project", []part{data(newProject("one"))}, "Idempotency-Key", "key"), 200)
	}
	if events := w.Events("quota-" + owner); len(events) != 1 {
		t.Errorf("%v", events)
	}
}

func TestConcurrentCreationsKeepTheLimit(t *testing.T) {
	w := newWorld(t, func(o *options) { o.MaxDrafts = 3 })
	var created, refused sync.Map
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if a := w.form(owner, "POST", "/v2/project", []part{data(newProject(fmt.Sprintf("project-%d", i)))}); a.Status == 200 {
				created.Store(i, true)
			} else {
				refused.Store(i, a.Status)
			}
		})
	}
	all.Wait()
	count := func(m *sync.Map) (n int) {
		m.Range(func(any, any) bool { n++; return true })
		return n
	}
	var s quota.State
	for _, e := range w.Events("quota-" + owner) {
		s = quota.Evolve(s, e)
	}
	if count(&created) != 3 || count(&refused) != 5 || len(s.Counting(quota.Drafts)) != 3 {
		t.Errorf("%d were created and %d refused; %v count", count(&created), count(&refused), s.Counting(quota.Drafts))
	}
}
