package eventlog_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

func TestStreamNamesAreACategoryAndAPrintableID(t *testing.T) {
	good := []string{
		"project-AABBCCDD", "slug-钠", "slug-sodium-extra", "slug-a.b+c!@$()`,\"'", "wallet-1", "a-b",
		"slug-" + strings.Repeat("x", eventlog.MaxStreamBytes-5), "slug-é", "slug-🧱",
	}
	bad := []string{
		"", "project", "project-", "-x", "Project-x", "pro ject-x", "1p-x", "项目-x", "slug-a b", "slug-a\x00", "slug-a\n",
		"slug-\xff", "slug-\u202eevil", "slug-a\u200bb", "slug-\u00a0", "slug-\u2028",
		"slug-" + strings.Repeat("x", eventlog.MaxStreamBytes-4),
	}
	for _, name := range good {
		if !eventlog.ValidStream(name) {
			t.Errorf("%q was rejected", name)
		}
	}
	for _, name := range bad {
		if eventlog.ValidStream(name) {
			t.Errorf("%q was accepted", name)
		}
	}
}

func TestTypeNamesAreLowerCaseWordsWithAVersion(t *testing.T) {
	good := []string{"project.submitted.v1", "account.profile-changed.v12", "a.b.c.v9"}
	bad := []string{
		"", "project.v1", "project.submitted", "project.submitted.v0", "project.submitted.v01", "project.submitted.v",
		"Project.submitted.v1", "project..v1", "project.a-.v1", "project.a b.v1", ".a.v1", "project.提交.v1",
		"project." + strings.Repeat("x", eventlog.MaxTypeBytes) + ".v1", "project.submitted.v1\x00", "project.submitted.v99999",
	}
	for _, name := range good {
		if !eventlog.ValidType(name) {
			t.Errorf("%q was rejected", name)
		}
	}
	for _, name := range bad {
		if eventlog.ValidType(name) {
			t.Errorf("%q was accepted", name)
		}
	}
}
