package reason_test

import (
	"os"
	"strings"
	"testing"

	. "github.com/modyard/modyard/domain/reason"
)

func TestEveryCodeHasTheNameThatTheScreensShow(t *testing.T) {
	catalogue, err := os.ReadFile("../../ui/src/lib/i18n/zh-Hans/reason.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(Codes(), Unstated) {
		if name := c.Name(); name == string(c) || !strings.Contains(string(catalogue), "'"+name+"'") {
			t.Errorf("%s is named %q", c, name)
		}
	}
	if Code("later").Name() != "later" {
		t.Error("an unknown code lost its name")
	}
}
