package readapi_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/projections/catalog"
)

func TestHidingOrDeletingAProjectEvictsItsCachedAnswers(t *testing.T) {
	s := harbour(t)
	paths := []string{"/v2/project/lanternquay", "/v3/project/lanternquay", "/_internal/project/lanternquay", "/v2/project/" + listedID}
	for range 2 {
		for _, path := range paths {
			if w := s.get(path, "anonymous"); w.Code != http.StatusOK {
				t.Fatalf("%s: %d", path, w.Code)
			}
		}
	}
	s.Project(listedID, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	s.Settle()
	for _, path := range paths {
		if w := s.get(path, "anonymous"); w.Code != http.StatusNotFound {
			t.Errorf("%s of a private project: %d", path, w.Code)
		}
	}
	if w := s.get("/v2/project/unlisted", "anonymous"); w.Code != http.StatusOK {
		t.Fatalf("unlisted: %d", w.Code)
	}
	s.Project(unlistedID, owner, project.Deleted{Slug: "unlisted"})
	s.Settle()
	for _, name := range []string{"unlisted", unlistedID} {
		if w := s.get("/v2/project/"+name, "anonymous"); w.Code != http.StatusNotFound {
			t.Errorf("%s of a deleted project: %d", name, w.Code)
		}
	}
}

func TestAnAnswerIsNeverOlderThanItsLogPosition(t *testing.T) {
	s := harbour(t)
	const edits = 200
	positions := make([]uint64, edits) // indexed by the number in the title
	var mu sync.Mutex
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range edits {
			title := fmt.Sprintf("Edit %d", i)
			mu.Lock()
			positions[i] = uint64(s.Project(listedID, owner, project.Renamed{Title: title}))
			mu.Unlock()
		}
	}()
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				w := s.get("/v2/project/lanternquay", "anonymous")
				at, err := strconv.ParseUint(w.Header().Get("Log-Position"), 10, 64)
				if err != nil {
					t.Errorf("Log-Position: %v", err)
					return
				}
				title := w.Body.String()
				shown := -1
				if _, rest, ok := strings.Cut(title, `"title":"Edit `); ok {
					number, _, _ := strings.Cut(rest, `"`)
					shown, _ = strconv.Atoi(number)
				}
				mu.Lock()
				next := uint64(0)
				if shown+1 < edits {
					next = positions[shown+1]
				}
				mu.Unlock()
				if next != 0 && next <= at {
					t.Errorf("an answer at %d does not show the edit of %d", at, next)
					return
				}
			}
		})
	}
	readers.Wait()
	s.Settle()
	if p := answer[contract.Project](s, "GET", "/v2/project/lanternquay", "anonymous", ""); p.Title != fmt.Sprintf("Edit %d", edits-1) {
		t.Errorf("the final title is %q at %d", p.Title, s.Board.At(catalog.Name))
	}
}

// BenchmarkProject compares the route with a bare handler of the same bytes, over real connections.
func BenchmarkProject(b *testing.B) {
	s := harbour(b)
	body := s.get("/v2/project/lanternquay", "anonymous").Body.Bytes()
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	})
	for name, handler := range map[string]http.Handler{"bare": bare, "route": s.handler} {
		b.Run(name, func(b *testing.B) {
			server := httptest.NewServer(handler)
			defer server.Close()
			client := server.Client()
			client.Transport.(*http.Transport).MaxIdleConnsPerHost = 64
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					res, err := client.Get(server.URL + "/v2/project/lanternquay")
					if err != nil {
						b.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
		})
	}
}
