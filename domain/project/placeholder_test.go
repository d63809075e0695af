package project

import (
	"strings"
	"testing"
)

func TestAPlaceholderIsRefusedAsAVersionNumberByName(t *testing.T) {
	for _, number := range []string{"${version}", "1.0-${build}", "@VERSION@", "$(version)", "{{version}}"} {
		c := release()
		c.Number = number
		err := c.Check(given(t), []Announced{{Primary: true}})
		if err == nil || !strings.Contains(err.Error(), "「"+number+"」里有没有填写的占位符") {
			t.Errorf("%s: %v", number, err)
		}
		if ValidVersionNumber(number) {
			t.Errorf("%s is valid", number)
		}
	}
	for _, number := range []string{".", "..", "...", " .. "} {
		if _, err := versionNumber(number); err == nil {
			t.Errorf("%q is a version number", number)
		}
	}
	for _, number := range []string{"1.0", "1..0", "me@home", "a@b.c", "1.0$", "(1)"} {
		if !ValidVersionNumber(number) {
			t.Errorf("%s is invalid", number)
		}
	}
}

func TestAPlaceholderIsRefusedAsAVersionName(t *testing.T) {
	c := release()
	c.Name = "Reed ${version}"
	if err := c.Check(given(t), []Announced{{Primary: true}}); err == nil || !strings.Contains(err.Error(), "「Reed ${version}」") {
		t.Error(err)
	}
	edited := EditVersion{By: owner, Name: &c.Name}
	if err := edited.Check(given(t), existing(t), nil); err == nil || !strings.Contains(err.Error(), "「Reed ${version}」") {
		t.Error(err)
	}
}
