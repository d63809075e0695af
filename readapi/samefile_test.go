package readapi_test

import (
	"net/http"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

func TestAFileOfSeveralProjectsIsThatOfTheOneApprovedFirst(t *testing.T) {
	s := harbour(t)
	const author, authors, copier, copies = "ProjAut1", "VersAut1", "ProjCop1", "VersCop1"
	publish := func(id, slug, version string) {
		s.Slug(slug, id)
		s.Project(id, stranger, newProject(id, slug, slug))
		s.Happen("version-"+version, stranger, newVersion(version, id, "1.0.0", project.Release, 3, []string{"fabric"}, []string{"1.20.1"})) // the file of a hidden project
		s.Project(id, stranger, project.Submitted{From: project.Draft, Requested: project.Listed})
		s.Project(id, moderator, project.Approved{From: project.Processing, Status: project.Listed})
		s.Settle()
	}
	same := func(when string) {
		file := "/v2/version_file/" + hash(3, 40)
		question := `{"hashes":["` + hash(3, 40) + `"]}`
		for _, as := range []string{"anonymous", "owner"} { // the owner sees the hidden one too
			for path, body := range map[string]string{file: "", file + "/update": "{}"} {
				method := http.MethodGet
				if body != "" {
					method = http.MethodPost
				}
				if v := answer[contract.Version](s, method, path, as, body); v.ID != authors {
					t.Errorf("%s: %s %s as %s is %s", when, method, path, as, v.ID)
				}
			}
			for _, path := range []string{"/v2/version_files", "/v2/version_files/update"} {
				if v := answer[map[string]contract.Version](s, "POST", path, as, question); v[hash(3, 40)].ID != authors {
					t.Errorf("%s: %s as %s is %s", when, path, as, v[hash(3, 40)].ID)
				}
			}
			if p := answer[map[string]contract.Project](s, "POST", "/v2/version_files/project", as, question); p[hash(3, 40)].ID != author {
				t.Errorf("%s: the project as %s is %s", when, as, p[hash(3, 40)].ID)
			}
		}
	}
	publish(author, "author", authors)
	same("a hidden project has the file")
	publish(copier, "copier", copies)
	same("another project is approved later")
}
