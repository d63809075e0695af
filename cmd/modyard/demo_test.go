package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/platform/until"
)

// search repeats a search until the answer is as wanted.
func (s *served) search(t *testing.T, query string, wanted func(total int, slugs []string) bool) {
	t.Helper()
	until.Until(t, "search for "+query, func() error {
		answer, err := http.Get(s.url + "/v2/search?limit=5&query=" + url.QueryEscape(query))
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		var page struct {
			Total int `json:"total_hits"`
			Hits  []struct {
				Slug string `json:"slug"`
			} `json:"hits"`
		}
		if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
			return err
		}
		var slugs []string
		for _, h := range page.Hits {
			slugs = append(slugs, h.Slug)
		}
		if !wanted(page.Total, slugs) {
			return fmt.Errorf("it returns %d, %v\n%s", page.Total, slugs, s.errs)
		}
		return nil
	})
}

func TestTheDemonstrationIsCompleteAfterAKilledRun(t *testing.T) {
	long(t, "kills a program and loads the whole set twice")
	t.Parallel()
	catalogue, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	dir := siteDir(t)
	first := serve(t, dir, "--demo", "--rate-limit", "0")
	first.search(t, "", func(total int, _ []string) bool { return total >= 5 })
	_ = first.Process.Kill()
	_ = first.Wait()
	secret, err := os.ReadFile(filepath.Join(dir, demo.LoginFile))
	if err != nil {
		t.Fatal(err)
	}
	second := serve(t, dir, "--demo", "--rate-limit", "0")
	for there := 0; there < len(catalogue.Projects)-40; there += 40 { // each part has the limit of a wait
		second.search(t, "", func(total int, _ []string) bool { return total >= there })
	}
	until.True(t, "the set is complete", func() bool { return strings.Contains(second.said.String(), "The demonstration set is") })
	out, code := tool(t, "", "demo", "--data-dir", dir)
	if code != 0 {
		t.Errorf("demo beside serve: exit code %d", code)
	}
	if !strings.Contains(out, fmt.Sprintf("there already: %d projects", len(catalogue.Projects))) {
		t.Errorf("demo beside serve prints:\n%s", out)
	}
	if again, err := os.ReadFile(filepath.Join(dir, demo.LoginFile)); err != nil || string(again) != string(secret) {
		t.Errorf("the passwords changed: %v", err)
	}
	for lines := bufio.NewScanner(strings.NewReader(string(secret))); lines.Scan(); {
		name, password, _ := strings.Cut(lines.Text(), " ")
		body, _ := json.Marshal(map[string]string{"username": name, "password": password})
		answer, err := http.Post(second.url+"/v2/auth/login", "application/json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s cannot sign in: %d", name, answer.StatusCode)
		}
	}
	if out, code := tool(t, "", "verify", "--data-dir", dir); code != 0 {
		t.Errorf("verify: exit code %d, output:\n%s", code, out)
	}
	second.stop(t)
}

func TestACatalogueIsImportedBesideARunningSiteAndAgain(t *testing.T) {
	t.Parallel()
	dir := siteDir(t)
	s := serve(t, dir, "--rate-limit", "0")
	file := filepath.Join(t.TempDir(), "projects.jsonl")
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, `{"slug":"brought-%d","title":"Brought along %d","title_zh":"搬来的灯%d","project_type":"mod","downloads":%d}`+"\n", i, i, i, 1000-i)
	}
	text.WriteString("{\n")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Imported 100 projects", "Already there: 100. Refused: 1"} {
		out, code := tool(t, "", "import", "--data-dir", dir, file)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("import: exit code %d, output without %q:\n%s", code, want, out)
		}
	}
	s.search(t, "搬来的灯7", func(_ int, slugs []string) bool { return len(slugs) > 0 && slugs[0] == "brought-7" })
	report, err := os.ReadFile(filepath.Join(dir, "import-report.tsv"))
	if err != nil || !strings.Contains(string(report), "101\t\trefused\tnot readable") {
		t.Errorf("the report contains %v:\n%s", err, report)
	}
	out, code := tool(t, "", "import", "--data-dir", dir, filepath.Join(dir, "nowhere"))
	if code == 0 {
		t.Errorf("an empty import succeeded:\n%s", out)
	}
	if out, code := tool(t, "", "verify", "--data-dir", dir); code != 0 {
		t.Errorf("verify: exit code %d, output:\n%s", code, out)
	}
	s.stop(t)
}
