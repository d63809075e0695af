package searchtest

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/search"
)

// EnvData names the folder of the shared test data.
const EnvData = "MODYARD_SHARED_DATA"

// DataDir finds the folder of the shared test data: the environment's, otherwise ../shared/data beside the
// repository. The repository does not contain the data: the error names the searched path.
func DataDir() (string, error) {
	dir := os.Getenv(EnvData)
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			return "", fmt.Errorf("find the shared data: %w", err)
		}
		for root != filepath.Dir(root) {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(dir, "projects.jsonl.gz")); err != nil {
		return "", fmt.Errorf("the shared data is not at %s (set %s): %w", dir, EnvData, err)
	}
	return dir, nil
}

type record struct {
	Slug    string `json:"slug"`
	Title   string `json:"title"`
	TitleZH string `json:"title_zh"`
	Aliases []struct {
		Text string `json:"text"`
	} `json:"aliases"`
	Description   string   `json:"description"`
	DescriptionZH string   `json:"description_zh"`
	ProjectType   string   `json:"project_type"`
	ClientSide    string   `json:"client_side"`
	ServerSide    string   `json:"server_side"`
	Loaders       []string `json:"loaders"`
	GameVersions  []string `json:"game_versions"`
	Categories    []string `json:"categories"`
	Author        string   `json:"author"`
	Downloads     *int64   `json:"downloads"`
	DateCreated   string   `json:"date_created"`
	DateModified  string   `json:"date_modified"`
	ModIDs        []string `json:"mod_ids"`
	PackCount     int      `json:"pack_count"`
}

// Catalogue reads the real catalogue. The id of a document is its slug. Unknown downloads are estimated from the
// number of packs that include the project, as the data's notes describe.
func Catalogue(dir string) ([]search.Doc, error) {
	file, err := os.Open(filepath.Join(dir, "projects.jsonl.gz"))
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	var docs []search.Doc
	packs := map[int]int{} // index of a document without downloads → its pack count
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("read the catalogue, line %d: %w", len(docs)+1, err)
		}
		d := r.doc(len(docs))
		if r.Downloads == nil {
			packs[len(docs)] = r.PackCount
		}
		docs = append(docs, d)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	estimate(docs, packs)
	for i := range docs {
		docs[i].Hit = HitOf(docs[i])
	}
	return docs, nil
}

// ID is the id of the project with a slug. The catalogue has no ids, and an id has a form of its own.
func ID(slug string) string { return ids.FromBytes([]byte(slug)) }

func (r record) doc(n int) search.Doc {
	start := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	d := search.Doc{
		ID: ID(r.Slug), Position: uint64(n + 1), Slug: r.Slug, Title: r.Title, TitleZH: r.TitleZH, ModIDs: r.ModIDs,
		Description: r.Description, DescriptionZH: r.DescriptionZH, Author: r.Author, ProjectTypes: []string{r.ProjectType},
		Categories: r.Categories, Loaders: r.Loaders, GameVersions: r.GameVersions,
		Versions:   []search.VersionFacets{{Loaders: r.Loaders, GameVersions: r.GameVersions}},
		ClientSide: r.ClientSide, ServerSide: r.ServerSide, License: "LicenseRef-All-Rights-Reserved",
		Created: start.Add(time.Duration(n) * time.Hour), Updated: start.Add(time.Duration(n) * 2 * time.Hour),
	}
	for _, a := range r.Aliases {
		d.Aliases = append(d.Aliases, a.Text)
	}
	if r.Downloads != nil {
		d.Downloads = *r.Downloads
	}
	if t, err := time.Parse(time.RFC3339, r.DateCreated); err == nil {
		d.Created = t
	}
	if t, err := time.Parse(time.RFC3339, r.DateModified); err == nil {
		d.Updated = t
	}
	return d
}

// estimate gives documents lognormal downloads, ranked by pack count.
func estimate(docs []search.Doc, packs map[int]int) {
	const mean, deviation, scale = 4.84, 2.22, 20
	ranked := make([]int, 0, len(packs))
	for i := range packs {
		ranked = append(ranked, i)
	}
	slices.SortFunc(ranked, func(a, b int) int { return cmp.Or(cmp.Compare(packs[b], packs[a]), cmp.Compare(a, b)) })
	for rank, i := range ranked {
		share := 1 - (float64(rank)+0.5)/float64(len(ranked))
		z := math.Sqrt2 * math.Erfinv(2*share-1)
		docs[i].Downloads = int64(scale * math.Exp(mean+deviation*z))
	}
}

// Judged is a query and the documents that answer it.
type Judged struct {
	Text   string
	Want   string   // slug or name of the expected document
	Accept []string // ids
	Kind   string
}

// Judgements reads the judged queries.
func Judgements(dir string) ([]Judged, error) {
	file, err := os.Open(filepath.Join(dir, "search_judgements.tsv"))
	if err != nil {
		return nil, fmt.Errorf("read judged queries: %w", err)
	}
	defer file.Close()
	var out []Judged
	lines := bufio.NewScanner(file)
	for n := 0; lines.Scan(); n++ {
		f := strings.Split(lines.Text(), "\t")
		if n == 0 {
			continue
		}
		if len(f) < 5 {
			return nil, fmt.Errorf("read judged queries, line %d: %d columns", n+1, len(f))
		}
		j := Judged{Text: f[0], Want: f[1], Accept: []string{ID(f[1])}, Kind: f[3]}
		if f[4] != "" {
			for slug := range strings.SplitSeq(f[4], ",") {
				j.Accept = append(j.Accept, ID(slug))
			}
		}
		out = append(out, j)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read judged queries: %w", err)
	}
	return out, nil
}
