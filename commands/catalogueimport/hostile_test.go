package catalogueimport_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/modyard/modyard/domain/project"
)

func TestHostileLinesAreRejectedByLineAndTheRestIsImported(t *testing.T) {
	w := newWorld(t)
	summary, report := w.must(files(t, map[string]string{"projects.jsonl": strings.Join([]string{
		`{"slug":"first","title":"The first","project_type":"mod"}`,
		`{"slug":"broken","title":`,
		`{"slug":"huge","title":"Huge","project_type":"mod","description":"` + strings.Repeat("x", 1<<20) + `"}`,
		`{"slug":"bytes","title":"` + "\xff\xfe" + `bytes","project_type":"mod"}`,
		`{"slug":"FIRST","title":"The first again","project_type":"mod"}`,
		`{"slug":"kind","title":"Some kind","project_type":"spaceship"}`,
		`{"title":"No slug","project_type":"mod"}`,
		`{"slug":"titleless","title":"\u200b\u202e","project_type":"mod"}`,
		`[1,2,3]`,
		`{"slug":"wrong","title":7,"project_type":"mod"}`,
		``,
		`{"slug":"../../etc/passwd","title":"A \u202epath\u0000 <script>alert(1)</script>","project_type":"mod","icon_url":"javascript:alert(1)","source_url":"file:///etc/passwd","description":"a\u0007b <b>c</b>"}`,
		`{"slug":"last","title":"The last","project_type":"mod"}`,
	}, "\n")}))
	if summary.Imported != 3 {
		t.Errorf("%+v", summary)
	}
	refused := map[string]string{}
	for _, line := range report {
		cells := strings.Split(line, "\t")
		if cells[2] == "refused" {
			refused[cells[0]] = cells[3]
		}
	}
	for line, want := range map[string]string{
		"2": "not readable", "3": "longer than 1 MiB", "4": "UTF-8", "5": "another line has this slug", "6": "unknown project type",
		"7": "without a slug", "8": "title", "9": "not readable", "10": "not readable",
	} {
		if !strings.Contains(refused[line], want) {
			t.Errorf("line %s: %q instead of %q", line, refused[line], want)
		}
	}
	if len(refused) != 9 {
		t.Errorf("%v", refused)
	}
	projects, _, _ := w.states()
	p := projects["etc-passwd"]
	if p.Title != "A path <script>alert(1)</script>" || p.IconURL != "" || p.Links.Source != "" || strings.Contains(p.Body, "<b>") && !strings.Contains(p.Body, `\<b\>`) {
		t.Errorf("%+v", p)
	}
}

func TestASlugOfAnotherProjectIsRejected(t *testing.T) {
	w := newWorld(t)
	w.Happen("slug-second", project.SlugReserved{Slug: "second", Project: "Other001"})
	summary, report := w.must(files(t, map[string]string{"projects.jsonl": `{"slug":"first","title":"The first","project_type":"mod"}
{"slug":"second","title":"The second","project_type":"mod"}
{"slug":"third","title":"The third","project_type":"mod"}`}))
	if summary.Imported != 2 || !strings.Contains(strings.Join(report, "\n"), "2\tsecond\trefused\tthe slug belongs to another project") {
		t.Fatalf("%+v %v", summary, report)
	}
}

func TestCompressedCataloguesAreDecompressed(t *testing.T) {
	text := []byte(`{"slug":"first","title":"The first","project_type":"mod"}`)
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	_, _ = g.Write(text)
	_ = g.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = z.Write(text)
	_ = z.Close()
	for name, packed := range map[string][]byte{"gzip": gz.Bytes(), "zstd": zst.Bytes(), "plain": text} {
		w := newWorld(t)
		if summary, _ := w.must(files(t, map[string]string{"projects.jsonl": string(packed)})); summary.Imported != 1 {
			t.Errorf("%s: %+v", name, summary)
		}
	}
	w := newWorld(t)
	if _, _, err := w.run(files(t, map[string]string{"projects.jsonl": string(gz.Bytes()[:gz.Len()-9])})); err == nil {
		t.Error("a truncated catalogue was accepted")
	}
	if _, _, err := w.run("nowhere.jsonl"); !os.IsNotExist(err) && err == nil {
		t.Error("a missing file was accepted")
	}
}
